//! The tables of compilation, compared with the assembly of the clang that is installed: for every operation, order and target,
//! the accesses with their orders, and the barriers, on every path.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path as FilePath, PathBuf};
use std::process::Command;

use raddle_graph::{Mode, Tag, Width};
use raddle_ir::UpdateKind;
use raddle_ir::machine::{AccessKind, After, Extensions, Machine};

/// A target of clang, and the table that belongs to it.
struct Target {
    machine: Machine,
    extensions: Extensions,
    /// What to try, until clang accepts it: extensions have other names while they are experimental.
    flags: &'static [&'static str],
}

const NONE: Extensions = Extensions { lse: false, rcpc: false, zacas: false, zabha: false };

const fn target(machine: Machine, extensions: Extensions, flags: &'static [&'static str]) -> Target {
    Target { machine, extensions, flags }
}

const TARGETS: &[Target] = &[
    target(Machine::X86, NONE, &["--target=x86_64-linux-gnu"]),
    target(Machine::Armv8, NONE, &["--target=aarch64-linux-gnu -mno-outline-atomics"]),
    target(Machine::Armv8, Extensions { lse: true, ..NONE }, &["--target=aarch64-linux-gnu -march=armv8.1-a"]),
    target(
        Machine::Armv8,
        Extensions { lse: true, rcpc: true, ..NONE },
        &["--target=aarch64-linux-gnu -march=armv8.3-a", "--target=aarch64-linux-gnu -march=armv9-a"],
    ),
    target(Machine::Armv7, NONE, &["--target=armv7-linux-gnueabihf"]),
    target(Machine::Power, NONE, &["--target=powerpc64le-linux-gnu"]),
    target(Machine::Riscv, NONE, &["--target=riscv64-linux-gnu -march=rv64gc"]),
    target(
        Machine::Riscv,
        Extensions { zabha: true, ..NONE },
        &[
            "--target=riscv64-linux-gnu -march=rv64gc_zabha",
            "--target=riscv64-linux-gnu -march=rv64gc_zabha1p0 -menable-experimental-extensions",
        ],
    ),
    target(
        Machine::Riscv,
        Extensions { zacas: true, ..NONE },
        &[
            "--target=riscv64-linux-gnu -march=rv64gc_zacas",
            "--target=riscv64-linux-gnu -march=rv64gc_zacas1p0 -menable-experimental-extensions",
        ],
    ),
    target(
        Machine::Riscv,
        Extensions { zacas: true, zabha: true, ..NONE },
        &[
            "--target=riscv64-linux-gnu -march=rv64gc_zabha_zacas",
            "--target=riscv64-linux-gnu -march=rv64gc_zabha_zacas1p0 -menable-experimental-extensions",
        ],
    ),
];

/// C11's orders, with their numbers in clang's builtins.
const ORDERS: [(Mode, u32); 5] = [(Mode::Rlx, 0), (Mode::Acq, 2), (Mode::Rel, 3), (Mode::AcqRel, 4), (Mode::Sc, 5)];

/// Updates, with their builtins, and the sign that decides which one they are.
const UPDATES: [(UpdateKind, &str, &str); 11] = [
    (UpdateKind::Exchange, "exchange_n", ""),
    (UpdateKind::Add, "fetch_add", ""),
    (UpdateKind::Sub, "fetch_sub", ""),
    (UpdateKind::And, "fetch_and", ""),
    (UpdateKind::Or, "fetch_or", ""),
    (UpdateKind::Xor, "fetch_xor", ""),
    (UpdateKind::Nand, "fetch_nand", ""),
    (UpdateKind::Max, "fetch_max", "signed"),
    (UpdateKind::Min, "fetch_min", "signed"),
    (UpdateKind::UMax, "fetch_max", "unsigned"),
    (UpdateKind::UMin, "fetch_min", "unsigned"),
];

/// The sizes of what a machine accesses at once, in bits, as types that may be signed or not.
fn sizes(machine: Machine) -> impl Iterator<Item = (u8, &'static str)> {
    let all = [(8, "char"), (16, "short"), (32, "int"), (64, "long long")];
    all.into_iter().filter(move |(bits, _)| machine != Machine::Armv7 || *bits <= 32)
}

