//! The text form of an outcome: the block that herd prints, so that scripts which compare logs keep working.

use std::fmt;

use crate::outcome::Outcome;

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        writeln!(f, "Test {name} {}", self.condition.quantifier.kind())?;
        writeln!(f, "States {}", self.states.len())?;
        for state in &self.states {
            let mut separator = "";
            for (location, value) in &state.values {
                write!(f, "{separator}{location}={value};")?;
                separator = " ";
            }
            writeln!(f)?;
        }
        writeln!(f, "{}", self.reply.name())?;
        if let Some(bound) = self.bounded {
            writeln!(f, "Bounded unroll {bound}")?;
        }
        if let Some(limit) = self.totals.limit {
            writeln!(f, "Limit {}", limit.name())?;
        }
        writeln!(f, "Witnesses")?;
        writeln!(f, "Positive: {} Negative: {}", self.positive, self.negative)?;
        if self.totals.blocked > 0 {
            writeln!(f, "Blocked {}", self.totals.blocked)?;
        }
        if self.race.is_some() && self.flags.is_empty() {
            writeln!(f, "Flag Data-race")?;
        }
        for flag in &self.flags {
            writeln!(f, "Flag {flag}")?;
        }
        for failure in &self.failures {
            writeln!(f, "Flag {}: {} (P{}, line {})", failure.kind, failure.message, failure.thread, failure.line)?;
        }
        writeln!(f, "Condition {}", self.condition)?;
        writeln!(f, "Observation {name} {} {} {}", self.observation(), self.positive, self.negative)?;
        writeln!(f, "Time {name} {:.2}", self.seconds)?;
        writeln!(f, "Hash={:032x}", self.hash)?;
        writeln!(f)
    }
}
