//! The primitives of the Linux kernel that litmus tests use: their names, and what each does.
//!
//! Marked accesses and fences that have no equivalent in C11 carry tags; an update's tag is on both of its halves.
//! "Fully ordered" is `Tag::Mb`, on updates as on fences. A conditional update that stores nothing orders nothing.

use raddle_graph::{Mode, Tag};
use raddle_ir::UpdateKind;

/// What a primitive does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Primitive {
    /// Reads. The argument is a pointer, or the lvalue itself if `by_name`.
    Load { mode: Mode, by_name: bool },
    /// Writes, and then `fenced` by a full fence.
    Store { mode: Mode, by_name: bool, fenced: bool },
    /// A fence.
    Fence(Tag),
    /// Reads and writes.
    Update { kind: UpdateKind, amount: Amount, mode: Mode, gives: Gives },
    /// Adds, unless the value equals an argument; returns whether it did.
    AddUnless,
    /// Adds one, unless the value is 0; returns whether it did.
    IncrementNotZero,
    /// Subtracts one if the value is positive; returns the difference in any case.
    DecrementIfPositive,
    /// Stores if the value is the expected one; returns the value read.
    CompareExchange { mode: Mode },
    /// The same with a local variable that holds the expected value; returns whether it stored.
    TryCompareExchange { mode: Mode },
    /// Takes a spin lock.
    Lock,
    /// Takes a spin lock if it is free; returns whether it did.
    TryLock,
    /// Releases a spin lock.
    Unlock,
    /// Is the spin lock held?
    IsLocked,
    /// Begins a read-side critical section; returns the index that ends it.
    SrcuLock,
    /// Ends a read-side critical section.
    SrcuUnlock,
    /// Waits for all readers of one object.
    SynchroniseSrcu,
}

/// Where the operand of an update is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Amount {
    /// Before the pointer, as in `atomic_add(v, p)`.
    First,
    /// After it, as in `xchg(p, v)`.
    Second,
    /// It is 1.
    One,
}

/// The result of an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gives {
    /// Nothing.
    Nothing,
    /// The value read.
    Old,
    /// The value written.
    New,
    /// Is the value written 0?
    IsZero,
    /// Is the value written negative?
    IsNegative,
}

impl Primitive {
    /// How many arguments it takes.
    pub fn arguments(self) -> usize {
        match self {
            Primitive::Fence(_) => 0,
            Primitive::Update { amount: Amount::One, .. }
            | Primitive::Load { .. }
            | Primitive::IncrementNotZero
            | Primitive::DecrementIfPositive
            | Primitive::Lock
            | Primitive::TryLock
            | Primitive::Unlock
            | Primitive::IsLocked
            | Primitive::SrcuLock
            | Primitive::SynchroniseSrcu => 1,
            Primitive::Store { .. } | Primitive::Update { .. } | Primitive::SrcuUnlock => 2,
            Primitive::CompareExchange { .. } | Primitive::TryCompareExchange { .. } | Primitive::AddUnless => 3,
        }
    }
}

/// Prefixes of the kernel's primitives, for help with misspelt ones.
const PREFIXES: [&str; 5] = ["smp_", "rcu_", "srcu_", "spin_", "synchronize_"];

