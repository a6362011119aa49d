//! The options of `raddle litmus`.

use std::path::PathBuf;

use clap::Args;

use super::common::ExploreArgs;

#[derive(Args, Debug)]
pub(crate) struct LitmusArgs {
    /// Litmus files; `@LIST` names a file that lists more, one per line; a folder stands for the litmus files in it.
    #[arg(required = true, value_name = "FILE.litmus | @LIST | DIR")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) explore: ExploreArgs,
    /// Print every execution before the test's result.
    #[arg(long)]
    pub(crate) print_executions: bool,
    /// Say why the outcome in question can be observed, or cannot: an execution that has it, with the cycle that the model, or
    /// sequential consistency, forbids.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Enumerate candidate executions and check the model's axioms on each, instead of exploring: slow, but exact for every model.
    #[arg(long)]
    pub(crate) exhaustive: bool,
    /// Draw an execution in DOT: one that shows an error, or else one that satisfies the condition.
    #[arg(long, value_name = "FILE.dot")]
    pub(crate) graph: Option<PathBuf>,
    /// Exit with status 3 if a result holds only up to a bound, or is vacuous because no execution is complete.
    #[arg(long)]
    pub(crate) strict: bool,
}
