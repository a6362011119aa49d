//! The order in which a function is gone through, so that all ways into an instruction are known before it is: a weak topological
//! order (Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993). Loops, of whatever shape, are components
//! with a head, nested in each other; a way back to a head begins another iteration.

use raddle_ir::{Function, Instr};

/// A function's instructions in weak topological order.
#[derive(Debug)]
pub struct Flow {
    /// By instruction: where it stands in the order.
    pub position: Vec<u32>,
    /// By instruction: the heads of the loops in which it is, from the outside in. A head is in its own loop.
    pub loops: Vec<Vec<u32>>,
    /// By instruction: is it where several ways meet, or may meet?
    pub is_target: Vec<bool>,
}

/// Where an instruction may lead to within its function.
pub fn successors(code: &[Instr], pc: usize) -> Vec<usize> {
    let next = |to: u32| to as usize;
    match &code[pc] {
        Instr::Jump { target } => vec![next(*target)],
        Instr::Branch { then, otherwise, .. } => vec![next(*then), next(*otherwise)],
        Instr::Switch { cases, otherwise, .. } => {
            cases.iter().map(|&(_, to)| next(to)).chain([next(*otherwise)]).collect()
        }
        Instr::Return { .. } | Instr::Fail { .. } | Instr::Exit { .. } | Instr::Finish | Instr::EndProcess => {
            Vec::new()
        }
        _ => vec![pc + 1].into_iter().filter(|&to| to < code.len()).collect(),
    }
}

impl Flow {
    /// The order of a function's instructions.
    pub fn new(function: &Function) -> Flow {
        let code = &function.code;
        let mut search = Search {
            code,
            number: vec![0; code.len()],
            count: 0,
            stack: Vec::new(),
            path: Vec::new(),
            loops: vec![Vec::new(); code.len()],
            reversed: Vec::new(),
        };
        search.visit_all(0);
        let Search { reversed, loops, .. } = search;
        let mut position = vec![0; code.len()];
        for (at, &pc) in reversed.iter().rev().enumerate() {
            position[pc] = at as u32;
        }
        let mut is_target = vec![false; code.len()];
        for (pc, instr) in code.iter().enumerate() {
            if matches!(instr, Instr::Jump { .. } | Instr::Branch { .. } | Instr::Switch { .. }) {
                successors(code, pc).into_iter().for_each(|to| is_target[to] = true);
            }
        }
        Flow { position, loops, is_target }
    }
}

/// Vertices on the search that belong to a finished component.
const DONE: u32 = u32::MAX;

struct Search<'c> {
    code: &'c [Instr],
    number: Vec<u32>,
    count: u32,
    stack: Vec<usize>,
    /// The heads of the components that are being ordered.
    path: Vec<u32>,
    loops: Vec<Vec<u32>>,
    /// The order, from its end.
    reversed: Vec<usize>,
}

/// An instruction that is being visited.
struct Visit {
    pc: usize,
    successors: Vec<usize>,
    least: u32,
    is_loop: bool,
}

impl Search<'_> {
    fn enter(&mut self, pc: usize) -> Visit {
        self.stack.push(pc);
        self.count += 1;
        self.number[pc] = self.count;
        Visit { pc, successors: successors(self.code, pc), least: self.count, is_loop: false }
    }

    /// Visits everything that can be reached from an instruction and is not done.
    fn visit_all(&mut self, from: usize) {
        let mut visits = vec![self.enter(from)];
        while let Some(visit) = visits.last_mut() {
            if let Some(next) = visit.successors.pop() {
                let number = self.number[next];
                if number == 0 {
                    let inner = self.enter(next);
                    visits.push(inner);
                } else if number <= visit.least {
                    visit.least = number;
                    visit.is_loop = true;
                }
                continue;
            }
            let Visit { pc, least, is_loop, .. } = *visit;
            visits.pop();
            if least == self.number[pc] {
                self.number[pc] = DONE;
                let members = match self.stack.iter().rposition(|&it| it == pc) {
                    Some(at) => self.stack.split_off(at + 1),
                    None => unreachable!("what is visited is on the stack"),
                };
                self.stack.pop();
                if is_loop {
                    members.iter().for_each(|&member| self.number[member] = 0);
                    self.component(pc);
                } else {
                    self.place(pc);
                }
            }
            if let Some(outer) = visits.last_mut()
                && least <= outer.least
            {
                outer.least = least;
                outer.is_loop = true;
            }
        }
    }

    /// Orders the members of a loop behind its head.
    fn component(&mut self, head: usize) {
        self.path.push(head as u32);
        for next in successors(self.code, head) {
            if self.number[next] == 0 {
                self.visit_all(next);
            }
        }
        self.place(head);
        self.path.pop();
    }

    fn place(&mut self, pc: usize) {
        self.loops[pc] = self.path.clone();
        self.reversed.push(pc);
    }
}