/// What a path through a function does to memory: accesses with their orders, and barriers.
type Path = Vec<String>;

/// A function of the program that is compiled, and what the table says about it.
struct Case {
    name: String,
    source: String,
    /// What every path does; for compare-exchanges that store.
    expected: Path,
    /// What a compare-exchange does that stores nothing.
    failing: Option<Path>,
    weak: bool,
}

fn path(parts: impl IntoIterator<Item = impl Into<String>>) -> Path {
    parts.into_iter().map(Into::into).collect()
}

fn barrier(tag: Tag) -> String {
    format!("F.{}", tag.name())
}

fn after(after: After) -> Path {
    match after {
        After::Nothing => vec![],
        After::Fence(tag) => vec![barrier(tag)],
        After::Branch(tag) => vec!["B".to_owned(), barrier(tag)],
    }
}

fn around(before: Option<Tag>, accesses: Path, behind: After) -> Path {
    before.map(barrier).into_iter().chain(accesses).chain(after(behind)).collect()
}

fn load(machine: Machine, mode: Mode) -> Path {
    path([match mode {
        _ if machine == Machine::X86 => "R",
        Mode::Rlx => "R",
        Mode::Acq => "R.acq",
        Mode::Tag(Tag::AcqPc) => "R.acqpc",
        _ => panic!("no load of {machine:?} is {mode}"),
    }])
}

fn store(machine: Machine, mode: Mode) -> Path {
    path([match mode {
        Mode::Sc if machine == Machine::X86 => "locked",
        _ if machine == Machine::X86 => "W",
        Mode::Rlx => "W",
        Mode::Rel => "W.rel",
        _ => panic!("no store of {machine:?} is {mode}"),
    }])
}

fn update(machine: Machine, mode: Mode) -> Path {
    let is_riscv = machine == Machine::Riscv;
    match mode {
        _ if machine == Machine::X86 => path(["locked"]),
        Mode::Rlx => path(["R", "W"]),
        Mode::Acq if is_riscv => path(["R.aq", "W.aq"]),
        Mode::Rel if is_riscv => path(["R.rl", "W.rl"]),
        Mode::AcqRel if is_riscv => path(["R.aqrl", "W.aqrl"]),
        Mode::Acq => path(["R.acq", "W"]),
        Mode::Rel => path(["R", "W.rel"]),
        Mode::AcqRel => path(["R.acq", "W.rel"]),
        Mode::Tag(Tag::AmoAcqRel) => path(["R.amo", "W.amo"]),
        Mode::Tag(Tag::DmbStrex) => path(["R", "F.dmb.sy", "W"]),
        Mode::Tag(Tag::LrAq) => path(["R.aq", "W"]),
        Mode::Tag(Tag::ScRl) => path(["R", "W.rl"]),
        Mode::Tag(Tag::LrAqScRl) => path(["R.aq", "W.rl"]),
        Mode::Tag(Tag::LrAqrlScRl) => path(["R.aqrl", "W.rl"]),
        _ => panic!("no update of {machine:?} is {mode}"),
    }
}

/// The read of a compare-exchange that stores nothing.
fn failed(machine: Machine, mode: Mode) -> Path {
    match mode {
        Mode::Tag(Tag::Locked) => path(["locked"]),
        Mode::Tag(_) => update(machine, mode).into_iter().take(1).collect(),
        _ => load(machine, mode),
    }
}

