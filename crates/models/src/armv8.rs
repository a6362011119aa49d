//! Arm's model of AArch64 (multi-copy atomic, accesses of one size), restricted to executions without a cycle of program
//! order and reads-from.
//!
//! | axiom | where |
//! |---|---|
//! | SCPV `acyclic (po-loc \| com)` | `floor` |
//! | ATOMICITY | by construction: the explorer places an update's write directly after its source |
//! | `irreflexive ob`, `ob = (rfe \| coe \| fre \| lob)+` | `admits` |
//! | `lob`: dependencies, acquire and release, barriers, updates | `before` |
//!
//! A cycle of `ob` is also one of program order and communication, which is looked for first because that takes few steps.
//! Going backwards, dependencies need not be searched for: each event knows its own. Coherence and from-read edges within
//! a thread are `[M] ; po-loc ; [W]`, so all of them may be followed. Release and acquire order everything that
//! happens-before orders, so its floor holds (and is above that of program order).

use raddle_graph::graph::{Graph, Synchronisation};
use raddle_graph::node::{Kind, Loc, Node, Slot};
use raddle_graph::{Dependence, Mode, Tag};

use crate::ModelName;
use crate::axioms::{Candidate, Judge};
use crate::coherence::happens_before_floor;
use crate::model::{Lookup, Model};
use crate::preserved::{co_previous, earlier, external_source, is_thread_event, thread_order};
use crate::reach::{ProgramOrder, Search};

/// Arm's model of AArch64.
#[derive(Clone, Copy, Debug)]
pub struct Armv8;

impl Model for Armv8 {
    const IS_LOCAL: bool = false;
    const COHERES_WITH_HB: bool = true;
    const ALLOWS_BUFFERING: bool = true;
    type Memory = ();

    fn tracks_dependencies(&self) -> bool {
        true
    }

    fn synchronisation(&self) -> Synchronisation {
        Synchronisation::AsLabelled
    }

    #[inline(always)]
    fn floor<S: Copy, const N: usize>(&self, graph: &Graph<S, N>, event: Slot, loc: Loc) -> usize {
        happens_before_floor(graph, event, loc)
    }

    fn admits<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        lookup: &impl Lookup<S, N>,
        search: &mut Search,
        (): &mut (),
    ) -> bool {
        if search.acyclic_through::<ProgramOrder, S, N>(graph, event) {
            return true;
        }
        !search.comes_back(event, |slot, reach| {
            self.before(graph, slot, lookup, reach);
            if let Some(before) = co_previous(graph, slot) {
                reach(before);
                graph.readers(before).for_each(reach);
            }
        })
    }

    /// `rfe | lob`, and the starting and joining of threads. Barriers are events that accesses are ordered before and after.
    fn before<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        event: Slot,
        lookup: &impl Lookup<S, N>,
        reach: &mut dyn FnMut(Slot),
    ) {
        thread_order(graph, event, reach);
        external_source(graph, event).into_iter().for_each(&mut *reach);
        let node = graph.node(event);
        let before = earlier(graph, event);
        match Role::of(node) {
            Role::Full => before.iter().copied().for_each(reach),
            Role::Loads => before.iter().copied().filter(|&slot| is_waited_for(graph.node(slot))).for_each(reach),
            Role::Stores | Role::StoresFirst => {
                before.iter().copied().filter(|&slot| graph.node(slot).is_write()).for_each(reach)
            }
            Role::Instructions => depends_with_picks(graph, event, lookup, reach),
            Role::Read | Role::Write => {
                barriers(graph, node, before, reach);
                if depends(graph, event, before, lookup, reach) {
                    self.before_with_picks(graph, event, lookup, reach);
                }
            }
            Role::Nothing => {}
        }
    }

    fn judge<'c>(&'c self, candidate: &'c Candidate) -> Judge<'c> {
        Judge::new(ModelName::Armv8, candidate)
    }
}

/// What an event is to the machine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Read,
    Write,
    /// A barrier of everything.
    Full,
    /// Orders loads before it with everything after it.
    Loads,
    /// Orders stores before it with stores after it.
    Stores,
    /// Orders stores before it with everything after it.
    StoresFirst,
    /// The instruction barrier.
    Instructions,
    Nothing,
}

