//! Says what is wrong with an execution: the kind, a sentence, and the places that belong to it.

use std::path::Path;

use raddle_explore::{Action, Fault, LiveObject, Program as _, Race};
use raddle_graph::{Address, EventId, Execution, Label, ThreadId};
use raddle_ir::{Position, Program, State};
use raddle_llvm::Lowered;

use crate::finder::{Found, Problem};
use crate::outcome::{ErrorReport, Place, Related, UNSUPPORTED};
use crate::scene::{Scene, Step};
use crate::sources::Sources;
use crate::told::Told;
use crate::words::{bytes, size};

/// What makes an error distinct: its kind, weightier ones first, and the places that belong to it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Key {
    rank: u8,
    kind: &'static str,
    places: Vec<(u16, u32, u32)>,
}

/// Tells about executions of a program.
pub(crate) struct Teller<'a> {
    lowered: &'a Lowered,
    program: &'a Program,
    main: String,
    entry: String,
    sources: Sources,
}

/// The parts of an error, before it is told with an execution.
struct Description {
    kind: &'static str,
    message: String,
    help: &'static str,
    place: Option<Place>,
    related: Vec<Related>,
    /// The event, if there is one.
    event: Option<EventId>,
}

impl<'a> Teller<'a> {
    pub fn new(lowered: &'a Lowered, program: &'a Program, file: &Path, entry: &str) -> Teller<'a> {
        let (main, entry) = (file.display().to_string(), entry.to_owned());
        Teller { lowered, program, main, entry, sources: Sources::new(file) }
    }

    /// The name of the function that a thread runs. The first one does some work around the one that it was told to.
    pub fn thread_name(&self, thread: ThreadId) -> String {
        if thread.0 == 0 { self.entry.clone() } else { self.program().thread_name(thread) }
    }

    pub fn lowered(&self) -> &'a Lowered {
        self.lowered
    }

    pub fn program(&self) -> &'a Program {
        self.program
    }

    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Is this the file that the user named?
    pub fn is_main(&self, file: &str) -> bool {
        file.is_empty()
            || file == self.main
            || Path::new(&self.main).ends_with(file)
            || Path::new(file).ends_with(&self.main)
    }

    pub fn action<'s>(&self, state: &'s State) -> &'s Action {
        self.program().action(state)
    }

    /// What makes the error distinct from others.
    pub fn key(&self, problem: Problem, scene: &Scene) -> Key {
        let steps = || scene.steps(self.program());
        let event = |steps: &[Vec<Step>], event: EventId| {
            Told::new(self.program(), &scene.execution, steps)
                .step_of(event)
                .map_or(Position::default(), |step| step.position)
        };
        let stand = |thread: ThreadId| {
            let state = scene.stands.get(thread.index()).and_then(|stand| stand.state.as_ref());
            state.map_or(Position::default(), |state| self.program().position(state))
        };
        let (rank, kind, mut positions) = match problem {
            Problem::Failure(thread, id) => {
                let failure = self.program().failure(id);
                let known = failure.position.line > 0;
                (1, failure.kind.name(), vec![if known { failure.position } else { stand(thread) }])
            }
            Problem::Fault(thread, fault) => {
                let other = fault_event(fault).map(|other| event(&steps(), other));
                (1, fault_kind(fault), [stand(thread)].into_iter().chain(other).collect())
            }
            Problem::Race(race @ Race { first, second, .. }) => {
                let steps = steps();
                let kind = race_kind(self.program(), race, &scene.execution);
                (0, kind, vec![event(&steps, first), event(&steps, second)])
            }
            Problem::Deadlock => {
                let stuck = scene.stands.iter().filter(|stand| stand.waits.is_some());
                let states = stuck.filter_map(|stand| stand.state.as_ref());
                (2, "deadlock", states.map(|state| self.program().position(state)).collect())
            }
            Problem::Livelock(thread) => (3, "liveness", vec![stand(thread)]),
            Problem::Leak(LiveObject { allocated, .. }) => (4, "leak", vec![event(&steps(), allocated)]),
        };
        if matches!(problem, Problem::Race(_)) {
            positions.sort_by_key(|position| (position.file, position.line, position.column));
        }
        let places = positions.iter().map(|position| (position.file, position.line, position.column)).collect();
        Key { rank, kind, places }
    }

    /// The error, told with its execution.
    pub fn report(&self, found: &Found, show_output: bool) -> ErrorReport {
        let Found { problem, scene } = found;
        let steps = scene.steps(self.program());
        let told = Told::new(self.program(), &scene.execution, &steps);
        let Description { kind, message, help, place, related, event } = self.describe(*problem, scene, &told);
        let marked: Vec<EventId> =
            event.into_iter().chain(related.iter().filter_map(|related| related.event)).collect();
        let failing = match *problem {
            Problem::Failure(thread, _) | Problem::Fault(thread, _) => Some(thread),
            _ => None,
        };
        // A thread fails between two events: after its last one.
        let last = |thread: ThreadId| {
            let events = scene.execution.threads.get(thread.index()).map_or(0, Vec::len);
            events.checked_sub(1).map(|index| EventId { thread, index: index as u32 })
        };
        let event = event.or_else(|| failing.and_then(last));
        ErrorReport {
            kind,
            message,
            help,
            place,
            related,
            event,
            story: self.story(scene, &marked, failing),
            dot: self.dot(scene),
            output: if show_output { self.program().output(&scene.execution) } else { Vec::new() },
            execution: Some(scene.execution.clone()),
        }
    }

    fn describe(&self, problem: Problem, scene: &Scene, told: &Told<'_>) -> Description {
        match problem {
            Problem::Failure(thread, id) => {
                let failure = self.program().failure(id);
                let state = scene.stands.get(thread.index()).and_then(|stand| stand.state.as_ref());
                // What fails in the library has no line of its own, but a caller's.
                let message = state.and_then(|state| self.program().failed(state)).map(|failed| failed.message);
                let place = self.standing(thread, scene).map(|place| match failure.position.line {
                    0 => place,
                    line => Place {
                        file: self.program().file_name(failure.position.file).to_owned(),
                        line,
                        column: failure.position.column,
                        ..place
                    },
                });
                Description {
                    kind: failure.kind.name(),
                    message: message.unwrap_or(failure.message),
                    help: "",
                    place,
                    related: Vec::new(),
                    event: None,
                }
            }
            Problem::Fault(thread, fault) => self.fault(thread, fault, scene, told),
            Problem::Race(race) => self.race(race, told),
            Problem::Deadlock => self.deadlock(scene, told),
            Problem::Livelock(thread) => Description {
                kind: "liveness",
                message: format!("thread {} waits for ever: nothing that it reads will change any more", thread.0),
                help: "",
                place: self.standing(thread, scene),
                related: Vec::new(),
                event: None,
            },
            Problem::Leak(LiveObject { allocated, size, .. }) => Description {
                kind: "leak",
                message: format!("a block of {} is never freed, and nothing points to it any more", bytes(size)),
                help: "",
                place: self.place_of(allocated, told),
                related: Vec::new(),
                event: Some(allocated),
            },
        }
    }

    fn fault(&self, thread: ThreadId, fault: Fault, scene: &Scene, told: &Told<'_>) -> Description {
        let state = scene.stands.get(thread.index()).and_then(|stand| stand.state.as_ref());
        let target = state.and_then(|state| target(self.action(state)));
        let name = target.map_or("memory".to_owned(), |addr| format!("`{}`", self.location(addr, told)));
        let intention = state.map_or("access", |state| verb(self.action(state)));
        let other = fault_event(fault);
        let may_be_later = other.is_some_and(|event| !told.is_in_the_past(event, thread));
        let who = other.map_or(String::new(), |event| format!("thread {}", event.thread.0));
        let message = match fault {
            Fault::OutOfBounds => format!("{intention} of {name}, which is outside of every object"),
            Fault::UseAfterFree { .. } if may_be_later => {
                format!("{intention} of {name}, which {who} frees: nothing makes the {intention} come before that")
            }
            Fault::UseAfterFree { .. } => format!("{intention} of {name} after {who} freed it"),
            Fault::FreeInUse { .. } => {
                format!(
                    "{intention} of {name}, which {who} may still be using: nothing makes its access come before that"
                )
            }
            Fault::DoubleFree { .. } => format!("{name} is freed a second time"),
            Fault::InvalidFree => format!("{intention} of {name}, which is not the beginning of a block of the heap"),
            Fault::MixedSize { access } => {
                let other = told.execution.get(access).and_then(|event| event.label.addr());
                let other = other.map_or("memory".to_owned(), |addr| self.sized(addr, told));
                let this = target.map_or("memory".to_owned(), |addr| self.sized(addr, told));
                format!("{intention} of {this}, which overlaps {other}: such a mixture of sizes cannot be modelled")
            }
        };
        let mut related: Vec<Related> = Vec::new();
        if let Some(event) = other {
            let what = match fault {
                Fault::FreeInUse { .. } | Fault::MixedSize { .. } => "accessed",
                _ => "freed",
            };
            related.extend(self.related(what, event, told));
        }
        if let Some(event) = target.and_then(|addr| told.block(self.program(), addr)).map(|block| block.event) {
            related.extend(self.related("allocated", event, told));
        }
        Description {
            kind: fault_kind(fault),
            message,
            help: "",
            place: self.standing(thread, scene),
            related,
            event: None,
        }
    }

    fn race(&self, race: Race, told: &Told<'_>) -> Description {
        let access = |event: EventId| match told.execution.get(event).map(|event| event.label) {
            Some(Label::Read { mode, .. }) => format!("read ({mode})"),
            Some(Label::Write { mode, .. }) => format!("write ({mode})"),
            _ => "access".to_owned(),
        };
        let (first, second) = (access(race.first), access(race.second));
        let name = self.location(race.addr, told);
        let kind = race_kind(self.program(), race, told.execution);
        let message = match kind {
            UNSUPPORTED => format!(
                "nothing orders this {first} and the {second} of another thread: they access different parts of `{name}`, \
                 which is also accessed whole, and cannot be modelled"
            ),
            MIXED => format!(
                "data race on `{name}`: nothing orders this {first} and the {second} of another thread, which have different \
                 sizes"
            ),
            _ => format!("data race on `{name}`: nothing orders this {first} and the {second} of another thread"),
        };
        Description {
            kind,
            message,
            help: "make both atomic, or let one happen before the other (a mutex, or a release store read by an acquire load)",
            place: self.place_of(race.first, told),
            related: self.related(&format!("the other access, a {second},"), race.second, told).into_iter().collect(),
            event: Some(race.first),
        }
    }

    fn deadlock(&self, scene: &Scene, told: &Told<'_>) -> Description {
        let threads = (0..scene.stands.len()).map(|index| ThreadId(index as u16));
        let mut stuck: Vec<(ThreadId, String, Place)> = threads
            .filter_map(|thread| Some((thread, self.waiting(thread, scene, told)?, self.standing(thread, scene)?)))
            .collect();
        // Who waits for the end of another thread is not the cause.
        let joins = |thread: ThreadId| {
            let state = scene.stands.get(thread.index()).and_then(|stand| stand.state.as_ref());
            state.is_some_and(|state| matches!(self.action(state), Action::Join { .. }))
        };
        stuck.sort_by_key(|(thread, _, _)| (joins(*thread), *thread));
        let mut stuck = stuck.into_iter();
        let first = stuck.next();
        let message = match &first {
            Some((thread, waits, _)) => format!("deadlock: thread {} {waits}", thread.0),
            None => "deadlock".to_owned(),
        };
        let related = stuck.map(|(thread, waits, place)| Related {
            what: format!("thread {} {waits},", thread.0),
            place,
            event: None,
        });
        Description {
            kind: "deadlock",
            message,
            help: "",
            place: first.map(|(_, _, place)| place),
            related: related.collect(),
            event: None,
        }
    }

    /// What the thread is about to do, for a sentence: "read x".
    pub fn intention(&self, state: &State, told: &Told<'_>) -> String {
        let action = self.action(state);
        match target(action) {
            Some(addr) => format!("{} {}", verb(action), self.location(addr, told)),
            None => verb(action).to_owned(),
        }
    }

    /// A location with its size.
    fn sized(&self, addr: Address, told: &Told<'_>) -> String {
        format!("`{}` ({})", self.location(addr, told), bytes(u64::from(size(addr))))
    }

    fn related(&self, what: &str, event: EventId, told: &Told<'_>) -> Option<Related> {
        Some(Related { what: what.to_owned(), place: self.place_of(event, told)?, event: Some(event) })
    }

    /// Where an event is in the source.
    fn place_of(&self, event: EventId, told: &Told<'_>) -> Option<Place> {
        let step = told.step_of(event)?;
        Some(self.place(step.position, step.function.clone(), event.thread))
    }

    /// Where a thread stands at the end.
    fn standing(&self, thread: ThreadId, scene: &Scene) -> Option<Place> {
        let state = scene.stands.get(thread.index())?.state.as_ref()?;
        let (function, position) = self.program().stack(state).into_iter().next().unwrap_or_default();
        Some(self.place(position, function, thread))
    }

    fn place(&self, position: Position, function: String, thread: ThreadId) -> Place {
        let file = self.program().file_name(position.file).to_owned();
        Place { file, line: position.line, column: position.column, function, thread }
    }
}

