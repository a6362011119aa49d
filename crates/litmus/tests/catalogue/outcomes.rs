//! Sets of final states, as the separations write them: `sc + (1,0)` is what `sc` has, and one more.

use std::collections::{BTreeMap, BTreeSet};

use raddle_litmus::Outcome;

use crate::records::Record;
use crate::run::MODELS;

/// Final states: the values of the observed locations, in the order in which the record lists them.
pub type States = BTreeSet<Vec<String>>;

/// What each model allows, by its name; exactly the five models must be there.
pub fn expected(record: &Record) -> Result<BTreeMap<&str, States>, String> {
    let width = record.need("observe").split_whitespace().count();
    let mut sets: BTreeMap<&str, States> = BTreeMap::new();
    for (names, text) in record.except(&["program", "observe", "why"]) {
        let mut states = States::new();
        for part in text.split('+').map(str::trim) {
            if !part.starts_with('(') {
                states.extend(sets.get(part).ok_or_else(|| format!("`{part}`: no model seen before"))?.clone());
                continue;
            }
            for tuple in part.split(')').map(str::trim).filter(|tuple| !tuple.is_empty()) {
                let values = tuple.strip_prefix('(').ok_or_else(|| format!("`{tuple}`: expected `(…)`"))?;
                let state: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
                if state.len() != width {
                    return Err(format!("`({values})`: there are {width} observed locations"));
                }
                states.insert(state);
            }
        }
        for name in names.split_whitespace() {
            sets.insert(name, states.clone());
        }
    }
    let models: BTreeSet<&str> = MODELS.iter().map(|model| model.name()).collect();
    if sets.keys().copied().collect::<BTreeSet<_>>() != models {
        return Err(format!("expected sets for {models:?}"));
    }
    Ok(sets)
}

/// The final states that were found.
pub fn found(record: &Record, outcome: &Outcome) -> States {
    let observed: Vec<&str> = record.need("observe").split_whitespace().collect();
    let state = |values: &[(raddle_litmus::Location, String)]| {
        let value = |name: &str| {
            // Shared variables are printed as `[x]`.
            let location = |known: &str| known == name || known.trim_matches(['[', ']']) == name;
            let found = values.iter().find(|(known, _)| location(&known.to_string()));
            found.map_or_else(|| panic!("{}: {name} is not observed", record.place), |(_, value)| value.clone())
        };
        observed.iter().map(|name| value(name)).collect()
    };
    outcome.states.iter().map(|found| state(&found.values)).collect()
}

/// States as they are written.
pub fn show<'a>(states: impl IntoIterator<Item = &'a Vec<String>>) -> String {
    let tuples: Vec<String> = states.into_iter().map(|state| format!("({})", state.join(","))).collect();
    tuples.join(" ")
}
