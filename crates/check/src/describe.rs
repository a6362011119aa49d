//! Finds out what is wrong with an execution: the problem with its data, and the places that belong to it.

use raddle_explore::{Action, Fault, LiveObject, Program as _, Race};
use raddle_graph::{Address, EventId, Execution, Label, ThreadId};
use raddle_ir::{Call, Place, Position, Program, State};

use crate::error::{Access, Error, Intent, PlaceCall, Problem, Related, Relation, SizedLocation, SourcePlace, Waiting};
use crate::finder::{Exhibit, Finding};
use crate::index::ExecutionIndex;
use crate::scene::{Scene, Step, innermost};
use crate::specification::{CallFinding, CallPlace, CallProblem};
use crate::story::RowPlace;
use crate::subject::Names;

/// What makes an error distinct: its kind, weightier ones first, and the places that belong to it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key {
    rank: u8,
    kind: &'static str,
    places: Vec<Option<Position>>,
}

/// Describes executions of a program.
pub(crate) struct Describer<'a> {
    program: &'a Program,
    names: &'a dyn Names,
}

/// The parts of an error, before they are put together with an execution.
struct Description {
    problem: Problem,
    place: Option<SourcePlace>,
    related: Vec<Related>,
    /// The event, if there is one.
    event: Option<EventId>,
}