impl Role {
    fn of<S, const N: usize>(node: &Node<S, N>) -> Role {
        match (node.kind, node.mode) {
            (Kind::Read { .. }, _) => Role::Read,
            (Kind::Write { .. }, _) => Role::Write,
            (Kind::Fence, Mode::Tag(Tag::DmbSy | Tag::DsbSy)) => Role::Full,
            (Kind::Fence, Mode::Tag(Tag::DmbLd | Tag::DsbLd)) => Role::Loads,
            (Kind::Fence, Mode::Tag(Tag::DmbSt)) => Role::Stores,
            (Kind::Fence, Mode::Tag(Tag::DsbSt)) => Role::StoresFirst,
            (Kind::Fence, Mode::Tag(Tag::Isb)) => Role::Instructions,
            (kind, _) if is_thread_event(kind) => Role::Full,
            _ => Role::Nothing,
        }
    }
}

/// An update by one instruction that acquires and releases.
const AMO: Mode = Mode::Tag(Tag::AmoAcqRel);

/// Is it a load-acquire that may not pass an earlier release?
fn acquires<S, const N: usize>(node: &Node<S, N>) -> bool {
    node.is_read() && (node.mode.is_acquire() || node.mode == AMO)
}

/// Is it a load-acquire of either kind?
fn holds_back<S, const N: usize>(node: &Node<S, N>) -> bool {
    acquires(node) || (node.is_read() && node.mode == Mode::Tag(Tag::AcqPc))
}

fn releases<S, const N: usize>(node: &Node<S, N>) -> bool {
    let tagged = matches!(node.mode, Mode::Tag(Tag::AmoAcqRel | Tag::NoreturnRel | Tag::NoreturnAcqRel));
    node.is_write() && (node.mode.is_release() || tagged)
}

/// Does a barrier of loads wait for it? Not if it is the read of an update whose result nobody uses.
fn is_waited_for<S, const N: usize>(node: &Node<S, N>) -> bool {
    use Tag::{Noreturn, NoreturnAcq, NoreturnAcqRel, NoreturnRel};
    node.is_read() && !matches!(node.mode, Mode::Tag(Noreturn | NoreturnAcq | NoreturnRel | NoreturnAcqRel))
}

/// `bob`, and `[M] ; po-loc ; [W]`.
fn barriers<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    node: &Node<S, N>,
    before: &[Slot],
    reach: &mut dyn FnMut(Slot),
) {
    for &slot in before.iter().rev() {
        let other = graph.node(slot);
        let role = Role::of(other);
        let ordered = match role {
            Role::Full | Role::Loads | Role::StoresFirst => true,
            Role::Stores => node.is_write(),
            Role::Instructions => node.is_read(),
            Role::Read | Role::Write => {
                holds_back(other)
                    || other.mode == AMO
                    || releases(node)
                    || (node.is_write() && other.loc() == node.loc())
                    || (releases(other) && acquires(node))
            }
            Role::Nothing => false,
        };
        if ordered {
            reach(slot);
        }
        if role == Role::Full {
            break;
        }
    }
}

/// `dob` and `aob`, of an access. Is it a write before which the thread wrote something that it picked among values?
fn depends<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    event: Slot,
    before: &[Slot],
    lookup: &impl Lookup<S, N>,
    reach: &mut dyn FnMut(Slot),
) -> bool {
    let node = graph.node(event);
    if node.is_write() {
        let mut has_picks = false;
        lookup.visit(graph, event, &mut |how, read| {
            has_picks |= how == Dependence::EarlierPick;
            if let Some(&read) = before.get(read as usize).filter(|_| holds_back_writes(how)) {
                reach(read);
            }
        });
        if node.is_exclusive() {
            before.last().copied().into_iter().for_each(reach);
        }
        return has_picks;
    }
    follow(graph, event, &[Dependence::Address], lookup, reach);
    // What the thread wrote there last may be what the read gets.
    if let Some(write) = forwarded(graph, event) {
        follow(graph, write, &[Dependence::Address, Dependence::Data], lookup, reach);
        // rmw ; lrs ; [A | Q]
        if graph.node(write).is_exclusive() && holds_back(node) {
            earlier(graph, write).last().copied().into_iter().for_each(reach);
        }
    }
    false
}

