//! The sizes that a run needed: what is larger is not searched (EXP-6).

use heddle_study::{Method, RunResult};
use std::collections::BTreeMap;

/// Keys of the machine, whose sizes change nothing once they suffice.
pub const SIZES: [&str; 1] = ["stack.depth"];

/// The smallest size that is allowed.
const LEAST_DEPTH: u64 = 3;

/// For each of these keys, the size that was needed, if the report of a run says it.
pub fn of(result: &RunResult, _: Method) -> BTreeMap<String, u64> {
    let depth = result.number("peaks.stack_depth");
    let depth = depth.map(|peak| (SIZES[0].into(), (peak as u64).max(LEAST_DEPTH)));
    depth.into_iter().collect()
}
