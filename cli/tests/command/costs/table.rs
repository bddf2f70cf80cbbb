//! Tables, JSON and CSV of costs, and what is refused.

use super::{area, list, mechanisms, number, printed};
use heddle_sim::Mechanism;
use heddle_sim::mechanisms::About;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What must be there of a mechanism for programs that read it.
const KEYS: [&str; 12] = [
    "mechanism",
    "name",
    "compaction",
    "hardware",
    "why",
    "bits",
    "counted_bits",
    "control_bits",
    "added_bits",
    "register_file",
    "units",
    "synthesis",
];

fn every_mechanism() -> String {
    let names = Mechanism::ALL.map(Mechanism::name);
    format!("{},oracle", names.join(","))
}

#[test]
fn structures_units_and_mechanisms_add_up() {
    let all = mechanisms(&["--preset", "fung2009", "--mechanism", &every_mechanism()]);
    assert_eq!(all.len(), Mechanism::ALL.len() + 1);
    for own in &all {
        assert!(KEYS.iter().all(|key| own.get(key).is_some()), "{own:#}");
        if own["hardware"] != "units" {
            assert!(own["bits"].is_null() && own["why"].is_string(), "{own:#}");
            assert!(list(own, "units").is_empty());
            continue;
        }
        let sum = |of: &[Value], key: &str| of.iter().map(|value| number(value, key)).sum::<i64>();
        for unit in list(own, "units") {
            let structures = list(unit, "structures");
            assert_eq!(sum(structures, "bits"), number(unit, "bits"), "{unit:#}");
            for structure in structures {
                let factors = ["instances", "entries", "width"];
                let product: i64 = factors.iter().map(|key| number(structure, key)).product();
                assert_eq!(product, number(structure, "bits"), "{structure:#}");
                assert_eq!(structure["control"], structure["reason"].is_string());
            }
        }
        let bits = number(own, "bits");
        assert_eq!(bits, sum(list(own, "units"), "bits"));
        assert_eq!(
            bits,
            number(own, "counted_bits") + number(own, "control_bits")
        );
        // A PC of 24 bits for each of 24 warps.
        assert_eq!(number(own, "added_bits"), bits - 24 * 24);
    }
}

/// Bounds have no hardware, a reconstruction has none here.
#[test]
fn what_has_no_hardware_is_told_so() {
    let all = mechanisms(&["--mechanism", &every_mechanism()]);
    let kinds: Vec<(&str, &str)> = all
        .iter()
        .filter(|own| own["hardware"] != "units")
        .map(|own| {
            (
                own["name"].as_str().unwrap(),
                own["hardware"].as_str().unwrap(),
            )
        })
        .collect();
    let mut expected = [
        ("nrec", "bound"),
        ("mimd", "bound"),
        ("oracle", "bound"),
        ("implicit", "undescribed"),
    ];
    expected.sort_unstable();
    let mut kinds = kinds;
    kinds.sort_unstable();
    assert_eq!(kinds, expected);
}

/// The counted bits of dynamic warp formation are those of table V, and of the spill queue beside it.
#[test]
fn table_v_is_part_of_it() {
    let own = &mechanisms(&["--preset", "fung2009", "--mechanism", "dwf"])[0];
    let structures = list(&list(own, "units")[0], "structures");
    let table = [
        "warp_update_registers",
        "pc_warp_lut",
        "warp_pool",
        "warp_allocator",
        "mheap_lut",
        "max_heap",
    ];
    let counted = structures.iter().filter(|own| own["control"] == false);
    let of_table = counted.filter(|own| table.contains(&own["unit"].as_str().unwrap()));
    let bits: i64 = of_table.map(|own| number(own, "bits")).sum();
    assert_eq!(bits, 57_968);
}

/// Sub-warps have stacks of their own, as many as there are positions in a large warp: lashgar2012 has eight of 8 lanes.
#[test]
fn sub_warps_have_a_bank_of_stacks_each() {
    let own = &mechanisms(&["--preset", "lashgar2012", "--mechanism", "dwr"])[0];
    let stacks = list(own, "units")
        .iter()
        .find(|unit| unit["unit"] == "reconvergence_stack")
        .expect("stacks");
    assert_eq!(number(stacks, "instances"), 8);
    assert_eq!(
        stacks["set"],
        json!(["core.warp_size=8", "core.simd_width=8"])
    );
    let alone = [
        "--preset",
        "lashgar2012",
        "--set",
        "core.warp_size=8",
        "--mechanism",
        "pdom",
    ];
    let one = number(&mechanisms(&alone)[0], "bits");
    assert_eq!(number(stacks, "bits"), 8 * one);
}

