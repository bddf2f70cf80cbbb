//! The storage of units after synthesis is the one that their Verilog declares, or the difference is explained.

use crate::support::{job, lab, target};
use heddle_contract::Config;
use heddle_contract::config::{PRESETS, Target};
use heddle_hdl::units::NAMES;
use heddle_machines::{drawn, shipped, shipped_for, thorough};

/// The small machine; at night presets that the seed draws, with their own latencies and with those that the target recommends.
fn machines(name: &str) -> Vec<Config> {
    if !thorough() {
        return vec![shipped("tiny")];
    }
    let presets = drawn(PRESETS.to_vec(), 0);
    let target = Target::ALL.into_iter().find(|target| target.name() == name);
    let target = target.expect("a target");
    let machines = presets
        .iter()
        .flat_map(|(preset, _)| [shipped(preset), shipped_for(preset, target)]);
    machines.collect()
}

/// Structures of a unit whose difference is not explained.
fn unexplained(unit: &str, machine: &Config, target_name: &str) -> Vec<String> {
    let job = job(unit, machine, &target(target_name));
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

/// If this fails, add the named structures to `synth/src/storage/explained.rs` with the reason, or remove them from the unit.
fn is_explained(target_name: &str) {
    let mut all = Vec::new();
    for machine in machines(target_name) {
        all.extend(
            NAMES
                .iter()
                .flat_map(|unit| unexplained(unit, &machine, target_name)),
        );
    }
    assert_eq!(all, [""; 0]);
}

#[test]
fn with_live_value_tables() {
    is_explained("ecp5");
}

#[test]
fn with_arrays() {
    is_explained("osu018");
}
