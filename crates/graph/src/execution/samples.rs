//! Executions to try the text forms on.

use std::collections::BTreeMap;

use super::*;
use crate::Mode;

/// An execution with every kind of event.
pub fn small() -> Execution {
    let plain = |label| Event { label, rf: None };
    let (x, y) = (Address(1), Address(2));
    let id = |thread, index| EventId { thread: ThreadId(thread), index };
    Execution {
        threads: vec![
            vec![
                plain(Label::Write { addr: x, mode: Mode::Rel, value: 1, exclusive: false }),
                Event {
                    label: Label::Read { addr: y, mode: Mode::Acq, value: 7, exclusive: false },
                    rf: Some(Source::Init),
                },
            ],
            vec![
                Event {
                    label: Label::Read { addr: x, mode: Mode::Sc, value: 1, exclusive: true },
                    rf: Some(Source::Event(id(0, 0))),
                },
                plain(Label::Write { addr: x, mode: Mode::Sc, value: 2, exclusive: true }),
                plain(Label::Fence { mode: Mode::AcqRel, on: None }),
                plain(Label::Spawn { thread: ThreadId(2) }),
                plain(Label::Join { thread: ThreadId(2) }),
            ],
            vec![],
        ],
        ends: vec![ThreadEnd::Finished, ThreadEnd::Blocked, ThreadEnd::NotStarted],
        co: Some(BTreeMap::from([(x, vec![id(0, 0), id(1, 1)])])),
        init: BTreeMap::from([(y, 7)]),
        dependencies: BTreeMap::new(),
    }
}

/// A few dozen executions of all shapes, sensible or not: text forms do not depend on sense.
pub fn varied() -> Vec<Execution> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut result = vec![Execution::default(), small(), Execution { co: Some(BTreeMap::new()), ..small() }];
    result.extend((0..40).map(|_| random.execution()));
    result
}

/// Xorshift, so that failures can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn execution(&mut self) -> Execution {
        let threads = (0..self.below(5)).map(|_| (0..self.below(6)).map(|_| self.event()).collect());
        let threads: Vec<Vec<Event>> = threads.collect();
        const ENDS: [ThreadEnd; 4] =
            [ThreadEnd::Finished, ThreadEnd::Blocked, ThreadEnd::Failed, ThreadEnd::NotStarted];
        Execution {
            ends: threads.iter().map(|_| ENDS[self.below(4) as usize]).collect(),
            threads,
            dependencies: BTreeMap::new(),
            co: (self.below(3) > 0).then(|| {
                (0..self.below(4)).map(|_| (self.addr(), (0..self.below(4)).map(|_| self.id()).collect())).collect()
            }),
            init: (0..self.below(3)).map(|_| (self.addr(), self.value())).collect(),
        }
    }

    fn event(&mut self) -> Event {
        let (addr, mode, value) = (self.addr(), Mode::ALL[self.below(6) as usize], self.value());
        let exclusive = self.below(3) == 0;
        let label = match self.below(6) {
            0 | 1 => Label::Read { addr, mode, value, exclusive },
            2 => Label::Write { addr, mode, value, exclusive },
            3 => Label::Fence { mode, on: exclusive.then_some(addr) },
            4 => Label::Spawn { thread: self.id().thread },
            _ => Label::Join { thread: self.id().thread },
        };
        let rf = match self.below(3) {
            _ if !label.is_read() => None,
            0 => Some(Source::Init),
            _ => Some(Source::Event(self.id())),
        };
        Event { label, rf }
    }

    fn id(&mut self) -> EventId {
        EventId { thread: ThreadId(self.below(12) as u16), index: self.below(120) as u32 }
    }

    fn addr(&mut self) -> Address {
        Address(if self.below(4) == 0 { self.value() } else { self.below(3) })
    }

    fn value(&mut self) -> Value {
        if self.below(5) == 0 { u64::MAX - self.below(3) } else { self.below(100) }
    }
}
