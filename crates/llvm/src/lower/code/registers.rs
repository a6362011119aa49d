//! Register allocation: as few registers as possible, because frames are copied with every event.
//!
//! Code in SSA form is coloured by one walk down the dominator tree: whatever is live where a value is defined has its
//! register already (Hack, Grund and Goos, "Register Allocation for Programs in SSA-Form"). Parameters and arguments of
//! an edge get the same register where possible.

use raddle_ir::{Operand, Reg};
use smallvec::SmallVec;

use super::visit::{Registers, for_each_operand, for_each_result, results, uses};
use super::{CodeBlock, FunctionCode, is_local};
use crate::lower::analysis::bits::Bits;

/// The assignment of registers of the frame to registers of the code.
#[derive(Debug)]
pub(crate) struct Allocation {
    /// By register of the code: the register of the frame.
    colours: Vec<Option<u16>>,
    /// Number of registers of the frame so far.
    pub count: u16,
    /// By block: the registers (of the code) that are live at its beginning, without its parameters.
    pub alive: Vec<Vec<Reg>>,
}

impl Allocation {
    pub fn new(code: &FunctionCode) -> Allocation {
        let liveness = Liveness::new(code);
        let alive = liveness.before.iter().map(|set| liveness.registers(set).collect()).collect();
        let registers = code.registers();
        let mut colouring = Colouring {
            allocation: Allocation { colours: vec![None; registers], count: 0, alive },
            related: related(code),
            // There are no more colours than values.
            taken: Bits::new(registers + 1),
            last: vec![(usize::MAX, 0); registers],
            at_end: Bits::new(registers),
        };
        for (index, block) in code.blocks.iter().enumerate() {
            colouring.block(index, block, &liveness);
        }
        colouring.allocation
    }

    /// The register of the frame. What is never read has one, too.
    pub fn register(&self, register: Reg) -> Reg {
        let Some(colour) = self.colours[register.index()] else { unreachable!("{register} is read but never written") };
        Reg(colour)
    }

    pub fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Reg(register) => Operand::Reg(self.register(register)),
            constant => constant,
        }
    }
}

/// The state of the walk.
struct Colouring {
    allocation: Allocation,
    /// By register: the registers that should share its colour, because an edge copies one to the other.
    related: Vec<SmallVec<[Reg; 2]>>,
    /// The colours in use.
    taken: Bits,
    /// By register: the block and index of its last use seen so far.
    last: Vec<(usize, usize)>,
    /// The registers that are live at the end of the block.
    at_end: Bits,
}

impl Colouring {
    fn block(&mut self, index: usize, block: &CodeBlock, liveness: &Liveness) {
        self.taken.clear();
        for register in &self.allocation.alive[index] {
            if let Some(colour) = self.allocation.colours[register.index()] {
                self.taken.insert(usize::from(colour));
            }
        }
        for (i, (instr, _)) in block.code.iter().enumerate() {
            for_each_operand(instr, |operand| {
                if let Operand::Reg(register) = operand {
                    self.last[register.index()] = (index, i);
                }
            });
        }
        self.at_end.clear();
        for_each_end_use(block, |register| {
            self.at_end.insert(register.index());
        });
        for edge in block.end.edges() {
            for register in liveness.registers(&liveness.before[edge.to]) {
                self.at_end.insert(register.index());
            }
        }
        for (i, &parameter) in block.parameters.iter().enumerate() {
            if index == 0 {
                self.assign(parameter, i as u16);
            } else {
                self.choose(parameter);
            }
        }
        self.free_unused(index, &block.parameters);
        for (i, (instr, _)) in block.code.iter().enumerate() {
            let mut dying = uses(instr);
            dying.retain(|register| {
                self.last[register.index()] == (index, i) && !self.at_end.contains(register.index())
            });
            let results: Registers = results(instr);
            let early = is_local(instr);
            if early {
                self.free(&dying);
            }
            results.iter().for_each(|register| self.choose(*register));
            if !early {
                self.free(&dying);
            }
            self.free_unused(index, &results);
        }
    }

    fn free(&mut self, registers: &[Reg]) {
        for colour in registers.iter().filter_map(|register| self.allocation.colours[register.index()]) {
            self.taken.remove(usize::from(colour));
        }
    }

