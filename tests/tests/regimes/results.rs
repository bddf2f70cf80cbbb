//! The results of every kernel equal those of the host.

use crate::kernels::{CLANG_ORDER, KERNELS, Size, drawn_for, job};
use crate::measured::{MEASURED, Machine};
use heddle_contract::config::PRESETS;
use heddle_machines::{shipped, thorough};
use heddle_sim::Mechanism;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The file that [`crate::host`] writes: kernel, preset, size and the SHA-256 of the output on each line.
pub const RESULTS: &str = include_str!("../../data/regimes/results.txt");

static EXPECTED: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
    let lines = RESULTS.lines().map(|line| line.rsplit_once(' '));
    let entries = lines.map(|entry| entry.expect("a digest at the end of a line"));
    entries
        .map(|(run, digest)| (run.to_owned(), digest))
        .collect()
});

/// Kernel, preset and size, as at the start of a line of the results file.
pub fn run_name(kernel: &str, preset: &str, size: Size) -> String {
    format!("{kernel} {preset} {}", size.name())
}

/// The digest of the host's output, regardless of the order of a kernel's blocks.
pub fn expected(kernel: &str, preset: &str, size: Size) -> &'static str {
    let kernel = kernel.strip_suffix(CLANG_ORDER).unwrap_or(kernel);
    let run = run_name(kernel, preset, size);
    let digest = EXPECTED.get(&run);
    digest.unwrap_or_else(|| panic!("{run}: the host has not run it; see host.rs"))
}

/// Mechanisms whose cycles are not measured and which therefore no other test runs.
fn others() -> impl Iterator<Item = Mechanism> {
    let all = Mechanism::ALL.into_iter();
    all.filter(|mechanism| !MEASURED.contains(mechanism))
}

/// On `tiny` in ordinary runs; at night on every preset, with the kernels that are drawn for it.
#[test]
fn results_under_all_other_mechanisms_are_those_of_the_host() {
    for (preset, _) in PRESETS {
        if *preset != "tiny" && !thorough() {
            continue;
        }
        let machine = Machine::new(preset, &shipped(preset));
        for kernel in drawn_for(preset) {
            for mechanism in others() {
                machine.run(kernel, mechanism, Size::of_tests());
            }
        }
    }
}

/// Races hardly depend on the mechanism.
#[test]
fn no_kernel_has_a_race_or_parts_at_a_barrier() {
    let machine = Machine::new("tiny", &shipped("tiny")).with_race_check();
    for kernel in KERNELS {
        let report = machine.run(kernel, Mechanism::Mimd, Size::TwoBlocks);
        let races = report.races.expect("a run that looks for races");
        assert!(races.first.is_empty(), "{kernel}: {}", races.first[0]);
        let parted = report.barrier_divergence.expect("also asked for");
        assert!(parted.is_empty(), "{kernel}: {parted}");
    }
}

#[test]
#[should_panic(expected = "not the result of the host")]
fn a_result_that_differs_is_found() {
    let mut job = job("scan", "tiny", Size::TwoBlocks);
    job.buffers[0].init = heddle_sim::launch::Init::Random(2);
    let machine = Machine::new("tiny", &shipped("tiny"));
    machine.check("scan", &job, Mechanism::Pdom, Size::TwoBlocks);
}
