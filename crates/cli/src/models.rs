//! `raddle models`: lists, prints and audits memory models.

use std::time::{Duration, Instant};

use raddle_ir::machine::{Extensions, Machine};
use raddle_models::audit::{Property, audit};
use raddle_models::{CatModel, ModelName};

use crate::args::{ModelArg, ModelsArgs};
use crate::diagnostic::Diagnostic;
use crate::process::print;
use crate::status::Status;

/// The number of random graphs that an audit generates.
const AUDIT_GRAPHS: usize = 60_000;

pub(crate) fn run(args: &ModelsArgs) -> Status {
    match (&args.audit, args.show) {
        (Some(model), _) => examine(model, args.timeout),
        (None, Some(model)) => show(model),
        (None, None) => list(),
    }
}

fn list() -> Status {
    let mut text = String::new();
    for model in ModelName::ALL {
        let aliases = match model.aliases() {
            [] => String::new(),
            aliases => format!(" (also {})", aliases.join(", ")),
        };
        text += &format!("{:<10} {}{aliases}\n", model.name(), model.summary());
    }
    print(&text);
    Status::Verified
}

/// Prints the model's file with those that it includes, as one that can be read again, and how C11 is compiled for its machine.
fn show(model: ModelName) -> Status {
    let mut text = match CatModel::shipped(model.name()) {
        Some(definition) => definition.whole().to_string(),
        None => model.definition().to_string(),
    };
    if let Some(machine) = Machine::of_model(model.name()) {
        for extensions in Extensions::of(machine) {
            let variant = machine.variant(extensions).map(|variant| format!(" ({variant})")).unwrap_or_default();
            let table = machine.show(extensions);
            let note = machine.order_after_updates(extensions).map(|note| format!("\n{note}\n")).unwrap_or_default();
            text += &format!("\n(* ---- what C11's accesses and fences become{variant} ----\n\n{table}{note}*)\n");
        }
    }
    print(&text);
    Status::Verified
}

/// Says of each property whether it holds, with a graph that shows where not.
fn examine(model: &ModelArg, timeout: Duration) -> Status {
    let deadline = Instant::now().checked_add(timeout);
    let model = match model.load() {
        Ok(model) => model,
        Err(diagnostic) => {
            diagnostic.emit();
            return Status::BadInput;
        }
    };
    if model.named() == Some(ModelName::Xmm) {
        Diagnostic::new("xmm cannot be audited: whether it allows a graph is a matter of other graphs".to_owned())
            .help("audit rc20, from whose graphs those of xmm are reached")
            .emit();
        return Status::BadInput;
    }
    let definition = model.cat();
    let result = audit(definition, AUDIT_GRAPHS, deadline);
    let is_cut = result.tried < AUDIT_GRAPHS;
    let mut text = format!("{model}: {} of {} random graphs are allowed\n", result.graphs, result.tried);
    if is_cut {
        text += &format!("--timeout reached: {} graphs were not tried\n", AUDIT_GRAPHS - result.tried);
    }
    for property in Property::ALL {
        match result.of(property) {
            None => text += &format!("{property}: no counterexample ({})\n", property.meaning()),
            Some(found) => {
                text += &format!("{property}: does not hold ({})\n", property.meaning());
                text += &format!("  {}\n", found.what);
                if let Some(violation) = &found.violation {
                    text += &format!("  {violation}\n");
                }
                found.execution.to_string().lines().for_each(|line| text += &format!("    {line}\n"));
                for line in found.dependencies() {
                    text += &format!("    {line}\n");
                }
            }
        }
    }
    text += &match definition.obstacle() {
        None => {
            "incremental: yes (programs are explored by the fast engine, which checks one event at a time)\n".to_owned()
        }
        Some(obstacle) if definition.when_open().is_some() => {
            format!("incremental: no ({obstacle}); exploring programs takes longer\n")
        }
        Some(_) => {
            let reason = definition.why_not_open();
            format!("incremental: no ({reason}); programs cannot be explored, litmus tests are enumerated\n")
        }
    };
    let status = match result.counterexamples.is_empty() {
        true if is_cut => Status::NoVerdict,
        true => Status::Verified,
        false => Status::Error,
    };
    if status == Status::Error {
        text += "exploring programs under this model may miss executions; `raddle litmus --exhaustive` enumerates them instead\n";
    }
    print(&text);
    status
}
