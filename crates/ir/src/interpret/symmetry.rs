//! Symmetric threads: same function, same argument, started one directly after the other.
//!
//! They are symmetric only if nobody can distinguish them. A program that asks for handles of running threads, symmetric
//! threads that start threads, and whoever joins one of them without joining all the others at once, or gets different
//! results, may distinguish them. What the code does not show is noticed when it happens: then the program learns that its
//! threads are distinguishable. (Objects of symmetric threads have different addresses; comparing which of two objects comes
//! first has no meaning in C.)

use raddle_graph::{ThreadId, Value};
use raddle_program::{Action, Discovery};

use super::{Instr, Program, get};
use crate::interpret::state::{Own, State};

impl Program {
    /// The thread started last, if the one that is about to be started is symmetric to it.
    pub(super) fn symmetric_to(&self, parent: &State) -> Option<ThreadId> {
        let own = &parent.own;
        let (Action::Spawn { thread }, Instr::Start { function, argument, .. }) = (own.action, self.instr(parent))
        else {
            return None;
        };
        let entry = self.callee(get(parent.frame(), *function)).ok()?;
        let directly = own.actions == own.started_at;
        if self.distinguishable || !directly || !own.marks.starts_again(entry, get(parent.frame(), *argument)) {
            return None;
        }
        let other = self.table.find(own.thread, own.starts.checked_sub(1)?)?;
        // Their children would have to be symmetric, too.
        let have_children = self.table.has_children(other) || self.table.has_children(thread);
        (!have_children).then_some(other)
    }

    /// Remembers a thread that was just started.
    pub(super) fn note_start(&self, function: Value, argument: Value, own: &mut Own) {
        if let Ok(entry) = self.callee(function)
            && !self.distinguishable
        {
            let directly = own.actions == own.started_at.wrapping_add(1);
            own.marks.start(entry, argument, directly);
            own.started_at = own.actions;
        }
    }

    /// Remembers a thread that was just joined. False if that distinguishes it from a symmetric thread.
    pub(super) fn note_join(&self, thread: ThreadId, result: Value, own: &mut Own) -> bool {
        let start = self.table.start_of(thread);
        let (Some((parent, number)), false) = (start, self.distinguishable) else { return true };
        if parent != own.thread {
            return false;
        }
        let (_, size) = own.marks.symmetric_group(number);
        if size < 2 {
            return true;
        }
        match own.marks.join_symmetric(result) {
            Some(joined) if joined == u32::from(size) => {
                own.marks.end_joining();
                own.joining = false;
            }
            Some(_) => own.joining = true,
            None => return false,
        }
        true
    }

    /// In the middle of joining symmetric threads, the thread may do nothing but join the next one.
    #[cold]
    pub(super) fn check_joining(&self, own: &mut Own) {
        let is_next = match own.action {
            Action::Join { thread } => self.table.start_of(thread).is_some_and(|(parent, number)| {
                // Of the group that is being joined some are gone already.
                let (leader, size) = own.marks.symmetric_group(number);
                let member = |number| self.table.find(parent, number);
                let is_gone = |number| member(number).is_some_and(|thread| own.marks.is_gone(thread));
                parent == own.thread && (leader..leader + size).any(is_gone)
            }),
            Action::Learn(_) => return,
            _ => false,
        };
        if !is_next {
            own.action = Action::Learn(Discovery::Distinguishable);
        }
    }
}
