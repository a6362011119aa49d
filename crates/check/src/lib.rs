//! Checking a program: from a [`Subject`] to a [`Verdict`], as data. Rendering is the business of `raddle-report`.
//!
//! - A front end implements [`Checkable`]: it makes a [`Subject`] (a program and its [`Names`]) for each memory model.
//! - [`check`](check()) explores the subject, lets it learn, and returns a [`Verdict`]. Each of its [`Error`]s has a [`Problem`]
//!   and a [`Story`], the execution that shows it.
//! - A front end with a question of its own (a litmus test) brings its own visitor to [`raddle_engine::explore`].
//!
//! Inside: `finder` looks at executions while they are explored and keeps a `Scene` of those that are wrong; `describe` finds
//! out what is wrong with one, `narrate` makes its [`Story`]; `diagnose` checks variants of a program that has an error.

mod buffering;
mod check;
mod cycle;
mod describe;
mod diagnose;
mod error;
mod finder;
mod growth;
mod index;
mod leak;
mod names;
mod narrate;
mod nearby;
mod options;
mod scene;
mod shown;
mod specification;
mod story;
mod subject;
mod symbolic;
mod verdict;

pub use buffering::{BufferingCounter, BufferingRaces};
pub use check::{CheckError, UnfitModel, check};
pub use cycle::{Known, cycle_of};
pub use error::{
    Access, BadAccess, Error, Holder, Intent, NearBy, NearByKind, PlaceCall, Problem, Related, Relation, SizedLocation,
    SourcePlace, Waiting,
};
pub use growth::Growing;
pub use options::{Observed, Options, Unwatched, Watch};
pub use raddle_bmc::Stats as SymbolicStats;
pub use raddle_ir::SpuriousKind;
pub use shown::{LONGEST_LINE, read_file, read_input_text, read_text, shown_line, shown_lines};
pub use specification::{BadCalls, BrokenCalls, SeenHistories, Specification};
pub use story::{
    Cycle, CycleKind, Deed, Edge, EdgeKind, End, EndKind, Link, Object, OrderedWrite, Origin, ReadOf, Row, RowPlace,
    Started, Story, StoryThread, WriteOrder,
};
pub use subject::{Checkable, FrontEndError, InputPlace, Names, Subject, Target};
pub use symbolic::{Symbolic, SymbolicError, check_symbolically};
pub use verdict::{Answer, Elsewhere, Note, Open, OtherError, Question, TooLong, Vacuity, Verdict, Warning};