const MIXED: &str = "mixed-size-access";

/// What a race is called. In a word that is accessed whole and in parts, two accesses may have no byte in common: then it is
/// only the way in which such words are explored that makes a race of them.
fn race_kind(program: &Program, race: Race, execution: &Execution) -> &'static str {
    if !program.widened().contains(&race.addr) {
        return "race";
    }
    let bytes = |event| program.bytes_accessed(execution, event);
    match (bytes(race.first), bytes(race.second)) {
        (Some(first), Some(second)) if !first.overlaps(second) => UNSUPPORTED,
        (Some(first), Some(second)) if first != second => MIXED,
        _ => "race",
    }
}

pub(crate) fn fault_kind(fault: Fault) -> &'static str {
    match fault {
        Fault::OutOfBounds => "out-of-bounds",
        Fault::UseAfterFree { .. } | Fault::FreeInUse { .. } => "use-after-free",
        Fault::DoubleFree { .. } => "double-free",
        Fault::InvalidFree => "invalid-free",
        Fault::MixedSize { .. } => UNSUPPORTED,
    }
}

/// The other event that a fault is about.
fn fault_event(fault: Fault) -> Option<EventId> {
    match fault {
        Fault::UseAfterFree { freed } | Fault::DoubleFree { freed } => Some(freed),
        Fault::FreeInUse { access } | Fault::MixedSize { access } => Some(access),
        Fault::OutOfBounds | Fault::InvalidFree => None,
    }
}

/// What an action is about.
fn target(action: &Action) -> Option<Address> {
    match *action {
        Action::Read { addr, .. } | Action::Write { addr, .. } | Action::Update { addr, .. } => Some(addr),
        Action::Free { base } | Action::Allocate { base, .. } => Some(base),
        Action::Arrive { barrier, .. } | Action::Depart { barrier, .. } => Some(barrier),
        _ => None,
    }
}

fn verb(action: &Action) -> &'static str {
    match action {
        Action::Read { .. } => "read",
        Action::Write { .. } => "write",
        Action::Update { .. } => "update",
        Action::Free { .. } => "free",
        _ => "use",
    }
}
