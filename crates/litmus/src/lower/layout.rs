//! Shared variables: their types, addresses and initial values.

use std::collections::HashMap;

use raddle_graph::{Address, Value};

use crate::asm::Survey;
use crate::condition::{Constant, Location, Proposition};
use crate::ctype::{IntType, Qualified, Type};
use crate::dialect::Dialect;
use crate::error::{Error, Span};
use crate::parse::{InitTarget, InitValue, Parsed};

/// The first address; 0 is the null pointer.
const FIRST: u64 = 0x1000;

/// The first address for machines, where only its value distinguishes an address from a number: large, but below 2^32.
const FIRST_OF_MACHINES: u64 = 0x7000_0000;

/// Variables begin at multiples of this many bytes, with at least as much free space between them, so that an index slightly out
/// of bounds does not reach another variable.
const ALIGNMENT: u64 = 0x100;

/// A shared variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: String,
    /// The type of the variable, or of each cell.
    pub object: Qualified,
    /// The number of cells, if it is an array.
    pub count: Option<u64>,
    pub base: u64,
    /// Initial values, 0 for those left out.
    pub values: Vec<Value>,
}

impl Variable {
    pub fn cells(&self) -> u64 {
        self.count.unwrap_or(1)
    }

    pub fn address(&self, index: u64) -> u64 {
        self.base + index * self.object.ty.size()
    }
}

/// All shared variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub variables: Vec<Variable>,
    by_name: HashMap<String, usize>,
    /// What each thread's parameters and registers hold at the beginning, where the initial state says so.
    pub registers: HashMap<(u16, String), (Option<Type>, Value)>,
    /// Are values untyped? Then every value that is the address of a variable is shown as an address.
    pub untyped: bool,
}

impl Layout {
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.variables.get(*self.by_name.get(name)?)
    }

    /// The variable at an address, and which cell of it.
    pub fn at(&self, addr: Address) -> Option<(&Variable, u64)> {
        let offset = |v: &Variable| addr.0.checked_sub(v.base).filter(|o| o % v.object.ty.size() == 0);
        self.variables.iter().find_map(|v| {
            let index = offset(v)? / v.object.ty.size();
            (index < v.cells()).then_some((v, index))
        })
    }
}

/// Does a number fit a type, as a signed or an unsigned number of its width?
pub(crate) fn fits(number: i128, int: IntType) -> bool {
    let modulus = 1i128 << int.bits;
    (-modulus / 2..modulus).contains(&number)
}

/// A variable whose type may not be known yet.
struct Draft {
    object: Option<Qualified>,
    count: Option<u64>,
    values: Vec<InitValue>,
    span: Span,
}

struct Drafts<'a> {
    source: &'a str,
    names: Vec<String>,
    drafts: HashMap<String, Draft>,
}