/// Does the name alone say that a test is written with the kernel's primitives? (C11 has an `atomic_fetch_add`, too.)
pub(crate) fn is_telling(name: &str) -> bool {
    let c11 = ["atomic_fetch_add", "atomic_fetch_sub", "atomic_fetch_and", "atomic_fetch_or", "atomic_fetch_xor"];
    !c11.contains(&name) && (primitive(name).is_some() || PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
}

/// The primitive of that name.
pub(crate) fn primitive(name: &str) -> Option<Primitive> {
    let load = |mode, by_name| Primitive::Load { mode, by_name };
    let store = |mode, by_name| Primitive::Store { mode, by_name, fenced: false };
    Some(match name {
        "READ_ONCE" | "rcu_dereference" => load(Mode::Rlx, true),
        "smp_load_acquire" => load(Mode::Acq, false),
        "WRITE_ONCE" => store(Mode::Rlx, true),
        "rcu_assign_pointer" => store(Mode::Rel, true),
        "smp_store_release" => store(Mode::Rel, false),
        "smp_store_mb" => Primitive::Store { mode: Mode::Rlx, by_name: true, fenced: true },
        "spin_lock" => Primitive::Lock,
        "spin_unlock" => Primitive::Unlock,
        "spin_trylock" => Primitive::TryLock,
        "spin_is_locked" => Primitive::IsLocked,
        "srcu_read_lock" | "srcu_down_read" => Primitive::SrcuLock,
        "srcu_read_unlock" | "srcu_up_read" => Primitive::SrcuUnlock,
        "synchronize_srcu" | "synchronize_srcu_expedited" => Primitive::SynchroniseSrcu,
        _ => return fence(name).map(Primitive::Fence).or_else(|| update(name)),
    })
}

fn fence(name: &str) -> Option<Tag> {
    Some(match name {
        "smp_mb" => Tag::Mb,
        "smp_rmb" => Tag::Rmb,
        "smp_wmb" => Tag::Wmb,
        "barrier" => Tag::Barrier,
        "smp_mb__before_atomic" => Tag::BeforeAtomic,
        "smp_mb__after_atomic" => Tag::AfterAtomic,
        "smp_mb__after_spinlock" => Tag::AfterSpinlock,
        "smp_mb__after_unlock_lock" => Tag::AfterUnlockLock,
        "smp_mb__after_srcu_read_unlock" => Tag::AfterSrcuUnlock,
        "rcu_read_lock" => Tag::RcuLock,
        "rcu_read_unlock" => Tag::RcuUnlock,
        "synchronize_rcu" | "synchronize_rcu_expedited" => Tag::SyncRcu,
        _ => return None,
    })
}

/// `xchg`, `cmpxchg` and the functions on `atomic_t`, `atomic_long_t` and `atomic64_t`.
fn update(name: &str) -> Option<Primitive> {
    let prefixes = ["atomic_long_", "atomic64_", "atomic_"];
    let atomic = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    let (base, mode) = ordered(atomic.unwrap_or(name));
    match base {
        "xchg" => Some(Primitive::Update {
            kind: UpdateKind::Exchange,
            amount: Amount::Second,
            mode: mode.unwrap_or(Mode::Tag(Tag::Mb)),
            gives: Gives::Old,
        }),
        "cmpxchg" => Some(Primitive::CompareExchange { mode: mode.unwrap_or(Mode::Tag(Tag::Mb)) }),
        "try_cmpxchg" => Some(Primitive::TryCompareExchange { mode: mode.unwrap_or(Mode::Tag(Tag::Mb)) }),
        _ => access(base, mode, atomic?),
    }
}

/// The functions that exist for atomic types only. `whole` is the name with its order.
fn access(base: &str, mode: Option<Mode>, whole: &str) -> Option<Primitive> {
    match (base, mode) {
        ("read", None | Some(Mode::Acq)) => {
            return Some(Primitive::Load { mode: mode.unwrap_or(Mode::Rlx), by_name: false });
        }
        ("set", None | Some(Mode::Rel)) => {
            return Some(Primitive::Store { mode: mode.unwrap_or(Mode::Rlx), by_name: false, fenced: false });
        }
        ("add_unless", None) => return Some(Primitive::AddUnless),
        ("inc_not_zero", None) => return Some(Primitive::IncrementNotZero),
        ("dec_if_positive", None) => return Some(Primitive::DecrementIfPositive),
        _ => {}
    }
    let (gives, operation) = if let Some(operation) = base.strip_prefix("fetch_") {
        (Gives::Old, operation)
    } else if let Some(operation) = base.strip_suffix("_return") {
        (Gives::New, operation)
    } else if let Some(operation) = base.strip_suffix("_and_test") {
        (Gives::IsZero, operation)
    } else if let Some(operation) = base.strip_suffix("_negative") {
        (Gives::IsNegative, operation)
    } else {
        // Updates without a result are unordered, and have no ordered variants.
        (Gives::Nothing, whole)
    };
    let (kind, amount) = match operation {
        "add" => (UpdateKind::Add, Amount::First),
        "sub" => (UpdateKind::Sub, Amount::First),
        "inc" => (UpdateKind::Add, Amount::One),
        "dec" => (UpdateKind::Sub, Amount::One),
        "and" => (UpdateKind::And, Amount::First),
        "or" => (UpdateKind::Or, Amount::First),
        "xor" => (UpdateKind::Xor, Amount::First),
        _ => return None,
    };
    let counts = matches!(kind, UpdateKind::Add | UpdateKind::Sub);
    let exists = match gives {
        Gives::Nothing | Gives::Old => true,
        Gives::New => counts,
        // There is neither `atomic_add_and_test` nor an order to choose.
        Gives::IsZero => counts && operation != "add" && mode.is_none(),
        Gives::IsNegative => operation == "add",
    };
    let order = match gives {
        Gives::Nothing => Mode::Tag(Tag::Noreturn),
        _ => mode.unwrap_or(Mode::Tag(Tag::Mb)),
    };
    exists.then_some(Primitive::Update { kind, amount, mode: order, gives })
}

/// An explanation of a flag of the kernel's model; races have their own.
pub(crate) fn meaning(flag: &str) -> Option<&'static str> {
    Some(match flag {
        "mixed-accesses" => {
            "a plain write and a marked access of one variable stand together: the compiler may merge, split or move the write"
        }
        "mixed-lock-accesses" => "a lock, or an object of SRCU, is also accessed as if it were a variable",
        "unmatched-unlock" => "a spin lock is given back by a thread that did not take it",
        "unmatched-rcu-lock" => "a critical section of RCU has no end",
        "unmatched-rcu-unlock" => "a critical section of RCU has no beginning",
        "unmatched-srcu-lock" => "a critical section of SRCU has no end",
        "unmatched-srcu-unlock" => "srcu_read_unlock was not given what srcu_read_lock returned",
        "multiple-srcu-matches" => "a critical section of SRCU ends twice",
        "sleeps-in-section" => "a critical section of RCU waits for readers of SRCU",
        _ => return None,
    })
}

