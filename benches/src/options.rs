//! The command line.

use std::path::{Path, PathBuf};

use clap::Parser;

use crate::table::Section;

/// Measures what Raddle spends on the benchmark programs.
#[derive(Parser, Debug)]
#[command(name = "cargo bench -p raddle-bench --")]
pub(crate) struct Options {
    /// Measure these only: a program (ainc), or one of its sizes (ainc(7))
    pub only: Vec<String>,

    /// Measure these sections only; by default all. The goals of `parallel`, `startup` and `buffering` count for the exit
    /// status only if they are asked for
    #[arg(long)]
    pub section: Vec<Section>,

    /// The raddle to measure, instead of building one
    #[arg(long, value_name = "PATH")]
    pub raddle: Option<PathBuf>,

    /// Where to write the results
    #[arg(long, value_name = "FILE", default_value_os_t = root().join("target/bench.json"))]
    pub json: PathBuf,

    /// The folder for plots
    #[arg(long, value_name = "FOLDER", default_value_os_t = root().join("target/plots"))]
    pub plots: PathBuf,

    /// What to compare with
    #[arg(long, value_name = "FILE", default_value_os_t = root().join("benches/baseline.json"))]
    pub baseline: PathBuf,

    /// Write what is measured into the baseline instead of comparing
    #[arg(long)]
    pub save_baseline: bool,

    /// Set by `cargo bench`
    #[arg(long, hide = true)]
    pub bench: bool,
}

impl Options {
    /// Whether a section is to be measured.
    pub fn wants(&self, section: Section) -> bool {
        self.section.is_empty() || self.asks_for(section)
    }

    /// Whether a section was asked for by name.
    pub fn asks_for(&self, section: Section) -> bool {
        let whole = if section == Section::BufferingMemory { Section::Buffering } else { section };
        self.section.contains(&section) || self.section.contains(&whole)
    }
}

/// The directory of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}
