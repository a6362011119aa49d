//! One call of an object: who made it, and what it came to.

use std::fmt;

/// Names an operation of a history: its position there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OpId(pub u32);

impl OpId {
    /// The operation at a position.
    ///
    /// # Panics
    /// If there cannot be so many.
    pub fn new(index: usize) -> OpId {
        OpId(u32::try_from(index).unwrap_or_else(|_| unreachable!("histories have fewer operations")))
    }

    /// Its position in the history.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A letter, then two: `A` … `Z`, `AA` … as columns of tables are named.
impl fmt::Display for OpId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut letters, mut rest) = (Vec::new(), self.index() + 1);
        while rest > 0 {
            rest -= 1;
            letters.push(char::from(b'A' + (rest % 26) as u8));
            rest /= 26;
        }
        letters.into_iter().rev().try_for_each(|letter| write!(f, "{letter}"))
    }
}

/// Names the thread that made a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thread(pub u32);

/// What a call came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// It returned, without a result.
    Void,
    /// It returned this.
    Value(i64),
    /// It returned that there was nothing.
    Empty,
    /// It returned that it gave up and did nothing.
    Failed,
    /// It has not returned: it may have taken effect, with any result, or not.
    Pending,
}

/// One call of an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// Who made it.
    pub thread: Thread,
    /// What was called.
    pub name: String,
    /// With which arguments.
    pub arguments: Vec<i64>,
    /// What it came to.
    pub outcome: Outcome,
}

impl Operation {
    /// Has it not returned?
    pub fn is_pending(&self) -> bool {
        self.outcome == Outcome::Pending
    }
}

/// As a person would write it: `deq → 2`, `enq(1)`.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.arguments.is_empty() {
            let arguments: Vec<_> = self.arguments.iter().map(i64::to_string).collect();
            write!(f, "({})", arguments.join(", "))?;
        }
        match self.outcome {
            Outcome::Void => Ok(()),
            Outcome::Value(value) => write!(f, " → {value}"),
            Outcome::Empty => f.write_str(" → empty"),
            Outcome::Failed => f.write_str(" → failed"),
            Outcome::Pending => f.write_str(" → …"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_named_by_letters() {
        let names: Vec<_> = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(|nth| OpId(nth).to_string()).into();
        assert_eq!(names, ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn operations_are_written_as_calls() {
        let call = |name: &str, arguments: &[i64], outcome| {
            Operation { thread: Thread(1), name: name.into(), arguments: arguments.into(), outcome }.to_string()
        };
        assert_eq!(call("put", &[1, -2], Outcome::Void), "put(1, -2)");
        assert_eq!(call("deq", &[], Outcome::Value(3)), "deq → 3");
        assert_eq!(call("deq", &[], Outcome::Empty), "deq → empty");
    }
}
