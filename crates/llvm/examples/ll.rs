//! Prints the summary of a `.ll` file, or of a C or C++ file that is compiled first.
//!
//! `cargo run --release -p raddle-llvm --example ll -- program.c -Icrates/llvm/include`

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use raddle_llvm::{Cache, Clang, Compilation, Error, Module};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("usage: ll FILE [FLAGS FOR CLANG]");
        return ExitCode::from(2);
    };
    match read(Path::new(&file), arguments.collect()) {
        Ok(module) => {
            print!("{module}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn read(file: &Path, flags: Vec<std::ffi::OsString>) -> Result<Module, Error> {
    let text = if file.extension().is_some_and(|suffix| suffix == "ll") {
        std::fs::read_to_string(file).map_err(|source| Error::Io { action: "read", path: file.to_owned(), source })?
    } else {
        let cache = Cache::for_user();
        let clang = Clang::find_cached(None, &cache)?;
        let compiled = clang.compile(&Compilation { flags, ..Compilation::new(file) }, &cache)?;
        eprint!("{}", compiled.messages);
        compiled.text.read().into_owned()
    };
    let (start, size) = (Instant::now(), text.len() as f64 / 1e6);
    let module = Module::parse(&file.display().to_string(), text)?;
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("read {size:.2} MB in {:.2} ms: {:.0} MB/s", seconds * 1e3, size / seconds);
    Ok(module)
}
