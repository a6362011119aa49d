//! Parses whatever comes, and runs what parses for a short while: neither may panic.
//!
//! From `crates/litmus`: `cargo +nightly fuzz run litmus fuzz/corpus/litmus tests/data`
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use raddle_explore::Limits;
use raddle_litmus::{Options, Report, Test, run};
use raddle_models::ModelName;

fuzz_target!(|data: &[u8]| {
    let Ok(source) = std::str::from_utf8(data) else { return };
    match Test::parse(source) {
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= source.len());
            let _ = error.to_string();
        }
        Ok(test) => {
            let limits = Limits {
                max_executions: Some(50),
                timeout: Some(Duration::from_millis(100)),
                ..Limits::default()
            };
            if let Ok(outcome) = run(&test, ModelName::Rc11, &Options { limits, unroll: Some(3), ..Options::default() }) {
                let _ = outcome.to_string();
                let _ = Report::new(&outcome, "fuzz", None);
            }
        }
    }
});
