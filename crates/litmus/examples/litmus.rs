//! Runs litmus files under RC11 and prints what each gives.
//!
//!     cargo run -p raddle-litmus --example litmus -- FILE.litmus…

use raddle_litmus::{Test, TestOptions, run};
use raddle_models::ModelName;
use raddle_report::herd::block;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&file)?;
        let test = Test::parse(&source).map_err(|error| format!("{file}:{error}"))?;
        let outcome =
            run(&test, ModelName::Rc11, &TestOptions::default()).map_err(|error| format!("{file}: {error}"))?;
        print!("{}", block(&outcome));
    }
    Ok(())
}