impl<'a> Describer<'a> {
    pub fn new(program: &'a Program, names: &'a dyn Names) -> Describer<'a> {
        Describer { program, names }
    }

    pub fn program(&self) -> &'a Program {
        self.program
    }

    pub fn names(&self) -> &'a dyn Names {
        self.names
    }

    pub fn action<'s>(&self, state: &'s State) -> &'s Action {
        self.program.action(state)
    }

    /// What makes the error distinct from others.
    pub fn key(&self, finding: Finding, scene: &Scene) -> Key {
        let steps = || scene.steps(self.program);
        let event = |steps: &[Vec<Step>], event: EventId| {
            ExecutionIndex::new(self.program, &scene.execution, steps).step_of(event).and_then(|step| step.position)
        };
        let stand = |thread: ThreadId| scene.state(thread).and_then(|state| self.program.position(state));
        let (rank, kind, mut places) = match finding {
            Finding::Failure(thread, id) => {
                let failure = self.program.failure(id);
                (1, failure.kind.name(), vec![failure.position.or_else(|| stand(thread))])
            }
            Finding::Fault(thread, fault) => {
                let other = fault_event(fault).map(|other| event(&steps(), other));
                (1, self.fault_kind(thread, fault, scene), [stand(thread)].into_iter().chain(other).collect())
            }
            Finding::Race(race @ Race { first, second, .. }) => {
                let steps = steps();
                let kind = match Sizes::of(self.program, race, &scene.execution) {
                    Sizes::Same => "race",
                    Sizes::Different => "mixed-size-access",
                    Sizes::Apart => Problem::UNSUPPORTED,
                };
                (0, kind, vec![event(&steps, first), event(&steps, second)])
            }
            Finding::Deadlock => {
                let stuck = scene.stands.iter().filter(|stand| stand.waits.is_some());
                let states = stuck.filter_map(|stand| stand.state.as_ref());
                (2, "deadlock", states.map(|state| self.program.position(state)).collect())
            }
            Finding::Livelock(thread) => (3, "liveness", vec![stand(thread)]),
            Finding::Leak(LiveObject { allocated, .. }) => (4, "leak", vec![event(&steps(), allocated)]),
            Finding::Calls => unreachable!("what is wrong with calls has a key of its own"),
        };
        if matches!(finding, Finding::Race(_)) {
            places.sort_unstable();
        }
        Key { rank, kind, places }
    }

    /// What makes an error with calls distinct from others.
    pub fn key_of_calls(found: &CallFinding) -> Key {
        let kind = match &found.problem {
            CallProblem::Broken(broken) => broken.violation.reason.name(),
            CallProblem::Bad(_) => Problem::UNSUPPORTED,
        };
        Key { rank: 5, kind, places: found.places.iter().map(|place| place.position).collect() }
    }

    /// The error with its execution.
    pub fn error(&self, found: &Exhibit, show_output: bool) -> Error {
        let Exhibit { finding, scene, calls } = found;
        let steps = scene.steps(self.program);
        let index = ExecutionIndex::new(self.program, &scene.execution, &steps);
        let Description { problem, place, related, event } = match calls {
            Some(calls) => self.calls(calls),
            None => self.describe(*finding, scene, &index),
        };
        let marked: Vec<EventId> =
            event.into_iter().chain(related.iter().filter_map(|related| related.event)).collect();
        let failing = match *finding {
            Finding::Failure(thread, _) | Finding::Fault(thread, _) => Some(thread),
            _ => None,
        };
        // A thread fails between two events: after its last one.
        let last = |thread: ThreadId| {
            let events = scene.execution.threads.get(thread.index()).map_or(0, Vec::len);
            events.checked_sub(1).map(|index| EventId { thread, index: index as u32 })
        };
        let event = event.or_else(|| failing.and_then(last));
        Error {
            problem,
            absent_under: None,
            place,
            related,
            event,
            story: self.story_with(scene, &index, &marked, failing),
            output: if show_output { self.program.output(&scene.execution) } else { Vec::new() },
            execution: scene.execution.clone(),
        }
    }

    fn describe(&self, finding: Finding, scene: &Scene, index: &ExecutionIndex<'_>) -> Description {
        match finding {
            Finding::Failure(thread, id) => {
                let failure = self.program.failure(id);
                // What fails in the library has no line of its own, but a caller's.
                let message = scene.state(thread).and_then(|state| self.program.failed(state));
                let message = message.map_or(failure.message, |failed| failed.message);
                let place = self.standing(thread, scene).map(|place| match failure.position {
                    None => place,
                    Some(Position { file, line, column }) => {
                        SourcePlace { file: self.program.file_name(file).to_owned(), line, column, ..place }
                    }
                });
                let access = scene.state(thread).and_then(|state| self.failed_access(state, failure.kind, index));
                let problem = Problem::Failure { kind: failure.kind, message, access };
                Description { problem, place, related: Vec::new(), event: None }
            }
            Finding::Fault(thread, fault) => self.fault(thread, fault, scene, index),
            Finding::Race(race) => self.race(race, index),
            Finding::Deadlock => self.deadlock(scene, index),
            Finding::Livelock(thread) => Description {
                problem: Problem::Livelock { thread },
                place: self.standing(thread, scene),
                related: Vec::new(),
                event: None,
            },
            Finding::Calls => unreachable!("the exhibit says what is wrong with calls"),
            Finding::Leak(LiveObject { allocated, size, .. }) => Description {
                problem: Problem::Leak { bytes: size },
                place: self.place_of(allocated, index),
                related: Vec::new(),
                event: Some(allocated),
            },
        }
    }

    /// What is wrong with calls of an object.
    fn calls(&self, found: &CallFinding) -> Description {
        let problem = match &found.problem {
            CallProblem::Broken(broken) => Problem::Calls(broken.clone()),
            CallProblem::Bad(bad) => Problem::BadCalls(bad.clone()),
        };
        let place = |place: &CallPlace| {
            let Position { file, line, column } = place.position?;
            let (file, function) = (self.program.file_name(file).to_owned(), place.function.clone());
            Some(SourcePlace { file, line, column, function, thread: place.thread, calls: Vec::new() })
        };
        let mut places = found.places.iter().map(place);
        let first = places.next().flatten();
        let related = places.flatten().map(|place| Related { relation: Relation::OtherCall, place, event: None });
        Description { problem, place: first, related: related.collect(), event: None }
    }

    fn fault(&self, thread: ThreadId, fault: Fault, scene: &Scene, index: &ExecutionIndex<'_>) -> Description {
        let Some(state) = scene.state(thread) else { unreachable!("thread {thread} has a fault and no state") };
        let action = self.action(state);
        let (target, intent) = (target(action), intent(action));
        let location = target.map(|addr| self.location(addr, index));
        let on_stack = self.is_on_stack(action);
        let problem = match fault {
            Fault::OutOfBounds => {
                let access = target.map(|addr| self.access_at(state, intent, addr, index));
                Problem::OutOfBounds { intent, location, access }
            }
            Fault::UseAfterFree { freed } => Problem::UseAfterFree {
                intent,
                location,
                thread,
                freed_by: freed.thread,
                is_ordered: index.is_in_prefix(freed, thread),
                on_stack,
            },
            Fault::FreeInUse { access } => {
                Problem::FreeInUse { intent, location, thread, used_by: access.thread, on_stack }
            }
            Fault::DoubleFree { .. } => Problem::DoubleFree { location },
            Fault::FreeTooEarly { allocated } => {
                Problem::TooEarly { intent, location, thread, allocated_by: allocated.thread }
            }
            Fault::FreeLocked { lock, .. } => {
                let mutex = index.execution.get(lock).and_then(|event| event.label.addr());
                Problem::FreeLocked { location: mutex.map(|addr| self.location(addr, index)), held_by: lock.thread }
            }
            Fault::InvalidFree => Problem::InvalidFree { intent, location },
            Fault::MixedSize { access } => {
                let other = index.execution.get(access).and_then(|event| event.label.addr());
                let sized = |addr| self.sized(addr, index);
                Problem::MixedSize { intent, location: target.map(sized), other: other.map(sized) }
            }
        };
        let mut related: Vec<Related> = Vec::new();
        if let Some(event) = fault_event(fault) {
            let relation = match fault {
                Fault::FreeInUse { .. } | Fault::MixedSize { .. } => Relation::Accessed,
                Fault::FreeLocked { .. } => Relation::Locked,
                _ if on_stack => Relation::Ended,
                _ => Relation::Freed,
            };
            related.extend(self.related(relation, event, index));
        }
        if let Some(block) = target.and_then(|addr| index.block(self.program, addr)) {
            related.extend(self.related(Relation::Allocated, block.event, index));
        }
        let event = if let Fault::FreeLocked { freed, .. } = fault { freed } else { None };
        let place = match event {
            Some(event) => self.place_of(event, index),
            None => self.standing(thread, scene),
        };
        Description { problem, place, related, event }
    }

    /// Is what a thread is about to use on a stack?
    fn is_on_stack(&self, action: &Action) -> bool {
        target(action).is_some_and(|addr| matches!(self.program.place(addr), Place::Stack { .. }))
    }

    /// The word by which results name the kind of a fault.
    pub(crate) fn fault_kind(&self, thread: ThreadId, fault: Fault, scene: &Scene) -> &'static str {
        kind_of_fault(fault, scene.state(thread).is_some_and(|state| self.is_on_stack(self.action(state))))
    }

    fn race(&self, race: Race, index: &ExecutionIndex<'_>) -> Description {
        if let Some(description) = self.too_early(race, index).or_else(|| self.too_late(race, index)) {
            return description;
        }
        let access = |event: EventId| match index.execution.get(event).map(|event| event.label) {
            Some(Label::Read { mode, .. }) => Access::Read(mode),
            Some(Label::Write { mode, .. }) => Access::Write(mode),
            label => unreachable!("{event} races and is {label:?}"),
        };
        let (first, second) = (access(race.first), access(race.second));
        let location = self.location(race.addr, index);
        let problem = match Sizes::of(self.program, race, index.execution) {
            Sizes::Same => Problem::Race { location, first, second, mixed_sizes: false },
            Sizes::Different => Problem::Race { location, first, second, mixed_sizes: true },
            Sizes::Apart => Problem::UnorderedParts { location, first, second },
        };
        Description {
            problem,
            place: self.place_of(race.first, index),
            related: self.related(Relation::OtherAccess(second), race.second, index).into_iter().collect(),
            event: Some(race.first),
        }
    }

    /// A race of an access with the allocation of what it accesses.
    fn too_early(&self, race: Race, index: &ExecutionIndex<'_>) -> Option<Description> {
        let label = |event| index.execution.get(event).map(|event| event.label);
        let is_allocation = |event| matches!(label(event), Some(Label::Allocate { .. }));
        let (allocated, access) = match is_allocation(race.first) {
            true => (race.first, race.second),
            false if is_allocation(race.second) => (race.second, race.first),
            false => return None,
        };
        let intent = if label(access).is_some_and(|label| label.is_read()) { Intent::Read } else { Intent::Write };
        let location = Some(self.location(race.addr, index));
        let (thread, allocated_by) = (access.thread, allocated.thread);
        Some(Description {
            problem: Problem::TooEarly { intent, location, thread, allocated_by },
            place: self.place_of(access, index),
            related: self.related(Relation::Allocated, allocated, index).into_iter().collect(),
            event: Some(access),
        })
    }

    /// An access to memory of a thread that may have ended: the end is behind the last event of that.
    fn too_late(&self, race: Race, index: &ExecutionIndex<'_>) -> Option<Description> {
        let label = |event| index.execution.get(event).map(|event| event.label);
        let (access, end) = match (label(race.first), label(race.second)) {
            (Some(_), None) => (race.first, race.second),
            (None, Some(_)) => (race.second, race.first),
            _ => return None,
        };
        let intent = if label(access).is_some_and(|label| label.is_read()) { Intent::Read } else { Intent::Write };
        let location = Some(self.location(race.addr, index));
        Some(Description {
            problem: Problem::OutlivesThread { intent, location, thread: access.thread, ended: end.thread },
            place: self.place_of(access, index),
            related: Vec::new(),
            event: Some(access),
        })
    }

    fn deadlock(&self, scene: &Scene, index: &ExecutionIndex<'_>) -> Description {
        let threads = (0..scene.stands.len()).map(|index| ThreadId(index as u16));
        let mut stuck: Vec<(ThreadId, Waiting, SourcePlace)> = threads
            .filter_map(|thread| Some((thread, self.waiting(thread, scene, index)?, self.standing(thread, scene)?)))
            .collect();
        // Who waits for the end of another thread is not the cause.
        stuck.sort_by_key(|(thread, waiting, _)| (matches!(waiting, Waiting::Thread(_)), *thread));
        let mut stuck = stuck.into_iter();
        let (first, place) = stuck.next().map(|(thread, waiting, place)| ((thread, waiting), place)).unzip();
        let related = stuck.map(|(thread, waiting, place)| Related {
            relation: Relation::Waits(thread, waiting),
            place,
            event: None,
        });
        Description { problem: Problem::Deadlock { first }, place, related: related.collect(), event: None }
    }

    /// A location with its size.
    fn sized(&self, addr: Address, index: &ExecutionIndex<'_>) -> SizedLocation {
        SizedLocation { name: self.location(addr, index), bytes: Program::location_bytes(addr) }
    }

    fn related(&self, relation: Relation, event: EventId, index: &ExecutionIndex<'_>) -> Option<Related> {
        Some(Related { relation, place: self.place_of(event, index)?, event: Some(event) })
    }

    /// Where an event is in the source.
    fn place_of(&self, event: EventId, index: &ExecutionIndex<'_>) -> Option<SourcePlace> {
        let step = index.step_of(event)?;
        Some(self.place(step.position, step.function.clone(), event.thread, &step.calls))
    }

    /// Where a thread stands at the end.
    fn standing(&self, thread: ThreadId, scene: &Scene) -> Option<SourcePlace> {
        let state = scene.state(thread)?;
        let (function, position) = innermost(self.program, state);
        Some(self.place(position, function, thread, &self.program.calls(state)))
    }

    fn place(&self, position: Option<Position>, function: String, thread: ThreadId, calls: &[Call]) -> SourcePlace {
        let user = calls.iter().find(|call| !call.is_header);
        let (position, function) = match (user, calls) {
            // The function may be inlined.
            (Some(user), _) if Some(user.position) == position => (position, user.function.clone()),
            // Where there is no line of the user's, one of a header is better than none.
            (None, [first, ..]) => (Some(first.position), first.function.clone()),
            _ => (position, function),
        };
        let calls = calls.iter().map(|call| PlaceCall {
            file: self.program.file_name(call.position.file).to_owned(),
            line: call.position.line,
            column: call.position.column,
            function: call.function.clone(),
            is_header: call.is_header,
        });
        let RowPlace { file, line, column } = self.row_place(position);
        SourcePlace { file, line, column, function, thread, calls: calls.collect() }
    }
}

