//! Random programs with random answers: whatever the validator accepts runs without a panic, the same again when given the
//! same answers, and blocks right after a read only if that was announced. Code that runs fast does what the plain
//! interpreter does.

use std::sync::Arc;

use raddle_graph::{Mode, ThreadId, Value, Width};
use raddle_program::{Action, Answer, Discovery, Program as _};

use super::c::NOTHING;
use crate::interpret::state::Own;
use crate::*;

/// A small generator of numbers that look random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

const REGISTERS: u16 = 6;
const FUNCTIONS: u32 = 3;
const LABELS: usize = 6;

/// Numbers that make a difference: sizes, addresses in and around every kind of object, handles, functions.
fn number(random: &mut Random) -> u64 {
    let base =
        random.pick(&[0, 0x1_0000, 0x1_0080, 1 << 43, 1 << 44, 2 << 44, 3 << 44, 4 << 44, 5 << 44, u64::MAX - 7]);
    match random.below(4) {
        0 => random.below(4),
        1 => random.pick(&[NOTHING, u64::MAX, 64, 1 << 20]),
        _ => base.wrapping_add(random.pick(&[0, 0, 0, 4, 8, 16, 17, 60, 63])),
    }
}

fn register(random: &mut Random) -> Reg {
    Reg(random.below(REGISTERS.into()) as u16)
}

fn operand(random: &mut Random) -> Operand {
    if random.below(3) == 0 { number(random).into() } else { register(random).into() }
}

fn instr(random: &mut Random) -> Instr {
    let r = &mut *random;
    let width = Width::new(r.pick(&[1, 8, 16, 24, 32, 64])).unwrap();
    let (dst, a, b, c) = (register(r), operand(r), operand(r), operand(r));
    let other = (r.below(2) == 0).then(|| register(r));
    let label = r.below(LABELS as u64) as u32;
    match r.below(48) {
        0 => Instr::Move { dst, src: a },
        1 => Instr::Binary { op: r.pick(&BinaryOp::ALL), width, dst, lhs: a, rhs: b },
        2 => Instr::Truncate { dst, src: a, width },
        3 => Instr::Select { dst, cond: a, then: b, otherwise: c },
        4 => Instr::Unary { op: r.pick(&[UnaryOp::PopCount, UnaryOp::Abs]), width, dst, src: a },
        5 => Instr::Checked { op: CheckedOp::UMul, width, dst, overflow: other, lhs: a, rhs: b },
        6 => {
            let op = r.pick(&BinaryOp::ALL);
            Instr::Wide { op, bits: 65 + r.below(64) as u8, dst: [dst, dst], lhs: [a, b].into(), rhs: [b, c].into() }
        }
        7 => Instr::Float { op: FloatOp::Div, kind: FloatKind::F32, dst, lhs: a, rhs: b },
        8 => {
            Instr::Convert { op: Conversion::FloatToInt { signed: true, from: FloatKind::F64, to: width }, dst, src: a }
        }
        9..=12 => Instr::Load {
            dst,
            addr: a,
            mode: r.pick(&[Mode::Na, Mode::Rlx, Mode::Sc]),
            width,
            aligned: r.below(2) == 0,
        },
        13..=15 => {
            Instr::Store { addr: a, value: b, mode: r.pick(&[Mode::Na, Mode::Rel]), width, aligned: r.below(2) == 0 }
        }
        16 => Instr::Update { kind: r.pick(&UpdateKind::ALL), addr: a, value: b, mode: Mode::Sc, width, old: other },
        17 => Instr::CompareExchange {
            addr: a,
            expected: b,
            desired: c,
            success: Mode::AcqRel,
            failure: Mode::Rlx,
            weak: true,
            width,
            old: other,
            stored: Some(dst),
        },
        18 => Instr::UpdateWithin {
            addr: a,
            operand: b,
            range: [c, b].into(),
            mode: Mode::Acq,
            width,
            old: other,
            stored: Some(dst),
        },
        19 => Instr::Fence { mode: Mode::Sc, on: None },
        20 => Instr::Jump { target: label },
        21 => Instr::Branch { cond: a, then: label, otherwise: r.below(LABELS as u64) as u32 },
        22 => Instr::Switch { value: a, cases: [(0, label), (1, 0)].into(), otherwise: r.below(LABELS as u64) as u32 },
        23 => Instr::Call {
            function: FunctionId(r.below(FUNCTIONS.into()) as u32),
            args: [a].into(),
            results: [dst].into(),
        },
        24 => Instr::CallPointer { function: a, args: [b].into(), results: [dst].into() },
        25 => Instr::Return { values: [a, b].into() },
        26 => Instr::Assume { cond: a },
        27 => Instr::Require { cond: a },
        28 => Instr::Private { dst, size: r.below(40).into(), align: 8 },
        29 if r.below(4) == 0 => Instr::Expire { addr: a },
        29 => Instr::Forget { addr: a },
        30 => Instr::Allocate {
            dst,
            size: b,
            region: r.pick(&[Region::Heap, Region::Zeroed, Region::New, Region::Stack]),
        },
        31 if r.below(2) == 0 => Instr::Free { addr: a, region: r.pick(&[Region::Heap, Region::New]) },
        31 => Instr::Release { addr: a },
        32 => {
            Instr::Copy { to: a, from: b, count: r.below(20).into(), apart: r.below(2) == 0, scratch: Reg(REGISTERS) }
        }
        33 => Instr::Fill { to: a, value: b, count: c, scratch: Reg(REGISTERS) },
        34 => Instr::ThreadLocal { dst, offset: r.below(20) },
        35 => Instr::Start { function: a, argument: b, handle: dst },
        36 => Instr::JoinHandle { handle: a, result: other },
        37 => Instr::Lock { addr: a, kind: r.below(4).into(), attempt: false, result: dst },
        38 => Instr::Unlock { addr: a, kind: r.below(3).into(), result: dst },
        39 => Instr::Condition {
            kind: r.pick(&[ConditionKind::Register, ConditionKind::Signal, ConditionKind::Wake]),
            addr: a,
            group: b,
            dst: other,
        },
        40 => Instr::BarrierArrive { barrier: a, round: dst },
        41 => Instr::Choose { dst, count: a },
        42 => Instr::Reserve { dst, addr: a, mode: Mode::Acq, width },
        43 => Instr::Conditional { addr: a, value: b, mode: Mode::Rel, width, done: None },
        44 => Instr::Fork { mark: dst },
        45 => Instr::Meet { mark: dst },
        46 => Instr::LoopEnter { shadow: Reg(REGISTERS + 4) },
        _ => Instr::LoopHead { watch: [dst].into(), shadow: Reg(REGISTERS + 4), bounded: true },
    }
}

