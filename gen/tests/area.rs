//! `heddle area`: table V of fung2009, at its configuration and at others.

use serde_json::Value;
use std::process::Command;

fn area(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    let command = command.arg("area").args(arguments).arg("--json");
    let output = command.output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("standard output is JSON")
}

fn fung2009(changes: &[&str]) -> Value {
    let mut arguments = vec!["--preset", "fung2009"];
    arguments.extend(changes.iter().flat_map(|change| ["--set", change]));
    area(&arguments)
}

/// Structures of dynamic warp formation.
fn rows(area: &Value) -> Vec<&Value> {
    let all = area["structures"].as_array().expect("a list").iter();
    all.filter(|row| row.get("fields").is_some()).collect()
}

/// A key of each structure.
fn column(area: &Value, key: &str) -> Vec<u64> {
    let values = rows(area).into_iter().map(|row| row[key].as_u64());
    values.map(|value| value.expect("a number")).collect()
}

fn number(area: &Value, key: &str) -> f64 {
    area["dynamic_warp_formation"][key].as_f64().expect(key)
}

#[test]
fn bits_are_those_of_table_v() {
    let area = fung2009(&[]);
    let names: Vec<&str> = rows(&area)
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "warp_update_registers",
            "pc_warp_lut",
            "warp_pool",
            "warp_allocator",
            "mheap_lut",
            "max_heap"
        ]
    );
    assert_eq!(column(&area, "bits"), [752, 4032, 44928, 896, 3968, 3712]);
    assert_eq!(
        column(&area, "bits_by_fields_in_paper"),
        [752, 4032, 45312, 896, 3968, 3712]
    );
    assert_eq!(
        column(&area, "bits_in_paper"),
        [752, 4032, 44928, 896, 4992, 3712]
    );
    assert_eq!(number(&area, "bits"), 58288.0);
    assert_eq!(number(&area, "bits_by_fields_in_paper"), 58672.0);
    assert_eq!(number(&area, "bits_in_paper"), 59312.0);
    let remarks = rows(&area)
        .into_iter()
        .filter(|row| row["remark"].is_string());
    let remarks: Vec<&str> = remarks.map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(remarks, ["warp_pool", "mheap_lut"]);
}

#[test]
fn the_chain_ends_at_8_percent_of_the_die() {
    let area = fung2009(&[]);
    for row in rows(&area) {
        assert_eq!(row["mm2"], row["mm2_in_paper"], "{row:#}");
    }
    let rounded = |key, digits: usize| format!("{:.digits$}", number(&area, key));
    assert_eq!(rounded("mm2", 4), "1.6353");
    assert_eq!(rounded("register_file_mm2", 3), "0.722");
    assert_eq!(rounded("core_mm2", 3), "2.357");
    assert_eq!(rounded("chip_mm2", 2), "37.72");
    assert_eq!(rounded("die_percent", 1), "8.0");
}

/// What is remembered is what the contracts' parameters say, at any size.
#[test]
fn the_netlist_holds_the_fields() {
    let sizes: &[&[&str]] = &[
        &[],
        &[
            "dwf.pool=16",
            "dwf.heap=4",
            "dwf.heap_lut_entries=8",
            "dwf.heap_lut_ways=2",
        ],
        &[
            "core.warp_size=64",
            "core.simd_width=16",
            "core.pc_bits=32",
            "dwf.lut_ways=1",
        ],
        &[
            "dwf.structure=tournament",
            "dwf.tournament_latency=2",
            "dwf.lut_replacement=fifo",
        ],
        &["dwf.policy=timestamp"],
    ];
    for changes in sizes {
        let area = fung2009(changes);
        assert_eq!(
            column(&area, "bits"),
            column(&area, "bits_by_fields"),
            "{changes:?}"
        );
    }
}

#[test]
fn what_the_paper_does_not_have_is_estimated() {
    let area = fung2009(&["dwf.pool=64", "cores=8"]);
    let of = |name: &str| {
        let rows = rows(&area);
        let row = rows.into_iter().find(|row| row["name"] == name);
        row.expect("it is listed").clone()
    };
    let (pool, registers) = (of("warp_pool"), of("warp_update_registers"));
    assert!(pool["bits_in_paper"].is_null() && pool["mm2_in_paper"].is_null());
    assert!(
        (0.30..0.31).contains(&pool["mm2"].as_f64().unwrap()),
        "{pool:#}"
    );
    assert_eq!(registers["mm2_in_paper"], 0.008);
    let sum = &area["dynamic_warp_formation"];
    assert!(
        sum["bits_in_paper"].is_null() && sum["die_percent"].is_null(),
        "{sum:#}"
    );
}

#[test]
fn control_state_is_listed_apart_with_its_reason() {
    for preset in ["tiny", "collange2011", "fung2009"] {
        let area = area(&["--preset", preset]);
        let overhead = area["overhead"].as_array().expect("a list");
        let of = |unit: &str| overhead.iter().any(|row| row["module"] == unit);
        for unit in ["pc_warp_lut", "majority_scheduler", "spill_queue"] {
            assert!(of(unit), "{preset}: {unit}");
        }
        for row in overhead {
            assert!(
                row["reason"]
                    .as_str()
                    .is_some_and(|reason| reason.len() > 10),
                "{row:#}"
            );
        }
    }
}

#[test]
fn bits_add_up() {
    for preset in ["tiny", "collange2011"] {
        let area = area(&["--preset", preset]);
        let structures = area["structures"].as_array().expect("a list");
        for key in [
            "name",
            "entries",
            "bits",
            "bits_in_paper",
            "mm2_in_paper",
            "mm2",
        ] {
            assert!(
                structures.iter().all(|row| row.get(key).is_some()),
                "{preset}: {key}"
            );
        }
        let bits = structures.iter().map(|row| row["bits"].as_u64().unwrap());
        assert_eq!(area["total_bits"], bits.sum::<u64>(), "{preset}");
        let others = structures.iter().filter(|row| row.get("fields").is_none());
        assert!(others.count() > 20, "{preset}: units of all designs");
    }
}
