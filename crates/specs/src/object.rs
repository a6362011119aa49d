//! The objects that are known: their names, their operations, and whether a call is one of these.

use std::fmt;
use std::str::FromStr;

use crate::operation::{Operation, Outcome};

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Queue,
    Stack,
    Bag,
    Deque,
    Channel,
    Register,
    Counter,
    Set,
    Map,
    Mutex,
    RwLock,
    Semaphore,
    Once,
    Barrier,
}

/// An object: what its operations may return, and when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    kind: Kind,
    is_weak: bool,
    /// The value at first, or how many threads a barrier waits for.
    initial: i64,
}

/// What a call can return, besides that it failed, which every call can.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Results {
    /// Nothing.
    Void,
    /// Any number.
    Number,
    /// Any number, or nothing.
    NumberOrVoid,
    /// Any number, or that there is nothing.
    NumberOrEmpty,
    /// Any number, that there is nothing, or nothing.
    NumberEmptyOrVoid,
    /// 0 or 1.
    Flag,
    /// 0, 1 or nothing.
    FlagOrVoid,
}

impl Results {
    fn allow(self, outcome: Outcome) -> bool {
        use Results::{FlagOrVoid, Number, NumberEmptyOrVoid, NumberOrEmpty, NumberOrVoid, Void};
        match outcome {
            Outcome::Failed | Outcome::Pending => true,
            Outcome::Void => matches!(self, Void | NumberOrVoid | NumberEmptyOrVoid | FlagOrVoid),
            Outcome::Empty => matches!(self, NumberOrEmpty | NumberEmptyOrVoid),
            Outcome::Value(0 | 1) => self != Void,
            Outcome::Value(_) => matches!(self, Number | NumberOrVoid | NumberOrEmpty | NumberEmptyOrVoid),
        }
    }
}

/// One of the operations of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// Its name.
    pub name: &'static str,
    /// How many arguments it has.
    pub arguments: usize,
    /// What it can return.
    pub results: Results,
}

const fn signature(name: &'static str, arguments: usize, results: Results) -> Signature {
    Signature { name, arguments, results }
}

/// What the number behind the `:` of an object's name means, and which it is if none is given.
#[derive(Clone, Copy, Debug)]
struct Number {
    meaning: &'static str,
    usual: i64,
}

const VALUE_AT_FIRST: Option<Number> = Some(Number { meaning: "the value at first", usual: 0 });
const TOKENS: Option<Number> = Some(Number { meaning: "the tokens at first", usual: 0 });
const MEETING: Option<Number> = Some(Number { meaning: "the threads that meet", usual: 2 });

/// Objects by their names.
const KINDS: [(&str, Kind, Option<Number>); 14] = [
    ("queue", Kind::Queue, None),
    ("stack", Kind::Stack, None),
    ("bag", Kind::Bag, None),
    ("deque", Kind::Deque, None),
    ("channel", Kind::Channel, None),
    ("register", Kind::Register, VALUE_AT_FIRST),
    ("counter", Kind::Counter, VALUE_AT_FIRST),
    ("set", Kind::Set, None),
    ("map", Kind::Map, None),
    ("mutex", Kind::Mutex, None),
    ("rwlock", Kind::RwLock, None),
    ("semaphore", Kind::Semaphore, TOKENS),
    ("once", Kind::Once, None),
    ("barrier", Kind::Barrier, MEETING),
];

/// Before the name of an object that may look empty although it is not.
const WEAK: &str = "weak-";

impl Object {
    /// All objects, each with its number as it usually is.
    pub fn all() -> impl Iterator<Item = Object> {
        let object = |(_, kind, number): (_, _, Option<Number>)| {
            let object = Object { kind, is_weak: false, initial: number.map_or(0, |number| number.usual) };
            [Some(object), object.weak()]
        };
        KINDS.into_iter().flat_map(object).flatten()
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn is_weak(&self) -> bool {
        self.is_weak
    }

    pub(crate) fn initial(&self) -> i64 {
        self.initial
    }

    /// Its name, without a number, whether or not it may look empty.
    pub fn base_name(&self) -> &'static str {
        let named = KINDS.iter().find(|(_, kind, _)| *kind == self.kind);
        named.unwrap_or_else(|| unreachable!("every object is named")).0
    }

    /// Its name without a number, with an article.
    pub fn with_article(&self) -> String {
        let weak = if self.is_weak { WEAK } else { "" };
        let name = format!("{weak}{}", self.base_name());
        // "Once" is spoken with a consonant.
        let has_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']) && self.kind != Kind::Once;
        format!("{} {name}", if has_vowel { "an" } else { "a" })
    }

    /// The same object that may look empty at any time, if there is such a thing and it is not this one.
    pub fn weak(&self) -> Option<Object> {
        (self.is_container() && !self.is_weak).then_some(Object { is_weak: true, ..*self })
    }

    /// Are values put into it and taken out of it, each once?
    pub(crate) fn is_container(&self) -> bool {
        matches!(self.kind, Kind::Queue | Kind::Stack | Kind::Bag | Kind::Deque | Kind::Channel)
    }