/// One instruction, or some that follow each other in compiled code.
fn group(random: &mut Random) -> Vec<Instr> {
    let r = &mut *random;
    if r.below(4) != 0 {
        return vec![instr(r)];
    }
    let (dst, a) = (register(r), register(r).into());
    let mut labels = || r.below(LABELS as u64) as u32;
    let (then, otherwise) = (labels(), labels());
    let width = Width::new(r.pick(&[1, 8, 32, 64])).unwrap();
    let result = Operand::Reg(dst);
    match r.below(4) {
        0 => {
            let op = r.pick(&BinaryOp::ALL);
            let cond = if r.below(4) == 0 { a } else { result };
            vec![Instr::Binary { op, width, dst, lhs: a, rhs: operand(r) }, Instr::Branch { cond, then, otherwise }]
        }
        1 => {
            let op = r.pick(&[CheckedOp::SAdd, CheckedOp::SSub, CheckedOp::SMul]);
            vec![Instr::Checked { op, width, dst, overflow: None, lhs: a, rhs: operand(r) }]
        }
        _ => {
            // The address of an element: some of these, with registers that fit or almost fit.
            let small = |r: &mut Random| if r.below(8) == 0 { number(r) } else { r.below(12) };
            let (index, scale, base) = (small(r), small(r), operand(r));
            let other = if r.below(8) == 0 { a } else { result };
            let (lhs, rhs) = if r.below(2) == 0 { (base, other) } else { (other, base) };
            let to = if r.below(8) == 0 { width } else { Width::W64 };
            let mut parts = vec![
                Instr::Move { dst, src: index.into() },
                Instr::SignExtend { dst, src: result, from: width, to },
                Instr::Binary { op: BinaryOp::Mul, width: Width::W64, dst, lhs: other, rhs: scale.into() },
                Instr::Binary { op: BinaryOp::Add, width: Width::W64, dst, lhs, rhs },
                Instr::Load {
                    dst: register(r),
                    addr: result,
                    mode: r.pick(&[Mode::Na, Mode::Acq]),
                    width,
                    aligned: false,
                },
            ];
            parts.retain(|_| r.below(5) != 0);
            parts
        }
    }
}

