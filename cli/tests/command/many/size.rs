//! `heddle size`.

use crate::many::desk::{Desk, drawn_programs, words};
use heddle_contract::config::PRESETS;
use heddle_machines::thorough;
use serde_json::Value;
use std::collections::BTreeSet;

/// Tables with as few ways as there can be, so that they have the sizes that few entries need. The twin is
/// `sizes_of_machines_as_shipped`.
const FEW_WAYS: &str = "--preset tiny --set dwf.lut_ways=1 --set dwf.heap_lut_ways=2";

/// What says that a structure was too small, in the report of `heddle run`; a stack has no such count.
fn shortage(key: &str) -> Option<&'static str> {
    Some(match key {
        "stack.depth" => return None,
        "dwf.pool" | "dwf.heap" => "/dwf/spills",
        "dwf.lut_entries" => "/dwf/evictions",
        "dwf.heap_lut_entries" => "/shortages/heap_lut",
        "dwf.queue" => "/shortages/queue",
        "dwr.ignore_entries" => "/shortages/ignore_list",
        _ => panic!("a new structure: {key}"),
    })
}

/// The next smaller size.
fn smaller(key: &str, size: u64) -> u64 {
    match key {
        "stack.depth" | "dwf.heap" | "dwf.queue" => size - 1,
        _ => size / 2,
    }
}

/// The overrides for the sizes found, with another size for one of them.
fn set(structures: &[Value], other: Option<(&str, u64)>) -> String {
    let one = |structure: &Value| {
        let key = structure["key"].as_str().unwrap();
        // Where no size suffices, programs have the largest one.
        let size = structure["size"].as_u64().unwrap_or(16);
        let size = other
            .filter(|(changed, _)| *changed == key)
            .map_or(size, |(_, size)| size);
        format!(" --set {key}={size}")
    };
    structures.iter().map(one).collect()
}

/// A machine by the options of the command, and how programs run on it with some sizes.
struct Sized<'a> {
    desk: &'a Desk,
    machine: &'a str,
    mechanism: &'a str,
}

impl Sized<'_> {
    /// Whether a program lacks room, and nothing else is wrong. A machine that cannot be built is none.
    fn lacks(&self, program: &str, set: &str, key: &str) -> Option<bool> {
        let Sized {
            desk,
            machine,
            mechanism,
        } = self;
        let run = format!("run {program} {machine} --mechanism {mechanism}{set} --json");
        let output = desk.heddle(&run);
        let code = output.status.code().unwrap();
        if code == 2 {
            return None;
        }
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        Some(match shortage(key) {
            None => code == 1 && words(&output.stderr).contains("stack is full"),
            Some(count) => {
                assert_eq!(code, 0, "{run}");
                report.pointer(count).unwrap().as_u64().unwrap() > 0
            }
        })
    }

    /// What is said to cost if a structure has half of its size is what runs take.
    fn half_costs_what_is_said(&self, structures: &[Value], structure: &Value) {
        let Sized {
            desk,
            machine,
            mechanism,
        } = self;
        let half = &structure["half"];
        let (Some(key), Some(size)) = (structure["key"].as_str(), half["size"].as_u64()) else {
            return;
        };
        let set = set(structures, Some((key, size)));
        for own in half["programs"].as_array().into_iter().flatten() {
            let program = own["program"].as_str().unwrap();
            let run = format!("run {program} {machine} --mechanism {mechanism}{set} --json");
            let report: Value = serde_json::from_slice(&desk.heddle(&run).stdout).unwrap();
            assert_eq!(own["cycles"], report["cycles"], "{run}");
            let completes = report["outcome"]["kind"] == "completed";
            assert_eq!(own["failure"].is_null(), completes, "{run}");
        }
    }
}

/// Tries all sizes that the command finds for programs; returns the structures of which one less did not suffice.
fn tried(machine: &str, programs: &[&str]) -> BTreeSet<String> {
    let desk = Desk::new();
    let found = desk.json(&format!("size {} {machine}", programs.join(" ")));
    let mut shown = BTreeSet::new();
    for sizes in found["mechanisms"].as_array().unwrap() {
        let mechanism = sizes["mechanism"].as_str().unwrap();
        let sized = Sized {
            desk: &desk,
            machine,
            mechanism,
        };
        let structures = sizes["structures"].as_array().unwrap();
        for structure in structures {
            sized.half_costs_what_is_said(structures, structure);
            let key = structure["key"].as_str().unwrap();
            let Some(size) = structure["size"].as_u64() else {
                continue;
            };
            let lack = |set: &str| -> Vec<Option<bool>> {
                programs
                    .iter()
                    .map(|program| sized.lacks(program, set, key))
                    .collect()
            };
            let what = format!("{programs:?} {machine} under {mechanism}, {key} = {size}");
            let enough = lack(&set(structures, None));
            assert!(
                enough.iter().all(|lacks| *lacks == Some(false)),
                "{what}: {enough:?}"
            );
            let less = lack(&set(structures, Some((key, smaller(key, size)))));
            if !less.contains(&None) {
                assert!(less.contains(&Some(true)), "{what}: one less suffices");
                shown.insert(key.to_owned());
            }
        }
    }
    shown
}

#[test]
fn the_sizes_suffice_and_one_less_does_not() {
    // The earlier turns begin with longer programs.
    let shown = tried(FEW_WAYS, &drawn_programs::<2>(2));
    let kinds = [
        "dwf.heap",
        "dwf.heap_lut_entries",
        "dwf.lut_entries",
        "dwf.pool",
        "dwf.queue",
        "dwr.ignore_entries",
        "stack.depth",
    ];
    // What the seed of a night draws need not need more than the least of every structure.
    assert!(thorough() || shown.iter().eq(kinds), "{shown:?}");
}

#[test]
#[ignore = "at night: it runs a minute"]
fn sizes_of_machines_as_shipped() {
    let programs = drawn_programs::<{ PRESETS.len() }>(1);
    let mut shown = BTreeSet::new();
    for ((preset, _), program) in PRESETS.iter().zip(programs) {
        shown.extend(tried(&format!("--preset {preset}"), &[program]));
    }
    assert!(!shown.is_empty(), "{programs:?}");
}

#[test]
fn kernels_of_the_users_are_sized_and_the_answer_does_not_depend_on_jobs() {
    let desk = Desk::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let own = format!(
        "--kernel {root}/kernels/if_else/if_else.elf --launch {root}/kernels/if_else/if_else.toml"
    );
    let command = format!("size {own} --preset tiny --mechanism stackless,pdom,dwf");
    let [one, two] = ["--jobs 1", "--jobs 2"].map(|jobs| desk.json(&format!("{command} {jobs}")));
    assert_eq!(one, two);
    let table = desk.prints(&command);
    assert!(table.contains("no structure with a size"), "{table}");
    assert!(
        table.contains("stack.depth") && table.contains("dwf.pool"),
        "{table}"
    );
}

#[test]
fn programs_that_fail_anyway_fail() {
    let desk = Desk::new();
    let (code, said) = desk.fails("size bfs --preset tiny --mechanism pdom --max-cycles 100");
    assert!(
        code == 1 && said.contains("bfs under pdom"),
        "{code}: {said}"
    );
    let (code, said) = desk.fails("size --preset tiny");
    assert!(code == 2 && said.contains("WORKLOAD"), "{code}: {said}");
    let (code, said) = desk.fails("size bfs bfs --preset tiny");
    assert!(code == 2 && said.contains("given twice"), "{code}: {said}");
}