    /// Frees registers without a use.
    fn free_unused(&mut self, block: usize, registers: &[Reg]) {
        for register in registers {
            if self.last[register.index()].0 != block && !self.at_end.contains(register.index()) {
                self.free(&[*register]);
            }
        }
    }

    fn assign(&mut self, register: Reg, colour: u16) {
        self.allocation.colours[register.index()] = Some(colour);
        self.taken.insert(usize::from(colour));
        self.allocation.count = self.allocation.count.max(colour.saturating_add(1));
    }

    /// Assigns a free colour: that of a related register, or else the first.
    fn choose(&mut self, register: Reg) {
        let others = self.related[register.index()].iter();
        let colours = others.filter_map(|other| self.allocation.colours[other.index()]);
        let wanted = colours.into_iter().find(|colour| !self.taken.contains(usize::from(*colour)));
        // Code with more values than a frame can have registers is refused before registers are chosen.
        let first = || self.taken.first_absent() as u16;
        self.assign(register, wanted.unwrap_or_else(first));
    }
}

/// By register: the registers that an edge copies to or from it.
fn related(code: &FunctionCode) -> Vec<SmallVec<[Reg; 2]>> {
    let mut related: Vec<SmallVec<[Reg; 2]>> = vec![SmallVec::new(); code.registers()];
    for edge in code.blocks.iter().flat_map(|block| block.end.edges()) {
        for (parameter, argument) in code.blocks[edge.to].parameters.iter().zip(&edge.arguments) {
            if let Operand::Reg(argument) = argument {
                related[parameter.index()].push(*argument);
                related[argument.index()].push(*parameter);
            }
        }
    }
    related
}

/// Liveness. Only registers that are used outside of their block are numbered.
struct Liveness {
    /// By number: the register.
    wide: Vec<Reg>,
    /// By block: live at its beginning, without its parameters.
    before: Vec<Bits>,
}

impl Liveness {
    fn new(code: &FunctionCode) -> Liveness {
        let mut home: Vec<usize> = vec![usize::MAX; code.registers()];
        for (b, block) in code.blocks.iter().enumerate() {
            block.parameters.iter().for_each(|register| home[register.index()] = b);
            for (instr, _) in &block.code {
                for_each_result(instr, |register| home[register.index()] = b);
            }
        }
        // The registers that a block uses, but does not define.
        let mut outer: Vec<(usize, Reg)> = Vec::new();
        for (b, block) in code.blocks.iter().enumerate() {
            let mut visit = |register: Reg| {
                if home[register.index()] != b {
                    outer.push((b, register));
                }
            };
            for (instr, _) in &block.code {
                for_each_operand(instr, |operand| {
                    if let Operand::Reg(register) = operand {
                        visit(*register);
                    }
                });
            }
            for_each_end_use(block, visit);
        }
        let mut numbers: Vec<Option<usize>> = vec![None; code.registers()];
        let mut wide = Vec::new();
        for (_, register) in &outer {
            numbers[register.index()].get_or_insert_with(|| {
                wide.push(*register);
                wide.len() - 1
            });
        }
        let mut made = vec![Bits::new(wide.len()); code.blocks.len()];
        for (number, register) in wide.iter().enumerate() {
            if let Some(set) = made.get_mut(home[register.index()]) {
                set.insert(number);
            }
        }
        let mut before = vec![Bits::new(wide.len()); code.blocks.len()];
        for (b, register) in outer {
            if let Some(number) = numbers[register.index()] {
                before[b].insert(number);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for b in (0..code.blocks.len()).rev() {
                for edge in code.blocks[b].end.edges() {
                    let mut set = before[edge.to].clone();
                    set.subtract(&made[b]);
                    changed |= before[b].unite(&set);
                }
            }
        }
        Liveness { wide, before }
    }

    fn registers<'a>(&'a self, set: &'a Bits) -> impl Iterator<Item = Reg> + 'a {
        set.iter().map(|number| self.wide[number])
    }
}

/// Visits the registers that the end of a block reads.
fn for_each_end_use(block: &CodeBlock, mut visit: impl FnMut(Reg)) {
    let arguments = block.end.edges().flat_map(|edge| edge.arguments.iter().copied());
    for operand in arguments.chain(block.end.decider()) {
        if let Operand::Reg(register) = operand {
            visit(register);
        }
    }
}
