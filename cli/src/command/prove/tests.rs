//! Counterexamples of units with a mistake, simulated where they were written: with the mistake they fail, with the right
//! unit they pass.

use super::*;
use crate::command::{Cli, Command};
use clap::Parser;
use heddle_machines::shipped;
use serde_json::Value;
use std::{fs, process};

/// A mistake in a unit.
#[derive(Clone, Copy, Debug)]
struct Mistake {
    unit: &'static str,
    /// Text in the unit's Verilog; its first occurrence after the ports is changed.
    from: &'static str,
    /// The replacement.
    to: &'static str,
    /// A property that the mistake violates.
    violates: &'static str,
}

/// Sub-warps are combined although they are at different PCs.
const MISTAKE: Mistake = Mistake {
    unit: "sub_warp_combiner",
    from: " & (pc_i[i*PC_BITS +: PC_BITS] == first_pc)",
    to: "",
    violates: "members stand at the PC that is shown",
};

/// Mistakes that violate guarantees and invariants, in an assembly, and depending on initial bits of memories.
const OTHERS: [Mistake; 7] = [
    // The ring keeps its initial bits.
    Mistake {
        unit: "warp_allocator",
        from: "if (release_en)",
        to: "if (release_i)",
        violates: "the numbers that are offered differ",
    },
    // A sub-warp that arrives at one large warp arrives at all of them.
    Mistake {
        unit: "partner_sync_table",
        from: "(4'd1 << warp_i)",
        to: "4'd15",
        violates: "nobody else waits than who has come",
    },
    // A full set keeps its PCs.
    Mistake {
        unit: "ignore_list_table",
        from: "if (way_we)",
        to: "if (way_we & ~taken[i])",
        violates: "a PC that was put on the list is there in the next cycle",
    },
    // One fetch more than allowed.
    Mistake {
        unit: "spill_queue",
        from: "(fetching_q < ",
        to: "(fetching_q <= ",
        violates: "no more are on their way than may be",
    },
    // The first settings change although nothing took them.
    Mistake {
        unit: "scc_control",
        from: "(first_q & ~take_i)",
        to: "(first_q & take_i)",
        violates: "settings that are not taken stay as they are",
    },
    // Waiting sub-warps are combine-ready before the group is complete.
    Mistake {
        unit: "dwr_synchronizer",
        from: " & {PARTNERS{partner_sync_released[i]}}",
        to: "",
        violates: "nobody is locked and combine-ready",
    },
    // A warp whose threads join or split stays busy.
    Mistake {
        unit: "stackless_front_end",
        from: "~(advance_i | arbitrate_i)",
        to: "~advance_i",
        violates: "a warp is fetchable or busy, not both",
    },
];

/// The Verilog of a unit with a mistake.
fn wrong(mistake: Mistake, config: &Config) -> Verilog {
    let Mistake { unit, from, to, .. } = mistake;
    let mut verilog = right(unit, config);
    let of_unit = verilog.files.last_mut().expect("a module");
    let body = of_unit.text.find("\n);\n").expect("a list of ports");
    let (ports, body) = of_unit.text.split_at(body);
    assert!(body.contains(from), "{unit}: {from}");
    of_unit.text = format!("{ports}{}", body.replacen(from, to, 1));
    verilog
}

fn right(unit: &str, config: &Config) -> Verilog {
    let unit = by_name(unit).expect("a unit");
    unit.verilog(config).expect("a unit of the machine")
}

/// The rows of `heddle prove` for given Verilog.
fn rows(unit: &str, config: &Config, verilog: Verilog, folder: &Path) -> Vec<Value> {
    let words = ["heddle", "prove", unit, "--proof-seconds", "2", "--out"];
    let words = words.into_iter().map(Path::new).chain([folder]);
    let cli = Cli::parse_from(words);
    let Command::Prove(mut options) = cli.command else {
        panic!("another command");
    };
    options.mutants = Some(0);
    let entry = by_name(unit).expect("a unit");
    let report = prove_verilog(&cli.global, &options, config, entry, verilog);
    let report = report.expect("the tools are there");
    let report = serde_json::to_value(&report).expect("a report has string keys");
    report["properties"].as_array().expect("properties").clone()
}

