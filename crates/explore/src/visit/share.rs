//! Handing work to a worker that waits, and taking it up.
//!
//! The oldest choice with alternatives left has the most work behind it. It is handed over with a copy of everything: the
//! graph as it is now, and the choices made since. Whoever takes it up takes those back, one after the other, and goes on
//! with the alternatives; who handed it over only takes it back when its turn comes.

use raddle_graph::graph::Graph;
use raddle_graph::{Label, Standing, ThreadId};
use raddle_models::Model;

use super::core::Core;
use super::tree::Tree;
use super::wb::Witness;
use super::{After, Branching, Frame, StateId, Visit};
use crate::ExploreError;
use raddle_program::replay::Answered;
use raddle_program::{Action, Program};

/// Something to explore from.
pub(crate) enum Job<const N: usize> {
    /// The empty graph.
    Start,
    /// The alternatives of an open choice.
    Resume(Box<Handover<N>>),
}

/// What another worker needs to go on with the alternatives of an open choice.
pub(crate) struct Handover<const N: usize> {
    graph: Graph<StateId, N>,
    /// That choice, and those made since.
    tree: Tree,
    has_reordered: bool,
}

impl<P: Program, const N: usize> Core<'_, P, N> {
    /// Finds the numbers that this worker has for the states in a graph that came from another one.
    ///
    /// What workers notice about a program they notice together (a word that the library reads is written, say), so that a
    /// thread may discover something here that it could not know there: the round ends.
    fn find_states(&mut self) -> Result<(), ExploreError> {
        self.states.forget_locations();
        for thread in (0..self.graph.threads().len()).map(|index| ThreadId(index as u16)) {
            // Threads that run from the beginning have the same first state, with the same number, everywhere.
            if !self.program.starts(thread) && !self.graph.threads()[thread.index()].started {
                self.graph.set_start(thread, self.graph.threads()[0].start, Standing::Absent, None);
            }
        }
        for at in 0..self.graph.trail().len() {
            let event = self.graph.trail()[at];
            let before = *self.graph.inherit_state(event);
            let label = self.graph.label(event);
            match label {
                // Its thread did not move between the halves.
                Label::Write { exclusive: true, .. } => {
                    self.graph.advance(event, before, self.states.standing(before));
                    continue;
                }
                Label::Spawn { thread: child } => {
                    self.check_discovery(before)?;
                    let (start, symmetric_to) = self.states.child(before);
                    self.check_discovery(start)?;
                    self.set_start(child, start, symmetric_to);
                }
                _ => self.check_discovery(before)?,
            }
            if self.states.standing(before) == Standing::Awaits {
                let Some(thread) = self.graph.node(event).lane.thread() else {
                    unreachable!("initial writes are not in the trail")
                };
                self.note_awaited(thread, before);
            }
            let action = *self.states.action(before);
            let Some(Answered { answer, .. }) = Answered::by(&action, &label, |thread| Some(self.result(thread)))
            else {
                unreachable!("every thread that was joined has finished")
            };
            let (after, standing) = self.states.go_on(before, answer, Branching::Single);
            self.check_discovery(after)?;
            self.graph.advance(event, after, standing);
        }
        Ok(())
    }

    /// Fails if a thread discovers something in this state.
    fn check_discovery(&self, state: StateId) -> Result<(), ExploreError> {
        match *self.states.action(state) {
            Action::Learn(discovery) => Err(ExploreError::Learn(discovery)),
            _ => Ok(()),
        }
    }

    /// Takes back the newest choice, with all that followed from it and without trying what is left of it.
    pub(super) fn unwind(&mut self, witness: &mut Witness) {
        if let Some(frame) = self.tree.frames.pop() {
            self.take_back(frame, witness);
        }
    }

    fn take_back(&mut self, frame: Frame, witness: &mut Witness) {
        match frame {
            Frame::Read { stamp, base, .. }
            | Frame::Revisits { stamp, base, .. }
            | Frame::Displace { stamp, base, .. } => {
                self.undo_to(stamp);
                self.tree.choices.truncate(base);
            }
            Frame::Write { write, stamp, after, .. } => {
                self.undo_to(stamp + 1);
                if self.graph.node(write).placed {
                    self.graph.unplace(write);
                }
                match after {
                    After::Scan { .. } => self.undo_to(stamp),
                    After::Restore(cut) => {
                        self.graph.restore(cut);
                        witness.forget(&mut self.graph);
                    }
                }
            }
            Frame::Displaced { stamp, cut } => {
                self.undo_to(stamp);
                self.graph.restore(cut);
            }
            Frame::Late { stamp, .. } | Frame::Lock { stamp, .. } | Frame::Choose { stamp, .. } => self.undo_to(stamp),
            Frame::Given => {
                // Choices are given oldest first, so the newest one given is the newest one in `given`.
                if let Some(frame) = self.tree.given.pop() {
                    self.take_back(frame, witness);
                }
            }
        }
    }

    /// Hands over the alternatives of the oldest choice that has any.
    pub(super) fn share_oldest_choice(&mut self, witness: &Witness) {
        let mut oldest = None;
        // The choices of a frame end where those of the frames above it begin.
        let mut end = self.tree.choices.len();
        for (at, frame) in self.tree.frames.iter().enumerate().rev() {
            let has_alternatives = match *frame {
                Frame::Read { base, .. } | Frame::Revisits { base, .. } | Frame::Displace { base, .. } => {
                    std::mem::replace(&mut end, base) > base
                }
                Frame::Write { write, floor, after, .. } => {
                    let node = self.graph.node(write);
                    let is_lowest = node.is_exclusive() || node.co as usize <= floor.saturating_add(1);
                    !is_lowest || matches!(after, After::Scan { oldest: Some(_) })
                }
                Frame::Lock { .. } | Frame::Choose { .. } => true,
                // What is older had no alternatives when that was given, and got none since, though a write that newer
                // ones stand below looks as if it could go lower.
                Frame::Given => break,
                Frame::Late { .. } | Frame::Displaced { .. } => false,
            };
            if has_alternatives {
                oldest = Some(at);
            }
        }
        let Some(at) = oldest else { return };
        debug_assert!(
            !self.tree.frames[at..].iter().any(|frame| matches!(frame, Frame::Given)),
            "choices are given oldest first"
        );
        self.shared.offer(Job::Resume(Box::new(Handover {
            graph: self.graph.clone(),
            tree: Tree {
                frames: self.tree.frames[at..].to_vec(),
                choices: self.tree.choices.clone(),
                given: self.tree.given.clone(),
            },
            has_reordered: witness.has_reordered,
        })));
        self.tree.given.push(std::mem::replace(&mut self.tree.frames[at], Frame::Given));
    }
}