pub(super) fn layout(
    parsed: &Parsed,
    source: &str,
    survey: &Survey,
    warnings: &mut Vec<String>,
) -> Result<Layout, Error> {
    let mut drafts = Drafts { source, names: Vec::new(), drafts: HashMap::new() };
    for init in &parsed.init {
        match &init.target {
            InitTarget::Variable(name) => drafts.declare(name, None, init.ty.clone(), &init.values, init.span)?,
            InitTarget::Array(name, count) => {
                drafts.declare(name, Some(*count), init.ty.clone(), &init.values, init.span)?;
            }
            InitTarget::Register(thread, _) => {
                if usize::from(*thread) >= parsed.threads.len() {
                    return Err(Error::new(source, init.span, format!("there is no thread P{thread}"), ""));
                }
            }
        }
    }
    for (index, thread) in parsed.threads.iter().enumerate() {
        for param in &thread.params {
            // Variables bound to another address by the initial state need not exist under the parameter's name.
            let bound = parsed.init.iter().any(
                |init| matches!(&init.target, InitTarget::Register(t, n) if usize::from(*t) == index && *n == param.name),
            );
            if !bound {
                drafts.parameter(&param.name, &param.ty, param.span)?;
            }
        }
    }
    for init in &parsed.init {
        for value in &init.values {
            if let InitValue::Address { name, span, .. } = value {
                drafts.mention(name, *span);
            }
        }
    }
    for (name, span) in &survey.mentions {
        drafts.mention(name, *span);
    }
    let known = drafts.names.len();
    let mentioned = |proposition: &Proposition, drafts: &mut Drafts<'_>| {
        proposition.locations(&mut |location, span| {
            if let Location::Memory { name, .. } = location {
                drafts.mention(name, span);
            }
        });
        addresses(proposition, &mut |name, span| drafts.mention(name, span));
    };
    mentioned(&parsed.condition.proposition, &mut drafts);
    if let Some(filter) = &parsed.filter {
        mentioned(filter, &mut drafts);
    }
    for (location, span) in &parsed.locations {
        if let Location::Memory { name, .. } = location {
            drafts.mention(name, *span);
        }
    }
    for name in &drafts.names[known..] {
        warnings.push(format!(
            "no thread has a shared variable `{name}`, and the initial state does not mention it: it is 0 (a local variable \
             is written with its thread, as `0:{name}`)"
        ));
    }
    drafts.place(parsed, survey)
}

fn addresses<'a>(proposition: &'a Proposition, f: &mut impl FnMut(&'a str, Span)) {
    match proposition {
        Proposition::Equal(_, Constant::Address { name, .. }, span) => f(name, *span),
        Proposition::Equal(..) => {}
        Proposition::Not(inner) => addresses(inner, f),
        Proposition::And(all) | Proposition::Or(all) => all.iter().for_each(|p| addresses(p, f)),
        Proposition::Implies(a, b) => {
            addresses(a, f);
            addresses(b, f);
        }
    }
}

