//! Compares explorer and oracle on random programs of growing size for as long as asked.
//!
//! `soak --seconds N [--seed S] [--flavour F] [--model M] [--mutate | --orders]`: exit status 0 if they agree on everything, 1 with the smallest
//! program found if they do not, 2 for wrong arguments. With `--mutate`, the programs are small changes of those of `known::hard`. With
//! `--orders`, no oracle is asked: small programs with their threads in every order must have the same executions. The seed with which to go on
//! is printed at the end, and with these two the program that took longest.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use raddle_models::ModelName;
use raddle_testgen::compare::{compare_both, compare_dependent, compare_mutated, compare_orders};
use raddle_testgen::known::hard;
use raddle_testgen::random::{Flavour, Programs, Size};
use raddle_testgen::sketch::Dialect;
use raddle_testgen::{Mismatch, Settings, Stats};

/// Sizes and the oracle's limits for them. A worker spends a batch of programs on each, over and over.
const STAGES: [([Size; 3], usize); 3] = [
    (Size::SMALL, 20_000),
    (
        [Size { threads: 2, statements: 5 }, Size { threads: 3, statements: 4 }, Size { threads: 4, statements: 3 }],
        50_000,
    ),
    (
        [Size { threads: 2, statements: 6 }, Size { threads: 4, statements: 4 }, Size { threads: 5, statements: 3 }],
        100_000,
    ),
];

/// Programs of one size before the next.
const BATCH: u64 = 180;

/// What all workers share.
struct Progress {
    next_seed: AtomicU64,
    over: AtomicBool,
    stats: Mutex<Stats>,
    failure: Mutex<Option<Box<Mismatch>>>,
    /// The seed that took longest, and how long.
    slowest: Mutex<(Duration, u64)>,
    end: Instant,
    flavours: Vec<Flavour>,
    models: Vec<ModelName>,
    mutate: bool,
    orders: bool,
}

impl Progress {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || Instant::now() >= self.end
    }
}

fn main() -> ExitCode {
    let Some(Arguments { seconds, seed, flavours, models, mutate, orders }) = Arguments::parse() else {
        let names: Vec<_> = all_flavours().map(Flavour::name).collect();
        eprintln!(
            "usage: soak --seconds N [--seed S] [--flavour F] [--model M] [--mutate | --orders]\nflavours: {}",
            names.join(" ")
        );
        return ExitCode::from(2);
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    println!("seed {seed}, {workers} threads");
    let progress = Progress {
        next_seed: AtomicU64::new(seed),
        over: AtomicBool::new(false),
        stats: Mutex::default(),
        failure: Mutex::default(),
        slowest: Mutex::default(),
        end: Instant::now() + Duration::from_secs(seconds),
        flavours,
        models,
        mutate,
        orders,
    };
    // The judge turns panics of the explorer into mismatches; their own messages would only drown those.
    std::panic::set_hook(Box::new(|_| {}));
    let finished = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(|| work(&progress))).collect();
        report_until_over(&progress);
        threads.into_iter().all(|thread| thread.join().is_ok())
    });
    println!("{:?}", lock(&progress.stats));
    let (longest, seed) = *lock(&progress.slowest);
    if !longest.is_zero() {
        println!("--seed {seed} took longest, {:.1} s", longest.as_secs_f64());
    }
    println!("go on with --seed {}", progress.next_seed.load(Ordering::Relaxed));
    match lock(&progress.failure).take() {
        Some(mismatch) => {
            println!("\n{mismatch}");
            ExitCode::from(1)
        }
        None if !finished => {
            println!("\na worker panicked outside of the explorer");
            ExitCode::from(1)
        }
        None => ExitCode::SUCCESS,
    }
}

struct Arguments {
    seconds: u64,
    seed: u64,
    flavours: Vec<Flavour>,
    models: Vec<ModelName>,
    mutate: bool,
    orders: bool,
}

fn all_flavours() -> impl Iterator<Item = Flavour> {
    Flavour::MEMORY.into_iter().chain(Flavour::RESOURCES).chain(Flavour::DEPENDENT)
}