    /// Its operations.
    pub fn operations(&self) -> &'static [Signature] {
        use Results::{Flag, FlagOrVoid, Number, NumberEmptyOrVoid, NumberOrEmpty, NumberOrVoid, Void};
        match self.kind {
            Kind::Queue => const { &[signature("enq", 1, Void), signature("deq", 0, NumberOrEmpty)] },
            Kind::Stack => const { &[signature("push", 1, Void), signature("pop", 0, NumberOrEmpty)] },
            Kind::Bag => const { &[signature("put", 1, Void), signature("take", 0, NumberOrEmpty)] },
            Kind::Deque => {
                const {
                    &[
                        signature("push", 1, Void),
                        signature("take", 0, NumberOrEmpty),
                        signature("steal", 0, NumberOrEmpty),
                    ]
                }
            }
            Kind::Channel => {
                const {
                    &[
                        signature("send", 1, Void),
                        signature("recv", 0, Number),
                        signature("try_send", 1, Void),
                        signature("try_recv", 0, NumberOrEmpty),
                    ]
                }
            }
            Kind::Register => {
                const { &[signature("write", 1, Void), signature("read", 0, Number), signature("cas", 2, Flag)] }
            }
            Kind::Counter => {
                const {
                    &[
                        signature("add", 1, NumberOrVoid),
                        signature("inc", 0, NumberOrVoid),
                        signature("dec", 0, NumberOrVoid),
                        signature("get", 0, Number),
                    ]
                }
            }
            Kind::Set => {
                const { &[signature("add", 1, FlagOrVoid), signature("remove", 1, FlagOrVoid), signature("has", 1, Flag)] }
            }
            Kind::Map => {
                const {
                    &[
                        signature("put", 2, NumberEmptyOrVoid),
                        signature("get", 1, NumberOrEmpty),
                        signature("remove", 1, NumberEmptyOrVoid),
                    ]
                }
            }
            Kind::Mutex => {
                const { &[signature("lock", 0, Void), signature("trylock", 0, Flag), signature("unlock", 0, Void)] }
            }
            Kind::RwLock => {
                const {
                    &[
                        signature("rdlock", 0, Void),
                        signature("wrlock", 0, Void),
                        signature("tryrdlock", 0, Flag),
                        signature("trywrlock", 0, Flag),
                        signature("rdunlock", 0, Void),
                        signature("wrunlock", 0, Void),
                        signature("unlock", 0, Void),
                    ]
                }
            }
            Kind::Semaphore => {
                const { &[signature("post", 0, Void), signature("wait", 0, Void), signature("trywait", 0, Flag)] }
            }
            Kind::Once => const { &[signature("call", 0, FlagOrVoid)] },
            Kind::Barrier => const { &[signature("wait", 0, FlagOrVoid)] },
        }
    }

    /// Is the call one of the object's?
    ///
    /// # Errors
    /// Why not.
    pub fn fits(&self, operation: &Operation) -> Result<(), Misfit> {
        let name = &operation.name;
        let named = self.operations().iter().find(|signature| signature.name == *name);
        let Some(&signature) = named else {
            return Err(Misfit::Name { object: *self, name: name.clone() });
        };
        if operation.arguments.len() != signature.arguments {
            return Err(Misfit::Arguments { signature, found: operation.arguments.len() });
        }
        match signature.results.allow(operation.outcome) {
            true => Ok(()),
            false => Err(Misfit::Result { signature, found: operation.outcome }),
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weak = if self.is_weak { WEAK } else { "" };
        write!(f, "{weak}{}", self.base_name())?;
        match KINDS.iter().find(|(_, kind, _)| *kind == self.kind) {
            Some((_, _, Some(number))) if number.usual != self.initial => write!(f, ":{}", self.initial),
            _ => Ok(()),
        }
    }
}

/// A call that is not one of an object.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misfit {
    /// There is no such operation.
    #[error("operation `{name}' is not one of {} ({})", object.with_article(), names(*object))]
    Name {
        /// The object.
        object: Object,
        /// What was called.
        name: String,
    },
    /// It has more arguments, or fewer.
    #[error("`{}' has {}, not {found}", signature.name, counted(signature.arguments))]
    Arguments {
        /// What it has.
        signature: Signature,
        /// How many it was called with.
        found: usize,
    },
    /// It does not return such things.
    #[error("`{}' cannot return {}: it returns {}", signature.name, outcome(*found), results(signature.results))]
    Result {
        /// What it returns.
        signature: Signature,
        /// What it is said to have returned.
        found: Outcome,
    },
}

fn names(object: Object) -> String {
    let names: Vec<_> = object.operations().iter().map(|signature| signature.name).collect();
    names.join(", ")
}

fn counted(arguments: usize) -> String {
    match arguments {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        count => format!("{count} arguments"),
    }
}

fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Void => "nothing".to_owned(),
        Outcome::Value(value) => value.to_string(),
        Outcome::Empty => "`empty'".to_owned(),
        Outcome::Failed | Outcome::Pending => unreachable!("every operation may fail or not return"),
    }
}

