//! Runs mutants until the time is up, watches for those that do not end, and makes the one that fails small.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::mutate::{Numbers, mutate};
use crate::{Target, corpus};

/// An input that takes longer than this hangs.
const MAX_SECONDS_PER_INPUT: u64 = 20;

/// Inputs tried while a failing one is made smaller.
const MAX_SHRINKING_RUNS: usize = 2_000;

/// An input that makes Raddle panic.
#[derive(Debug)]
pub struct Failure {
    /// The smallest input found.
    pub input: Vec<u8>,
    /// The message of the panic.
    pub message: String,
}

/// What a worker is doing: when it began, in milliseconds since the start, or 0 while it is between inputs.
#[derive(Default)]
struct Worker {
    began: AtomicU64,
}

/// How many inputs there were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// All.
    pub inputs: u64,
    /// Those that were well-formed, so that more was done with them than reading.
    pub understood: u64,
}

/// Runs the whole corpus, then mutants by that many workers until `time` is over: how many inputs, or the first that fails.
///
/// The input under way is in `target/fuzz/NAME-SEED-WORKER.input`, for failures that end the process (an overflowing stack).
pub fn fuzz(target: Target, seed: u64, time: Duration, workers: usize) -> Result<Count, Failure> {
    let inputs = corpus::inputs(target);
    for input in &inputs {
        attempt(target, input)?;
    }
    let start = Instant::now();
    let workers: Vec<Worker> = (0..workers).map(|_| Worker::default()).collect();
    let (total, over, failure) = (Mutex::new(Count::default()), AtomicBool::new(false), Mutex::new(None));
    std::thread::scope(|scope| {
        let threads: Vec<_> = workers
            .iter()
            .enumerate()
            .map(|(index, worker)| {
                let (inputs, total, over, failure) = (&inputs, &total, &over, &failure);
                scope.spawn(move || {
                    let mut kept = Kept::new(under_way(target, seed, index));
                    let (mut count, mut input) = (Count::default(), Vec::new());
                    loop {
                        let now = start.elapsed();
                        if now >= time || over.load(Ordering::Relaxed) {
                            break;
                        }
                        let mut numbers = Numbers::of_input(seed, index, count.inputs);
                        mutate(inputs, &mut numbers, &mut input);
                        kept.keep(&input);
                        worker.began.store(1 + now.as_millis() as u64, Ordering::Relaxed);
                        let result = attempt(target, &input);
                        worker.began.store(0, Ordering::Relaxed);
                        count.inputs += 1;
                        match result {
                            Ok(understood) => count.understood += u64::from(understood),
                            Err(found) => {
                                over.store(true, Ordering::Relaxed);
                                *lock(failure) = Some(found);
                            }
                        }
                    }
                    kept.remove();
                    let mut total = lock(total);
                    total.inputs += count.inputs;
                    total.understood += count.understood;
                })
            })
            .collect();
        while threads.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(50));
            exit_if_one_hangs(target, seed, &workers, start);
        }
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(found) => Err(shrink(target, found)),
        None => Ok(*lock(&total)),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a worker's input is while it runs.
fn under_way(target: Target, seed: u64, worker: usize) -> PathBuf {
    let folder = corpus::root().join("target/fuzz");
    let _ = std::fs::create_dir_all(&folder);
    folder.join(format!("{}-{seed}-{worker}.input", target.name()))
}

/// The file with the input under way. Only a convenience: without it a crash of the process is harder to repeat, no more.
struct Kept {
    path: PathBuf,
    /// It stays open: to close a file that was truncated makes the system wait for the disk.
    file: Option<File>,
    length: usize,
}

impl Kept {
    fn new(path: PathBuf) -> Kept {
        Kept { file: File::create(&path).ok(), path, length: 0 }
    }

    fn keep(&mut self, input: &[u8]) {
        let Some(file) = &self.file else { return };
        let _ = file.write_all_at(input, 0);
        if input.len() < self.length {
            let _ = file.set_len(input.len() as u64);
        }
        self.length = input.len();
    }

    fn remove(self) {
        let _ = std::fs::remove_file(self.path);
    }
}

/// A thread that hangs cannot be ended: the process is.
fn exit_if_one_hangs(target: Target, seed: u64, workers: &[Worker], start: Instant) {
    let now = start.elapsed().as_millis() as u64;
    for (index, worker) in workers.iter().enumerate() {
        let began = worker.began.load(Ordering::Relaxed);
        if began != 0 && now.saturating_sub(began) > MAX_SECONDS_PER_INPUT * 1000 {
            println!(
                "{}: an input takes more than {MAX_SECONDS_PER_INPUT} s: {}",
                target.name(),
                under_way(target, seed, index).display()
            );
            std::process::exit(1);
        }
    }
}

/// Runs one input: is it well-formed?
pub fn attempt(target: Target, input: &[u8]) -> Result<bool, Failure> {
    std::panic::catch_unwind(|| target.run(input)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = text.or_else(|| payload.downcast_ref::<String>().cloned());
        Failure { input: input.to_vec(), message: message.unwrap_or_else(|| "a panic without a message".to_owned()) }
    })
}

/// Removes lines, then bytes, as long as the input still fails with the same message.
fn shrink(target: Target, mut failure: Failure) -> Failure {
    let mut runs = 0;
    for is_by_line in [true, false] {
        let mut at = 0;
        while at < failure.input.len() && runs < MAX_SHRINKING_RUNS {
            let length = match is_by_line {
                true => failure.input[at..]
                    .iter()
                    .position(|byte| *byte == b'\n')
                    .map_or(failure.input.len() - at, |n| n + 1),
                false => 1,
            };
            let mut smaller = failure.input.clone();
            smaller.drain(at..at + length);
            runs += 1;
            match attempt(target, &smaller) {
                Err(found) if found.message == failure.message => failure = found,
                _ => at += length,
            }
        }
    }
    failure
}
