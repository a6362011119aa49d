//! Instructions per execution under some models, relative to `rc11` on the same program.
//!
//! Each program is measured in two sizes, and the difference of the instructions is divided by the difference of the executions,
//! complete and blocked: what starting costs, reading the model included, is the same in both.

use std::collections::VecDeque;

use serde::Serialize;

use crate::error::Error;
use crate::goals::{Bound, Goal};
use crate::measure::in_order;
use crate::model::Model;
use crate::numbers::{geometric_mean, rounded};
use crate::raddle::{Checked, Raddle};
use crate::report::Report;
use crate::table::{Row, Section, pairs};

/// No program may cost more than this many times the bound for the mean.
const MAX_OVER_BOUND: f64 = 2.0;

/// Fewer instructions are counted several times, and the least counts: what starting costs varies with the load of the machine.
const MANY_INSTRUCTIONS: u64 = 20_000_000;
const RUNS: usize = 3;

/// Models of which the same is wanted.
pub(crate) struct Group {
    pub what: &'static str,
    pub models: Vec<Model>,
    /// They may cost so many times as much as `rc11`, as the geometric mean over the programs.
    pub bound: Option<f64>,
    /// What we would like them to cost; missing it is no failure.
    pub aim: Option<f64>,
}

/// What one model costs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Relative {
    section: Section,
    model: String,
    programs: Vec<Cost>,
    /// The geometric mean of the ratios.
    mean: Option<f64>,
}

/// What one program costs under one model.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Cost {
    /// The larger size.
    name: String,
    executions: u64,
    blocked: u64,
    instructions_per_execution: f64,
    /// How many times as many instructions as under `rc11`.
    ratio: f64,
    /// Whether there are as many executions, complete and blocked, as under `rc11`.
    same_executions: bool,
}

/// A program in two sizes under one model.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Difference {
    large: Checked,
    instructions_per_execution: f64,
}

/// Measures programs under the models of some groups, prints a line for each model, and records what is wanted of them. The goals
/// for means count only if `all` programs were measured and `count`.
pub(crate) fn run(raddle: &Raddle, rows: &[Row], groups: &[Group], all: bool, count: bool, report: &mut Report) {
    let programs = pairs(rows);
    let Some((_, first)) = programs.first() else { return };
    let section = first.section;
    let rc11 = Model::rc11();
    let models: Vec<&Model> = [&rc11].into_iter().chain(groups.iter().flat_map(|group| &group.models)).collect();
    println!("{:14}{}      mean", "", columns(programs.iter().map(|(_, large)| large.to_string())));

    let work = |index: usize| {
        let (small, large) = programs[index % programs.len()];
        difference(raddle, models[index / programs.len()], small, large).map_err(|error| error.to_string())
    };
    let mut line = Vec::new();
    let mut base: Vec<Option<Difference>> = Vec::new();
    let mut measured = VecDeque::new();
    in_order(models.len() * programs.len(), work, |index, result| {
        let (model, (_, large)) = (models[index / programs.len()], programs[index % programs.len()]);
        line.push(result.map_err(|problem| report.fail(large, &format!("under {}: {problem}", model.name))).ok());
        if line.len() < programs.len() {
            return;
        }
        let line = std::mem::take(&mut line);
        if index < programs.len() {
            let costs =
                line.iter().map(|cost| cost.map_or("-".into(), |cost| rounded(cost.instructions_per_execution)));
            println!("{:14}{}   instructions", model.name, columns(costs));
            base = line.clone();
        }
        let relative = Relative::new(section, model, &programs, &line, &base);
        if index >= programs.len() {
            println!("{}", relative.line(&programs));
            measured.push_back(relative.clone());
        }
        report.relative.push(relative);
    });
    println!("* not as many executions, complete and blocked, as under rc11");
    for group in groups {
        let models: Vec<Relative> = measured.drain(..group.models.len()).collect();
        report.goals.extend(group.goals(&models, all).into_iter().map(|goal| {
            let counts = goal.counts && count;
            goal.counting(counts)
        }));
    }
}

fn difference(raddle: &Raddle, model: &Model, small: &Row, large: &Row) -> Result<Difference, Error> {
    let measure = |row: &Row| -> Result<(Checked, u64), Error> {
        let checked = raddle.check_under(model, row, 1)?;
        let mut least = raddle.instructions_under(model, row)?;
        for _ in 1..RUNS {
            if least < MANY_INSTRUCTIONS {
                least = least.min(raddle.instructions_under(model, row)?);
            }
        }
        Ok((checked, least))
    };
    Ok(Difference::new(measure(small)?, measure(large)?))
}

impl Difference {
    fn new((small, less): (Checked, u64), (large, more): (Checked, u64)) -> Difference {
        let executions = large.all().saturating_sub(small.all()).max(1);
        Difference { large, instructions_per_execution: more.saturating_sub(less) as f64 / executions as f64 }
    }
}