/// Whether `make` succeeds, and what it prints.
fn make(test: &str) -> (bool, String) {
    let run = process::Command::new("make").args(["-C", test]).output();
    let run = run.expect("scripts/setup installs make");
    let said = [run.stdout, run.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (run.status.success(), said)
}

/// The test of a row fails; with the right unit, it passes.
fn fails_and_the_right_unit_passes(unit: &str, row: &Value, right: &Verilog) {
    let waveform = row["waveform"]
        .as_str()
        .unwrap_or_else(|| panic!("{row:#}"));
    let waveform = fs::read_to_string(waveform).expect("it was written");
    assert!(waveform.contains(&format!("$scope module {unit}_tb $end")));
    assert!(waveform.contains("clk_i $end") && !waveform.contains("$date"));
    let test = row["test"].as_str().expect("a folder");
    let (passes, said) = make(test);
    let label = Path::new(test).file_name().unwrap().display();
    let fails = said.contains(&format!("FAIL: {unit} violates {label}\n"));
    assert!(!passes && fails, "{said}");
    for file in &right.files {
        fs::write(Path::new(test).join(&file.name), &file.text).expect("a file of ours");
    }
    let (passes, said) = make(test);
    assert!(
        passes && said.contains(&format!("PASS: {unit}, ")),
        "{said}"
    );
}

/// The names of the properties that a mistake violates; each of them has a test.
fn violated(mistake: Mistake) -> Vec<String> {
    let unit = mistake.unit;
    let config = shipped("tiny");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rows = rows(unit, &config, wrong(mistake, &config), folder.path());
    let violated = rows.iter().filter(|row| row["verdict"] == "violated");
    let violated: Vec<&Value> = violated.collect();
    for row in &violated {
        fails_and_the_right_unit_passes(unit, row, &right(unit, &config));
    }
    let names = violated.iter().map(|row| row["property"].as_str());
    names.map(|name| name.expect("a name").into()).collect()
}

#[test]
fn a_counterexample_fails_and_the_right_unit_passes() {
    let names = violated(MISTAKE);
    assert_eq!(names, [MISTAKE.violates]);
}

#[test]
#[ignore = "at night: two minutes"]
fn counterexamples_of_other_units_do_too() {
    for mistake in OTHERS {
        let names = violated(mistake);
        println!("{}: {names:?}", mistake.unit);
        assert!(
            names.iter().any(|name| name == mistake.violates),
            "{mistake:?}: {names:?}"
        );
    }
}

/// A mutant of the unit that differs has a test which fails, and which the right unit passes.
#[test]
#[ignore = "at night: mutants are compiled"]
fn mutants_that_differ_are_shown() {
    let (config, unit) = (shipped("tiny"), MISTAKE.unit);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let words = [
        "heddle",
        "prove",
        unit,
        "--equal",
        "--proof-seconds",
        "5",
        "--out",
    ];
    let words = words.into_iter().map(Path::new).chain([folder.path()]);
    let Cli {
        global, command, ..
    } = Cli::parse_from(words);
    let Command::Prove(options) = command else {
        panic!("another command");
    };
    let report = mutants::judge(&global, &options, &config, 3, unit).expect("the tools are there");
    assert!(report.rtl.agrees() && report.gates.agrees(), "{report:?}");
    assert!(report.rtl.differs > 0, "{report:?}");
    let folders = fs::read_dir(folder.path().join(unit)).expect("mutants that differ");
    let folders = folders.map(|entry| entry.expect("an entry").path());
    let folders: Vec<_> = folders.collect();
    assert_eq!(folders.len(), report.rtl.differs);
    let test = folders[0].to_str().expect("a plain path");
    let waveform = fs::read_to_string(folders[0].join(format!("{unit}.vcd")));
    assert!(waveform.expect("it was written").contains("clk_i $end"));
    let (passes, said) = make(test);
    assert!(!passes && said.contains(" mismatches in "), "{said}");
    for file in right(unit, &config).files {
        fs::write(folders[0].join(&file.name), &file.text).expect("a file of ours");
    }
    let (passes, said) = make(test);
    assert!(passes, "{said}");
}

/// A property that holds has no counterexample, and an undecided one has none that is found: nothing is written.
#[test]
fn nothing_is_written_without_a_violation() {
    let config = shipped("tiny");
    let (unit, folder) = (
        MISTAKE.unit,
        tempfile::tempdir().expect("a temporary folder"),
    );
    let rows = rows(unit, &config, right(unit, &config), folder.path());
    assert!(
        rows.iter()
            .all(|row| row["test"].is_null() && row["unwritten"].is_null())
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn people_are_told_why_nothing_is_written() {
    let mut proven = Proven {
        kind: Kind::Guarantee,
        property: "it holds",
        label: "it_holds",
        verdict: Verdict::Bounded {
            cycles: 7,
            given_up: false,
        },
        violated_by: None,
        counterexample: None,
        seconds: 0.0,
    };
    let told = reason(&proven).expect("a reason");
    assert!(told.contains("within 7 cycles of a reset"), "{told}");
    proven.verdict = Method::Induction.into();
    assert_eq!(reason(&proven), None);
}
