//! Goals, and whether they are reached.

use std::fmt;

use serde::Serialize;

use crate::measure::Measured;
use crate::numbers::{geometric_mean, rounded};

/// How many times fewer instructions than the reference: the geometric mean must be at least this.
const MIN_MEAN_RATIO: f64 = 50.0;
/// The same for each family.
const MIN_RATIO: f64 = 15.0;

/// A number that should be at least or at most some other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Goal {
    what: String,
    value: f64,
    bound: Bound,
    pub holds: bool,
    /// Whether missing it is a failure.
    pub counts: bool,
}

/// What is wanted of a number.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl Goal {
    pub fn new(what: impl Into<String>, value: f64, bound: Bound) -> Goal {
        let holds = match bound {
            Bound::AtLeast(least) => value >= least,
            Bound::AtMost(most) => value <= most,
        };
        Goal { what: what.into(), value, bound, holds, counts: true }
    }

    /// A goal that is always printed, and whose miss is a failure only if `counts`.
    pub fn counting(self, counts: bool) -> Goal {
        Goal { counts, ..self }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let digits = |number: f64| if number < 100.0 { format!("{number:.2}") } else { rounded(number) };
        let bound = match self.bound {
            Bound::AtLeast(least) => format!("at least {least}"),
            Bound::AtMost(most) => format!("at most {most}"),
        };
        let verdict = if self.holds { "holds " } else { "MISSED" };
        write!(f, "{verdict}  {:>9}  ({bound})  {}", digits(self.value), self.what)
    }
}

/// The goals for measured programs: their ratio to the reference (a goal only if `all` programs with a reference were measured), and the
/// maximal cost of an event.
pub(crate) fn of(measured: &[Measured], all: bool) -> Vec<Goal> {
    let mut goals = Vec::new();
    let ratios = || measured.iter().filter_map(|row| Some((row.ratio?, &row.name)));
    if let Some(mean) = geometric_mean(ratios().map(|(ratio, _)| ratio)) {
        let what = "times fewer instructions than the reference, geometric mean";
        goals.push(Goal::new(what, mean, Bound::AtLeast(MIN_MEAN_RATIO)).counting(all));
    }
    if let Some((least, name)) = ratios().min_by(|(a, _), (b, _)| a.total_cmp(b)) {
        let what = format!("times fewer instructions than the reference, worst: {name}");
        goals.push(Goal::new(what, least, Bound::AtLeast(MIN_RATIO)));
    }
    goals.extend(limits(measured));
    goals
}

/// For each limit the program with the most expensive events.
fn limits(measured: &[Measured]) -> Vec<Goal> {
    let mut limits: Vec<f64> = measured.iter().filter_map(|row| row.limit).collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    let costs = |row: &Measured| row.instructions_per_event;
    let goal = |limit: f64| {
        let rows = || measured.iter().filter(move |row| row.limit == Some(limit));
        let most = rows().max_by(|a, b| costs(a).total_cmp(&costs(b)))?;
        let above = rows().filter(|row| row.is_above_limit()).count();
        let what = format!("instructions per event added, worst: {} ({above} of {} above)", most.name, rows().count());
        Some(Goal::new(what, costs(most), Bound::AtMost(limit)))
    };
    limits.into_iter().filter_map(goal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Section;

    fn measured(name: &str, ratio: Option<f64>, per_event: f64, limit: f64) -> Measured {
        Measured {
            section: Section::Reference,
            name: name.into(),
            executions: 1,
            blocked: 0,
            events_added: 1,
            instructions: 1,
            instructions_per_execution: 1.0,
            instructions_per_event: per_event,
            seconds: 0.0,
            peak_memory_bytes: 0,
            reference: ratio,
            ratio,
            limit: Some(limit),
        }
    }

    #[test]
    fn each_goal_names_the_worst() {
        let rows = [
            measured("a", Some(20.0), 700.0, 800.0),
            measured("b", Some(80.0), 900.0, 800.0),
            measured("c", None, 1200.0, 1300.0),
        ];
        let goals = of(&rows, true);
        let holds: Vec<bool> = goals.iter().map(|goal| goal.holds).collect();
        assert_eq!(holds, [false, true, false, true]);
        assert!(goals[1].to_string().ends_with("worst: a"), "{}", goals[1]);
        assert!(goals[2].to_string().ends_with("worst: b (1 of 2 above)"), "{}", goals[2]);
        assert!(goals[3].to_string().starts_with("holds       1,200  (at most 1300)"), "{}", goals[3]);
    }

    #[test]
    fn the_mean_of_some_is_not_a_failure() {
        assert!(!of(&[measured("a", Some(20.0), 1.0, 800.0)], false)[0].counts);
        assert_eq!(of(&[], true), []);
    }
}
