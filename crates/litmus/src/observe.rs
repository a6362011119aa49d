//! The observed locations of a test, and its propositions, compiled for fast evaluation.

use std::collections::BTreeSet;

use raddle_explore::FinalGraph;
use raddle_graph::{Address, ThreadId, Value};
use raddle_ir::{Reg, State};

use crate::condition::{Constant, Location, Proposition};
use crate::ctype::{IntType, Type};
use crate::error::{Error, Span};
use crate::lower::{Layout, LoweredTest, Named, fits};
use crate::parse::Parsed;

/// Where the final value of a location is found.
#[derive(Clone, Debug)]
enum Source {
    Register(ThreadId, Reg),
    Memory(Address),
    Constant(Value),
}

/// A location that is observed.
#[derive(Clone, Debug)]
struct Observed {
    location: Location,
    source: Source,
    ty: Type,
    /// Without a type it is an `int`: a value of 32 bits stands for a signed number.
    untyped: bool,
}

impl Observed {
    fn int(&self) -> IntType {
        self.ty.as_int().unwrap_or(IntType::ULONG)
    }

    /// The number that a value stands for.
    fn number(&self, value: Value) -> i128 {
        let int = value as i32;
        match self.untyped && [u64::from(int as u32), i64::from(int) as u64].contains(&value) {
            true => int.into(),
            false => self.int().number(value),
        }
    }
}

/// A proposition about observed values, by their positions.
#[derive(Clone, Debug)]
enum Check {
    Constant(bool),
    Equal(usize, Value),
    Same(usize, usize),
    Not(Box<Check>),
    And(Vec<Check>),
    Or(Vec<Check>),
}

/// What a test observes.
#[derive(Clone, Debug)]
pub(crate) struct Observation {
    /// Those that are part of a state first, then those that only the filter reads.
    observed: Vec<Observed>,
    visible: usize,
    condition: Check,
    filter: Option<Check>,
}

impl Observation {
    pub fn new(
        parsed: &Parsed,
        lowered: &LoweredTest,
        source: &str,
        warnings: &mut Vec<String>,
    ) -> Result<Observation, Error> {
        let mut shown: BTreeSet<&Location> = BTreeSet::new();
        let mut spans = Vec::new();
        let mut see = |location, span| {
            if shown.insert(location) {
                spans.push((location, span));
            }
        };
        parsed.locations.iter().for_each(|(location, span)| see(location, *span));
        parsed.condition.proposition.locations(&mut see);
        let visible = shown.len();
        spans.sort_by_key(|&(location, _)| location);
        if let Some(filter) = &parsed.filter {
            filter.locations(&mut |location, span| {
                if shown.insert(location) {
                    spans.push((location, span));
                }
            });
        }
        let resolver = Resolver { lowered, source, observed: Vec::new() };
        let mut resolver = resolver;
        for (location, span) in spans {
            let observed = resolver.resolve(location, span, warnings)?;
            resolver.observed.push(observed);
        }
        let condition = resolver.check(&parsed.condition.proposition)?;
        let filter = parsed.filter.as_ref().map(|filter| resolver.check(filter)).transpose()?;
        Ok(Observation { observed: resolver.observed, visible, condition, filter })
    }

    /// The names of the locations of which states consist.
    pub fn names(&self) -> impl Iterator<Item = &Location> {
        self.observed[..self.visible].iter().map(|observed| &observed.location)
    }

    /// A shared location that is observed, be it by the filter only.
    pub fn memory(&self) -> Option<&Location> {
        let in_memory = |observed: &&Observed| matches!(observed.source, Source::Memory(_));
        self.observed.iter().find(in_memory).map(|observed| &observed.location)
    }

    /// Reads all observed locations of a final state.
    pub fn read(&self, found: &dyn FinalGraph<State>, values: &mut Vec<Value>) {
        self.read_from(|thread| found.state(thread), |addr| found.memory(addr), values);
    }

    /// Reads all observed locations, given the states in which threads ended and what memory holds.
    pub fn read_from<'s>(
        &self,
        state: impl Fn(ThreadId) -> Option<&'s State>,
        memory: impl Fn(Address) -> Value,
        values: &mut Vec<Value>,
    ) {
        values.clear();
        values.extend(self.observed.iter().map(|observed| match observed.source {
            Source::Register(thread, reg) => {
                state(thread).map_or(0, |state| observed.int().width().truncate(state.register(reg)))
            }
            Source::Memory(addr) => memory(addr),
            Source::Constant(value) => value,
        }));
    }

    /// The part of the values that makes up a state.
    pub fn state<'v>(&self, values: &'v [Value]) -> &'v [Value] {
        &values[..self.visible]
    }

    /// Do these values satisfy the filter?
    pub fn passes(&self, values: &[Value]) -> bool {
        self.filter.as_ref().is_none_or(|filter| self.holds(filter, values))
    }

    /// Do they satisfy the condition's proposition?
    pub fn satisfies(&self, values: &[Value]) -> bool {
        self.holds(&self.condition, values)
    }

    fn holds(&self, check: &Check, values: &[Value]) -> bool {
        match check {
            Check::Constant(value) => *value,
            Check::Equal(index, value) => values[*index] == *value,
            Check::Same(a, b) => self.number(*a, values[*a]) == self.number(*b, values[*b]),
            Check::Not(inner) => !self.holds(inner, values),
            Check::And(all) => all.iter().all(|check| self.holds(check, values)),
            Check::Or(all) => all.iter().any(|check| self.holds(check, values)),
        }
    }

    /// The number that an observed value stands for.
    pub fn number(&self, index: usize, value: Value) -> i128 {
        self.observed[index].number(value)
    }

    /// An observed value as text: a number, or the name of what it points to.
    pub fn text(&self, layout: &Layout, index: usize, value: Value) -> String {
        if (layout.untyped || matches!(self.observed[index].ty, Type::Pointer(_)))
            && let Some((variable, cell)) = layout.at(Address(value))
        {
            return match variable.count {
                None => variable.name.clone(),
                Some(_) => format!("{}[{cell}]", variable.name),
            };
        }
        self.number(index, value).to_string()
    }
}

