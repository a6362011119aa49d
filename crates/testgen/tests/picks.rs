//! Random tests of 64-bit ARM in which values are picked by conditions and by compare-and-swap: exploring them finds as many
//! executions of each outcome as guessing does. `RADDLE_SEED` and `RADDLE_COUNT` choose other tests, and more.

use raddle_explore::{ExploreError, Options};
use raddle_litmus::{Outcome, RunError, Test, TestOptions, run};
use raddle_models::ModelName;

/// A small generator of pseudo-random numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// A thread while it is written: its instructions, and the registers that hold something it read.
#[derive(Default)]
struct Thread {
    code: Vec<String>,
    registers: Vec<u64>,
    next: u64,
}

impl Thread {
    fn write(random: &mut Random) -> Thread {
        let mut thread = Thread { next: 10, ..Thread::default() };
        thread.load(random);
        for _ in 0..1 + random.below(3) {
            match random.below(10) {
                0 => thread.load(random),
                1 | 2 => thread.store(random),
                3 => thread.load_somewhere(random),
                4 | 5 => thread.pick(random),
                6 | 7 => thread.compare_and_swap(random),
                8 => thread.update(random),
                _ => thread.code.push(random.pick(&["DMB LD", "DMB ST", "ISB"]).to_owned()),
            }
        }
        thread.store(random);
        thread
    }

    fn fresh(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// A register that depends on something, or a new one with a number.
    fn value(&mut self, random: &mut Random) -> u64 {
        if random.below(4) > 0 {
            return random.pick(&self.registers);
        }
        let register = self.fresh();
        self.code.push(format!("MOV W{register},#{}", random.below(3)));
        register
    }

    fn compare(&mut self, random: &mut Random) -> &'static str {
        let register = random.pick(&self.registers);
        self.code.push(format!("CMP W{register},#{}", random.below(2)));
        random.pick(&["EQ", "NE"])
    }

    fn load(&mut self, random: &mut Random) {
        let (register, at) = (self.fresh(), random.pick(&["X1", "X2"]));
        self.code.push(format!("{} W{register},[{at}]", random.pick(&["LDR", "LDR", "LDR", "LDAR"])));
        self.registers.push(register);
    }

    fn load_somewhere(&mut self, random: &mut Random) {
        let condition = self.compare(random);
        let [address, register] = [self.fresh(), self.fresh()];
        self.code.push(format!("CSEL X{address},X1,X2,{condition}"));
        self.code.push(format!("LDR W{register},[X{address}]"));
        self.registers.push(register);
    }

    fn store(&mut self, random: &mut Random) {
        let (value, at) = (self.value(random), random.pick(&["X1", "X2"]));
        self.code.push(format!("{} W{value},[{at}]", random.pick(&["STR", "STR", "STR", "STLR"])));
    }

    fn pick(&mut self, random: &mut Random) {
        let [first, second] = [self.value(random), self.value(random)];
        let condition = self.compare(random);
        let register = self.fresh();
        self.code.push(match random.below(3) {
            0 => format!("CSET W{register},{condition}"),
            1 => format!("CSEL W{register},W{first},W{second},{condition}"),
            _ => format!("CSINC W{register},W{first},W{second},{condition}"),
        });
        self.registers.push(register);
    }

    fn compare_and_swap(&mut self, random: &mut Random) {
        let [expected, desired] = [self.value(random), self.value(random)];
        let (register, at) = (self.fresh(), random.pick(&["X1", "X2"]));
        self.code.push(format!("MOV W{register},W{expected}"));
        let cas = random.pick(&["CAS", "CAS", "CASA", "CASL", "CASAL"]);
        self.code.push(format!("{cas} W{register},W{desired},[{at}]"));
        self.registers.push(register);
    }

    fn update(&mut self, random: &mut Random) {
        let value = self.value(random);
        let (register, at) = (self.fresh(), random.pick(&["X1", "X2"]));
        let name = random.pick(&["SWP", "LDADD", "SWPA", "SWPL", "LDADDA", "LDADDL"]);
        self.code.push(format!("{name} W{value},W{register},[{at}]"));
        self.registers.push(register);
    }
}

/// A test of two threads that looks at everything that they read.
fn test(random: &mut Random) -> String {
    let threads = [Thread::write(random), Thread::write(random)];
    let rows = threads.iter().map(|thread| thread.code.len()).max().unwrap_or(0);
    let mut text = "AArch64 picks\n{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n P0 | P1 ;\n".to_owned();
    for row in 0..rows {
        let [first, second] = [0, 1].map(|thread: usize| threads[thread].code.get(row).map_or("", String::as_str));
        text += &format!(" {first} | {second} ;\n");
    }
    let seen = threads.iter().enumerate();
    let seen = seen.flat_map(|(index, thread)| thread.registers.iter().map(move |reg| format!("{index}:X{reg}=7")));
    text + &format!("exists ({} \\/ [x]=7 \\/ [y]=7)\n", seen.collect::<Vec<_>>().join(" \\/ "))
}

/// The states, unless there are too many executions to guess them.
fn states(test: &Test, enumerate: bool) -> Option<Vec<String>> {
    let options = TestOptions { explore: Options { enumerate, ..Options::default() }, ..TestOptions::default() };
    match run(test, ModelName::Armv8, &options) {
        Ok(Outcome { states, .. }) => Some(states.iter().map(|state| format!("{state:?}")).collect()),
        Err(RunError::Explore(ExploreError::TooLarge { .. })) if enumerate => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn exploring_and_guessing_find_the_same_executions() {
    let seed = std::env::var("RADDLE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let count = std::env::var("RADDLE_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(300);
    let (mut random, mut too_large) = (Random(seed), 0);
    for _ in 0..count {
        let text = test(&mut random);
        let test = Test::parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        match states(&test, true) {
            None => too_large += 1,
            guessed => assert_eq!(states(&test, false), guessed, "{text}"),
        }
    }
    assert!(too_large * 20 < count, "most are small enough: {too_large} of {count} are not");
}