fn cases(target: &Target) -> Vec<Case> {
    let mut cases = Vec::new();
    let Target { machine, extensions, .. } = *target;
    let mut add = |name: String, source: String, expected: Path| {
        cases.push(Case { name, source, expected, failing: None, weak: false });
    };
    for row in machine.table(extensions) {
        let Some((order, number)) = ORDERS.into_iter().find(|(order, _)| *order == row.order) else {
            panic!("{row:?} is not of C11")
        };
        let around = |accesses| around(row.before, accesses, row.after);
        match row.kind {
            AccessKind::Load => {
                for (bits, ty) in sizes(machine) {
                    let name = format!("load_{bits}_{order}");
                    let source = format!("{ty} {name}({ty} *p) {{ return __atomic_load_n(p, {number}); }}");
                    add(name, source, around(load(machine, row.becomes)));
                }
            }
            AccessKind::Store => {
                for (bits, ty) in sizes(machine) {
                    let name = format!("store_{bits}_{order}");
                    let source = format!("void {name}({ty} *p, {ty} v) {{ __atomic_store_n(p, v, {number}); }}");
                    add(name, source, around(store(machine, row.becomes)));
                }
            }
            AccessKind::Fence => add(
                format!("fence_{order}"),
                format!("void fence_{order}(void) {{ __atomic_thread_fence({number}); }}"),
                match row.becomes {
                    Mode::Tag(tag) => vec![barrier(tag)],
                    Mode::Sc => vec![barrier(Tag::Mfence)],
                    _ => vec![],
                },
            ),
            AccessKind::Update => {
                for (kind, builtin, sign) in UPDATES {
                    for (bits, ty) in sizes(machine) {
                        let width = Width::new(bits).unwrap();
                        let row = machine.update(kind, width, order, extensions).unwrap();
                        let expected = super_around(row.before, update(machine, row.becomes), row.after);
                        let name = format!("{builtin}_{sign}{bits}_{order}");
                        let ty = format!("{sign} {ty}");
                        let call = format!("__atomic_{builtin}(p, v, {number})");
                        add(
                            name.clone(),
                            format!("{ty} {name}({ty} *p, {ty} v) {{ return {call}; }}"),
                            expected.clone(),
                        );
                        if builtin == "fetch_add" {
                            add(format!("u{name}"), format!("void u{name}({ty} *p, {ty} v) {{ {call}; }}"), expected);
                        }
                    }
                }
            }
        }
    }
    for (success, s) in ORDERS {
        for (failure, f) in [ORDERS[0], ORDERS[1], ORDERS[4]] {
            for (bits, ty) in sizes(machine) {
                for weak in [false, true] {
                    let row = machine.exchange([success, failure], Width::new(bits).unwrap(), extensions).unwrap();
                    let name = format!("cas_{success}_{failure}_{bits}_{}", u8::from(weak));
                    let call = format!("__atomic_compare_exchange_n(p, &e, d, {}, {s}, {f})", u8::from(weak));
                    cases.push(Case {
                        source: format!("{ty} {name}({ty} *p, {ty} e, {ty} d) {{ {call}; return e; }}"),
                        name,
                        expected: around(row.before, update(machine, row.becomes[0]), row.after[0]),
                        failing: Some(around(row.before, failed(machine, row.becomes[1]), row.after[1])),
                        weak,
                    });
                }
            }
        }
    }
    cases
}

use around as super_around;

/// What an instruction does to the flow of control.
enum Flow {
    Next,
    Jump(String),
    Branch(String),
    Return,
    ReturnIf,
}

/// An instruction of assembly: what it does to memory if it is executed, and where it leads. Those that depend on a condition may be
/// skipped.
struct Instruction {
    effects: Path,
    optional: bool,
    flow: Flow,
}

/// The functions of a file of assembly, as lines of instructions and labels.
fn functions(assembly: &str) -> Vec<(String, Vec<String>)> {
    let mut functions: Vec<(String, Vec<String>)> = Vec::new();
    for line in assembly.lines() {
        let line = line.split("//").next().unwrap_or("");
        let line = line.split(['@', '#']).next().unwrap_or("").trim_end();
        let text = line.trim();
        if let Some(label) = text.strip_suffix(':').filter(|_| !line.starts_with(char::is_whitespace)) {
            match label.starts_with('.') {
                true if label.starts_with(".Lfunc_") => {}
                true => functions.iter_mut().last().into_iter().for_each(|(_, lines)| lines.push(text.to_owned())),
                false => functions.push((label.to_owned(), Vec::new())),
            }
        } else if line.starts_with(char::is_whitespace) && !text.starts_with('.') && !text.is_empty() {
            functions.iter_mut().last().into_iter().for_each(|(_, lines)| lines.push(text.replace('\t', " ")));
        }
    }
    functions
}

