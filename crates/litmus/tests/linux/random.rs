//! Generates random litmus tests that use the Linux kernel's primitives.

/// A pseudo-random number generator (SplitMix64). The same seed gives the same tests.
pub struct Random(pub u64);

impl Random {
    /// A number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// What tests are made of. In reads and writes, `$` stands for a variable and `#` for a value.
pub struct Flavour {
    pub threads: usize,
    /// The maximum number of statements of a thread.
    pub max_statements: usize,
    /// Expressions whose value goes to a new register.
    pub reads: &'static [&'static str],
    pub writes: &'static [&'static str],
    /// Statements without variables and registers.
    pub others: &'static [&'static str],
    /// What a thread begins and ends with.
    pub frames: &'static [(&'static str, &'static str)],
    /// May an `if` end before its thread does? Then statements may follow the join point of its branches.
    pub has_joins: bool,
}

/// The one `if` that a thread may have.
#[derive(Clone, Copy, PartialEq)]
enum If {
    None,
    Open,
    Closed,
}

const PARAMETERS: &str = "int *a, spinlock_t *l, struct srcu_struct *s";

/// A random test. Each read gets a register of its own. A write may depend on the registers in scope, by its address, its value
/// (also one that does not change, `r ^ r`) or a condition.
pub fn test(random: &mut Random, flavour: &Flavour) -> String {
    let mut text = "C random\n{ int a[2]; spinlock_t l; struct srcu_struct s; }\n".to_owned();
    let mut registers = Vec::new();
    let mut next_value = 1;
    for thread in 0..flavour.threads {
        let (begin, end) = random.pick(flavour.frames);
        text += &format!("P{thread} ({PARAMETERS})\n{{\n\t{begin}\n");
        // The registers in scope, and those that were in scope before the `if`.
        let (mut in_scope, mut before_if) = (Vec::new(), Vec::new());
        let mut declared = 0;
        let mut branch = If::None;
        for _ in 0..1 + random.below(flavour.max_statements) {
            let variable = match random.below(8) {
                0 if !in_scope.is_empty() => format!("a[r{} & 1]", random.pick(&in_scope)),
                cell => format!("a[{}]", cell % 2),
            };
            match random.below(8) {
                0..=2 => {
                    let read = random.pick(flavour.reads).replace('$', &variable).replace('#', &next_value.to_string());
                    text += &format!("\tint r{declared} = {read};\n");
                    registers.push(format!("{thread}:r{declared}"));
                    in_scope.push(declared);
                    declared += 1;
                }
                3..=5 => {
                    let write = random.pick(flavour.writes).replace('$', &variable);
                    let value = match random.below(3) {
                        1 if !in_scope.is_empty() => format!("r{}", random.pick(&in_scope)),
                        2 if !in_scope.is_empty() => {
                            format!("(r{0} ^ r{0}) + {next_value}", random.pick(&in_scope))
                        }
                        _ => next_value.to_string(),
                    };
                    text += &format!("\t{};\n", write.replace('#', &value));
                }
                6 if !in_scope.is_empty() && branch == If::None => {
                    text += &format!("\tif (r{} == {}) {{\n", random.pick(&in_scope), random.below(2));
                    before_if.clone_from(&in_scope);
                    branch = If::Open;
                }
                7 if branch == If::Open && flavour.has_joins => {
                    text += "\t}\n";
                    in_scope.clone_from(&before_if);
                    branch = If::Closed;
                }
                _ if !flavour.others.is_empty() => text += &format!("\t{}\n", random.pick(flavour.others)),
                _ => {}
            }
            next_value = next_value % 2 + 1;
        }
        if branch == If::Open {
            text += "\t}\n";
        }
        text += &format!("\t{end}\n}}\n");
    }
    text + &format!("locations [a[0]; a[1]; {}]\nexists (a[0]=1)\n", registers.join("; "))
}

/// Marked accesses, updates and fences.
pub const MARKED: Flavour = Flavour {
    threads: 2,
    max_statements: 5,
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
    has_joins: false,
};

/// Marked and plain accesses, which may race.
pub const PLAIN: Flavour = Flavour {
    reads: &["READ_ONCE($)", "$", "$"],
    writes: &["WRITE_ONCE($, #)", "$ = #", "smp_store_release(&$, #)"],
    ..MARKED
};

/// Three short threads.
pub const THREE: Flavour = Flavour { threads: 3, max_statements: 3, ..MARKED };

/// Critical sections of a spinlock.
pub const LOCKS: Flavour = Flavour {
    max_statements: 3,
    reads: &["READ_ONCE($)", "$", "spin_is_locked(l)", "spin_trylock(l)"],
    frames: &[("spin_lock(l);", "spin_unlock(l);"), ("", "spin_lock(l); spin_unlock(l);"), ("", "")],
    ..PLAIN
};

/// Read-side critical sections and grace periods of RCU and SRCU.
pub const RCU: Flavour = Flavour {
    max_statements: 3,
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

/// Statements after an `if`, which do not depend on its condition.
pub const JOINS: Flavour = Flavour { has_joins: true, max_statements: 4, ..MARKED };
