//! Condition variables: what each operation makes of the variable's word.
//!
//! Waiters stand in groups. A signal lets one waiter of the current group go, whichever comes first, and makes the next
//! group the current one when nobody of the current group is left to be signalled; so a thread that begins to wait after
//! a signal cannot take it from those that waited before. A broadcast lets everybody go.

use crate::Value;

/// An operation on a condition variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConditionOp {
    /// Joins the next group.
    Register,
    /// Lets one waiter go, if there is any.
    Signal,
    /// Lets all waiters go.
    Broadcast,
    /// Lets so many waiters go, or all if there are fewer. It always stores, so that who begins to wait later comes behind
    /// it: what a futex needs, where no mutex orders waits and signals.
    Notify {
        /// How many.
        most: u16,
    },
    /// Goes, as a waiter of a group. Stores nothing if the whole group may go (see `may_pass`) or nobody of it may.
    Wake {
        /// The group.
        group: u16,
    },
}

/// The fields of the word.
#[derive(Clone, Copy)]
struct Word {
    /// The current group.
    generation: u16,
    /// Waiters of the current group that no signal was for.
    unsignalled: u16,
    /// Signals that no waiter of the current group has taken yet.
    tokens: u16,
    /// Waiters of the next group.
    next: u16,
}

impl Word {
    fn unpack(value: Value) -> Word {
        let field = |index: u32| (value >> (16 * index)) as u16;
        Word { generation: field(0), unsignalled: field(1), tokens: field(2), next: field(3) }
    }

    /// How many wait that no signal was for.
    fn waiters(self) -> u16 {
        self.unsignalled.saturating_add(self.next)
    }

    /// Lets one waiter go, of whom there must be one.
    fn signal(&mut self) {
        if self.unsignalled == 0 {
            let generation = self.generation.wrapping_add(1);
            *self = Word { generation, unsignalled: self.next, tokens: 0, next: 0 };
        }
        self.unsignalled = self.unsignalled.saturating_sub(1);
        self.tokens = self.tokens.wrapping_add(1);
    }

    fn pack(self) -> Value {
        let field = |value: u16, index: u32| Value::from(value) << (16 * index);
        field(self.generation, 0) | field(self.unsignalled, 1) | field(self.tokens, 2) | field(self.next, 3)
    }
}

impl ConditionOp {
    /// The bits of a word that mark a destroyed variable: as many waiters of the next group as there never are. What woken
    /// threads still read is not touched.
    pub const DESTROYED: Value = 0xffff << 48;

    /// The bits of a word that say whether somebody waits that no signal was for.
    pub const WAITERS: Value = 0xffff << 48 | 0xffff << 16;

    /// Is the variable destroyed, when the word holds this value?
    pub fn is_destroyed(value: Value) -> bool {
        value & ConditionOp::DESTROYED == ConditionOp::DESTROYED
    }

    /// The word after the operation; `None` if it stays as it is.
    pub(crate) fn stores(self, old: Value) -> Option<Value> {
        let mut word = Word::unpack(old);
        match self {
            ConditionOp::Register => word.next = word.next.wrapping_add(1),
            ConditionOp::Signal => {
                if word.waiters() == 0 {
                    return None;
                }
                word.signal();
            }
            ConditionOp::Notify { most } if most >= word.waiters() => {
                return Some(ConditionOp::Broadcast.stores(old).unwrap_or(old));
            }
            ConditionOp::Notify { most } => (0..most).for_each(|_| word.signal()),
            ConditionOp::Broadcast => {
                if word.unsignalled == 0 && word.next == 0 {
                    return None;
                }
                word = Word { generation: word.generation.wrapping_add(2), unsignalled: 0, tokens: 0, next: 0 };
            }
            ConditionOp::Wake { group } => {
                if group != word.generation || word.tokens == 0 {
                    return None;
                }
                word.tokens -= 1;
            }
        }
        Some(word.pack())
    }