impl Arguments {
    fn parse() -> Option<Arguments> {
        let (mut seconds, mut seed) = (None, 0);
        let (mut flavour, mut model, mut mutate, mut orders) = (None, None, false, false);
        let mut arguments = std::env::args().skip(1);
        while let Some(name) = arguments.next() {
            if name == "--mutate" {
                mutate = true;
                continue;
            }
            if name == "--orders" {
                orders = true;
                continue;
            }
            let value = arguments.next()?;
            match name.as_str() {
                "--seconds" => seconds = Some(value.parse().ok()?),
                "--seed" => seed = value.parse().ok()?,
                "--flavour" => flavour = Some(all_flavours().find(|flavour| flavour.name() == value)?),
                "--model" => model = Some(value.parse::<ModelName>().ok()?),
                _ => return None,
            }
        }
        let every = if mutate || orders { hard::MODELS.to_vec() } else { ModelName::WITHOUT_DEPENDENCIES.to_vec() };
        let models = model.map_or(every, |model| vec![model]);
        let flavours = match (flavour, models.iter().any(|model| tracks_dependencies(*model))) {
            (Some(flavour), _) => vec![flavour],
            (None, true) => Flavour::DEPENDENT.to_vec(),
            (None, false) => Flavour::MEMORY.into_iter().chain(Flavour::RESOURCES).collect(),
        };
        Some(Arguments { seconds: seconds?, seed, flavours, models, mutate, orders })
    }
}

fn tracks_dependencies(model: ModelName) -> bool {
    !ModelName::WITHOUT_DEPENDENCIES.contains(&model)
}

/// The mutexes guard a sum and an option, which no panic leaves half-written.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn report_until_over(progress: &Progress) {
    let mut next = Instant::now() + Duration::from_secs(10);
    while !progress.is_over() {
        std::thread::sleep(Duration::from_millis(100));
        if Instant::now() >= next {
            println!("{:?}", lock(&progress.stats));
            next += Duration::from_secs(10);
        }
    }
}

/// Steps up to which the oracle is asked about changed programs.
const MUTATED_LIMIT: usize = 50_000;

fn work(progress: &Progress) {
    while progress.mutate && !progress.is_over() {
        let seed = progress.next_seed.fetch_add(1, Ordering::Relaxed);
        note_timed(progress, seed, || compare_mutated(seed, &progress.models, MUTATED_LIMIT));
    }
    while progress.orders && !progress.is_over() {
        let seed = progress.next_seed.fetch_add(1, Ordering::Relaxed);
        note_timed(progress, seed, || compare_orders(seed, &progress.models));
    }
    for (sizes, limit) in STAGES.iter().cycle() {
        let seed = progress.next_seed.fetch_add(1, Ordering::Relaxed);
        let mut programs = Programs::new(seed, &progress.flavours, sizes);
        for nth in 0..BATCH {
            if progress.is_over() {
                return;
            }
            let settings = Settings {
                spurious_failures: nth % 2 == 0,
                limit: *limit,
                workers: [1, 1, 1, 2, 1, 1, 1, 4][nth as usize % 8],
            };
            let result = programs.judge_next(|program| {
                let mut stats = Stats::default();
                for &model in &progress.models {
                    stats += if tracks_dependencies(model) {
                        compare_dependent(&program.in_dialect(Dialect::of(model)), model, settings)?
                    } else {
                        compare_both(program, model, settings)?
                    };
                }
                Ok(stats)
            });
            note(progress, result);
        }
    }
}

/// Compares, and notes how long that took.
fn note_timed(progress: &Progress, seed: u64, compare: impl Fn() -> Result<Stats, Box<Mismatch>>) {
    let start = Instant::now();
    note(progress, compare());
    let mut slowest = lock(&progress.slowest);
    *slowest = (start.elapsed(), seed).max(*slowest);
}

/// Adds what was compared, or ends everything.
fn note(progress: &Progress, result: Result<Stats, Box<Mismatch>>) {
    match result {
        Ok(stats) => *lock(&progress.stats) += stats,
        Err(mismatch) => {
            lock(&progress.failure).get_or_insert(mismatch);
            progress.over.store(true, Ordering::Relaxed);
        }
    }
}
