//! `heddle size`.

use crate::many::desk::{Desk, words};
use serde_json::Value;
use std::collections::BTreeSet;

/// Programs that need more than the least of every structure.
const PROGRAMS: [&str; 2] = ["if_else", "nqueens"];

/// Tables with as few ways as there can be, so that they have the sizes that few entries need.
const MACHINE: &str = "--preset tiny --set dwf.lut_ways=1 --set dwf.heap_lut_ways=2";

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

/// Whether a program lacks room with some sizes, and nothing else is wrong. A machine that cannot be built is none.
fn lacks(desk: &Desk, program: &str, mechanism: &str, set: &str, key: &str) -> Option<bool> {
    let run = format!("run {program} {MACHINE} --mechanism {mechanism}{set} --json");
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

#[test]
fn the_sizes_suffice_and_one_less_does_not() {
    let desk = Desk::new();
    let found = desk.json(&format!("size {} {MACHINE}", PROGRAMS.join(" ")));
    let mut shown = BTreeSet::new();
    for sizes in found["mechanisms"].as_array().unwrap() {
        let mechanism = sizes["mechanism"].as_str().unwrap();
        let structures = sizes["structures"].as_array().unwrap();
        for structure in structures {
            let key = structure["key"].as_str().unwrap();
            let Some(size) = structure["size"].as_u64() else {
                continue;
            };
            let fits = set(structures, None);
            let less = set(structures, Some((key, smaller(key, size))));
            let all = PROGRAMS.map(|program| lacks(&desk, program, mechanism, &fits, key));
            assert_eq!(all, [Some(false); 2], "{mechanism}, {key} = {size}");
            let some = PROGRAMS.map(|program| lacks(&desk, program, mechanism, &less, key));
            if !some.contains(&None) {
                assert!(
                    some.contains(&Some(true)),
                    "{mechanism}, less than {key} = {size}"
                );
                shown.insert(key);
            }
        }
    }
    let kinds = [
        "dwf.heap",
        "dwf.heap_lut_entries",
        "dwf.lut_entries",
        "dwf.pool",
        "dwf.queue",
        "dwr.ignore_entries",
        "stack.depth",
    ];
    assert_eq!(shown.into_iter().collect::<Vec<_>>(), kinds);
}

#[test]
fn half_is_what_a_run_says() {
    let desk = Desk::new();
    let found = desk.json("size nqueens --preset fung2009 --mechanism dwf");
    let sizes = &found["mechanisms"][0];
    let structures = sizes["structures"].as_array().unwrap();
    let whole = sizes["programs"][0]["cycles"].as_u64().unwrap();
    let mut halves = 0;
    for structure in structures {
        let Some(half) = structure["half"]["size"].as_u64() else {
            continue;
        };
        let key = structure["key"].as_str().unwrap();
        let set = set(structures, Some((key, half)));
        let run = desk.json(&format!(
            "run nqueens --preset fung2009 --mechanism dwf{set}"
        ));
        let program = &structure["half"]["programs"][0];
        assert_eq!(program["cycles"], run["cycles"], "{structure:#}");
        let relative = run["cycles"].as_f64().unwrap() / whole as f64;
        assert_eq!(
            program["relative"].as_f64(),
            Some(relative),
            "{structure:#}"
        );
        halves += 1;
    }
    assert!(halves > 2, "{found:#}");
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
