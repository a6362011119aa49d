//! The judge for XMM: explorer and oracle find the same executions, each once. What has no cycle is what RC20 allows. Blocked
//! executions of programs that wait are not compared: the explorer need not show every way to wait.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use raddle_explore::oracle::{self, Guessing, Reached};
use raddle_explore::{
    Equivalence, ExploreError, FinalGraph, Limits, Options, Proceed, Refusal, Run, Visitor, XmmOptions, explore,
};
use raddle_graph::{Execution, ThreadEnd};
use raddle_models::ModelName;
use raddle_models::axioms::{self, Candidate};

use super::{Disagreement, Mismatch, Settings, Stats};
use crate::Sketch;
use crate::sketch::State;

/// What was compared: of the executions, how many have a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct XmmStats {
    /// As for other models.
    pub all: Stats,
    /// Executions with a cycle of program order and reads-from.
    pub cyclic: u64,
    /// Programs that have some.
    pub programs: u64,
    /// Programs of which an execution with a cycle has what XMM does not define.
    pub refused: u64,
}

impl std::ops::AddAssign for XmmStats {
    fn add_assign(&mut self, other: XmmStats) {
        self.all += other.all;
        self.cyclic += other.cyclic;
        self.programs += other.programs;
        self.refused += other.refused;
    }
}

/// Compares explorer and oracle on one program.
pub fn compare_xmm(program: &Sketch, xmm: XmmOptions, settings: Settings) -> Result<XmmStats, Box<Mismatch>> {
    let Settings { spurious_failures, limit, workers } = settings;
    let guessing = Guessing { spurious_failures, limit, ..Guessing::default() };
    let Ok(reached) = oracle::reached_by_xmm(program, xmm, guessing, &Run::default()) else {
        return Ok(XmmStats { all: Stats { too_large: 1, ..Stats::default() }, ..XmmStats::default() });
    };
    judge(program, xmm, settings, &reached).map_err(|disagreement| {
        let (program, model, equivalence) = (program.clone(), ModelName::Xmm, Equivalence::Mo);
        Box::new(Mismatch { program, model, equivalence, spurious_failures, workers, disagreement })
    })
}

fn judge(program: &Sketch, xmm: XmmOptions, settings: Settings, reached: &Reached) -> Result<XmmStats, Disagreement> {
    let Settings { spurious_failures, workers, .. } = settings;
    let options =
        Options { spurious_failures, workers, xmm, detect_duplicates: true, symmetry: false, ..Options::default() };
    // Far longer than any program that the oracle can judge takes.
    let run = Run::new(Limits { timeout: Some(Duration::from_secs(60)), ..Limits::default() });
    let explored =
        catch_unwind(AssertUnwindSafe(|| explore(program, &ModelName::Xmm.into(), &options, &run, Collect::default)));
    let (totals, visitors) = match explored {
        Ok(Ok(explored)) => explored,
        Ok(Err(ExploreError::Refused(Refusal::XmmUndefined { .. }))) => {
            return Ok(XmmStats { refused: 1, ..XmmStats::default() });
        }
        Ok(Err(error)) => return Err(Disagreement::Error(error)),
        Err(payload) => {
            let text = (payload.downcast_ref::<String>().map(String::as_str))
                .or_else(|| payload.downcast_ref::<&str>().copied());
            return Err(Disagreement::Panic(text.unwrap_or("no message").to_owned()));
        }
    };
    let without = |execution: &Execution| Execution { dependencies: Default::default(), ..execution.clone() };
    let is_compared = |execution: &&Execution| !program.has_waits() || !execution.ends.contains(&ThreadEnd::Blocked);
    let expected: BTreeSet<Execution> = reached.executions.iter().filter(is_compared).map(without).collect();
    let shown: Vec<Execution> = visitors.into_iter().flat_map(|one| one.0).collect();
    let found: BTreeSet<Execution> = shown.iter().filter(is_compared).map(without).collect();
    let missing: Vec<Execution> = expected.difference(&found).cloned().collect();
    let surplus: Vec<_> = found.difference(&expected).map(|execution| (execution.clone(), why(execution))).collect();
    if !missing.is_empty() || !surplus.is_empty() {
        return Err(Disagreement::Sets { missing, surplus });
    }
    let counted = totals.complete + totals.blocked + totals.failed;
    if counted != shown.len() as u64 || totals.limit.is_some() || totals.uncertain {
        let shown = raddle_explore::Totals { complete: shown.len() as u64, ..Default::default() };
        return Err(Disagreement::Totals { counted: Box::new(totals), shown: Box::new(shown) });
    }
    let is_cyclic =
        |execution: &&Execution| Candidate::new(execution).is_ok_and(|candidate| candidate.has_porf_cycle());
    let cyclic = found.iter().filter(is_cyclic).count() as u64;
    let all = Stats {
        compared: 1,
        complete: totals.complete,
        blocked: totals.blocked,
        failed: totals.failed,
        ..Stats::default()
    };
    Ok(XmmStats { all, cyclic, programs: u64::from(cyclic > 0), refused: 0 })
}

/// What is wrong with an execution that only the explorer has.
fn why(execution: &Execution) -> String {
    match axioms::check(ModelName::Xmm, execution) {
        Err(violation) => violation.to_string(),
        Ok(()) => "consistent, but not reached".to_owned(),
    }
}

#[derive(Default)]
struct Collect(Vec<Execution>);

impl Visitor<State> for Collect {
    fn visit(&mut self, found: &dyn FinalGraph<State>) -> Proceed {
        self.0.push(found.execution());
        Proceed::Continue
    }
}
