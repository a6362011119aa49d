//! How often threads went round their loops in an execution, for people: iterations of one loop in one call, not events of a line,
//! which come from many calls of a function as well.

use std::collections::HashMap;

use raddle_graph::{Execution, ThreadId};

use crate::analysis::counted_loops::Body;
use crate::analysis::counters::ends_by_counter;
use crate::{Instr, Position, Program, State};

/// A loop that a thread went round often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rounds {
    /// The thread.
    pub thread: ThreadId,
    /// Where the loop begins.
    pub position: Position,
    /// How many iterations with events there were, in one call of its function.
    pub times: usize,
    /// Is there a counter that ends it?
    pub has_counter: bool,
}

/// A function, and where a thread stands in it.
type Frame = (u32, u32);

/// A loop that a thread is in.
struct Active {
    /// The frames around the loop's function.
    outer: Vec<Frame>,
    function: u32,
    head: u32,
    times: usize,
}

/// The loops of functions, computed when they are asked for.
struct Loops<'p> {
    program: &'p Program,
    known: HashMap<u32, Vec<(u32, Body<'p>)>>,
}

impl<'p> Loops<'p> {
    fn of(&mut self, number: u32) -> &[(u32, Body<'p>)] {
        let program = self.program;
        self.known.entry(number).or_insert_with(|| {
            let function = &program.functions[number as usize];
            let heads = (0..function.code.len()).filter(|&pc| matches!(function.code[pc], Instr::LoopHead { .. }));
            let mut loops: Vec<_> = heads.filter_map(|pc| Some((pc as u32, Body::of_loop(function, pc)?))).collect();
            // Inner ones first.
            loops.sort_by_key(|(_, body)| body.len());
            loops
        })
    }

    /// The innermost loop in which a thread stands both before and after.
    fn around(&mut self, function: u32, before: u32, after: u32) -> Option<&(u32, Body<'p>)> {
        let both = |body: &Body<'_>| body.contains(before as usize) && body.contains(after as usize);
        self.of(function).iter().find(|(_, body)| both(body))
    }

    fn contains(&mut self, function: u32, head: u32, pc: u32) -> bool {
        self.of(function).iter().any(|(other, body)| *other == head && body.contains(pc as usize))
    }

    /// The frame whose loop a thread went round between two events, and that loop's head.
    fn passed(&mut self, before: &[Frame], after: &[Frame]) -> Option<(usize, u32)> {
        let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
        let mut depth = same.min(before.len() - 1).min(after.len() - 1);
        let ((function, from), (other, to)) = (before[depth], after[depth]);
        if function == other {
            if from == to && same == after.len() && self.is_bulk(function, from) {
                return None;
            }
            if let Some((head, body)) = self.around(function, from, to) {
                return (!body.is_ahead(from as usize, to as usize)).then_some((depth, *head));
            }
            if from != to
                && Body::whole(&self.program.functions[function as usize]).is_ahead(from as usize, to as usize)
            {
                return None;
            }
        }
        // The function was called once more, so that a caller went round.
        while let Some(outer) = depth.checked_sub(1) {
            let (function, pc) = after[outer];
            if let Some((head, _)) = self.around(function, pc, pc) {
                return Some((outer, *head));
            }
            depth = outer;
        }
        None
    }

    /// Does one instruction give rise to many events?
    fn is_bulk(&self, function: u32, pc: u32) -> bool {
        matches!(self.program.functions[function as usize].code[pc as usize], Instr::Copy { .. } | Instr::Fill { .. })
    }
}

impl Program {
    /// The loop that threads went round most often in one call, in an execution of this program: of one thread, or of all.
    pub fn most_rounds(&self, execution: &Execution, of: Option<ThreadId>) -> Option<Rounds> {
        let frames = |state: &State| -> Vec<Frame> {
            let mut frames: Vec<Frame> = state.frames().map(|frame| (frame.function, frame.pc)).collect();
            frames.reverse();
            frames
        };
        let mut loops = Loops { program: self, known: HashMap::new() };
        let mut stands: Vec<(Vec<Frame>, Vec<Active>)> = execution.threads.iter().map(|_| Default::default()).collect();
        let mut most: Option<(usize, ThreadId, u32, u32)> = None;
        let _: Vec<()> = self.replay(execution, &mut |step| {
            let thread = step.event.thread;
            if of.is_some_and(|of| of != thread) {
                return;
            }
            let now = frames(step.state);
            let (before, active) = &mut stands[thread.index()];
            active.retain(|it| {
                let depth = it.outer.len();
                now.get(depth).is_some_and(|&(function, pc)| {
                    now[..depth] == it.outer && function == it.function && loops.contains(function, it.head, pc)
                })
            });
            if !before.is_empty()
                && let Some((depth, head)) = loops.passed(before, &now)
            {
                let function = now[depth].0;
                let is_this = |it: &&mut Active| it.outer.len() == depth && (it.function, it.head) == (function, head);
                let times = match active.iter_mut().find(is_this) {
                    Some(it) => {
                        it.times += 1;
                        it.times
                    }
                    None => {
                        active.push(Active { outer: now[..depth].to_vec(), function, head, times: 2 });
                        2
                    }
                };
                let has_line = || self.functions[function as usize].origins[head as usize].position().is_some();
                if most.is_none_or(|(most, ..)| most < times) && has_line() {
                    most = Some((times, thread, function, head));
                }
            }
            *before = now;
        });
        let (times, thread, function, head) = most?;
        let function = &self.functions[function as usize];
        Some(Rounds {
            thread,
            position: function.origins[head as usize].position()?,
            times,
            has_counter: ends_by_counter(function, head as usize),
        })
    }
}
