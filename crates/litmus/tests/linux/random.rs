//! Random tests in the kernel's primitives.

/// Numbers that look random, the same ones every time (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// What tests are made of.
pub struct Flavour {
    pub threads: usize,
    /// The most statements of a thread.
    pub statements: usize,
    pub reads: &'static [&'static str],
    pub writes: &'static [&'static str],
    /// Statements without a register.
    pub others: &'static [&'static str],
    /// What a thread begins and ends with.
    pub frames: &'static [(&'static str, &'static str)],
    /// May an `if` end before the thread does?
    pub joins: bool,
}

const PARAMETERS: &str = "int *a, spinlock_t *l, struct srcu_struct *s";

/// A test: each read gets a register of its own, each write may depend on registers.
pub fn test(random: &mut Random, flavour: &Flavour) -> String {
    let mut text = "C random\n{ int a[2]; spinlock_t l; struct srcu_struct s; }\n".to_owned();
    let mut registers = Vec::new();
    let mut next_value = 1;
    for thread in 0..flavour.threads {
        let (begin, end) = flavour.frames[random.below(flavour.frames.len())];
        text += &format!("P{thread} ({PARAMETERS})\n{{\n\t{begin}\n");
        // Registers that can be used, and those that could be before the `if`.
        let (mut known, mut outside) = (Vec::new(), Vec::new());
        let mut declared = 0;
        let mut open = 0;
        for _ in 0..1 + random.below(flavour.statements) {
            let variable = match random.below(8) {
                0 if !known.is_empty() => format!("a[r{} & 1]", known[random.below(known.len())]),
                cell => format!("a[{}]", cell % 2),
            };
            match random.below(8) {
                0..=2 => {
                    let read = random.pick(flavour.reads).replace('$', &variable).replace('#', &next_value.to_string());
                    text += &format!("\tint r{declared} = {read};\n");
                    registers.push(format!("{thread}:r{declared}"));
                    declared += 1;
                    known.push(declared - 1);
                }
                3..=5 => {
                    let write = random.pick(flavour.writes).replace('$', &variable);
                    let value = match random.below(3) {
                        1 if !known.is_empty() => format!("r{}", known[random.below(known.len())]),
                        2 if !known.is_empty() => {
                            format!("(r{0} ^ r{0}) + {next_value}", known[random.below(known.len())])
                        }
                        _ => next_value.to_string(),
                    };
                    text += &format!("\t{};\n", write.replace('#', &value));
                }
                6 if !known.is_empty() && open == 0 => {
                    text += &format!("\tif (r{} == {}) {{\n", known[random.below(known.len())], random.below(2));
                    outside.clone_from(&known);
                    open = 1;
                }
                7 if open == 1 && flavour.joins => {
                    text += "\t}\n";
                    known.clone_from(&outside);
                    open = 2;
                }
                _ if !flavour.others.is_empty() => text += &format!("\t{}\n", random.pick(flavour.others)),
                _ => {}
            }
            next_value = next_value % 2 + 1;
        }
        if open == 1 {
            text += "\t}\n";
        }
        text += &format!("\t{end}\n}}\n");
    }
    text + &format!("locations [a[0]; a[1]; {}]\nexists (a[0]=1)\n", registers.join("; "))
}

pub const MARKED: Flavour = Flavour {
    threads: 2,
    statements: 5,
    reads: &[
        "READ_ONCE($)",
        "smp_load_acquire(&$)",
        "xchg_relaxed(&$, #)",
        "cmpxchg(&$, 1, #)",
        "atomic_fetch_add_relaxed(#, &$)",
    ],
    writes: &["WRITE_ONCE($, #)", "smp_store_release(&$, #)", "atomic_add(#, &$)"],
    others: &["smp_mb();", "smp_wmb();", "smp_rmb();", "smp_mb__after_atomic();"],
    frames: &[("", "")],
    joins: false,
};

pub const PLAIN: Flavour = Flavour {
    reads: &["READ_ONCE($)", "$", "$"],
    writes: &["WRITE_ONCE($, #)", "$ = #", "smp_store_release(&$, #)"],
    ..MARKED
};

pub const THREE: Flavour = Flavour { threads: 3, statements: 3, ..MARKED };

pub const LOCKS: Flavour = Flavour {
    statements: 3,
    reads: &["READ_ONCE($)", "$", "spin_is_locked(l)", "spin_trylock(l)"],
    frames: &[("spin_lock(l);", "spin_unlock(l);"), ("", "spin_lock(l); spin_unlock(l);"), ("", "")],
    ..PLAIN
};

pub const RCU: Flavour = Flavour {
    statements: 3,
    reads: &["READ_ONCE($)"],
    writes: &["WRITE_ONCE($, #)"],
    others: &["synchronize_rcu();", "synchronize_srcu(s);", "smp_mb();"],
    frames: &[
        ("rcu_read_lock();", "rcu_read_unlock();"),
        ("int i = srcu_read_lock(s);", "srcu_read_unlock(s, i);"),
        ("", "synchronize_rcu();"),
    ],
    ..MARKED
};

pub const JOINS: Flavour = Flavour { joins: true, statements: 4, ..MARKED };
