//! Presets with the latencies that targets recommend, otherwise as shipped: every result is correct, and a run with the RTL of a
//! unit or a watched run equals the plain run. At night, in the stage `recommended`, more workloads run. They are watched in only
//! one way under each mechanism, because the presets themselves are watched in all ways.
//!
//! Targets that recommend the same latencies share one machine.

use crate::{on_every_preset, shipped, support, watched};
use heddle_contract::Config;
use heddle_contract::config::Target;
use heddle_machines::{part, shipped_for};

/// The different machines of a preset that targets recommend; ordinary runs take one of them in turn.
fn machines(preset: &str) -> Vec<Config> {
    let mut machines = Vec::new();
    for target in Target::ALL {
        let machine = shipped_for(preset, target);
        if !machines.contains(&machine) {
            machines.push(machine);
        }
    }
    let turns = machines.len();
    part(machines, support::place(preset) % turns, turns)
}

fn results_on(preset: &str) {
    for (at, machine) in machines(preset).iter().enumerate() {
        shipped::results_are_right(preset, machine, 1 + at, |_, _, _| ());
    }
}

fn rtl_on(preset: &str) {
    for machine in &machines(preset) {
        shipped::small_rtl_agrees(preset, machine);
    }
}

fn watched_on(preset: &str) {
    for (at, machine) in machines(preset).iter().enumerate() {
        watched::small_runs_are_the_same(preset, machine, 1 + at, watched::one_way);
    }
}

on_every_preset!(results: results_on);
on_every_preset!(rtl: rtl_on);
on_every_preset!(watched_runs: watched_on);