impl<P: Program, M: Model, const N: usize> Visit<'_, P, M, N> {
    /// Takes up what another worker handed over. An alternative of the one open choice is next.
    pub(super) fn take_up(&mut self, handover: Handover<N>) -> Result<(), ExploreError> {
        let Handover { graph, tree, has_reordered } = handover;
        (self.core.graph, self.core.tree) = (graph, tree);
        (self.witness.has_reordered, self.witness.holds) = (has_reordered, false);
        self.core.symmetry.has_symmetric_threads |=
            self.core.graph.threads().iter().any(|thread| thread.symmetric_to.is_some());
        self.buffering.forget();
        while self.core.tree.frames.len() > 1 {
            self.core.unwind(&mut self.witness);
        }
        // Everything behind the choice goes, so that no state has to be found in vain.
        let own = match self.core.tree.frames.first() {
            Some(&(Frame::Read { stamp, .. } | Frame::Write { stamp, .. } | Frame::Revisits { stamp, .. })) => {
                stamp + 1
            }
            Some(
                &(Frame::Late { stamp, .. }
                | Frame::Lock { stamp, .. }
                | Frame::Displace { stamp, .. }
                | Frame::Displaced { stamp, .. }
                | Frame::Choose { stamp, .. }),
            ) => stamp,
            Some(Frame::Given) | None => 0,
        };
        self.core.undo_to(own);
        self.core.find_states()
    }
}
