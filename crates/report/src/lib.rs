//! Renders what checks and litmus tests give: text for people, JSON for scripts, DOT for pictures. Nothing is found out here: everything that is
//! shown is in the [`Verdict`](raddle_check::Verdict) and its [`Story`](raddle_check::Story).
//!
//! ```
//! use raddle_check::{Options, Unwatched, check};
//! use raddle_explore::Run;
//! use raddle_llvm::Input;
//! use raddle_report::text;
//!
//! fn print(file: &str) -> Result<(), Box<dyn std::error::Error>> {
//!     let source = Input::new(file).read()?;
//!     let verdict = check(&source.program(&Default::default()), &Options::default(), &Run::default(), &Unwatched)?;
//!     print!("{}", text::verdict(&verdict));
//!     Ok(())
//! }
//! ```

mod calls;
mod cycle;
pub mod dot;
pub mod herd;
mod history;
pub mod json;
mod story;
pub mod text;
mod unfinished;
mod words;

pub use history::HistoryReport;
pub use unfinished::Unfinished;
