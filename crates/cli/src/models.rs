//! `raddle models`: lists, prints and audits memory models.

use raddle_ir::machine::Machine;
use raddle_models::audit::{Property, audit};
use raddle_models::{CatModel, ModelName};

use crate::args::{ModelArg, ModelsArgs};
use crate::status::Status;

/// The number of random graphs that an audit generates.
const AUDIT_GRAPHS: usize = 60_000;

pub(crate) fn run(args: &ModelsArgs) -> Status {
    match (&args.audit, args.show) {
        (Some(model), _) => examine(model),
        (None, Some(model)) => show(model),
        (None, None) => list(),
    }
}

fn list() -> Status {
    for model in ModelName::ALL {
        let aliases = match model.aliases() {
            [] => String::new(),
            aliases => format!(" (also {})", aliases.join(", ")),
        };
        println!("{:<6} {}{aliases}", model.name(), model.summary());
    }
    Status::Verified
}

/// Prints the model's file with those that it includes, as one that can be read again, and how C11 is compiled for its machine.
fn show(model: ModelName) -> Status {
    match CatModel::shipped(model.name()) {
        Some(definition) => print!("{}", definition.whole()),
        None => print!("{}", model.definition()),
    }
    if let Some(machine) = Machine::of_model(model.name()) {
        print!("\n(* ---- what C11's accesses and fences become ----\n\n{machine}*)\n");
    }
    Status::Verified
}

/// Says of each property whether it holds, with a graph that shows where not.
fn examine(model: &ModelArg) -> Status {
    let model = match model.load() {
        Ok(model) => model,
        Err(diagnostic) => {
            diagnostic.emit();
            return Status::BadInput;
        }
    };
    let definition = model.cat();
    let result = audit(definition, AUDIT_GRAPHS);
    println!("{model}: {} of {AUDIT_GRAPHS} random graphs are allowed", result.graphs);
    for property in Property::ALL {
        match result.of(property) {
            None => println!("{property}: no counterexample ({})", property.meaning()),
            Some(found) => {
                println!("{property}: does not hold ({})", property.meaning());
                println!("  {}", found.what);
                if let Some(violation) = &found.violation {
                    println!("  {violation}");
                }
                found.execution.to_string().lines().for_each(|line| println!("    {line}"));
                for line in found.dependencies() {
                    println!("    {line}");
                }
            }
        }
    }
    if result.counterexamples.is_empty() {
        return Status::Verified;
    }
    println!(
        "exploring programs under this model may miss executions; `raddle litmus --exhaustive` enumerates them instead"
    );
    Status::Error
}
