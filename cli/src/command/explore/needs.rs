//! The sizes that a run needed: what is larger is not searched (EXP-6).

use heddle_study::{Method, RunResult};
use std::collections::BTreeMap;

const DEPTH: &str = "stack.depth";
const HEAP: &str = "dwf.heap";

/// Keys of the machine, whose sizes change nothing once they suffice.
pub const SIZES: [&str; 2] = [DEPTH, HEAP];

/// The smallest depth that is allowed.
const LEAST_DEPTH: u64 = 3;

/// Groups that a commit may add: one for each half of a warp.
const OF_A_COMMIT: u64 = 2;

/// For each of these keys, the size that was needed, if the report of a run says it.
pub fn of(result: &RunResult, _: Method) -> BTreeMap<String, u64> {
    let peak = |name: &str| {
        let peak = result.number(&format!("peaks.{name}"))?;
        Some(peak as u64)
    };
    let needs = [
        (DEPTH, peak("stack_depth").map(|peak| peak.max(LEAST_DEPTH))),
        (HEAP, heap(&peak)),
    ];
    let known = needs.into_iter();
    known
        .filter_map(|(key, need)| Some((key.to_owned(), need?)))
        .collect()
}

/// Entries of the heap, or leaves of the tournament, with which no thread ever waits for one: a warp is formed only if both of its halves
/// would find room whatever their groups, behind the updates in the queue (DWF-24). Warps that return from memory want
/// room as well, so of a run that spilled nothing is known.
fn heap(peak: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    let groups = peak("groups")?;
    let queued = peak("queue").unwrap_or(0);
    (peak("spilled") == Some(0)).then_some(groups + queued + OF_A_COMMIT)
}