fn instruction(machine: Machine, text: &str) -> Instruction {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    let name = name.trim();
    let label = || operands.rsplit([',', ' ']).next().unwrap_or("").trim().to_owned();
    let plain =
        |effects: &[&str]| Instruction { effects: path(effects.iter().copied()), optional: false, flow: Flow::Next };
    let flow = |flow| Instruction { effects: vec![], optional: false, flow };
    match machine {
        Machine::X86 => match name {
            "retq" | "ret" => flow(Flow::Return),
            "jne" | "je" => flow(Flow::Branch(label())),
            "mfence" => plain(&["F.mfence"]),
            "lock" if operands.contains("%rsp") => plain(&["F.mfence"]),
            "lock" => plain(&["locked"]),
            _ if name.starts_with("xchg") && operands.contains('(') => plain(&["locked"]),
            _ if name.starts_with("mov") && operands.ends_with(')') => plain(&["W"]),
            _ if name.starts_with("mov") && operands.contains('(') => plain(&["R"]),
            _ => plain(&[]),
        },
        Machine::Armv8 => aarch64(name, operands, label()),
        Machine::Armv7 => {
            let optional = name.len() > 2 && (name.ends_with("eq") || name.ends_with("ne"));
            let stem = if optional { &name[..name.len() - 2] } else { name };
            match stem {
                "bx" if optional => flow(Flow::ReturnIf),
                "bx" | "pop" => flow(Flow::Return),
                "b" if optional => flow(Flow::Branch(label())),
                "b" => flow(Flow::Jump(label())),
                "ldr" | "ldrb" | "ldrh" | "ldrsb" | "ldrsh" | "ldrex" | "ldrexb" | "ldrexh" => {
                    Instruction { optional, ..plain(&["R"]) }
                }
                "str" | "strb" | "strh" | "strex" | "strexb" | "strexh" => Instruction { optional, ..plain(&["W"]) },
                "dmb" => Instruction { optional, ..plain(&["F.dmb.sy"]) },
                _ => plain(&[]),
            }
        }
        Machine::Power => match name {
            "blr" => flow(Flow::Return),
            "bnelr" | "beqlr" => flow(Flow::ReturnIf),
            "b" => flow(Flow::Jump(label())),
            _ if name.starts_with('b') && operands.contains(".+4") => plain(&["B"]),
            _ if name.starts_with("bn") || name.starts_with("be") || name == "bc" => flow(Flow::Branch(label())),
            "ld" | "lwz" | "lwa" | "lhz" | "lha" | "lbz" | "ldarx" | "lwarx" | "lharx" | "lbarx" => plain(&["R"]),
            "std" | "stw" | "sth" | "stb" | "stdcx." | "stwcx." | "sthcx." | "stbcx." => plain(&["W"]),
            "sync" => plain(&["F.sync"]),
            "lwsync" => plain(&["F.lwsync"]),
            "isync" => plain(&["F.isync"]),
            _ => plain(&[]),
        },
        Machine::Riscv => riscv(name, operands, label()),
    }
}

fn aarch64(name: &str, operands: &str, label: String) -> Instruction {
    let plain =
        |effects: &[&str]| Instruction { effects: path(effects.iter().copied()), optional: false, flow: Flow::Next };
    let flow = |flow| Instruction { effects: vec![], optional: false, flow };
    let is_sized = !matches!(name, "b" | "dmb" | "sub");
    let stem = name.strip_suffix(['b', 'h']).filter(|_| is_sized).unwrap_or(name);
    match stem {
        "ret" => flow(Flow::Return),
        "b" => flow(Flow::Jump(label)),
        _ if stem.starts_with("b.") || stem.starts_with("cb") || stem.starts_with("tb") => flow(Flow::Branch(label)),
        "ldr" | "ldrs" | "ldxr" => plain(&["R"]),
        "ldar" | "ldaxr" => plain(&["R.acq"]),
        "ldapr" => plain(&["R.acqpc"]),
        "str" | "stxr" => plain(&["W"]),
        "stlr" | "stlxr" => plain(&["W.rel"]),
        "dmb" => plain(&[match operands.trim() {
            "ish" => "F.dmb.sy",
            "ishld" => "F.dmb.ld",
            other => panic!("dmb {other}"),
        }]),
        _ => {
            let kinds = ["ldadd", "ldset", "ldclr", "ldeor", "ldsmax", "ldsmin", "ldumax", "ldumin", "swp", "cas"];
            match kinds.iter().find_map(|kind| stem.strip_prefix(kind)) {
                Some("") => plain(&["R", "W"]),
                Some("a") => plain(&["R.acq", "W"]),
                Some("l") => plain(&["R", "W.rel"]),
                Some("al") => plain(&["R.amo", "W.amo"]),
                _ => plain(&[]),
            }
        }
    }
}

