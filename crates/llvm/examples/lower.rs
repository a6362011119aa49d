//! Prints the bytecode of C files (or `.ll` files) that are a program together.
//!
//! `cargo run --release -p raddle-llvm --example lower -- program.c`

use std::path::Path;
use std::process::ExitCode;

use raddle_llvm::{Cache, Clang, Compilation, LowerOptions, Module, lower};

fn main() -> ExitCode {
    let modules: Result<Vec<Module>, String> = std::env::args_os().skip(1).map(|file| read(Path::new(&file))).collect();
    let lowered =
        modules.and_then(|modules| lower(&modules, &LowerOptions::default()).map_err(|error| error.to_string()));
    match lowered {
        Ok(lowered) => {
            lowered.notes.iter().for_each(|note| eprintln!("note: {note}"));
            println!("{}", lowered.code);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn read(file: &Path) -> Result<Module, String> {
    if file.extension().is_some_and(|suffix| suffix == "ll") {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        return Module::parse(&file.display().to_string(), text).map_err(|error| error.to_string());
    }
    let cache = Cache::for_user();
    let clang = Clang::find_cached(None, &cache).map_err(|error| error.to_string())?;
    let compiled = clang.compile(&Compilation::new(file), &cache).map_err(|error| error.to_string())?;
    compiled.parse().map_err(|error| error.to_string())
}