    /// The group that a waiter joins which registers when the word holds this value.
    pub fn group_of(value: Value) -> u16 {
        Word::unpack(value).generation.wrapping_add(1)
    }

    /// How many waiters a `Notify` finds there, or a signal, when the word holds this value.
    pub fn waiters(value: Value) -> u16 {
        Word::unpack(value).waiters()
    }

    /// May a waiter of the group go when the word holds this value?
    pub fn may_pass(group: u16, value: Value) -> bool {
        let word = Word::unpack(value);
        // Generations are compared as distances: they wrap.
        let ahead = word.generation.wrapping_sub(group) as i16;
        ahead > 0 || (ahead == 0 && word.tokens > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(word: &mut Value, op: ConditionOp) {
        *word = op.stores(*word).unwrap_or(*word);
    }

    #[test]
    fn a_signal_is_for_those_who_wait_already() {
        let mut word = 0;
        let early = ConditionOp::group_of(word);
        apply(&mut word, ConditionOp::Register);
        apply(&mut word, ConditionOp::Signal);
        let late = ConditionOp::group_of(word);
        apply(&mut word, ConditionOp::Register);
        assert!(ConditionOp::may_pass(early, word));
        assert!(!ConditionOp::may_pass(late, word));
        apply(&mut word, ConditionOp::Wake { group: early });
        assert!(!ConditionOp::may_pass(late, word));
        apply(&mut word, ConditionOp::Signal);
        assert!(ConditionOp::may_pass(late, word));
    }

    #[test]
    fn a_signal_lets_one_go_and_a_broadcast_all() {
        let mut word = 0;
        let group = ConditionOp::group_of(word);
        apply(&mut word, ConditionOp::Register);
        apply(&mut word, ConditionOp::Register);
        apply(&mut word, ConditionOp::Signal);
        apply(&mut word, ConditionOp::Wake { group });
        assert!(!ConditionOp::may_pass(group, word), "the only signal is taken");
        apply(&mut word, ConditionOp::Broadcast);
        assert!(ConditionOp::may_pass(group, word));
    }

    #[test]
    fn a_notification_lets_as_many_go_as_it_says() {
        let mut word = 0;
        let group = ConditionOp::group_of(word);
        for _ in 0..3 {
            apply(&mut word, ConditionOp::Register);
        }
        assert_eq!(ConditionOp::waiters(word), 3);
        apply(&mut word, ConditionOp::Notify { most: 2 });
        assert_eq!(ConditionOp::waiters(word), 1);
        apply(&mut word, ConditionOp::Wake { group });
        apply(&mut word, ConditionOp::Wake { group });
        assert!(!ConditionOp::may_pass(group, word), "both signals are taken");
        apply(&mut word, ConditionOp::Notify { most: u16::MAX });
        assert!(ConditionOp::may_pass(group, word));
        let most = 1;
        assert_eq!(ConditionOp::Notify { most }.stores(word), Some(word), "it stores even if nobody waits");
    }

    #[test]
    fn who_was_woken_does_not_notice_the_destruction() {
        for wake in [ConditionOp::Signal, ConditionOp::Broadcast] {
            let mut word = 0;
            let group = ConditionOp::group_of(word);
            apply(&mut word, ConditionOp::Register);
            assert_ne!(word & ConditionOp::WAITERS, 0);
            apply(&mut word, wake);
            assert!(word & ConditionOp::WAITERS == 0 && !ConditionOp::is_destroyed(word));
            word |= ConditionOp::DESTROYED;
            assert!(ConditionOp::may_pass(group, word) && ConditionOp::is_destroyed(word));
            apply(&mut word, ConditionOp::Wake { group });
            assert!(ConditionOp::is_destroyed(word));
        }
    }

    #[test]
    fn signals_without_waiters_are_lost() {
        assert_eq!(ConditionOp::Signal.stores(0), None);
        assert_eq!(ConditionOp::Broadcast.stores(0), None);
    }
}