#[test]
fn register_files_are_those_that_lanes_and_compaction_demand() {
    let asked = "pdom,pdom+bcc,pdom+scc,dwf,dwf+bcc,dwf+scc,dwr";
    let all = mechanisms(&["--preset", "fung2009", "--mechanism", asked]);
    let names: Vec<&Value> = all
        .iter()
        .map(|own| &own["register_file"]["name"])
        .collect();
    assert_eq!(
        names,
        [
            "baseline",
            "bcc",
            "scc",
            "per_lane",
            "per_lane",
            "per_lane_scc",
            "baseline"
        ]
    );
    let bits: Vec<i64> = all
        .iter()
        .map(|own| number(&own["register_file"], "bits"))
        .collect();
    assert!(bits.iter().all(|own| *own == bits[0]), "{bits:?}");
}

/// Without a mode a mechanism has the compaction of the machine.
#[test]
fn compaction_is_the_machines_unless_one_is_named() {
    let of = |asked: &str| mechanisms(&["--preset", "vaidya2013", "--mechanism", asked]);
    let all = of("pdom,pdom+ivb,pdom+none");
    assert_eq!(all[0]["compaction"], "ivb");
    assert_eq!(all[0]["bits"], all[1]["bits"]);
    assert_eq!(list(&all[2], "units").len(), 1);
    assert!(number(&all[2], "bits") < number(&all[0], "bits"));
}

/// The rows of a CSV without quoted cells but in its reasons.
fn rows(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let (mut cells, mut is_quoted) = (vec![String::new()], false);
        for c in line.chars() {
            match c {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                c => cells.last_mut().unwrap().push(c),
            }
        }
        cells
    };
    text.lines().map(cells).collect()
}

#[test]
fn csv_has_the_same_rows_as_json() {
    let asked = ["--preset", "tiny", "--mechanism", "dwr+scc,pdom,mimd"];
    let rows = rows(&printed(&[&asked[..], &["--csv"]].concat()));
    let (heading, rows) = rows.split_first().expect("a heading");
    let column = |name: &str| heading.iter().position(|own| own == name).expect(name);
    assert!(rows.iter().all(|row| row.len() == heading.len()));
    for own in mechanisms(&asked) {
        let name = own["mechanism"].as_str().unwrap();
        let rows: Vec<_> = rows.iter().filter(|row| row[0] == name).collect();
        let structures: usize = list(&own, "units")
            .iter()
            .map(|unit| list(unit, "structures").len())
            .sum();
        // A mechanism without hardware has one row, which says so.
        assert_eq!(rows.len(), structures.max(1), "{name}");
        let bits = rows
            .iter()
            .filter_map(|row| row[column("bits")].parse::<i64>().ok());
        let bits = (structures > 0).then(|| bits.sum::<i64>());
        assert_eq!(bits, own["bits"].as_i64(), "{name}");
        assert!(
            rows.iter()
                .all(|row| row[column("hardware")] == own["hardware"])
        );
    }
}