/// Resolves the names in conditions.
struct Resolver<'a> {
    lowered: &'a LoweredTest,
    source: &'a str,
    observed: Vec<Observed>,
}

impl Resolver<'_> {
    fn error(&self, span: Span, message: String, help: &str) -> Error {
        Error::new(self.source, span, message, help)
    }

    fn resolve(&self, location: &Location, span: Span, warnings: &mut Vec<String>) -> Result<Observed, Error> {
        let mut untyped = false;
        let (source, ty) = match location {
            Location::Memory { name, index } => {
                let (addr, ty) = self.cell(name, *index, span)?;
                (Source::Memory(Address(addr)), ty)
            }
            Location::Register { thread, name } => {
                let Some(names) = self.lowered.names.get(usize::from(*thread)) else {
                    return Err(self.error(
                        span,
                        format!("there is no thread P{thread}"),
                        "threads are numbered from 0",
                    ));
                };
                match names.get(name).map(Vec::as_slice) {
                    None | Some([]) => {
                        warnings.push(format!("thread P{thread} has no variable `{name}`: `{thread}:{name}` is 0"));
                        (Source::Constant(0), Type::INT)
                    }
                    Some([Named::Local(reg, ty)]) => (Source::Register(ThreadId(*thread), *reg), ty.clone()),
                    Some([Named::Untyped(reg)]) => {
                        untyped = true;
                        (Source::Register(ThreadId(*thread), *reg), Type::Int(IntType::LONG))
                    }
                    Some([Named::Parameter(addr, ty)]) => (Source::Constant(*addr), ty.clone()),
                    Some(_) => {
                        let message = format!("thread P{thread} has several variables `{name}`");
                        return Err(self.error(span, message, "rename all but the one that is meant"));
                    }
                }
            }
        };
        Ok(Observed { location: location.clone(), source, ty, untyped })
    }

    /// The address and type of a shared variable or of a cell.
    fn cell(&self, name: &str, index: Option<u64>, span: Span) -> Result<(u64, Type), Error> {
        let Some(variable) = self.lowered.layout.get(name) else {
            return Err(self.error(span, format!("there is no shared variable `{name}`"), ""));
        };
        if index.is_none() && variable.count.is_some() {
            return Err(self.error(span, format!("`{name}` is an array"), "name one of its cells, as in `a[0]=1`"));
        }
        let index = index.unwrap_or(0);
        if index >= variable.cells() {
            let message = format!("`{name}` has {} cells", variable.cells());
            return Err(self.error(span, message, "cells are numbered from 0"));
        }
        Ok((variable.address(index), variable.object.ty.clone()))
    }

    fn index_of(&self, location: &Location, span: Span) -> Result<usize, Error> {
        let found = self.observed.iter().position(|observed| observed.location == *location);
        // Everything mentioned was resolved before.
        found.ok_or_else(|| self.error(span, format!("`{location}` is not observed"), ""))
    }

    fn check(&self, proposition: &Proposition) -> Result<Check, Error> {
        let all = |parts: &[Proposition]| parts.iter().map(|part| self.check(part)).collect::<Result<Vec<_>, _>>();
        Ok(match proposition {
            Proposition::Not(inner) => Check::Not(self.check(inner)?.into()),
            Proposition::And(parts) => Check::And(all(parts)?),
            Proposition::Or(parts) => Check::Or(all(parts)?),
            Proposition::Implies(a, b) => Check::Or(vec![Check::Not(self.check(a)?.into()), self.check(b)?]),
            Proposition::Equal(location, constant, span) => {
                let index = self.index_of(location, *span)?;
                let int = self.observed[index].int();
                let number = match constant {
                    Constant::Number(number) => *number,
                    Constant::Address { name, index } => {
                        // The address of an array is that of its first cell.
                        let cell = Some(index.unwrap_or(0));
                        self.cell(name, cell, *span)?.0.into()
                    }
                    Constant::Location(other) => return Ok(Check::Same(index, self.index_of(other, *span)?)),
                };
                if self.observed[index].untyped && fits(number, IntType::INT) {
                    let int = number as i32;
                    let values = BTreeSet::from([u64::from(int as u32), i64::from(int) as u64]);
                    Check::Or(values.into_iter().map(|value| Check::Equal(index, value)).collect())
                } else if fits(number, int) {
                    Check::Equal(index, int.width().truncate(number as u64))
                } else {
                    Check::Constant(false)
                }
            }
        })
    }
}
