//! Reads whatever comes, looks at everything in what can be read, and lowers it: nothing may panic.
//!
//! From `crates/llvm`: `cargo +nightly fuzz run ll fuzz/corpus/ll tests/ll`
#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_llvm::{LowerOptions, Module, lower};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Module::parse("fuzz.ll", text) {
        Err(error) => {
            assert!(error.offset <= text.len());
            let _ = error.to_string();
        }
        Ok(module) => {
            let _ = module.to_string();
            let debug = module.debug();
            for global in &module.globals {
                if let Some(ty) = debug.global(global).and_then(|variable| variable.ty) {
                    let _ = (debug.members(ty), debug.path(ty, 3), debug.size(ty));
                }
            }
            let defined = module.functions.iter().filter(|function| !function.is_declaration());
            let names: Vec<String> = defined.map(|it| module.symbol(it.header.symbol).name.to_string()).collect();
            let modules = [module];
            for entry in names.into_iter().take(8) {
                let _ = lower(&modules, &LowerOptions { entry, ..LowerOptions::default() }).map_err(|e| e.to_string());
            }
        }
    }
});