fn results(results: Results) -> &'static str {
    match results {
        Results::Void => "nothing, or `failed'",
        Results::Number => "a number, or `failed'",
        Results::NumberOrVoid => "a number, nothing, or `failed'",
        Results::NumberOrEmpty => "a number, `empty', or `failed'",
        Results::NumberEmptyOrVoid => "a number, `empty', nothing, or `failed'",
        Results::Flag => "0, 1, or `failed'",
        Results::FlagOrVoid => "0, 1, nothing, or `failed'",
    }
}

/// A name that no object has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownObject {
    /// No such name.
    #[error("there is no object `{name}' ({})", all_names())]
    Name {
        /// The name.
        name: String,
    },
    /// It has no number.
    #[error("`{name}' has no number: write --spec {name}")]
    NoNumber {
        /// The object.
        name: &'static str,
    },
    /// That is no number for it.
    #[error("`{number}' is not a number for `{name}': it stands for {meaning}")]
    BadNumber {
        /// The object.
        name: &'static str,
        /// What was given.
        number: String,
        /// What the number means.
        meaning: &'static str,
    },
}

fn all_names() -> String {
    let names: Vec<_> = Object::all().map(|object| object.to_string()).collect();
    names.join(", ")
}

/// The most threads that a barrier may wait for: more never meet in a history that is judged.
const MAX_MEETING: i64 = 10_000;

/// `queue`, `weak-queue`, `semaphore:2`.
impl FromStr for Object {
    type Err = UnknownObject;

    fn from_str(text: &str) -> Result<Object, UnknownObject> {
        let (name, number) = text.split_once(':').map_or((text, None), |(name, number)| (name, Some(number)));
        let (name, is_weak) = name.strip_prefix(WEAK).map_or((name, false), |name| (name, true));
        let unknown = || UnknownObject::Name { name: text.to_owned() };
        let &(name, kind, known) = KINDS.iter().find(|(known, ..)| *known == name).ok_or_else(unknown)?;
        let initial = match (number, known) {
            (None, known) => known.map_or(0, |known| known.usual),
            (Some(_), None) => return Err(UnknownObject::NoNumber { name }),
            (Some(number), Some(Number { meaning, .. })) => {
                let fits = |&number: &i64| match kind {
                    Kind::Semaphore => number >= 0,
                    Kind::Barrier => (1..=MAX_MEETING).contains(&number),
                    _ => true,
                };
                let wrong = || UnknownObject::BadNumber { name, number: number.to_owned(), meaning };
                number.parse().ok().filter(fits).ok_or_else(wrong)?
            }
        };
        let object = Object { kind, is_weak, initial };
        if is_weak && !object.is_container() { Err(unknown()) } else { Ok(object) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::Thread;

    #[test]
    fn objects_are_named_as_they_are_written() {
        for object in Object::all() {
            assert_eq!(object.to_string().parse(), Ok(object));
        }
        for text in ["semaphore:2", "counter:-7", "register:5", "barrier:3"] {
            assert_eq!(text.parse::<Object>().map(|object| object.to_string()), Ok(text.to_owned()));
        }
        let error = |text: &str| text.parse::<Object>().map_err(|error| error.to_string()).unwrap_err();
        assert!(error("que").starts_with("there is no object `que' (queue, weak-queue, stack, "), "{}", error("que"));
        assert!(error("weak-mutex").starts_with("there is no object `weak-mutex'"));
        assert_eq!(error("queue:3"), "`queue' has no number: write --spec queue");
        assert_eq!(error("semaphore:-1"), "`-1' is not a number for `semaphore': it stands for the tokens at first");
        assert_eq!(error("barrier:0"), "`0' is not a number for `barrier': it stands for the threads that meet");
    }

    #[test]
    fn calls_that_are_not_of_the_object_are_refused() {
        let misfit = |object: &str, name: &str, arguments: &[i64], outcome| {
            let operation = Operation { thread: Thread(1), name: name.into(), arguments: arguments.into(), outcome };
            object.parse::<Object>().unwrap().fits(&operation).map_err(|error| error.to_string())
        };
        assert_eq!(misfit("stack", "push", &[3], Outcome::Void), Ok(()));
        assert_eq!(misfit("stack", "push", &[3], Outcome::Failed), Ok(()));
        let error = |result: Result<(), String>| result.unwrap_err();
        let found = error(misfit("stack", "deq", &[], Outcome::Empty));
        assert_eq!(found, "operation `deq' is not one of a stack (push, pop)");
        let found = error(misfit("map", "put", &[3], Outcome::Void));
        assert_eq!(found, "`put' has 2 arguments, not 1");
        let found = error(misfit("queue", "enq", &[3], Outcome::Value(1)));
        assert_eq!(found, "`enq' cannot return 1: it returns nothing, or `failed'");
        let found = error(misfit("set", "has", &[3], Outcome::Value(2)));
        assert_eq!(found, "`has' cannot return 2: it returns 0, 1, or `failed'");
        let found = error(misfit("queue", "deq", &[], Outcome::Void));
        assert_eq!(found, "`deq' cannot return nothing: it returns a number, `empty', or `failed'");
    }
}
