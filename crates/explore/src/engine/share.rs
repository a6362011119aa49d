//! Handing work to a worker that waits, and taking it up.
//!
//! The oldest choice with alternatives left has the most work behind it. The graph at an open choice is the current graph
//! without the events added since, unless a revisit made since then cut into it; so a copy of that, with the
//! alternatives, is all that another worker needs. Revisits are handed over when they are made.

use std::ops::Range;

use raddle_graph::graph::Graph;
use raddle_graph::node::{Kind, Slot};
use raddle_graph::{Standing, ThreadId};
use raddle_models::Model;

use super::{After, Choice, Engine, Frame, StateId};
use crate::Visitor;
use crate::program::{Answer, Program};

/// Something to explore from.
pub(crate) enum Job<const N: usize> {
    /// The empty graph.
    Start,
    /// A graph, and where to go on in it.
    Resume { graph: Box<Graph<StateId, N>>, point: Point },
}

/// Where to go on in a graph.
pub(crate) enum Point {
    /// `read` was just revisited by `write`, which has no place yet.
    Revisited { read: Slot, write: Slot },
    /// The read of a lock, the newest event, has just displaced another lock.
    Displaced { read: Slot },
    /// The read, the newest event, has these choices left.
    Sources { read: Slot, choices: Vec<Choice> },
    /// The write, the newest event, is to be placed lower, down to above the floor; then come its revisits, if it is new.
    Places { write: Slot, floor: usize, is_new: bool },
}

impl<P: Program, M: Model, V: Visitor<P::State>, const N: usize> Engine<'_, P, M, V, N> {
    /// Finds the numbers that this worker has for the states in a graph that came from another one.
    pub(super) fn find_states(&mut self) {
        self.states.forget_locations();
        for thread in (0..self.graph.threads().len()).map(|index| ThreadId(index as u16)) {
            // Threads that run from the beginning have the same first state, with the same number, everywhere.
            if !self.program.starts(thread) {
                self.graph.set_start(thread, self.graph.threads()[0].start, Standing::Absent, None);
            }
        }
        for at in 0..self.graph.trail().len() {
            let event = self.graph.trail()[at];
            let node = self.graph.node(event);
            let (value, stored) = match node.kind {
                // Its thread did not move between the halves.
                Kind::Write { exclusive: true, .. } => {
                    let before = *self.graph.state_before(event);
                    self.graph.advance(event, before, self.states.standing(before));
                    continue;
                }
                Kind::Read { exclusive, .. } => (node.value, exclusive),
                Kind::Choose => (node.value, false),
                Kind::Join(thread) => (self.result(thread), false),
                Kind::Spawn(child) => {
                    let (start, twin) = self.states.child(*self.graph.state_before(event));
                    self.set_start(child, start, twin);
                    (0, false)
                }
                _ => (0, false),
            };
            let after = self.states.after(*self.graph.state_before(event), Answer { value, stored });
            self.graph.advance(event, after, self.states.standing(after));
        }
    }

    /// Goes on where another worker handed over. False if there is nothing: an alternative is needed.
    pub(super) fn resume(&mut self, point: Point) -> bool {
        let stamp = self.graph.trail().len() - 1;
        match point {
            Point::Revisited { read, write } => return self.visit_revisited(read, write, After::Leave),
            Point::Displaced { read } => {
                self.pending = self.update_of(read);
                return true;
            }
            Point::Sources { read, choices } => {
                let base = self.choices.len();
                self.choices.extend(choices);
                self.frames.push(Frame::Read { read, stamp, base });
            }
            Point::Places { write, floor, is_new } => {
                let after = if is_new { After::Scan { oldest: self.oldest_revisitable(write) } } else { After::Leave };
                self.frames.push(Frame::Write { write, stamp, floor, after });
            }
        }
        false
    }

    /// Hands over the alternatives of the oldest choice that has any.
    pub(super) fn share_oldest_choice(&mut self) {
        let mut oldest = None;
        // The choices of a frame end where those of the frames above it begin.
        let mut end = self.choices.len();
        let mut untouched = usize::MAX;
        for (at, frame) in self.frames.iter().enumerate().rev() {
            match *frame {
                Frame::Read { stamp, base, .. } => {
                    if base < end && stamp < untouched {
                        oldest = Some((at, base..end));
                    }
                    end = base;
                }
                Frame::Write { after: After::Restore(cut), .. } => untouched = untouched.min(cut.stamp as usize),
                Frame::Write { stamp, .. } => {
                    if stamp < untouched {
                        oldest = Some((at, end..end));
                    }
                }
                Frame::Displaced { cut, .. } => untouched = untouched.min(cut.stamp as usize),
                Frame::Revisits { base, .. } | Frame::Displace { base, .. } | Frame::Given { base } => end = base,
                Frame::Late { .. } | Frame::Lock { .. } | Frame::Choose { .. } => {}
            }
        }
        if let Some((at, choices)) = oldest {
            self.hand_over(at, choices);
        }
    }

    fn hand_over(&mut self, at: usize, choices: Range<usize>) {
        let base = choices.start;
        match self.frames[at] {
            Frame::Read { read, stamp, .. } => {
                let (copy, moves) = self.graph.compact(stamp + 1);
                let moved = |choice: &Choice| Choice { slot: moves.of(choice.slot), ..*choice };
                let choices = self.choices[choices].iter().map(moved).collect();
                self.shared.offer(Job::Resume {
                    graph: Box::new(copy),
                    point: Point::Sources { read: moves.of(read), choices },
                });
            }
            Frame::Write { write, stamp, floor, after } => {
                let (copy, moves) = self.graph.compact(stamp + 1);
                let is_new = matches!(after, After::Scan { .. });
                self.shared.offer(Job::Resume {
                    graph: Box::new(copy),
                    point: Point::Places { write: moves.of(write), floor, is_new },
                });
            }
            // Only these two are handed over.
            _ => return,
        }
        self.frames[at] = Frame::Given { base };
    }
}
