//! Target `execution`: see `raddle_fuzz::Target`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| { raddle_fuzz::Target::Execution.run(data); });
