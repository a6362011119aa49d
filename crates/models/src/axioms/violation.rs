//! Which axiom fails, and where.

use std::borrow::Cow;
use std::fmt;

use super::Node;

/// An axiom that does not hold, with the events that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The axiom's name in the model's definition, such as `COHERENCE`; `WELL-FORMED` if it is no execution at all.
    pub axiom: Cow<'static, str>,
    /// Events on a forbidden cycle, in its order. Empty where there is no single cycle to show.
    pub cycle: Vec<Node>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not hold", self.axiom)?;
        for (i, node) in self.cycle.iter().enumerate() {
            write!(f, "{} {node}", if i == 0 { ":" } else { " →" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Violation {}
