//! Barriers between a branch that may diverge and the branch's reconvergence point.

use crate::console;
use heddle_sim::Mechanism;
use heddle_sim::fault::BarrierAtRisk;
use std::collections::BTreeSet;

/// Prints a warning for each barrier and branch, once if several instructions come from the same lines.
pub fn warn(risks: &[BarrierAtRisk]) {
    let mut lines = BTreeSet::new();
    for risk in risks {
        let of_source = |place: &heddle_sim::fault::SourcePlace| match &place.source {
            Some(source) => (source.file.clone(), source.line),
            None => (String::new(), place.place.pc),
        };
        if lines.insert((of_source(&risk.barrier), of_source(&risk.branch))) {
            let mechanisms = Mechanism::listed("and", |about| about.waits_as_a_whole);
            console::note(&format!(
                "warning: {risk}: under {mechanisms} the threads of a warp may wait for each \
                 other for ever; compile with `heddle compile`, or move the barrier"
            ));
        }
    }
}