/// Does a dependency of this kind order its read before a write? (What a compare-exchange expects decides whether its write
/// half is there, and is visited as such.)
fn holds_back_writes(how: Dependence) -> bool {
    use Dependence::{Address, Control, Data, EarlierAddress, EarlierPick, Expected, PickedAddress, PickedData};
    match how {
        Address | PickedAddress | Data | PickedData | Control | EarlierAddress => true,
        Expected | EarlierPick => false,
    }
}

/// The write of its thread that a read may be forwarded from: the last one to its location.
fn forwarded<S: Copy, const N: usize>(graph: &Graph<S, N>, read: Slot) -> Option<Slot> {
    std::iter::successors(graph.node(read).prev_access, |&access| graph.node(access).prev_access)
        .find(|&access| graph.node(access).is_write())
}

/// `via+`: the reads from which a read gets its value through writes of its thread, picked or not.
fn through_memory<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    read: Slot,
    lookup: &impl Lookup<S, N>,
    reach: &mut dyn FnMut(Slot),
) {
    use Dependence::{Address, Data, PickedAddress, PickedData};
    let mut found = vec![read];
    let mut at = 0;
    while let Some(&read) = found.get(at) {
        at += 1;
        if let Some(write) = forwarded(graph, read) {
            follow(graph, write, &[Address, Data, PickedAddress, PickedData], lookup, &mut |source| {
                if !found.contains(&source) {
                    found.push(source);
                    reach(source);
                }
            });
        }
    }
}

/// `via* ; (ctrl | addr ; po)`, of an instruction barrier.
fn depends_with_picks<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    event: Slot,
    lookup: &impl Lookup<S, N>,
    reach: &mut dyn FnMut(Slot),
) {
    let (mut reads, mut has_picks) = (Vec::new(), false);
    let before = earlier(graph, event);
    lookup.visit(graph, event, &mut |how, read| match how {
        Dependence::Control | Dependence::EarlierAddress => reads.extend(before.get(read as usize).copied()),
        _ => has_picks |= how == Dependence::EarlierPick,
    });
    reads.iter().copied().for_each(&mut *reach);
    if has_picks {
        reads.into_iter().for_each(|read| through_memory(graph, read, lookup, reach));
    }
}

impl Armv8 {
    /// `via+ ; lob+ ; [W]`: what the reads ordered before the write within its thread got through memory. Without picks all of
    /// that is ordered before those reads already.
    fn before_with_picks<S: Copy, const N: usize>(
        &self,
        graph: &Graph<S, N>,
        write: Slot,
        lookup: &impl Lookup<S, N>,
        reach: &mut dyn FnMut(Slot),
    ) {
        let lane = graph.node(write).lane;
        let mut ordered = vec![write];
        let mut at = 0;
        while let Some(&event) = ordered.get(at) {
            at += 1;
            let node = graph.node(event);
            let before = earlier(graph, event);
            let mut add = |slot: Slot| {
                if graph.node(slot).lane == lane && !ordered.contains(&slot) {
                    ordered.push(slot);
                }
            };
            match Role::of(node) {
                Role::Read | Role::Write => {
                    barriers(graph, node, before, &mut add);
                    let _ = depends(graph, event, before, lookup, &mut add);
                }
                // What else orders does so for everything of a kind that is before it.
                _ => self.before(graph, event, lookup, &mut add),
            }
            if event != write && node.is_read() {
                through_memory(graph, event, lookup, reach);
            }
        }
    }
}

/// The reads from which an event was computed in one of these ways.
fn follow<S: Copy, const N: usize>(
    graph: &Graph<S, N>,
    event: Slot,
    ways: &[Dependence],
    lookup: &impl Lookup<S, N>,
    reach: &mut dyn FnMut(Slot),
) {
    let before = earlier(graph, event);
    lookup.visit(graph, event, &mut |how, read| {
        if let Some(&read) = before.get(read as usize).filter(|_| ways.contains(&how)) {
            reach(read);
        }
    });
}
