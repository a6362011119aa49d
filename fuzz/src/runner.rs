//! Runs mutants until the time is up, watches for those that do not end, and makes the one that fails small.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::mutate::{Numbers, mutant};
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

/// Runs the whole corpus, then mutants on all cores until `time` is over: how many inputs, or the first that fails.
///
/// The input under way is in `target/fuzz/NAME-WORKER.input`, for failures that end the process (an overflowing stack).
pub fn fuzz(target: Target, seed: u64, time: Duration) -> Result<u64, Failure> {
    let inputs = corpus::inputs(target);
    for input in &inputs {
        attempt(target, input)?;
    }
    let start = Instant::now();
    let workers: Vec<Worker> =
        (0..std::thread::available_parallelism().map_or(1, usize::from)).map(|_| Worker::default()).collect();
    let (count, over, failure) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::new(None));
    std::thread::scope(|scope| {
        let threads: Vec<_> = workers
            .iter()
            .enumerate()
            .map(|(index, worker)| {
                let (inputs, count, over, failure) = (&inputs, &count, &over, &failure);
                scope.spawn(move || {
                    let path = under_way(target, index);
                    let mut file = File::create(&path).ok();
                    let mut numbers = Numbers::new(seed.wrapping_mul(1_000_003).wrapping_add(index as u64));
                    while start.elapsed() < time && !over.load(Ordering::Relaxed) {
                        let input = mutant(inputs, &mut numbers);
                        keep(file.as_mut(), &input);
                        worker.began.store(1 + start.elapsed().as_millis() as u64, Ordering::Relaxed);
                        let result = attempt(target, &input);
                        worker.began.store(0, Ordering::Relaxed);
                        count.fetch_add(1, Ordering::Relaxed);
                        if let Err(found) = result {
                            over.store(true, Ordering::Relaxed);
                            *failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(found);
                        }
                    }
                    let _ = std::fs::remove_file(path);
                })
            })
            .collect();
        while threads.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(50));
            exit_if_one_hangs(target, &workers, start);
        }
    });
    match failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(found) => Err(shrink(target, found)),
        None => Ok(count.into_inner()),
    }
}

/// Where a worker's input is while it runs.
fn under_way(target: Target, worker: usize) -> PathBuf {
    let folder = corpus::root().join("target/fuzz");
    let _ = std::fs::create_dir_all(&folder);
    folder.join(format!("{}-{worker}.input", target.name()))
}

/// Notes the input under way. Only a convenience: without the file a crash of the process is harder to repeat, no more. The file stays
/// open: to close one that was truncated makes the system wait for the disk.
fn keep(file: Option<&mut File>, input: &[u8]) {
    if let Some(file) = file {
        let _ = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(input));
        let _ = file.set_len(input.len() as u64);
    }
}

/// A thread that hangs cannot be ended: the process is.
fn exit_if_one_hangs(target: Target, workers: &[Worker], start: Instant) {
    let now = start.elapsed().as_millis() as u64;
    for (index, worker) in workers.iter().enumerate() {
        let began = worker.began.load(Ordering::Relaxed);
        if began != 0 && now.saturating_sub(began) > MAX_SECONDS_PER_INPUT * 1000 {
            println!(
                "{}: an input takes more than {MAX_SECONDS_PER_INPUT} s: {}",
                target.name(),
                under_way(target, index).display()
            );
            std::process::exit(1);
        }
    }
}

/// Runs one input.
pub fn attempt(target: Target, input: &[u8]) -> Result<(), Failure> {
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
