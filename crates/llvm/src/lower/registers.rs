//! Registers: as few as are enough, because frames are copied with every event.
//!
//! Code in which each register is written once is coloured by one walk down the tree of dominators: whatever is alive
//! where a value is made has its register already (Hack, Grund and Goos, "Register Allocation for Programs in SSA-Form").
//! Values that an edge hands over get the same register where that is possible.

use raddle_ir::{Operand, Reg};
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::code::{self, Code};

/// Which registers of the frame hold the values.
#[derive(Debug)]
pub(crate) struct Allocation {
    /// By register of the code: the register of the frame.
    colours: Vec<Option<u16>>,
    /// How many registers the frame has so far.
    pub count: u16,
    /// By block: the registers (of the code) that are alive at its beginning, apart from its parameters.
    pub alive: Vec<Vec<Reg>>,
}

impl Allocation {
    pub fn new(code: &Code) -> Allocation {
        let liveness = Liveness::new(code);
        let mut allocation = Allocation {
            colours: vec![None; code.registers()],
            count: 0,
            alive: liveness.before.iter().map(|set| liveness.registers(set)).collect(),
        };
        let related = related(code);
        for block in 0..code.blocks.len() {
            allocation.colour(code, block, &liveness, &related);
        }
        allocation
    }

    /// The register of the frame. What is never read has one, too.
    pub fn register(&self, register: Reg) -> Reg {
        Reg(self.colours[register.index()].unwrap_or(0))
    }

    pub fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Reg(register) => Operand::Reg(self.register(register)),
            constant => constant,
        }
    }

    fn colour(&mut self, code: &Code, index: usize, liveness: &Liveness, related: &FxHashMap<Reg, Vec<Reg>>) {
        let block = &code.blocks[index];
        let mut taken = Bits::new(usize::from(u16::MAX) + 1);
        for register in &self.alive[index] {
            if let Some(colour) = self.colours[register.index()] {
                taken.insert(usize::from(colour));
            }
        }
        // The last use of each register that dies here.
        let mut last: FxHashMap<Reg, usize> = FxHashMap::default();
        for (i, (instr, _)) in block.code.iter().enumerate() {
            last.extend(code::uses(instr).into_iter().map(|register| (register, i)));
        }
        let at_end = liveness.at_end(code, index);
        let dies = |register: &Reg, i: usize| last.get(register) == Some(&i) && !at_end.contains(register);
        for (i, &parameter) in block.parameters.iter().enumerate() {
            if index == 0 {
                self.give(parameter, i as u16, &mut taken);
            } else {
                self.choose(parameter, &mut taken, related);
            }
        }
        let unused: Vec<Reg> =
            block.parameters.iter().filter(|p| !last.contains_key(p) && !at_end.contains(p)).copied().collect();
        self.free(&unused, &mut taken);
        for (i, (instr, _)) in block.code.iter().enumerate() {
            let dying: Vec<Reg> = code::uses(instr).into_iter().filter(|register| dies(register, i)).collect();
            let results = code::results(instr);
            let early = code::is_local(instr);
            if early {
                self.free(&dying, &mut taken);
            }
            results.iter().for_each(|register| self.choose(*register, &mut taken, related));
            if !early {
                self.free(&dying, &mut taken);
            }
            let unused: Vec<Reg> =
                results.into_iter().filter(|r| !last.contains_key(r) && !at_end.contains(r)).collect();
            self.free(&unused, &mut taken);
        }
    }

    fn free(&self, registers: &[Reg], taken: &mut Bits) {
        for colour in registers.iter().filter_map(|register| self.colours[register.index()]) {
            taken.remove(usize::from(colour));
        }
    }

    fn give(&mut self, register: Reg, colour: u16, taken: &mut Bits) {
        self.colours[register.index()] = Some(colour);
        taken.insert(usize::from(colour));
        self.count = self.count.max(colour.saturating_add(1));
    }

    /// A register of the frame that is free: that of a related value, or else the first.
    fn choose(&mut self, register: Reg, taken: &mut Bits, related: &FxHashMap<Reg, Vec<Reg>>) {
        let others = related.get(&register).into_iter().flatten();
        let wanted = others.filter_map(|other| self.colours[other.index()]).find(|c| !taken.contains(usize::from(*c)));
        let colour = wanted.unwrap_or_else(|| {
            // There are no more values than numbers.
            (0..u16::MAX).find(|colour| !taken.contains(usize::from(*colour))).unwrap_or(u16::MAX)
        });
        self.give(register, colour, taken);
    }
}