impl Relative {
    /// What could not be measured is left out.
    fn new(
        section: Section,
        model: &Model,
        programs: &[(&Row, &Row)],
        line: &[Option<Difference>],
        base: &[Option<Difference>],
    ) -> Relative {
        let costs = programs.iter().zip(line.iter().zip(base)).filter_map(|((_, large), (cost, base))| {
            let (cost, base) = ((*cost)?, (*base)?);
            let counts = |checked: Checked| (checked.executions, checked.blocked);
            Some(Cost {
                name: large.to_string(),
                executions: cost.large.executions,
                blocked: cost.large.blocked,
                instructions_per_execution: cost.instructions_per_execution,
                ratio: cost.instructions_per_execution / base.instructions_per_execution.max(1.0),
                same_executions: counts(cost.large) == counts(base.large),
            })
        });
        let programs: Vec<Cost> = costs.collect();
        let mean = geometric_mean(programs.iter().map(|cost| cost.ratio));
        Relative { section, model: model.name.clone(), programs, mean }
    }

    /// One line of the table.
    fn line(&self, programs: &[(&Row, &Row)]) -> String {
        let cell = |name: String| match self.programs.iter().find(|cost| cost.name == name) {
            Some(cost) => format!("{:.2}{}", cost.ratio, if cost.same_executions { ' ' } else { '*' }),
            None => "- ".into(),
        };
        let cells = columns(programs.iter().map(|(_, large)| cell(large.to_string())));
        format!("{:14}{cells}{:>10}", self.model, self.mean.map_or("-".into(), |mean| format!("{mean:.2}")))
    }
}

fn columns(words: impl Iterator<Item = String>) -> String {
    words.map(|word| format!(" {word:>13}")).collect()
}

impl Group {
    /// What is wanted of measured models. A mean is a goal only if `all` programs were measured.
    fn goals(&self, measured: &[Relative], all: bool) -> Vec<Goal> {
        let mut goals = Vec::new();
        let means = measured.iter().filter_map(|model| Some((model.mean?, &model.model)));
        if let Some((mean, model)) = means.max_by(|(a, _), (b, _)| a.total_cmp(b)) {
            let goal = |bound, kind| {
                let what = format!("times the cost of rc11, {}, geometric mean{kind}, worst: {model}", self.what);
                Goal::new(what, mean, Bound::AtMost(bound))
            };
            goals.extend(self.bound.map(|bound| goal(bound, "").counting(all)));
            goals.extend(self.aim.map(|aim| goal(aim, " (aimed at)").counting(false)));
        }
        let costs = measured.iter().flat_map(|model| model.programs.iter().map(move |cost| (cost, &model.model)));
        if let (Some(bound), Some((cost, model))) =
            (self.bound, costs.max_by(|(a, _), (b, _)| a.ratio.total_cmp(&b.ratio)))
        {
            let what = format!("times the cost of rc11, {}, worst: {} under {model}", self.what, cost.name);
            goals.push(Goal::new(what, cost.ratio, Bound::AtMost(MAX_OVER_BOUND * bound)));
        }
        goals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(executions: u64, blocked: u64) -> Checked {
        Checked { complete: true, executions, blocked, events_added: 0, seconds: 0.0, peak_memory_bytes: 0 }
    }

    fn row(program: &str) -> Row {
        Row { program: program.into(), ..Row::nothing() }
    }

    #[test]
    fn two_sizes_are_subtracted() {
        let difference = Difference::new((checked(6, 4), 1_000_000), (checked(100, 10), 1_500_000));
        assert_eq!(difference.instructions_per_execution, 5000.0);
    }

    #[test]
    fn ratios_are_to_rc11_and_other_executions_are_marked() {
        let difference =
            |executions, cost| Some(Difference { large: checked(executions, 0), instructions_per_execution: cost });
        let rows = [row("a"), row("b"), row("c")];
        let programs: Vec<(&Row, &Row)> = rows.iter().map(|row| (row, row)).collect();
        let base = [difference(10, 1000.0), difference(20, 1000.0), difference(30, 1000.0)];
        let line = [difference(10, 2000.0), None, difference(31, 8000.0)];
        let relative = Relative::new(Section::Cat, &Model::shipped("power"), &programs, &line, &base);
        assert!((relative.mean.unwrap() - 4.0).abs() < 1e-9);
        assert_eq!(
            relative.line(&programs).split_whitespace().collect::<Vec<_>>(),
            ["power", "2.00", "-", "8.00*", "4.00"]
        );

        let group = Group { what: "machines", models: Vec::new(), bound: Some(4.5), aim: Some(3.0) };
        let goals = group.goals(&[relative], true);
        let verdicts: Vec<_> = goals.iter().map(|goal| (goal.holds, goal.counts)).collect();
        assert_eq!(verdicts, [(true, true), (false, false), (true, true)]);
        assert!(goals[2].to_string().ends_with("worst: c under power"), "{}", goals[2]);
        assert_eq!(group.goals(&[], true), []);
    }
}