impl Drafts<'_> {
    fn error(&self, span: Span, message: String, help: &str) -> Error {
        Error::new(self.source, span, message, help)
    }

    fn declare(
        &mut self,
        name: &str,
        count: Option<u64>,
        object: Option<Qualified>,
        values: &[InitValue],
        span: Span,
    ) -> Result<(), Error> {
        if object.as_ref().is_some_and(|object| object.ty == Type::Void) {
            return Err(self.error(span, format!("`{name}` cannot be `void`"), "give it an integer or pointer type"));
        }
        match self.drafts.get_mut(name) {
            None => {
                self.names.push(name.to_owned());
                let values = values.to_vec();
                self.drafts.insert(name.to_owned(), Draft { object, count, values, span });
            }
            // `int x; x = 1;` declares one variable in two entries.
            Some(draft)
                if count.is_none()
                    && draft.count.is_none()
                    && (object.is_none() || draft.object.is_none())
                    && (values.is_empty() || draft.values.is_empty()) =>
            {
                draft.object = draft.object.take().or(object);
                draft.values.extend_from_slice(values);
            }
            Some(_) => return Err(self.error(span, format!("`{name}` is initialised twice"), "remove one of the two")),
        }
        Ok(())
    }

    fn parameter(&mut self, name: &str, ty: &Type, span: Span) -> Result<(), Error> {
        let Type::Pointer(object) = ty else { return Ok(()) };
        if object.ty == Type::Void {
            return Err(self.error(span, format!("`{name}` points to `void`"), "say what it points to"));
        }
        self.mention(name, span);
        let source = self.source;
        if let Some(draft) = self.drafts.get_mut(name) {
            match &draft.object {
                None => draft.object = Some((**object).clone()),
                Some(known) if known.ty.size() != object.ty.size() => {
                    let message =
                        format!("`{name}` is of type `{}` here and of type `{}` elsewhere", object.ty, known.ty);
                    let help = "give a shared variable the same type everywhere";
                    return Err(Error::new(source, span, message, help));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn mention(&mut self, name: &str, span: Span) {
        if !self.drafts.contains_key(name) {
            self.names.push(name.to_owned());
            self.drafts.insert(name.to_owned(), Draft { object: None, count: None, values: Vec::new(), span });
        }
    }

    /// Gives every variable its type and address, then its values.
    fn place(mut self, parsed: &Parsed, survey: &Survey) -> Result<Layout, Error> {
        let machine = parsed.dialect != Dialect::C;
        let mut layout = Layout { untyped: machine, ..Layout::default() };
        let mut values = Vec::new();
        let mut next = if machine { FIRST_OF_MACHINES } else { FIRST };
        for name in std::mem::take(&mut self.names) {
            let Some(draft) = self.drafts.remove(&name) else { continue };
            let holds_address = matches!(draft.values.first(), Some(InitValue::Address { .. }));
            let ty = if holds_address { Type::pointer_to(Qualified::plain(Type::INT)) } else { Type::INT };
            // Machine code has sizes, not types.
            let ty = match survey.sizes.get(&name) {
                Some(&bytes) if machine => Type::Int(IntType::new((bytes * 8) as u8, true)),
                _ => ty,
            };
            let object = draft.object.unwrap_or_else(|| Qualified::plain(ty));
            let size = object.ty.size() * draft.count.unwrap_or(1);
            let variable = Variable { name: name.clone(), object, count: draft.count, base: next, values: Vec::new() };
            next = (next + size + ALIGNMENT).next_multiple_of(ALIGNMENT);
            layout.by_name.insert(name, layout.variables.len());
            layout.variables.push(variable);
            values.push((draft.values, draft.span));
        }
        for (index, (values, span)) in values.into_iter().enumerate() {
            let ty = layout.variables[index].object.ty.clone();
            let numbers = values.iter().map(|value| initial(&layout, self.source, &ty, value, span));
            layout.variables[index].values = numbers.collect::<Result<_, _>>()?;
        }
        for init in &parsed.init {
            let InitTarget::Register(thread, name) = &init.target else { continue };
            let given = init.ty.as_ref().map(|object| object.ty.clone());
            let holds_address = matches!(init.values.first(), Some(InitValue::Address { .. }));
            let number = if machine { Type::Int(IntType::LONG) } else { Type::INT };
            let fallback = if holds_address { Type::pointer_to(Qualified::plain(Type::INT)) } else { number };
            let ty = given.clone().unwrap_or(fallback);
            let value = match init.values.first() {
                Some(value) => initial(&layout, self.source, &ty, value, init.span)?,
                None => 0,
            };
            // An address without a declared type gets the type of a pointer to what is there.
            let target = layout.at(Address(value)).map(|(v, _)| Type::pointer_to(v.object.clone()));
            let ty = given.or(if holds_address { target } else { None });
            if layout.registers.insert((*thread, name.clone()), (ty, value)).is_some() {
                let message = format!("`{thread}:{name}` is initialised twice");
                return Err(Error::new(self.source, init.span, message, "remove one of the two"));
            }
        }
        Ok(layout)
    }
}

/// The value of an initialiser, truncated to the width of its type.
fn initial(layout: &Layout, source: &str, ty: &Type, value: &InitValue, span: Span) -> Result<Value, Error> {
    let int = ty.as_int().unwrap_or(IntType::INT);
    let number = match value {
        InitValue::Number(number) => *number,
        InitValue::Address { name, index, span } => {
            let Some(variable) = layout.get(name) else {
                return Err(Error::new(source, *span, format!("there is no shared variable `{name}`"), ""));
            };
            let index = index.unwrap_or(0);
            if index >= variable.cells() {
                let message = format!("`{name}` has {} cells", variable.cells());
                return Err(Error::new(source, *span, message, "cells are numbered from 0"));
            }
            variable.address(index).into()
        }
    };
    if !fits(number, int) {
        let message = format!("the initial value {number} does not fit the type `{ty}`");
        return Err(Error::new(source, span, message, "use a larger type or a smaller value"));
    }
    Ok(int.width().truncate(number as u64))
}