fn random_program(random: &mut Random) -> Program {
    let mut program = ProgramBuilder::new();
    program.reserve_static("x", 64, 8, false);
    let text = program.reserve_static("text", 16, 8, true);
    program.set_static_bytes(text, b"hello".to_vec());
    program.reserve_thread_local("t", 16, 8, vec![1, 2, 3]);
    program.local_budget(200);
    program.unroll((random.below(3) == 0).then_some(3));
    for index in 0..FUNCTIONS {
        program.declare(&format!("f{index}"), 1);
    }
    for id in (0..FUNCTIONS).map(FunctionId) {
        let mut code = program.function(id);
        // Some functions are the library's.
        code.at(Position { file: 0, line: random.below(2) as u32, column: 1 });
        code.registers(usize::from(REGISTERS) + 8);
        let labels: Vec<_> = (0..LABELS).map(|_| code.label()).collect();
        code.emit(Instr::Private { dst: Reg(1), size: 24.into(), align: 8 });
        code.emit(Instr::Allocate { dst: Reg(2), size: 24.into(), region: Region::Heap });
        for label in labels {
            code.bind(label);
            for _ in 0..1 + random.below(6) {
                group(random).into_iter().for_each(|instr| code.emit(instr));
            }
        }
        code.ret(Some(Reg(0).into()));
        program.define(code);
    }
    program.thread(FunctionId(0), &[7]);
    let compile = Compile { dependencies: random.below(2) == 0, ..Compile::default() };
    Arc::new(program.code().unwrap()).program(&compile, &Knowledge::default()).unwrap()
}

#[test]
fn nothing_panics_everything_is_deterministic_and_awaits_are_announced() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut actions = 0;
    for _ in 0..3000 {
        let mut program = random_program(&mut random);
        for _ in 0..6 {
            let mut state = program.start(ThreadId(0));
            for _ in 0..60 {
                let action = *program.action(&state);
                program.waits_for(&state);
                program.position(&state);
                program.stack(&state);
                program.symmetric_to(&state);
                program.dependencies(&state);
                match action {
                    Action::Learn(discovery) => {
                        assert!(program.learn(discovery), "{program}");
                        break;
                    }
                    Action::Block | Action::Bound | Action::Finish => break,
                    Action::Fail(_) => {
                        program.failed(&state).unwrap();
                        break;
                    }
                    Action::Spawn { .. } => drop(program.child(&state)),
                    Action::Read { addr, .. } if random.below(20) == 0 => {
                        let other = raddle_graph::Address((addr.0 ^ random.below(8)) & !(0xff << 56) | 4 << 56);
                        let can = program.can_learn_overlap(addr, other);
                        assert_eq!(program.learn(Discovery::Overlap(addr, other)), can);
                        break;
                    }
                    _ => {}
                }
                let answer = Answer { value: number(&mut random), stored: random.below(2) == 0 };
                let mut again = state.clone();
                program.step(&mut state, answer);
                program.step(&mut again, answer);
                // A program that has to learn something may notice that a little earlier the second time.
                let restarts = [&state, &again].map(|state| matches!(program.action(state), Action::Learn(_)));
                assert!(state == again || restarts == [true; 2]);
                actions += 1;
                let announced = match action {
                    Action::Read { awaits, .. } => awaits,
                    // An update that stores is seen, whatever comes then.
                    Action::Update { awaits, .. } => awaits || answer.stored,
                    _ => true,
                };
                assert!(announced || *program.action(&state) != Action::Block, "{action:?}\n{program}");
            }
        }
    }
    assert!(actions > 10_000, "{actions}");
}

