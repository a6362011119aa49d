//! Feeds damaged input to everything that reads some.
//!
//! `raddle-fuzz [--seconds N] [--seed S] [-j WORKERS] [--input FILE] [TARGET…]`: the seconds are shared by the targets. `--input` runs one
//! file, which failed before, and lets it panic. Exit status 0 if nothing failed, 1 with the input if something did, 2 for wrong arguments.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use raddle_fuzz::{Target, corpus, runner};

fn main() -> ExitCode {
    let Some(Arguments { seconds, seed, workers, targets, file }) = Arguments::parse() else {
        let names: Vec<_> = Target::ALL.map(Target::name).to_vec();
        eprintln!(
            "usage: raddle-fuzz [--seconds N] [--seed S] [-j WORKERS] [--input FILE] [TARGET…]\ntargets: {}",
            names.join(" ")
        );
        return ExitCode::from(2);
    };
    if let Some(file) = file {
        let Ok(input) = std::fs::read(&file) else {
            eprintln!("{} cannot be read", file.display());
            return ExitCode::from(2);
        };
        for target in targets {
            let understood = target.run(&input);
            println!("{}: {}", target.name(), if understood { "well-formed" } else { "refused" });
        }
        return ExitCode::SUCCESS;
    }
    // Panics are what is looked for: they are told once, with a small input.
    std::panic::set_hook(Box::new(|_| {}));
    let time = Duration::from_secs(seconds) / targets.len() as u32;
    for target in targets {
        match runner::fuzz(target, seed, time, workers) {
            Ok(runner::Count { inputs, understood }) => {
                println!("{}: {inputs} inputs, {understood} of them well-formed, no failure", target.name());
            }
            Err(failure) => {
                let path = corpus::root().join("target/fuzz").join(format!("{}.failed", target.name()));
                let place = match std::fs::create_dir_all(path.with_file_name(""))
                    .and_then(|()| std::fs::write(&path, &failure.input))
                {
                    Ok(()) => path.display().to_string(),
                    Err(error) => format!("(not written: {error})"),
                };
                println!(
                    "{}: {}\ninput: {place}\n{}",
                    target.name(),
                    failure.message,
                    String::from_utf8_lossy(&failure.input)
                );
                return ExitCode::from(1);
            }
        }
    }
    ExitCode::SUCCESS
}

struct Arguments {
    seconds: u64,
    seed: u64,
    /// How many threads run inputs; as many as there are cores, unless told.
    workers: usize,
    targets: Vec<Target>,
    file: Option<PathBuf>,
}

impl Arguments {
    fn parse() -> Option<Arguments> {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let mut result = Arguments { seconds: 60, seed: 1, workers, targets: Vec::new(), file: None };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--seconds" => result.seconds = arguments.next()?.parse().ok()?,
                "--seed" => result.seed = arguments.next()?.parse().ok()?,
                "-j" => result.workers = arguments.next()?.parse().ok().filter(|it| *it > 0)?,
                "--input" => result.file = Some(arguments.next()?.into()),
                name => result.targets.push(Target::ALL.into_iter().find(|target| target.name() == name)?),
            }
        }
        if result.targets.is_empty() {
            result.targets = Target::ALL.to_vec();
        }
        Some(result)
    }
}
