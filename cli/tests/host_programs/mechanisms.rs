//! Programs are right under every mechanism, and print the same output.

use crate::exec::exec;
use crate::programs;
use heddle_machines::{Why, because, changed, shipped};
use heddle_sim::Mechanism;

/// Work-groups of `tiny` have at most 16 work-items, those of the programs up to 256.
const LARGER: [&str; 2] = ["core.warps=64", "core.warp_size=16"];

const WHY: Why =
    because("work-groups of programs need more threads than `tiny` has; so it has 1,024 a core")
        .twin("mechanisms::programs_are_right_on_fung2009_as_shipped");

/// Each program checks its results itself; its output must not depend on the mechanism.
fn right(machine: &[&str]) {
    for program in programs::chosen() {
        let run = |mechanism: &str| {
            let ran = exec(&[machine, &["--mechanism", mechanism]].concat(), program);
            for launch in &ran.launches {
                assert_eq!(launch["mechanism"], mechanism, "{program}");
            }
            ran.printed
        };
        let [first, others @ ..] = Mechanism::ALL.map(Mechanism::name);
        let expected = run(first);
        for mechanism in others {
            assert_eq!(run(mechanism), expected, "{program} under {mechanism}");
        }
    }
}

/// Some have races on purpose, but the work-items of a group meet at every barrier.
#[test]
fn work_items_part_at_no_barrier() {
    for program in programs::chosen() {
        let ran = exec(&["--preset", "fung2009", "--check-races"], program);
        for launch in &ran.launches {
            let parted = &launch["barrier_divergence"];
            assert_eq!(parted["openings"], 0, "{program}: {parted}");
        }
    }
}

#[test]
fn programs_are_right_on_fung2009_as_shipped() {
    assert_eq!(shipped("fung2009").cores, 16);
    right(&["--preset", "fung2009"]);
}

#[test]
fn programs_are_right_on_a_larger_tiny() {
    let core = changed("tiny", &LARGER, WHY).core;
    assert_eq!(core.warps * core.warp_size, 1024);
    let [warps, size] = LARGER;
    right(&["--preset", "tiny", "--set", warps, "--set", size]);
}
