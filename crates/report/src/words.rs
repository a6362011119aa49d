//! Problems, places, notes and events in words: every sentence that a report has.

use raddle_check::{
    Access, BadAccess, BadCalls, CycleKind, Deed, Elsewhere, Growing, Holder, Intent, NearBy, NearByKind, Note, Open,
    OtherError, PlaceCall, Problem, Question, ReadOf, Relation, SizedLocation, SourcePlace, SpuriousKind, TooLong,
    Vacuity, Waiting, Warning, shown_line,
};
use raddle_explore::{Limit, Totals};
use raddle_graph::ConditionOp;
use raddle_models::ModelName;

/// Longer chains of calls are shortened.
const MAX_CALLS: usize = 10;
/// The same within the library.
const MAX_HEADERS: usize = 3;

/// So many bytes, in words.
fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

/// `mp.c:12 in writer`
fn call(call: &PlaceCall) -> String {
    let function = if call.function.is_empty() { String::new() } else { format!(" in {}", call.function) };
    format!("{}:{}{function}", without_detours(&call.file), call.line)
}

/// A file name without the `..` by which compilers find their headers.
fn without_detours(file: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in file.split('/') {
        match part {
            ".." if parts.last().is_some_and(|last| !last.is_empty() && *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What the library did at a place, from the inside out, a line for each call up to the place.
pub(crate) fn headers(place: &SourcePlace) -> Vec<String> {
    let [first, outer @ ..] = place.headers() else { return Vec::new() };
    let mut lines = vec![format!("in the library: {}", call(first))];
    lines.extend(shortened(outer, MAX_HEADERS));
    lines.extend(place.calls.get(place.headers().len()).map(|user| format!("called from {}", call(user))));
    lines
}

/// How a thread got to a place, from the inside out, a line for each call.
pub(crate) fn callers(place: &SourcePlace) -> Vec<String> {
    shortened(place.callers(), MAX_CALLS)
}

/// Calls from the inside out, without some in the middle if there are too many.
fn shortened(calls: &[PlaceCall], most: usize) -> Vec<String> {
    let mut lines: Vec<String> = calls.iter().map(|caller| format!("called from {}", call(caller))).collect();
    if lines.len() > most {
        let (begin, left_out) = (most / 2, lines.len() - most + 1);
        lines.splice(begin..begin + left_out, [format!("… {left_out} more calls …")]);
    }
    lines
}

/// `mp.c:12:5 in writer (thread 1)`
pub(crate) fn place(place: &SourcePlace) -> String {
    let SourcePlace { file, line, column, function, thread, .. } = place;
    let function = if function.is_empty() { String::new() } else { format!(" in {function}") };
    format!("{file}:{line}:{column}{function} (thread {})", thread.0)
}

fn access(access: Access) -> String {
    match access {
        Access::Read(mode) => format!("read ({mode})"),
        Access::Write(mode) => format!("write ({mode})"),
    }
}

fn intent(intent: Intent) -> &'static str {
    match intent {
        Intent::Read => "read",
        Intent::Write => "write",
        Intent::Update => "update",
        Intent::Free => "free",
        Intent::Use => "use",
    }
}

/// A name in quotes, if there is one.
fn quoted(location: Option<&String>) -> String {
    location.map_or("memory".to_owned(), |name| format!("`{name}`"))
}

fn sized(location: Option<&SizedLocation>) -> String {
    location.map_or("memory".to_owned(), |location| format!("`{}` ({})", location.name, bytes(location.bytes)))
}

/// What is wrong, in a sentence.
pub(crate) fn problem(problem: &Problem) -> String {
    match problem {
        Problem::Race { location, first, second, mixed_sizes } => {
            let sizes = if *mixed_sizes { ", which have different sizes" } else { "" };
            let (first, second) = (access(*first), access(*second));
            format!("data race on `{location}`: nothing orders this {first} and the {second} of another thread{sizes}")
        }
        Problem::UnorderedParts { location, first, second } => format!(
            "nothing orders this {} and the {} of another thread: they access different parts of `{location}`, which is also \
             accessed whole, and cannot be modelled",
            access(*first),
            access(*second)
        ),
        Problem::Failure { access: Some(access), .. } | Problem::OutOfBounds { access: Some(access), .. } => {
            bad_access(access)
        }
        Problem::Failure { message, .. } => shown_line(message).into_owned(),
        Problem::OutOfBounds { intent: what, location, .. } => {
            format!("{} of {}, which is outside of every object", intent(*what), quoted(location.as_ref()))
        }
        Problem::UseAfterFree { intent: what, location, thread, freed_by, is_ordered, on_stack } => {
            let (what, name, who) = (intent(*what), quoted(location.as_ref()), freed_by.0);
            match is_ordered {
                true if *on_stack => format!("{what} of {name} after its scope in thread {who} has ended"),
                false if *on_stack => format!(
                    "{what} of {name}: thread {} may {what} this after its scope in thread {who} has ended",
                    thread.0
                ),
                true => format!("{what} of {name} after thread {who} freed it"),
                false => {
                    format!("{what} of {name}: thread {} may {what} this after thread {who} has freed it", thread.0)
                }
            }
        }
        Problem::FreeInUse { location, thread, used_by, on_stack: true, .. } => format!(
            "end of the scope of {}: thread {} may use this after its scope in thread {} has ended",
            quoted(location.as_ref()),
            used_by.0,
            thread.0
        ),
        Problem::FreeInUse { intent: what, location, thread, used_by, .. } => format!(
            "{} of {}: thread {} may use this after thread {} has freed it",
            intent(*what),
            quoted(location.as_ref()),
            used_by.0,
            thread.0
        ),
        Problem::TooEarly { intent: what, location, thread, allocated_by } => {
            let (what, name) = (intent(*what), quoted(location.as_ref()));
            format!(
                "{what} of {name}: thread {} may {what} this before thread {} has allocated it",
                thread.0, allocated_by.0
            )
        }
        Problem::FreeLocked { location, held_by } => {
            format!("the life of {} ends while thread {} holds it", quoted(location.as_ref()), held_by.0)
        }
        Problem::OutlivesThread { intent: what, location, thread, ended } => {
            let (what, name) = (intent(*what), quoted(location.as_ref()));
            format!("{what} of {name}: thread {} may {what} this after thread {} has ended", thread.0, ended.0)
        }
        Problem::DoubleFree { location } => format!("{} is freed a second time", quoted(location.as_ref())),
        Problem::InvalidFree { intent: what, location } => format!(
            "{} of {}, which is not the beginning of a block of the heap",
            intent(*what),
            quoted(location.as_ref())
        ),
        Problem::MixedSize { intent: what, location, other } => format!(
            "{} of {}, which overlaps {}: such a mixture of sizes cannot be modelled",
            intent(*what),
            sized(location.as_ref()),
            sized(other.as_ref())
        ),
        Problem::Deadlock { first: Some((thread, waits)) } => {
            format!("deadlock: thread {} {}", thread.0, waiting(waits))
        }
        Problem::Deadlock { first: None } => "deadlock".to_owned(),
        Problem::Livelock { thread } => {
            format!("thread {} waits forever: nothing that it reads will change any more", thread.0)
        }
        Problem::Calls(broken) => {
            format!("no order of these calls is possible for {}", broken.object.with_article())
        }
        Problem::BadCalls(bad) => bad_calls(bad),
        Problem::Leak { bytes: count } => {
            format!("a block of {} is never freed, and nothing points to it any more", bytes(*count))
        }
    }
}

/// An access that no object allows: "read of 4 bytes directly past the end of `a` (16 bytes)".
pub(crate) fn bad_access(access: &BadAccess) -> String {
    let BadAccess { intent: what, address, bytes: count, near } = access;
    let what = format!("{} of {}", intent(*what), bytes(*count));
    let Some(near) = near else { return format!("{what} {}", nowhere(*address)) };
    let object = object(near);
    let left = i128::from(near.bytes) - i128::from(near.offset);
    match near.offset {
        before @ ..0 => format!("{what}, {} before {object}", bytes(before.unsigned_abs())),
        offset if left > 0 => {
            let beyond = u64::try_from(i128::from(*count) - left);
            let Ok(beyond) = beyond else { unreachable!("an access within an object is none outside of all") };
            format!("{what} at offset {offset} of {object}, {} past its end", bytes(beyond))
        }
        _ if left == 0 => format!("{what} directly past the end of {object}"),
        _ => format!("{what}, {} past the end of {object}", bytes(left.unsigned_abs() as u64)),
    }
}

/// An object with its size.
fn object(near: &NearBy) -> String {
    let NearBy { name, kind, bytes: size, allocated, is_freed, .. } = near;
    let name = name.as_ref().map_or_else(|| "a variable without a name".to_owned(), |name| format!("`{name}`"));
    let whose = match kind {
        NearByKind::ThreadLocal(thread) => format!(" of thread {}", thread.0),
        NearByKind::Global | NearByKind::Local | NearByKind::Heap => String::new(),
    };
    let place = allocated.as_ref().map_or(String::new(), |(file, line)| format!(" from {file}:{line}"));
    let freed = if *is_freed { ", freed" } else { "" };
    format!("{name}{whose} ({}{place}{freed})", bytes(*size))
}

/// An address that is near nothing.
fn nowhere(address: u64) -> String {
    /// So many bytes around a null pointer can come from one.
    const NULL_PAGE: u64 = 4096;
    let below = address.wrapping_neg();
    match address {
        0 => "through a null pointer".to_owned(),
        1..NULL_PAGE => format!("at address {address:#x} (null pointer plus {address})"),
        _ if below < NULL_PAGE => format!("at address {address:#x} (null pointer minus {below})"),
        _ => format!("at address {address:#x}, which is in no object and near none"),
    }
}

/// What to do about a problem, where there is something to say.
pub(crate) fn help(problem: &Problem) -> Option<&'static str> {
    if matches!(problem, Problem::TooEarly { .. }) {
        return Some("pass the pointer on by a release store that is read by an acquire load");
    }
    matches!(problem, Problem::Race { .. } | Problem::UnorderedParts { .. }).then_some(
        "make both atomic, or let one happen before the other (a mutex, or a release store read by an acquire load)",
    )
}

/// Why calls cannot be compared with a specification.
fn bad_calls(bad: &BadCalls) -> String {
    match bad {
        BadCalls::Misfit(misfit) => misfit.to_string(),
        BadCalls::Nested => {
            "a call of an object within another call cannot be compared with a specification".to_owned()
        }
        BadCalls::Unbegun => "a call of an object ends that has not begun".to_owned(),
        BadCalls::TooMany { most } => {
            format!("more than {most} calls in one execution cannot be compared with a specification: make fewer")
        }
        BadCalls::TooManyOrders => {
            "these calls have too many possible orders to be compared with a specification: make fewer at the same time"
                .to_owned()
        }
    }
}

/// What happened at another place.
pub(crate) fn relation(relation: &Relation) -> String {
    match relation {
        Relation::Allocated => "allocated".to_owned(),
        Relation::Freed => "freed".to_owned(),
        Relation::Locked => "locked".to_owned(),
        Relation::Ended => "its scope ended".to_owned(),
        Relation::Accessed => "accessed".to_owned(),
        Relation::OtherCall => "the other call".to_owned(),
        Relation::OtherAccess(other) => format!("the other access, a {}", access(*other)),
        Relation::Waits(thread, waits) => format!("thread {} {}", thread.0, waiting(waits)),
    }
}

/// The same before "at" and a place.
pub(crate) fn relation_at(what: &Relation) -> String {
    let comma =
        if matches!(what, Relation::OtherAccess(_) | Relation::OtherCall | Relation::Waits(..)) { "," } else { "" };
    relation(what) + comma
}

/// What a thread does that waits, or has stopped: "waits for mutex m".
pub(crate) fn waiting(waiting: &Waiting) -> String {
    match waiting {
        Waiting::Bound => "reached the bound on loops".to_owned(),
        Waiting::Mutex(name, None) => format!("waits for mutex {name}"),
        Waiting::Mutex(name, Some(Holder { is_waiter: true, line, .. })) => {
            format!("waits for mutex {name}, which it holds itself (line {line})")
        }
        Waiting::Mutex(name, Some(Holder { thread, line, .. })) => {
            format!("waits for mutex {name}, held by thread {} (line {line})", thread.0)
        }
        Waiting::Condition(name) => format!("waits for condition {name}"),
        Waiting::Futex(name) => format!("waits for futex {name}"),
        Waiting::Thread(thread) => format!("waits for the end of thread {}", thread.0),
        Waiting::Barrier(name) => format!("waits at barrier {name}"),
        Waiting::Location(name) => format!("waits for {name}"),
        Waiting::Spin => "spins".to_owned(),
        Waiting::Assumption => "stops: an assumption does not hold".to_owned(),
        Waiting::Unnamed => "waits".to_owned(),
    }
}

/// What a thread is about to do: "read x".
pub(crate) fn intention(what: Intent, location: Option<&String>) -> String {
    match location {
        Some(name) => format!("{} {name}", intent(what)),
        None => intent(what).to_owned(),
    }
}

/// What an event did.
pub(crate) fn deed(deed: &Deed) -> String {
    match deed {
        Deed::Read { location, value, mode, part } => {
            let part = match part {
                ReadOf::Read => "",
                ReadOf::Update => ", update",
                ReadOf::FailedExchange => ", not exchanged",
                ReadOf::SpuriousFailure => ", fails without a reason",
            };
            format!("read  {location} = {value} ({mode}{part})")
        }
        Deed::Write { location, value, mode, is_half } => {
            let half = if *is_half { ", update" } else { "" };
            format!("write {location} = {value} ({mode}{half})")
        }
        Deed::Update { location, old, new, mode } => format!("update {location} = {old} → {new} ({mode})"),
        Deed::Lock(name) => format!("lock  {name}"),
        Deed::Unlock(name) => format!("unlock {name}"),
        Deed::Condition { op, location, has_effect } => {
            let is_signal = !matches!(op, ConditionOp::Wake { .. });
            let nothing = if is_signal && !has_effect { ": nobody waits" } else { "" };
            format!("{} {location}{nothing}", condition(*op))
        }
        Deed::Fence { mode, .. } => format!("fence ({mode})"),
        Deed::Start(thread) => format!("start thread {}", thread.0),
        Deed::Join(thread) => format!("join  thread {}", thread.0),
        Deed::Allocate { object, bytes: count } => format!("allocate {object} ({})", bytes(*count)),
        Deed::Free(object) => format!("free  {object}"),
        Deed::Choose(value) => format!("choose {value}"),
        Deed::Spurious { kind: SpuriousKind::Signal | SpuriousKind::Wake, happens: true } => {
            "wake up without a signal".to_owned()
        }
        Deed::Spurious { kind: SpuriousKind::Signal | SpuriousKind::Wake, happens: false } => {
            "wait for a signal".to_owned()
        }
        Deed::Spurious { kind: SpuriousKind::Time, happens: true } => "a day passes".to_owned(),
        Deed::Spurious { kind: SpuriousKind::Time, happens: false } => "no time passes".to_owned(),
        Deed::StoreConditional { succeeds: true } => "the store succeeds".to_owned(),
        Deed::StoreConditional { succeeds: false } => "the store fails".to_owned(),
        Deed::Arrive(barrier) => format!("arrive at {barrier}"),
        Deed::Depart(barrier) => format!("leave {barrier}"),
    }
}

fn condition(op: ConditionOp) -> &'static str {
    match op {
        ConditionOp::Register => "begin to wait for",
        ConditionOp::Signal => "signal",
        ConditionOp::Broadcast => "broadcast",
        ConditionOp::Notify { .. } => "wake waiters at",
        ConditionOp::Wake { .. } => "woken by",
    }
}

/// Something worth knowing about a result.
pub(crate) fn warning(warning: &Warning) -> String {
    match warning {
        Warning::Leak(leak) => {
            let place = leak.place.as_ref().map_or(String::new(), |at| format!("{}: ", place(at)));
            format!("{place}{} (--check-leaks makes this an error)", problem(&leak.problem))
        }
        Warning::CutLoops { unroll, loops } => {
            let places: Vec<_> = loops.iter().map(|(file, line)| format!("{file}:{line}")).collect();
            let (noun, them) = if places.len() == 1 { ("the loop", "it") } else { ("the loops", "them") };
            format!(
                "--unroll {unroll} cut {noun} at {}: what comes after more iterations of {them} was not explored",
                in_sentence(&places, "and")
            )
        }
        Warning::TooManyEvents(TooLong { thread, name, limit, at, growing }) => {
            let places: Vec<_> = at.iter().map(|(file, line)| format!("{file}:{line}")).collect();
            let at = if places.is_empty() { String::new() } else { format!(" (the last at {})", places.join(", ")) };
            let advice = growing.as_ref().map_or(String::new(), |growing| format!("; {}", advice(growing)));
            format!(
                "thread {} ({name}) has {limit} events in one execution{at}, and may not have more: --max-events allows \
                 more{advice}",
                thread.0
            )
        }
        Warning::TooManySteps(error) => {
            let place = error.place.as_ref().map_or(String::new(), |at| format!("{}: ", place(at)));
            format!(
                "{place}a thread took as many steps as it may without an access to shared memory; if its loop ends, \
                 --max-steps allows more"
            )
        }
        Warning::Uncertain => Totals::UNCERTAIN.to_owned(),
        Warning::UpToCommits { commits } => Totals::up_to_commits(Some(*commits)).unwrap_or_default(),
        Warning::Vacuous { why: Vacuity::Assumptions, blocked } => {
            format!("no execution satisfies the assumptions ({blocked} are blocked), so that the result says nothing")
        }
        Warning::Vacuous { why: Vacuity::Bound, blocked } => format!(
            "no execution runs to its end within --unroll ({blocked} are cut off), so that nothing is known; a greater bound may help"
        ),
        Warning::Vacuous { why: Vacuity::Calls, .. } => {
            "no execution makes a call that could be compared with the specification: write \
            the calls of the object as RADDLE_OP, RADDLE_OP1 or RADDLE_OP2 (raddle.h), and let threads call op_…"
                .to_owned()
        }
        Warning::Vacuous { why: Vacuity::Waits, blocked } => format!(
            "no execution runs to its end ({blocked} are blocked), so that nothing is known; --check-liveness shows where threads \
             wait forever"
        ),
    }
}

/// What was assumed about a program, or what else is known about its error.
pub(crate) fn note(note: &Note) -> String {
    match note {
        Note::Understood(text) => text.clone(),
        Note::WidenedWords { names, more } => {
            let more = if *more > 0 { format!(" and {more} more") } else { String::new() };
            format!(
                "accessed both whole and in parts: `{}`{more}; each such word is explored as one location, so that accesses \
                 to its parts are not reordered with each other, and an acquire of one part may synchronise with a release of \
                 another",
                names.join("`, `")
            )
        }
        Note::SpuriousOnce => {
            "in each thread, a wait ends without a signal at most once per call, time passes a few times per call, and \
                               a weak compare-exchange fails without a reason at most once per location"
                .to_owned()
        }
        Note::NeverSpurious => "with --no-spurious no wait ends without a signal, and no weak compare-exchange fails without a reason; real \
                                ones may"
            .to_owned(),
        Note::Elsewhere(found) => elsewhere(found),
        Note::NotFinished => "time was over before the notes on the error were computed".to_owned(),
    }
}

fn elsewhere(found: &Elsewhere) -> String {
    match found {
        Elsewhere::Sequential => "the error exists under sc, too: no reordering of accesses is needed".to_owned(),
        Elsewhere::ReleaseSequences => {
            "rc11 has no error: the program relies on release sequences that C++20 removed".to_owned()
        }
        Elsewhere::Machines { is_race, right, same, others } => {
            let mut parts = Vec::new();
            if !right.is_empty() {
                parts.push(format!("there is no error under {}", list(right, "and")));
            }
            if !same.is_empty() {
                parts.push(format!("{} {} it, too", list(same, "and"), if same.len() == 1 { "has" } else { "have" }));
            }
            for OtherError { model, kind, place } in others {
                let place = place.as_ref().map_or(String::new(), |(file, line)| format!(" at {file}:{line}"));
                parts.push(format!("under {model} there is error[{kind}]{place}"));
            }
            let plain = match is_race {
                true => ", where plain accesses are like any other (unless a compiler moves them)",
                false => "",
            };
            format!("compiled for machines{plain}: {}", parts.join("; "))
        }
        Elsewhere::Dependencies(models) => format!(
            "under {} it is a dependency (of an address, of data, or of a branch) that keeps the program right: if \
             dependencies ordered nothing, it would fail there",
            list(models, "and")
        ),
        Elsewhere::Acquire { file, line, calls, model } => {
            let mut calls: String = calls.iter().map(|(file, line)| format!(", called from {file}:{line}")).collect();
            if !calls.is_empty() {
                calls.push(',');
            }
            format!("with memory_order_acquire at {file}:{line}{calls} there is no error under {model}")
        }
        Elsewhere::Undecided { question, why } => undecided(question, why),
    }
}

/// What was not found out, and why.
fn undecided(question: &Question, why: &Open) -> String {
    let what = match question {
        Question::Models(models) => format!("whether there is an error under {}", list(models, "or")),
        Question::Dependencies(models) => {
            format!("whether it is a dependency that keeps the program right under {}", list(models, "or"))
        }
        Question::Acquire(lines) => {
            let lines: Vec<_> = lines.iter().map(|(file, line)| format!("{file}:{line}")).collect();
            format!("whether memory_order_acquire at {} would repair it", in_sentence(&lines, "or"))
        }
    };
    let why = match why {
        Open::Limit(limit) => {
            let limit = match limit {
                Limit::MaxWork => "the work limit of the diagnosis",
                Limit::Timeout => "the time for notes",
                Limit::MaxExecutions => "the limit on executions",
                Limit::MaxEvents => "--max-events",
                Limit::MaxSteps => "--max-steps",
                Limit::Interrupted => "the time until the check was interrupted",
                Limit::Stopped => unreachable!("a verdict never says that its visitor stopped"),
            };
            format!("within {limit}")
        }
        Open::Unroll(bound) => format!("within --unroll {bound}"),
        Open::Vacuous => "for no execution runs to its end there".to_owned(),
        Open::Uncertain => "for executions may be missing there".to_owned(),
        Open::Refused(reason) => {
            format!("for it cannot be checked there: {}", reason.lines().next().unwrap_or_default())
        }
    };
    format!("{what} was not decided {why}")
}

/// Names as in a sentence.
fn list(models: &[ModelName], word: &str) -> String {
    let names: Vec<String> = models.iter().map(|model| model.name().to_owned()).collect();
    in_sentence(&names, word)
}

fn in_sentence(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// A loop that may not end.
pub(crate) fn growing(growing: &Growing) -> String {
    let Growing { thread, file, line, times, .. } = growing;
    let end = if growing.has_counter { "" } else { ", perhaps without end" };
    format!(
        "thread {} iterates the loop at {file}:{line} {times} times in one execution{end}; {}",
        thread.0,
        advice(growing)
    )
}

/// What to do about a loop that takes long.
fn advice(growing: &Growing) -> String {
    let Growing { file, line, has_counter, .. } = growing;
    match has_counter {
        true => format!("a counter ends the loop at {file}:{line}: a smaller count makes the check shorter"),
        false => format!("--unroll bounds the loop at {file}:{line}, if nothing but another thread ends it"),
    }
}

/// How one event of a cycle leads to the next.
pub(crate) fn leads_by(kind: CycleKind) -> &'static str {
    match kind {
        CycleKind::ProgramOrder => "is before",
        CycleKind::ReadsFrom => "is read by",
        CycleKind::Start => "starts",
        CycleKind::Join => "is waited for by",
        CycleKind::Barrier => "meets",
    }
}

/// Does it access memory, or order what does?
pub(crate) fn is_access_or_fence(deed: &Deed) -> bool {
    match deed {
        Deed::Read { .. } | Deed::Write { .. } | Deed::Update { .. } | Deed::Fence { .. } => true,
        Deed::Lock(_) | Deed::Unlock(_) | Deed::Condition { .. } => true,
        Deed::Start(_)
        | Deed::Join(_)
        | Deed::Allocate { .. }
        | Deed::Free(_)
        | Deed::Choose(_)
        | Deed::Spurious { .. }
        | Deed::StoreConditional { .. }
        | Deed::Arrive(_)
        | Deed::Depart(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_decided_is_named() {
        let models = Question::Models(vec![ModelName::Sc, ModelName::Tso]);
        assert_eq!(
            undecided(&models, &Open::Limit(Limit::MaxWork)),
            "whether there is an error under sc or tso was not decided within the work limit of the diagnosis"
        );
        let lines = Question::Acquire(vec![("a.c".to_owned(), 3), ("a.c".to_owned(), 5)]);
        assert_eq!(
            undecided(&lines, &Open::Limit(Limit::Timeout)),
            "whether memory_order_acquire at a.c:3 or a.c:5 would repair it was not decided within the time for notes"
        );
    }
}
