//! What units store after synthesis is what their Verilog declares, or the difference has a reason.

use crate::support::{job, lab, target};
use heddle_hdl::units::NAMES;
use heddle_machines::shipped;

/// Structures of a unit whose difference has no reason.
fn unexplained(unit: &str, target_name: &str) -> Vec<String> {
    let job = job(unit, &shipped("tiny"), &target(target_name));
    let storage = lab()
        .storage(&job)
        .unwrap_or_else(|error| panic!("{unit}: {error}"));
    let told = storage.unexplained().map(|difference| {
        let heddle_synth::Difference {
            module,
            name,
            declared,
            stored,
            ..
        } = difference;
        format!("{unit}: {module} {name}: {declared} bits declared, {stored} stored")
    });
    told.collect()
}

/// Add what this names to `synth/src/storage/explained.rs`, with the reason, or take it out of the unit.
fn is_explained(target_name: &str) {
    let all = NAMES.iter().flat_map(|unit| unexplained(unit, target_name));
    assert_eq!(all.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn with_live_value_tables() {
    is_explained("ecp5");
}

#[test]
fn with_arrays() {
    is_explained("osu018");
}
