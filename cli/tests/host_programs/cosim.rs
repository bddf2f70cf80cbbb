//! Programs with the RTL of a unit in place of the golden unit.

use crate::exec::exec;
use crate::programs;
use serde_json::json;

/// Units with the preset of their paper, or a preset that has them as in the paper; each determines its mechanism.
const UNITS: [(&str, &str, &str); 4] = [
    ("dwf_scheduler", "fung2009", "dwf"),
    ("reconvergence_stack", "fung2009", "pdom"),
    ("stackless_front_end", "collange2011", "stackless"),
    ("dwr_synchronizer", "lashgar2012", "dwr"),
];

/// Checks that the program is right, and that RTL and golden GPU agree in cycles, counts and memory of each launch.
fn passes(unit: &str, preset: &str, mechanism: &str, program: &str) {
    let options = [
        "--cosim",
        unit,
        "--preset",
        preset,
        "--mechanism",
        mechanism,
    ];
    for launch in exec(&options, program).launches {
        assert_eq!(launch["cosim"]["passed"], json!(true), "{unit}: {launch}");
    }
}

#[test]
fn a_program_passes_with_rtl_in_the_loop() {
    passes("reconvergence_stack", "fung2009", "pdom", "reduction");
}

#[test]
#[ignore = "at night: models of four units, and RTL of 16 cores"]
fn programs_pass_with_rtl_in_the_loop() {
    for (unit, preset, mechanism) in UNITS {
        for program in programs::ALL {
            passes(unit, preset, mechanism, program);
        }
    }
}
