//! `heddle area`: table V of fung2009, at its configuration and at others; register files of vaidya2013.

use serde_json::{Value, json};

fn area(arguments: &[&str]) -> Value {
    let mut command = crate::program::heddle();
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
    assert_eq!(column(&area, "bits"), [432, 4032, 44928, 896, 3968, 3712]);
    assert_eq!(
        column(&area, "bits_by_fields_in_paper"),
        [752, 4032, 45312, 896, 3968, 3712]
    );
    assert_eq!(
        column(&area, "bits_in_paper"),
        [752, 4032, 44928, 896, 4992, 3712]
    );
    assert_eq!(number(&area, "bits"), 57968.0);
    assert_eq!(number(&area, "bits_by_fields_in_paper"), 58672.0);
    assert_eq!(number(&area, "bits_in_paper"), 59312.0);
    let remarks = rows(&area)
        .into_iter()
        .filter(|row| row["remark"].is_string());
    let remarks: Vec<&str> = remarks.map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(remarks, ["warp_update_registers", "warp_pool", "mheap_lut"]);
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

/// The netlist stores what the contracts' parameters say, at any size.
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
        &["dwf.formation_latency=3"],
    ];
    for changes in sizes {
        let area = fung2009(changes);
        // The update registers, which come first, share a field that each of the paper's registers has.
        assert_eq!(
            column(&area, "bits")[1..],
            column(&area, "bits_by_fields")[1..],
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

/// Names and bits of the structures that compaction adds, without the one of the ALU's pipeline.
fn compaction(mode: &str) -> Vec<(String, u64)> {
    let area = area(&[
        "--preset",
        "vaidya2013",
        "--set",
        &format!("compaction.mode={mode}"),
    ]);
    let units = [
        "bcc_sequencer",
        "scc_control",
        "swizzle_crossbar",
        "unswizzle_crossbar",
    ];
    let structures = area["structures"].as_array().expect("a list").iter();
    let of_units = structures.filter(|row| units.iter().any(|unit| row["module"] == *unit));
    let of_units = of_units.map(|row| {
        let name = row["name"].as_str().expect("a name").to_owned();
        (name, row["bits"].as_u64().expect("a number"))
    });
    of_units.collect()
}

/// Three operands and the results of 16 lanes of 32 bits, and one of the two structures that choose lanes.
#[test]
fn compaction_has_what_its_mode_needs() {
    let crossbars = [
        ("swizzle_crossbar.operand_q".to_owned(), 3 * 512),
        ("unswizzle_crossbar.kept_lanes_q".to_owned(), 16),
        ("unswizzle_crossbar.kept_q".to_owned(), 512),
    ];
    for (mode, here, elsewhere) in [
        ("bcc", "bcc_sequencer.remaining_q", "scc_control"),
        ("scc", "scc_control.queue_q", "bcc_sequencer"),
    ] {
        let structures = compaction(mode);
        for wanted in &crossbars {
            assert!(
                structures.contains(wanted),
                "{mode}: {wanted:?} in {structures:?}"
            );
        }
        let has = |part: &str| structures.iter().any(|(name, _)| name.starts_with(part));
        assert!(has(here) && !has(elsewhere), "{mode}: {structures:?}");
    }
}

#[test]
fn register_files_stand_beside_the_papers() {
    let area = area(&["--preset", "vaidya2013"]);
    let files = area["register_files"].as_array().expect("a list");
    let column = |key: &str| {
        files
            .iter()
            .map(|file| file[key].clone())
            .collect::<Value>()
    };
    assert_eq!(
        column("name"),
        json!(["baseline", "bcc", "scc", "per_lane"])
    );
    assert_eq!(column("bits"), json!([196_608, 196_608, 196_608, 196_608]));
    assert_eq!(column("banks"), json!([1, 2, 1, 8]));
    assert_eq!(column("width"), json!([256, 128, 512, 32]));
    assert_eq!(column("word_lines"), json!([768, 1536, 384, 6144]));
    assert_eq!(column("latch_bits"), json!([0, 0, 512, 0]));
    assert_eq!(column("crossbars_in_paper"), json!([null, null, 4, null]));
    assert_eq!(
        column("area_overhead_percent"),
        json!([null, null, null, null])
    );
    assert_eq!(
        column("area_overhead_percent_in_paper"),
        json!([null, 10, null, 40])
    );
    assert_eq!(
        column("area_overhead_or_more_in_paper"),
        json!([null, false, null, true])
    );
}

/// Home lanes as wide as the pipeline need a crossbar, but no additional stored bit.
#[test]
fn home_lanes_with_slots_have_a_crossbar() {
    let (lanes, slots) = (fung2009(&[]), fung2009(&["dwf.home_lanes=pipeline"]));
    let crossbar = |area: &Value| area["dynamic_warp_formation"]["slot_crossbar"].clone();
    assert_eq!(crossbar(&lanes), Value::Null);
    assert_eq!(column(&lanes, "bits"), column(&slots, "bits"));
    let crossbar = crossbar(&slots);
    for (key, expected) in [
        ("crossbars", 8),
        ("crossbar_lanes", 4),
        ("width", 10),
        ("multiplexers", 32 * 3 * 10),
    ] {
        assert_eq!(crossbar[key], json!(expected), "{key}");
    }
    // The area of as many bits of the warp update registers, which are 752 bits in 0.0080 mm2.
    let mm2 = crossbar["mm2"].as_f64().expect("a number");
    assert!((mm2 - 960.0 * 0.0080 / 752.0).abs() < 1e-12, "{mm2}");
    let more = number(&slots, "mm2") - number(&lanes, "mm2");
    assert!((more - mm2).abs() < 1e-9, "{more}");
}