fn riscv(name: &str, operands: &str, label: String) -> Instruction {
    let plain =
        |effects: &[&str]| Instruction { effects: path(effects.iter().copied()), optional: false, flow: Flow::Next };
    let flow = |flow| Instruction { effects: vec![], optional: false, flow };
    let mut parts = name.split('.');
    let stem = parts.next().unwrap_or("");
    let annotation = match parts.nth(1) {
        Some(annotation) => format!(".{annotation}"),
        None => String::new(),
    };
    match stem {
        "ret" => flow(Flow::Return),
        "j" => flow(Flow::Jump(label)),
        "fence" if name == "fence.tso" => plain(&["F.fence.tso"]),
        "fence" => {
            let sides: Vec<_> = operands.split(',').map(str::trim).collect();
            plain(&[&format!("F.fence.{}", sides.join("."))])
        }
        "ld" | "lw" | "lwu" | "lh" | "lhu" | "lb" | "lbu" => plain(&["R"]),
        "sd" | "sw" | "sh" | "sb" => plain(&["W"]),
        "lr" => plain(&[&format!("R{annotation}")]),
        "sc" => plain(&[&format!("W{annotation}")]),
        _ if stem.starts_with("amo") => plain(&[&format!("R{annotation}"), &format!("W{annotation}")]),
        _ if stem.starts_with('b') => flow(Flow::Branch(label)),
        _ => plain(&[]),
    }
}

/// What the paths through a function do that come to no instruction twice.
fn paths(machine: Machine, lines: &[String]) -> BTreeSet<Path> {
    let code: Vec<_> = lines.iter().map(|line| (!line.ends_with(':')).then(|| instruction(machine, line))).collect();
    let place = |label: &str| lines.iter().position(|line| line.strip_suffix(':') == Some(label));
    let mut found = BTreeSet::new();
    let mut open = vec![(0, Path::new(), BTreeSet::new())];
    while let Some((at, done, mut seen)) = open.pop() {
        if !seen.insert(at) {
            continue;
        }
        let Some(line) = code.get(at) else { panic!("no end: {lines:?}") };
        let Some(instruction) = line else {
            open.push((at + 1, done, seen));
            continue;
        };
        let mut with = done.clone();
        with.extend(instruction.effects.iter().cloned());
        let target = |label: &String| place(label).unwrap_or_else(|| panic!("no label {label}: {lines:?}"));
        match &instruction.flow {
            Flow::Next => {
                if instruction.optional {
                    open.push((at + 1, done, seen.clone()));
                }
                open.push((at + 1, with, seen));
            }
            Flow::Jump(label) => open.push((target(label), with, seen)),
            Flow::Branch(label) => {
                open.push((target(label), with.clone(), seen.clone()));
                open.push((at + 1, with, seen));
            }
            Flow::Return => {
                found.insert(with);
            }
            Flow::ReturnIf => {
                found.insert(with.clone());
                open.push((at + 1, with, seen));
            }
        }
    }
    found
}

/// Does a path have everything of another one, in its order?
fn includes(path: &Path, other: &Path) -> bool {
    let mut rest = path.iter();
    other.iter().all(|part| rest.any(|found| found == part))
}

/// What some versions of clang do instead.
fn is_variant(machine: Machine, case: &Case, found: &BTreeSet<Path>) -> bool {
    let only = |parts: &[&str]| *found == BTreeSet::from([path(parts.iter().copied())]);
    // The fence behind seq_cst stores was added in version 17.
    let without_fence = machine == Machine::Riscv
        && case.name.starts_with("store_")
        && case.name.ends_with("_sc")
        && only(&["F.fence.rw.w", "W"]);
    // An update that has no instruction is a loop around a compare-exchange, with a plain load in front.
    let is_arithmetic = ["fetch_add", "fetch_sub"].iter().any(|name| case.name.starts_with(name));
    let is_loop =
        machine == Machine::X86 && case.name.starts_with("fetch_") && !is_arithmetic && only(&["R", "locked"]);
    let with_load: Path = path(["R"]).into_iter().chain(case.expected.iter().cloned()).collect();
    let is_nand = case.name.starts_with("fetch_nand") && *found == BTreeSet::from([with_load]);
    without_fence || is_loop || is_nand
}

