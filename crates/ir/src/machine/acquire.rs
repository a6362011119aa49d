//! Lets relaxed reads acquire, as a change of the program that may repair it: those on a line of the source, also in the
//! headers on which the line calls for an atomic access, and perhaps only where the line was reached through certain calls.
//!
//! Functions that must change for some of their callers only are copied, and these callers call the copy.

use std::collections::HashMap;

use raddle_graph::Mode;

use crate::{Code, Function, FunctionId, Instr, Origin};

/// A line of the source: the number of its file, and its own.
pub type Line = (u16, u32);

/// Which relaxed reads acquire.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AcquireAt {
    /// Those on this line,
    pub line: Line,
    /// where its function was called from these lines, from the inside out.
    pub calls: Vec<Line>,
}

/// How far a thread is on its way from the outermost of the calls to the reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Way {
    /// So many lines are ahead, that of the reads included.
    Ahead(usize),
    /// It is in a header that the line called.
    Inside,
}

pub(super) fn apply(code: &mut Code, at: &AcquireAt) {
    let lines: Vec<Line> = std::iter::once(at.line).chain(at.calls.iter().copied()).collect();
    let count = code.functions.len();
    let mut changes = Changes { lines, code, copies: HashMap::new() };
    for function in 0..count {
        changes.change(function, Way::Ahead(changes.lines.len()), true);
    }
}

struct Changes<'c> {
    /// That of the reads, and the calls from the inside out.
    lines: Vec<Line>,
    code: &'c mut Code,
    copies: HashMap<(FunctionId, Way), FunctionId>,
}

impl Changes<'_> {
    /// The function as threads run it that are on this way.
    fn copy(&mut self, function: FunctionId, way: Way) -> FunctionId {
        if let Some(&known) = self.copies.get(&(function, way)) {
            return known;
        }
        let copy = FunctionId(self.code.functions.len() as u32);
        self.code.functions.push(self.code.functions[function.index()].clone());
        self.copies.insert((function, way), copy);
        self.change(copy.index(), way, false);
        copy
    }

    fn change(&mut self, function: usize, way: Way, is_outermost: bool) {
        for pc in 0..self.code.functions[function].code.len() {
            let origin = self.code.functions[function].origins[pc];
            let Some(way) = self.after(origin, way, is_outermost) else { continue };
            let callee = match self.code.functions[function].code[pc] {
                Instr::Call { function, .. } => Some(function),
                _ => None,
            };
            match callee {
                Some(callee) if way != Way::Inside || self.is_for_atomics(callee) => {
                    let copy = self.copy(callee, way);
                    if let Instr::Call { function, .. } = &mut self.code.functions[function].code[pc] {
                        *function = copy;
                    }
                }
                None if way == Way::Inside => strengthen(&mut self.code.functions[function].code[pc]),
                _ => {}
            }
        }
    }

    /// How far a thread is that does something with this origin; `None` if it left the way.
    fn after(&self, origin: Origin, way: Way, is_outermost: bool) -> Option<Way> {
        let Way::Ahead(ahead) = way else { return Some(Way::Inside) };
        let chain: Vec<Line> = match origin {
            Origin::Library => return None,
            // Headers are between the lines.
            Origin::Header(_) => return (!is_outermost).then_some(way),
            Origin::Source(position) => vec![(position.file, position.line)],
            Origin::Inlined { calls, .. } => {
                let calls = self.code.inlined[calls as usize].iter().filter(|call| !call.is_header);
                calls.map(|call| (call.position.file, call.position.line)).collect()
            }
        };
        // The calls may begin in the midst of what was inlined.
        let shortest = if is_outermost { 1 } else { chain.len() };
        let passed = (shortest..=chain.len().min(ahead))
            .rev()
            .find(|&passed| passed > 0 && chain[..passed] == self.lines[ahead - passed..ahead])?;
        Some(if passed == ahead { Way::Inside } else { Way::Ahead(ahead - passed) })
    }

    /// Is it a function of a header of atomic accesses, which does what its caller's line says?
    fn is_for_atomics(&self, function: FunctionId) -> bool {
        let function: &Function = &self.code.functions[function.index()];
        let place = function.origins.iter().find_map(|&origin| match origin {
            Origin::Header(position) => position,
            _ => None,
        });
        place.is_some_and(|place| is_header_of_atomics(self.code.file_name(place.file)))
    }
}

/// Is this a header in which the language's atomic accesses are?
pub fn is_header_of_atomics(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    name == "atomic" || name.starts_with("atomic_") || name == "stdatomic.h" || file.contains("/__atomic/")
}

fn strengthen(instr: &mut Instr) {
    let stronger = |mode: &mut Mode| match *mode {
        Mode::Rlx => *mode = Mode::Acq,
        Mode::Rel => *mode = Mode::AcqRel,
        _ => {}
    };
    match instr {
        Instr::Load { mode, .. } | Instr::Update { mode, .. } => stronger(mode),
        Instr::CompareExchange { success, failure, .. } => {
            stronger(success);
            stronger(failure);
        }
        _ => {}
    }
}