/// Where the frames of a state stand, newest first, and what is in their registers, but for those that belong to loops: loops
/// that cannot wait remember nothing when they run fast.
fn frames(program: &Program, state: &State) -> Vec<(u32, u32, u32, Vec<Value>)> {
    let registers = |function: u32, words: &[Value]| {
        let count = program.prepared[function as usize].frame::<false>().min(REGISTERS + 4);
        words[..usize::from(count)].to_vec()
    };
    let current = (state.function, state.pc, state.own.private.len(), registers(state.function, state.frame()));
    let callers = state.callers().map(|frame| {
        let words = &state.stack.all()[frame.base as usize..];
        (frame.function, frame.pc, frame.objects, registers(frame.function, words))
    });
    std::iter::once(current).chain(callers).collect()
}

#[test]
fn fast_code_does_what_plain_code_does() {
    let mut random = Random(0x0fed_cba9_8765_4321);
    let mut actions = 0;
    for _ in 0..6000 {
        let mut fast = random_program(&mut random);
        let mut plain = fast.clone();
        for _ in 0..6 {
            let mut quick = fast.start_with::<_, false>(ThreadId(0), &mut ());
            let mut slow = plain.start_with::<_, true>(ThreadId(0), &mut ());
            for _ in 0..60 {
                assert_eq!(quick.own, Own { origins: None, ..slow.own.clone() }, "{fast}");
                assert_eq!(frames(&fast, &quick), frames(&fast, &slow), "{fast}");
                match quick.own.action {
                    Action::Learn(discovery) => {
                        assert!(fast.learn(discovery) && plain.learn(discovery));
                        break;
                    }
                    Action::Block | Action::Bound | Action::Finish | Action::Fail(_) => break,
                    Action::Read { addr, .. } if random.below(20) == 0 => {
                        let other = raddle_graph::Address((addr.0 ^ random.below(8)) & !(0xff << 56) | 4 << 56);
                        let discovery = Discovery::Overlap(addr, other);
                        assert_eq!(fast.learn(discovery), plain.learn(discovery));
                        break;
                    }
                    _ => {}
                }
                let answer = Answer { value: number(&mut random), stored: random.below(2) == 0 };
                fast.step_with::<_, false>(&mut quick, answer, &mut ());
                plain.step_with::<_, true>(&mut slow, answer, &mut ());
                actions += 1;
            }
        }
    }
    assert!(actions > 50_000, "{actions}");
}

/// Changes registers, as long as that is said to make no difference. How many it changed.
fn spoil(program: &Program, state: &mut State, random: &mut Random) -> usize {
    let same = state.clone();
    let frames: Vec<_> = state.frames().collect();
    let mut spoilt = 0;
    for frame in frames {
        let registers = program.prepared[frame.function as usize].frame::<false>();
        for reg in frame.base as usize..frame.base as usize + usize::from(registers) {
            let before = std::mem::replace(&mut state.stack.all_mut()[reg], number(random));
            if program.agree(&same, state) {
                spoilt += 1;
            } else {
                state.stack.all_mut()[reg] = before;
            }
        }
    }
    spoilt
}

#[test]
fn what_registers_hold_that_are_not_live_makes_no_difference() {
    let mut random = Random(0x1357_9bdf_0246_8ace);
    let (mut actions, mut spoilt) = (0, 0);
    for _ in 0..1500 {
        let program = random_program(&mut random);
        for _ in 0..6 {
            let mut state = program.start_with::<_, false>(ThreadId(0), &mut ());
            let mut other = state.clone();
            for _ in 0..60 {
                assert!(program.agree(&state, &other), "{:?}\n{:?}\n{program}", state.own, other.own);
                let ends = [Action::Block, Action::Bound, Action::Finish];
                if ends.contains(&state.own.action) || matches!(state.own.action, Action::Fail(_) | Action::Learn(_)) {
                    break;
                }
                spoilt += spoil(&program, &mut other, &mut random);
                let answer = Answer { value: number(&mut random), stored: random.below(2) == 0 };
                program.step_with::<_, false>(&mut state, answer, &mut ());
                program.step_with::<_, false>(&mut other, answer, &mut ());
                actions += 1;
            }
        }
    }
    assert!(actions > 10_000 && spoilt > 2 * actions, "{spoilt} registers in {actions} actions");
}