/// What is wrong with the paths of a function, if anything is.
fn wrong(machine: Machine, case: &Case, found: &BTreeSet<Path>) -> bool {
    if is_variant(machine, case, found) {
        return false;
    }
    let Some(failing) = &case.failing else { return *found != BTreeSet::from([case.expected.clone()]) };
    // Where the last access is a read, another round found another value.
    let access = |part: &&String| !part.starts_with('F');
    let stores = |path: &&Path| path.iter().rfind(access).is_some_and(|last| last.starts_with('W') || last == "locked");
    let (stores, fails): (Vec<_>, Vec<_>) = found.iter().partition(stores);
    // One instruction does both; of its orders, what is left of a failing one is the acquire.
    let read = case.expected.first().map(|read| match read.as_str() {
        "R.amo" => "R.acq",
        "R.aqrl" => "R.aq",
        "R.rl" => "R",
        other => other,
    });
    let shown = fails.is_empty() && failing.iter().map(String::as_str).eq(read);
    if !stores.contains(&&case.expected) || !(shown || fails.contains(&failing)) {
        return true;
    }
    // A weak one may also fail after it tried to store.
    let enough = |stored: &&&Path| includes(stored, &case.expected) || (case.weak && includes(stored, failing));
    stores.iter().any(|stored| !enough(&stored)) || fails.iter().any(|path| !includes(path, failing))
}

/// The clang that the other tests use: RADDLE_CLANG, else the newest.
fn clang() -> Option<String> {
    let named = std::env::var("RADDLE_CLANG").ok();
    let versions = (15..30).rev().map(|version| format!("clang-{version}"));
    let runs =
        |clang: &String| Command::new(clang).arg("--version").output().is_ok_and(|output| output.status.success());
    named.into_iter().chain(versions).chain(["clang".to_owned()]).find(runs)
}

fn assembly(clang: &str, flags: &str, source: &FilePath) -> Result<String, String> {
    let output = Command::new(clang).args(["-O2", "-S", "-w", "-o", "-"]).args(flags.split(' ')).arg(source).output();
    let output = output.map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_owned()),
    }
}

/// What a compiler makes of the functions for each target: the paths through them, by name.
type Compiled = BTreeMap<String, BTreeMap<String, BTreeSet<Path>>>;

impl Target {
    fn name(&self) -> String {
        let Extensions { lse, rcpc, zacas, zabha } = self.extensions;
        let parts = [(lse, " lse"), (rcpc, " rcpc"), (zacas, " zacas"), (zabha, " zabha")];
        format!("{:?}", self.machine)
            + &parts.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect::<String>()
    }
}

/// What the clang does; targets that it does not know are left out.
fn compiled(clang: &str) -> Compiled {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("operations.c");
    let mut compiled = Compiled::new();
    for target in TARGETS {
        let text: String = cases(target).iter().fold(String::new(), |mut text, case| {
            writeln!(text, "{}", case.source).unwrap();
            text
        });
        std::fs::write(&source, text).unwrap();
        let tried: Vec<_> = target.flags.iter().map(|flags| assembly(clang, flags, &source)).collect();
        let Some(text) = tried.iter().flatten().next() else {
            eprintln!("skipped: {clang} {}: {tried:?}", target.flags[0]);
            continue;
        };
        let functions = functions(text).into_iter().map(|(name, lines)| (name, paths(target.machine, &lines)));
        compiled.insert(target.name(), functions.collect());
    }
    compiled
}