/// By register: those that should have the same register of the frame, because an edge makes one of the other.
fn related(code: &Code) -> FxHashMap<Reg, Vec<Reg>> {
    let mut related: FxHashMap<Reg, Vec<Reg>> = FxHashMap::default();
    for edge in code.blocks.iter().flat_map(|block| block.end.edges()) {
        for (parameter, argument) in code.blocks[edge.to].parameters.iter().zip(&edge.arguments) {
            if let Operand::Reg(argument) = argument {
                related.entry(*parameter).or_default().push(*argument);
                related.entry(*argument).or_default().push(*parameter);
            }
        }
    }
    related
}

/// Which values are needed where. Only those that are used outside of their block have a number.
struct Liveness {
    numbers: FxHashMap<Reg, usize>,
    wide: Vec<Reg>,
    /// By block: alive at its beginning, its parameters apart.
    before: Vec<Bits>,
}

impl Liveness {
    fn new(code: &Code) -> Liveness {
        let mut home: Vec<usize> = vec![usize::MAX; code.registers()];
        for (b, block) in code.blocks.iter().enumerate() {
            let results = block.code.iter().flat_map(|(instr, _)| code::results(instr));
            block.parameters.iter().copied().chain(results).for_each(|register| home[register.index()] = b);
        }
        let mut liveness = Liveness { numbers: FxHashMap::default(), wide: Vec::new(), before: Vec::new() };
        let used: Vec<Vec<Reg>> = code
            .blocks
            .iter()
            .map(|block| {
                let mut list: Vec<Reg> = block.code.iter().flat_map(|(instr, _)| code::uses(instr)).collect();
                list.extend(end_uses(block));
                list
            })
            .collect();
        for (b, list) in used.iter().enumerate() {
            for &register in list.iter().filter(|register| home[register.index()] != b) {
                let next = liveness.wide.len();
                if *liveness.numbers.entry(register).or_insert(next) == next {
                    liveness.wide.push(register);
                }
            }
        }
        let count = liveness.wide.len();
        let mut made = vec![Bits::new(count); code.blocks.len()];
        for (number, register) in liveness.wide.iter().enumerate() {
            if let Some(set) = made.get_mut(home[register.index()]) {
                set.insert(number);
            }
        }
        let needed: Vec<Bits> = used
            .iter()
            .enumerate()
            .map(|(b, list)| {
                let mut set = Bits::new(count);
                let outer = list.iter().filter(|register| home[register.index()] != b);
                for register in outer {
                    set.insert(liveness.numbers[register]);
                }
                set
            })
            .collect();
        liveness.before = needed;
        let mut changed = true;
        while changed {
            changed = false;
            for b in (0..code.blocks.len()).rev() {
                for edge in code.blocks[b].end.edges() {
                    let mut set = liveness.before[edge.to].clone();
                    set.subtract(&made[b]);
                    changed |= liveness.before[b].unite(&set);
                }
            }
        }
        liveness
    }

    fn registers(&self, set: &Bits) -> Vec<Reg> {
        set.iter().map(|number| self.wide[number]).collect()
    }

    /// What is needed at the end of a block or after it.
    fn at_end(&self, code: &Code, block: usize) -> rustc_hash::FxHashSet<Reg> {
        let block = &code.blocks[block];
        let mut set: rustc_hash::FxHashSet<Reg> = end_uses(block).into_iter().collect();
        for edge in block.end.edges() {
            set.extend(self.registers(&self.before[edge.to]));
        }
        set
    }
}

/// What the end of a block reads.
fn end_uses(block: &code::Block) -> Vec<Reg> {
    let arguments = block.end.edges().into_iter().flat_map(|edge| edge.arguments.iter().copied());
    let operands = arguments.chain(block.end.decider());
    operands.filter_map(|operand| if let Operand::Reg(register) = operand { Some(register) } else { None }).collect()
}
