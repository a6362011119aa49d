//! Tables of library functions.

use super::code::Code;
use super::{
    allocate, barrier, bytes, clock, condition, ctype, cxx, futex, locked, math, mutex, once, output, process, rwlock,
    semaphore, sort, specific, strings, thread, threads_h, verify,
};

/// Writes the code of a function.
pub(super) type Build = fn(&mut Code<'_>);

/// The model of an external function, as an entry of a table.
pub(super) struct LibraryFunction {
    /// Its name.
    pub(super) name: &'static str,
    /// How it is modelled.
    pub(super) meaning: Behaviour,
    /// Arguments whose pointers the function neither keeps nor makes known to others.
    pub(super) borrows: &'static [usize],
}

/// How an external function is modelled.
pub(super) enum Behaviour {
    /// By a function of the program.
    Function {
        /// How many parameters it has.
        parameters: u16,
        /// How it is built.
        build: Build,
    },
    /// By another function with the same parameters.
    Same {
        /// Which.
        other: &'static str,
    },
    /// An input of so many values that they cannot be explored one by one, and a function that takes one of them.
    Input {
        /// How it is built, where nobody explores.
        build: Build,
    },
    /// Formatted output.
    Output {
        /// The index of the format argument.
        format: usize,
    },
    /// It has no effect, and its result is 0.
    Nothing,
    /// It is not supported.
    Refused {
        /// Why, and what to do.
        reason: &'static str,
    },
}

/// A function that is built.
pub(super) const fn function(name: &'static str, parameters: u16, build: Build) -> LibraryFunction {
    LibraryFunction { name, meaning: Behaviour::Function { parameters, build }, borrows: &[] }
}

/// A function that does what another does, with the same parameters.
pub(super) const fn same(name: &'static str, other: &'static str) -> LibraryFunction {
    LibraryFunction { name, meaning: Behaviour::Same { other }, borrows: &[] }
}

/// An input of many values.
pub(super) const fn input(name: &'static str, build: Build) -> LibraryFunction {
    LibraryFunction { name, meaning: Behaviour::Input { build }, borrows: &[] }
}

/// A function that prints with a format.
pub(super) const fn prints(name: &'static str, format: usize) -> LibraryFunction {
    LibraryFunction { name, meaning: Behaviour::Output { format }, borrows: &[] }
}

/// A function without effect.
pub(super) const fn nothing(name: &'static str) -> LibraryFunction {
    LibraryFunction { name, meaning: Behaviour::Nothing, borrows: &[] }
}

/// A function that is not supported.
pub(super) const fn refused(name: &'static str, reason: &'static str) -> LibraryFunction {
    LibraryFunction { name, meaning: Behaviour::Refused { reason }, borrows: &[] }
}

impl LibraryFunction {
    /// Marks arguments whose pointers are only borrowed.
    pub(super) const fn borrows(self, arguments: &'static [usize]) -> LibraryFunction {
        LibraryFunction { name: self.name, meaning: self.meaning, borrows: arguments }
    }
}

/// Every family.
pub(super) const FAMILIES: [&[LibraryFunction]; 22] = [
    allocate::TABLE,
    barrier::TABLE,
    bytes::TABLE,
    clock::TABLE,
    condition::TABLE,
    ctype::TABLE,
    cxx::TABLE,
    futex::TABLE,
    locked::TABLE,
    math::TABLE,
    mutex::TABLE,
    once::TABLE,
    output::TABLE,
    process::TABLE,
    rwlock::TABLE,
    semaphore::TABLE,
    sort::TABLE,
    specific::TABLE,
    strings::TABLE,
    thread::TABLE,
    threads_h::TABLE,
    verify::TABLE,
];

/// How many functions there are.
const COUNT: usize = {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

/// All functions, sorted by name.
static SORTED: [&LibraryFunction; COUNT] = {
    let mut sorted = [&FAMILIES[0][0]; COUNT];
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut member = 0;
        while member < FAMILIES[family].len() {
            let model = &FAMILIES[family][member];
            let mut place = count;
            while place > 0 && is_before(model.name, sorted[place - 1].name) {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = model;
            count += 1;
            member += 1;
        }
        family += 1;
    }
    sorted
};

const fn is_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    if i < a.len() && i < b.len() { a[i] < b[i] } else { a.len() < b.len() }
}

/// The entry of a function.
pub(super) fn find(name: &str) -> Option<&'static LibraryFunction> {
    SORTED.binary_search_by(|model| model.name.cmp(name)).ok().map(|index| SORTED[index])
}