/// Compares what a compiler does with the tables.
fn compare(compiled: &Compiled, whose: &str) {
    let mut differences = Vec::new();
    for target in TARGETS {
        let Some(functions) = compiled.get(&target.name()) else { continue };
        for case in cases(target) {
            let found = functions.get(&case.name).unwrap_or_else(|| panic!("{whose} has no {}", case.name));
            if wrong(target.machine, &case, found) {
                let Case { name, expected, failing, .. } = case;
                let table = format!("the table says {expected:?}, failing {failing:?}");
                differences.push(format!("{} {name}: {table}; {whose} {found:?}", target.name()));
            }
        }
        println!("{whose} {}: {} functions", target.name(), functions.len());
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// What clang 19 does, as it was recorded: for each target the functions with the same paths.
const RECORD: &str = "tests/files/clang19.paths";
const RECORDED: &str = "clang-19";

fn record() -> PathBuf {
    FilePath::new(env!("CARGO_MANIFEST_DIR")).join(RECORD)
}

fn write_record(compiled: &Compiled) -> String {
    let mut text = "# What clang 19 makes of atomic operations: the paths through a function, then the functions that have them. A path \
        names accesses\n# with their orders, and barriers (`-`: none). `RADDLE_BLESS=1 cargo test -p raddle-llvm --test compilation` writes it.\n"
        .to_owned();
    for (target, functions) in compiled {
        writeln!(text, "\n[{target}]").unwrap();
        let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (name, paths) in functions {
            let shown = |path: &Path| if path.is_empty() { "-".to_owned() } else { path.join(" ") };
            let paths: Vec<_> = paths.iter().map(shown).collect();
            groups.entry(paths.join(" | ")).or_default().push(name);
        }
        for (paths, names) in groups {
            writeln!(text, "{paths}: {}", names.join(" ")).unwrap();
        }
    }
    text
}

fn read_record(text: &str) -> Compiled {
    let (mut compiled, mut target) = (Compiled::new(), String::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            target = name.to_owned();
            continue;
        }
        let (paths, names) = line.split_once(": ").unwrap_or_else(|| panic!("no functions: {line}"));
        let parts = |text: &str| text.split(' ').filter(|part| *part != "-").map(str::to_owned).collect::<Path>();
        let paths: BTreeSet<Path> = paths.split(" | ").map(parts).collect();
        let functions = compiled.entry(target.clone()).or_default();
        functions.extend(names.split(' ').map(|name| (name.to_owned(), paths.clone())));
    }
    compiled
}

/// Whatever is installed.
#[test]
fn the_tables_say_what_was_recorded() {
    let recorded = read_record(&std::fs::read_to_string(record()).unwrap());
    let expected: BTreeSet<_> = TARGETS.iter().map(Target::name).collect();
    assert_eq!(recorded.keys().cloned().collect::<BTreeSet<_>>(), expected);
    compare(&recorded, "the record");
}

#[test]
fn clang_translates_as_the_tables_say() {
    let Some(clang) = clang() else { return eprintln!("skipped: there is no clang") };
    let compiled = compiled(&clang);
    compare(&compiled, &clang);
    if !clang.ends_with(RECORDED) {
        return;
    }
    let text = write_record(&compiled);
    assert_eq!(read_record(&text), compiled, "what is written can be read");
    if std::env::var_os("RADDLE_BLESS").is_some() {
        std::fs::write(record(), &text).unwrap();
    }
    // Another one of the same version may know fewer targets.
    let recorded = read_record(&std::fs::read_to_string(record()).unwrap());
    compiled.iter().for_each(|(target, functions)| assert_eq!(recorded.get(target), Some(functions), "{target}"));
}

/// The comparison itself notices what differs.
#[test]
fn what_differs_is_noticed() {
    let lines = |text: &str| text.split("; ").map(str::to_owned).collect::<Vec<_>>();
    let case = |success, failure| {
        let target = &TARGETS[1];
        let name = format!("cas_{success}_{failure}_32_0");
        cases(target).into_iter().find(|case| case.name == name).unwrap()
    };
    let acquires = "a:; ldaxr w0, [x8]; cmp w0, w1; b.ne b; stxr w9, w2, [x8]; cbnz w9, a; ret; b:; clrex; ret";
    let relaxed = acquires.replace("ldaxr", "ldxr");
    let found = |text| paths(Machine::Armv8, &lines(text));
    assert!(!wrong(Machine::Armv8, &case(Mode::Acq, Mode::Rlx), &found(acquires)));
    assert!(wrong(Machine::Armv8, &case(Mode::Acq, Mode::Rlx), &found(&relaxed)));
    assert!(!wrong(Machine::Armv8, &case(Mode::Rlx, Mode::Rlx), &found(&relaxed)));
}
