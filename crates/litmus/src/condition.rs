//! Conditions on final states, as parsed: printed and parsed again they are the same.

use std::fmt;

use crate::error::Span;

/// How executions are quantified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// Does one satisfy the proposition?
    Exists,
    /// Does none satisfy it?
    NotExists,
    /// Do all satisfy it?
    Forall,
}

impl Quantifier {
    /// The word in litmus files.
    pub fn name(self) -> &'static str {
        match self {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::Forall => "forall",
        }
    }

    /// The word in the first line of a result.
    pub fn kind(self) -> &'static str {
        match self {
            Quantifier::Exists => "Allowed",
            Quantifier::NotExists => "Forbidden",
            Quantifier::Forall => "Required",
        }
    }
}

/// A register of a thread, or a cell of shared memory. Registers come first when sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Location {
    /// A local variable of a thread.
    Register {
        /// The thread's number.
        thread: u16,
        /// The variable.
        name: String,
    },
    /// A shared variable, or a cell of an array.
    Memory {
        /// The variable.
        name: String,
        /// Which cell, if it is an array.
        index: Option<u64>,
    },
}

/// What a location is compared with.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Constant {
    /// A number.
    Number(i128),
    /// The address of a shared variable, or of a cell.
    Address {
        /// The variable.
        name: String,
        /// Which cell, if it is an array.
        index: Option<u64>,
    },
    /// The value of another location.
    Location(Location),
}

/// A proposition about one final state.
#[derive(Clone, Debug)]
pub enum Proposition {
    /// A location holds a value.
    Equal(Location, Constant, Span),
    /// Negation.
    Not(Box<Proposition>),
    /// Conjunction; true if empty.
    And(Vec<Proposition>),
    /// Disjunction; false if empty.
    Or(Vec<Proposition>),
    /// Implication.
    Implies(Box<Proposition>, Box<Proposition>),
}

impl PartialEq for Proposition {
    /// Wherever they are in the source.
    fn eq(&self, other: &Proposition) -> bool {
        use Proposition::{And, Equal, Implies, Not, Or};
        match (self, other) {
            (Equal(a, b, _), Equal(c, d, _)) => a == c && b == d,
            (Not(a), Not(b)) => a == b,
            (And(a), And(b)) | (Or(a), Or(b)) => a == b,
            (Implies(a, b), Implies(c, d)) => a == c && b == d,
            _ => false,
        }
    }
}

/// A question about all final states.
#[derive(Clone, PartialEq, Debug)]
pub struct Condition {
    /// What is asked.
    pub quantifier: Quantifier,
    /// About which of them.
    pub proposition: Proposition,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Register { thread, name } => write!(f, "{thread}:{name}"),
            Location::Memory { name, index: None } => write!(f, "[{name}]"),
            Location::Memory { name, index: Some(index) } => write!(f, "{name}[{index}]"),
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Number(number) => number.fmt(f),
            Constant::Address { name, index: None } => f.write_str(name),
            Constant::Address { name, index: Some(index) } => write!(f, "&{name}[{index}]"),
            Constant::Location(Location::Memory { name, index: Some(index) }) => write!(f, "*{name}[{index}]"),
            Constant::Location(location) => location.fmt(f),
        }
    }
}

impl Proposition {
    /// Calls `f` for every location mentioned.
    pub(crate) fn locations<'a>(&'a self, f: &mut impl FnMut(&'a Location, Span)) {
        match self {
            Proposition::Equal(location, constant, span) => {
                f(location, *span);
                if let Constant::Location(other) = constant {
                    f(other, *span);
                }
            }
            Proposition::Not(inner) => inner.locations(f),
            Proposition::And(all) | Proposition::Or(all) => all.iter().for_each(|p| p.locations(f)),
            Proposition::Implies(a, b) => {
                a.locations(f);
                b.locations(f);
            }
        }
    }

    /// As part of a larger proposition.
    fn fmt_part(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proposition::Equal(..) => fmt::Display::fmt(self, f),
            Proposition::And(all) | Proposition::Or(all) if all.is_empty() => fmt::Display::fmt(self, f),
            _ => write!(f, "({self})"),
        }
    }
}

impl fmt::Display for Proposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = |all: &[Proposition], empty: &str, sign: &str| {
            let Some((first, rest)) = all.split_first() else { return f.write_str(empty) };
            first.fmt_part(f)?;
            for part in rest {
                write!(f, " {sign} ")?;
                part.fmt_part(f)?;
            }
            Ok(())
        };
        match self {
            Proposition::And(all) => list(all, "true", "/\\"),
            Proposition::Or(all) => list(all, "false", "\\/"),
            Proposition::Equal(location, constant, _) => write!(f, "{location}={constant}"),
            Proposition::Not(inner) => write!(f, "not ({inner})"),
            Proposition::Implies(a, b) => {
                a.fmt_part(f)?;
                f.write_str(" => ")?;
                b.fmt_part(f)
            }
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.quantifier.name(), self.proposition)
    }
}
