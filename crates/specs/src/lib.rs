//! Specifications of concurrent objects: is there an order in which a queue, a lock, a map … could have answered these calls so?
//!
//! A `History` holds the calls, in which order they were made, and what each knew of the others. An `Object` is a state machine that
//! says what a call may return. `judge` looks for an order of the calls that the object accepts, and says why there is none.
//!
//! ```
//! use raddle_specs::{History, Judgement, Limits, Object, Operation, Outcome, Reason, Sync, Thread, judge};
//!
//! let enq = |v| Operation { thread: Thread(1), name: "enq".into(), arguments: vec![v], outcome: Outcome::Void };
//! let deq = |v| Operation { thread: Thread(1), name: "deq".into(), arguments: vec![], outcome: Outcome::Value(v) };
//! // One thread calls them one after the other.
//! let judgement = |operations| {
//!     let history = History::new(operations, [], []).expect("one thread is in order");
//!     let queue: Object = "queue".parse().expect("an object");
//!     judge(&queue, &history, Sync::Takes, &Limits::none()).expect("operations of a queue")
//! };
//! assert!(matches!(judgement(vec![enq(1), enq(2), deq(1)]), Judgement::Possible(_)));
//! assert!(matches!(judgement(vec![enq(1), enq(2), deq(2)]), Judgement::Impossible(it) if it.reason == Reason::Order));
//! ```

mod beginning;
mod history;
mod judge;
mod machine;
mod object;
mod operation;
mod record;
mod search;

pub use beginning::{Beginning, Verdict, first_impossible};
pub use history::{Circular, History};
pub use judge::{Judgement, Reason, Violation, judge};
pub use machine::Standing;
pub use object::{Misfit, Object, Results, Signature, UnknownObject};
pub use operation::{OpId, Operation, Outcome, Thread};
pub use record::{MAX_RECORDED, Record, RecordError, RecordedCall, ThreadName, Time, history_of, read_record};
pub use search::{Exhausted, Limits, Sync};