/// The name without its order, and the order.
fn ordered(name: &str) -> (&str, Option<Mode>) {
    for (suffix, mode) in [("_relaxed", Mode::Rlx), ("_acquire", Mode::Acq), ("_release", Mode::Rel)] {
        if let Some(base) = name.strip_suffix(suffix) {
            return (base, Some(mode));
        }
    }
    (name, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode_of(name: &str) -> Option<Mode> {
        match primitive(name)? {
            Primitive::Update { mode, .. } | Primitive::CompareExchange { mode } | Primitive::Load { mode, .. } => {
                Some(mode)
            }
            _ => None,
        }
    }

    #[test]
    fn orders_are_in_names() {
        let full = Mode::Tag(Tag::Mb);
        assert_eq!(mode_of("xchg"), Some(full));
        assert_eq!(mode_of("cmpxchg_acquire"), Some(Mode::Acq));
        assert_eq!(mode_of("atomic_long_add_return_relaxed"), Some(Mode::Rlx));
        assert_eq!(mode_of("atomic64_fetch_or_release"), Some(Mode::Rel));
        assert_eq!(mode_of("atomic_dec_and_test"), Some(full));
        assert_eq!(mode_of("atomic_inc"), Some(Mode::Tag(Tag::Noreturn)));
        assert_eq!(mode_of("atomic_read_acquire"), Some(Mode::Acq));
    }

    #[test]
    fn what_the_kernel_does_not_have() {
        for name in
            ["atomic_add_relaxed", "atomic_read_release", "atomic_and_return", "atomic_add_and_test", "fetch_add"]
        {
            assert_eq!(primitive(name), None, "{name}");
        }
        assert!(is_telling("READ_ONCE") && is_telling("smp_mb_after") && is_telling("atomic_fetch_add_relaxed"));
        assert!(!is_telling("atomic_fetch_add") && !is_telling("atomic_load") && !is_telling("assume"));
    }
}
