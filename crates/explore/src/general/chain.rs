//! Chains: how a graph is built, told from the graph alone.
//!
//! A chain begins with nothing and adds what is next (`partial`), as the graph has it. A read whose source is not there yet takes the
//! source along, with all that this needs (`kept`): a *big step*. As there are two versions of what is needed, a graph may have
//! several chains; they come in a fixed order. A chain ends when the graph is complete; one that leads elsewhere is none.

use std::sync::Arc;

use raddle_graph::EventId;

use super::Axioms;
use super::graph::Graph;
use super::kept::Kept;
use super::part::Part;
use super::partial::Partial;
use raddle_program::Program;

/// Walks of one graph that are tried, those included that lead elsewhere.
const MAX_WALKS: usize = 64;

/// The last step of a chain.
#[derive(Clone)]
pub(super) enum Last {
    /// This event was added.
    Forward(EventId),
    /// The read was added, with the write that it reads from.
    Big {
        read: EventId,
        write: EventId,
        /// What was there before.
        before: Part,
    },
}

/// A chain that builds all of a graph.
pub(super) struct Chain {
    pub last: Last,
    /// Everything that was taken along in big steps.
    pub taken: Part,
    /// What was there after the last big step.
    pub after_big: Part,
    /// Was there a hole, or a write without a known value, after some big step?
    pub is_tangled: bool,
    /// Was this the first walk?
    pub is_first: bool,
}

/// The chains of a graph, in order.
pub(super) struct Chains<'p, P: Program> {
    graph: Arc<Graph<P::State>>,
    kept: Kept,
    /// Walks that are still to be made, the next one last.
    open: Vec<Walk<'p, P>>,
    walks: usize,
    /// Were there too many walks?
    pub met_bound: bool,
}

struct Walk<'p, P: Program> {
    partial: Partial<'p, P>,
    last: Option<Last>,
    taken: Part,
    after_big: Part,
    is_tangled: bool,
}

impl<'p, P: Program> Walk<'p, P> {
    fn new(partial: Partial<'p, P>) -> Walk<'p, P> {
        Walk { partial, last: None, taken: Part::default(), after_big: Part::default(), is_tangled: false }
    }
}

/// The versions, equal ones once.
pub(super) fn distinct(versions: &[Part]) -> impl DoubleEndedIterator<Item = &Part> {
    versions.iter().enumerate().filter(|&(nth, version)| !versions[..nth].contains(version)).map(|(_, version)| version)
}

/// What a walk does next.
enum Step {
    Forward(EventId),
    Big(EventId, EventId),
    Dead,
}

impl<'p, P: Program> Chains<'p, P> {
    pub fn new(program: &'p P, graph: Arc<Graph<P::State>>, by_existence: bool) -> Chains<'p, P> {
        let partial = Partial::new(program, graph.clone(), Part::default());
        let open = vec![Walk::new(partial)];
        Chains { graph, kept: Kept::new(by_existence), open, walks: 0, met_bound: false }
    }

    fn step(&self, partial: &Partial<'p, P>) -> Step {
        let Some(event) = partial.next() else { return Step::Dead };
        match self.graph.get(event) {
            None => Step::Dead,
            Some(found) => match found.source_event().filter(|&source| !partial.contains(source)) {
                None => Step::Forward(event),
                Some(source) if self.graph.get(source).is_some() => Step::Big(event, source),
                Some(_) => Step::Dead,
            },
        }
    }

    fn may_walk(&mut self) -> bool {
        self.walks += 1;
        self.met_bound |= self.walks > MAX_WALKS;
        !self.met_bound
    }

    /// The next chain.
    pub fn next<A: Axioms>(&mut self, axioms: &mut A) -> Option<Chain> {
        while let Some(mut walk) = self.open.pop() {
            loop {
                if walk.partial.is_whole() {
                    let is_first = self.walks == 0;
                    if !self.may_walk() {
                        return None;
                    }
                    let Walk { last, taken, after_big, is_tangled, .. } = walk;
                    return last.map(|last| Chain { last, taken, after_big, is_tangled, is_first });
                }
                match self.step(&walk.partial) {
                    Step::Forward(event) => {
                        walk.partial.add_one(event);
                        walk.last = Some(Last::Forward(event));
                    }
                    Step::Big(read, write) => {
                        let versions = self.kept.versions(&self.graph, axioms, write);
                        for version in distinct(&versions).rev() {
                            let before = walk.partial.has().clone();
                            let mut partial = walk.partial.clone();
                            partial.add_one(read);
                            partial.add(version);
                            let mut taken = walk.taken.clone();
                            taken.extend(version.iter());
                            let is_tangled = walk.is_tangled || partial.has_pending() || partial.within().has_holes();
                            let last = Some(Last::Big { read, write, before });
                            let after_big = partial.has().clone();
                            self.open.push(Walk { partial, last, taken, after_big, is_tangled });
                        }
                        break;
                    }
                    Step::Dead => {
                        if !self.may_walk() {
                            return None;
                        }
                        break;
                    }
                }
            }
        }
        None
    }

    /// What there is after the big step by which the read reads from the write, in every chain that begins like this; only the
    /// versions that `allowed` names.
    pub fn up_to<A: Axioms>(
        mut self,
        axioms: &mut A,
        read: EventId,
        write: EventId,
        allowed: &[bool],
    ) -> (Vec<Part>, bool) {
        let mut found: Vec<Part> = Vec::new();
        while let Some(mut walk) = self.open.pop() {
            loop {
                match self.step(&walk.partial) {
                    Step::Forward(event) => walk.partial.add_one(event),
                    Step::Big(event, source) => {
                        let versions = self.kept.versions(&self.graph, axioms, source);
                        if (event, source) == (read, write) {
                            for (version, _) in versions.iter().zip(allowed).filter(|(_, allowed)| **allowed) {
                                let mut has = walk.partial.has().clone();
                                has.insert(read);
                                has.extend(version.iter());
                                if !found.contains(&has) {
                                    found.push(has);
                                }
                            }
                            break;
                        }
                        for version in distinct(&versions).rev() {
                            let mut partial = walk.partial.clone();
                            partial.add_one(event);
                            partial.add(version);
                            self.open.push(Walk::new(partial));
                        }
                        break;
                    }
                    Step::Dead => break,
                }
            }
            if !self.may_walk() {
                break;
            }
        }
        (found, self.met_bound)
    }
}
