//! Tests of the library: that its tables are sound, and what its functions do in small programs.

mod condition;
mod futex;
mod memory;
mod process;
mod synchronise;
mod text;
mod thread;
mod verification;
mod world;

use raddle_ir::{FunctionId, ProgramBuilder};
use rustc_hash::FxHashSet;

use super::table::{self, Behaviour};
use super::{Library, Resolution, is_atomic_function, replaces_body};
use crate::lower::LowerOptions;

/// All models.
fn names() -> Vec<&'static str> {
    table::FAMILIES.iter().flat_map(|family| family.iter()).map(|model| model.name).collect()
}

#[test]
fn every_name_is_listed_once_and_every_alias_leads_to_a_function() {
    let mut seen = FxHashSet::default();
    for name in names() {
        assert!(seen.insert(name), "{name} is listed twice");
        let model = table::find(name).unwrap();
        match model.meaning {
            Behaviour::Same { other } => {
                let other = table::find(other).expect(other);
                assert!(matches!(other.meaning, Behaviour::Function { .. }), "{name} stands for something strange");
                assert!(model.borrows.is_empty(), "{name} borrows what {} borrows", other.name);
            }
            Behaviour::Function { parameters, .. } => {
                assert!(model.borrows.iter().all(|&argument| argument < usize::from(parameters)), "{name}");
            }
            _ => {}
        }
    }
}

/// The functions of a program that calls everything, built with everything in use and with nothing.
fn everything(externals: &[&str]) -> Vec<(&'static str, FunctionId)> {
    let mut builder = ProgramBuilder::new();
    builder.c_memory(true);
    let mut library = Library::new(externals, &LowerOptions::default());
    let mut functions = Vec::new();
    for name in names() {
        if let Resolution::Function(id) = library.function(&mut builder, name) {
            assert_eq!(Library::parameters(name), Some(builder.parameters(id)));
            assert_eq!(library.function(&mut builder, name), Resolution::Function(id), "{name} is made once");
            functions.push((name, id));
        }
    }
    let main = builder.declare("main", 0);
    let mut code = builder.function(main);
    code.ret(None);
    builder.define(code);
    let entry = library.entry(&mut builder, &[], main, &[], false);
    builder.thread(entry, &[]);
    builder.build().expect("library functions are valid");
    functions
}

#[test]
fn every_function_is_valid_code() {
    let all = names();
    assert!(everything(&all).len() > 120);
    everything(&[]);
}

#[test]
fn what_is_not_supported_says_why_and_what_to_do() {
    let mut builder = ProgramBuilder::new();
    let mut library = Library::new(&[], &LowerOptions::default());
    let Resolution::Refused(reason) = library.function(&mut builder, "rand") else {
        panic!("nothing stands for randomness");
    };
    assert!(reason.contains("`rand`") && reason.contains("__VERIFIER_nondet_range"), "{reason}");
    assert_eq!(library.function(&mut builder, "printf"), Resolution::Output { format: 0 });
    assert_eq!(library.function(&mut builder, "fprintf"), Resolution::Output { format: 1 });
    assert_eq!(library.function(&mut builder, "sched_yield"), Resolution::Nothing);
    assert_eq!(library.function(&mut builder, "frobnicate"), Resolution::Unknown);
}

#[test]
fn pointers_that_are_only_borrowed_do_not_escape() {
    assert!(!Library::lets_escape("pthread_create", 0));
    assert!(Library::lets_escape("pthread_create", 3), "the new thread gets it");
    assert!(!Library::lets_escape("strlen", 0));
    assert!(Library::lets_escape("strchr", 0), "the result points into it");
    assert!(Library::lets_escape("frobnicate", 0));
    assert!(!Library::lets_escape("memmove", 1) && !Library::lets_escape("usleep", 0));
}

#[test]
fn atomic_functions_are_known_by_their_names() {
    assert!(is_atomic_function("__VERIFIER_atomic_acquire"));
    assert!(!is_atomic_function("__VERIFIER_atomic_begin") && !is_atomic_function("__VERIFIER_assume"));
    assert!(replaces_body("assume_abort_if_not") && !replaces_body("reach_error"));
}