/// How the bytes of two accesses that race compare. In a word that is accessed whole and in parts, two accesses may have no byte
/// in common: then it is only the way in which such words are explored that makes a race of them.
enum Sizes {
    Same,
    Different,
    Apart,
}

impl Sizes {
    fn of(program: &Program, race: Race, execution: &Execution) -> Sizes {
        if !program.widened().contains(&race.addr) {
            return Sizes::Same;
        }
        let bytes = |event| program.bytes_accessed(execution, event);
        match (bytes(race.first), bytes(race.second)) {
            (Some(first), Some(second)) if !first.overlaps(second) => Sizes::Apart,
            (Some(first), Some(second)) if first != second => Sizes::Different,
            _ => Sizes::Same,
        }
    }
}

/// The word for a fault, of an access to the stack or elsewhere.
fn kind_of_fault(fault: Fault, on_stack: bool) -> &'static str {
    match fault {
        Fault::OutOfBounds => "out-of-bounds",
        Fault::UseAfterFree { .. } | Fault::FreeInUse { .. } if on_stack => "use-after-scope",
        Fault::UseAfterFree { .. } | Fault::FreeInUse { .. } => "use-after-free",
        Fault::DoubleFree { .. } => "double-free",
        Fault::InvalidFree | Fault::FreeTooEarly { .. } => "invalid-free",
        Fault::FreeLocked { .. } => "invalid-unlock",
        Fault::MixedSize { .. } => Problem::UNSUPPORTED,
    }
}

/// The other event that a fault is about.
fn fault_event(fault: Fault) -> Option<EventId> {
    match fault {
        Fault::UseAfterFree { freed } | Fault::DoubleFree { freed } => Some(freed),
        Fault::FreeInUse { access } | Fault::MixedSize { access } | Fault::FreeLocked { lock: access, .. } => {
            Some(access)
        }
        Fault::OutOfBounds | Fault::InvalidFree | Fault::FreeTooEarly { .. } => None,
    }
}

/// What an action is about.
pub(crate) fn target(action: &Action) -> Option<Address> {
    match *action {
        Action::Free { base } | Action::Allocate { base, .. } => Some(base),
        Action::Arrive { barrier, .. } | Action::Depart { barrier, .. } => Some(barrier),
        _ => action.addr(),
    }
}

/// What a thread that stands at an action is about to do.
pub(crate) fn intent(action: &Action) -> Intent {
    match action {
        Action::Read { .. } => Intent::Read,
        Action::Write { .. } => Intent::Write,
        Action::Update { .. } => Intent::Update,
        Action::Free { .. } => Intent::Free,
        _ => Intent::Use,
    }
}