#[test]
fn wrong_names_are_refused_with_those_that_there_are() {
    let known = Mechanism::listed(",", |_: &About| true);
    for (asked, said) in [
        ("warps", "no mechanism is called `warps`; there are: "),
        ("pdom,warps+scc", "no mechanism is called `warps`"),
        (
            "pdom+fast",
            "no compaction is called `fast`; there are: none, ivb, bcc, scc",
        ),
        ("mimd+scc", "`mimd+scc`: `mimd` has no hardware"),
    ] {
        let output = area(&["--mechanism", asked]);
        let errors = String::from_utf8_lossy(&output.stderr).replace(['\n', '│'], " ");
        let errors = errors.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(2), "{asked}: {errors}");
        assert!(errors.contains(said), "{asked}: {errors}");
        if asked == "warps" {
            for name in known.split([',', ' ']).filter(|name| !name.is_empty()) {
                assert!(errors.contains(name), "{name}: {errors}");
            }
        }
    }
    for arguments in [
        &["--csv"][..],
        &["--mechanism", "pdom", "--csv", "--json"],
        &["--mechanism", "pdom", "--node", "65"],
        &["--mechanism", "pdom", "--no-clock"],
        &[
            "--mechanism",
            "pdom",
            "--synth",
            "ecp5",
            "--target",
            "ice40",
        ],
    ] {
        let output = area(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

/// A policy that no hardware has is refused for the mechanism that needs it, and no other.
#[test]
fn hardware_that_does_not_exist_is_refused() {
    let ideal = ["--preset", "fung2009", "--set", "dwf.ideal=true"];
    let output = area(&[&ideal[..], &["--mechanism", "dwf"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("ideal"));
    assert_eq!(
        mechanisms(&[&ideal[..], &["--mechanism", "pdom"]].concat()).len(),
        1
    );
}

/// Units that a unit of the hardware holds, without being units of the hardware by themselves (SLR-27).
const WITHIN: [(&str, &str); 3] = [
    ("dwf_scheduler", "dwf_subsystem"),
    ("stackless_front_end", "stackless_subsystem"),
    ("thread_pc_table", "stackless_subsystem"),
];

/// Instances of the units that a mechanism has besides its ALU, and their bits.
fn of_mechanism(own: &Value) -> (BTreeMap<String, i64>, i64) {
    let units = list(own, "units").iter();
    let units = units.filter(|unit| unit["unit"] != "cycle_compressor");
    let counts = units.clone().map(|unit| {
        let name = unit["unit"].as_str().expect("a name");
        (name.to_owned(), number(unit, "instances"))
    });
    (
        counts.collect(),
        units.map(|unit| number(unit, "bits")).sum(),
    )
}

/// Instances of the units inside of a unit, and the bits of its Verilog.
fn of_unit(preset: &str, unit: &str) -> (BTreeMap<String, i64>, i64) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = crate::program::heddle();
    command.args(["gen", "--unit", unit, "--preset", preset, "--json", "--out"]);
    let output = command.arg(folder.path()).output().expect("it starts");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let modules = list(&report, "modules").iter();
    let modules: BTreeMap<&str, &Value> = modules
        .map(|module| (module["name"].as_str().expect("a name"), module))
        .collect();
    let inside = |name: &str| {
        let instances = list(modules[name], "instances").iter();
        instances.map(|one| {
            (
                one["module"].as_str().expect("a name"),
                number(one, "count"),
            )
        })
    };
    let of = |name: &str| modules[name]["unit"].as_str().expect("a unit").to_owned();
    let counts = inside(unit).map(|(name, count)| (of(name), count));
    let (mut bits, mut below) = (0, vec![(unit, 1)]);
    while let Some((name, count)) = below.pop() {
        let kinds = ["memory_bits", "register_bits", "overhead_bits"];
        bits += count
            * kinds
                .map(|kind| number(modules[name], kind))
                .iter()
                .sum::<i64>();
        below.extend(inside(name).map(|(name, times)| (name, count * times)));
    }
    (counts.collect(), bits)
}

/// Units that external ones can replace in the cores of a mechanism are part of its hardware, or are all of it in one module.
#[test]
fn units_in_the_loop_are_part_of_the_hardware() {
    for mechanism in Mechanism::ALL {
        let asked = format!("{mechanism}+bcc");
        let units = mechanism.about().units;
        if units.is_empty() {
            continue;
        }
        let own = &mechanisms(&["--preset", "vaidya2013", "--mechanism", &asked])[0];
        for unit in units {
            let within = WITHIN.iter().find(|(part, _)| part == unit);
            let unit = &within.map_or(*unit, |(_, whole)| *whole);
            let is_there = list(own, "units").iter().any(|own| own["unit"] == *unit);
            // A subsystem that is not listed is the listed units in one module.
            if !is_there {
                let inside = of_unit("vaidya2013", unit);
                assert_eq!(inside, of_mechanism(own), "{mechanism}: {unit}");
            }
        }
    }
}
