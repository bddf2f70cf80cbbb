//! The files that a mismatch leaves: report and waveform.

use crate::fixture::{cache, params, verilog};
use heddle_contract::units::UnifiedArbiter;
use heddle_cosim::report::Artefacts;
use heddle_cosim::unit_mode::Check;
use heddle_cosim::verilated::BuildError;
use heddle_cosim::{Beside, Error, Outcome, Start};
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;
use wellen::simple::Waveform;

const COMMAND: &str = "heddle cosim --unit unified_arbiter --mode unit --seed 1";

fn check(changes: &[(&str, &str)], folder: &Path) -> Outcome {
    let check = Check {
        verilog: verilog(changes),
        cache: cache(),
        seed: 1,
        cycles: 20_000,
        folder: folder.into(),
        command: COMMAND.into(),
        clock: Default::default(),
    };
    check.run::<UnifiedArbiter>(&params()).expect("it compiles")
}

/// The value at a time of a signal of the wrapper, of `rtl` or of `golden`.
fn value(waveform: &mut Waveform, path: &str, time: u64) -> u64 {
    let names: Vec<&str> = path.split('.').collect();
    let (name, scopes) = names.split_last().expect("a name");
    let scopes: Vec<&str> = ["lockstep"].iter().chain(scopes).copied().collect();
    let hierarchy = waveform.hierarchy();
    let variable = hierarchy
        .lookup_var(&scopes, name)
        .unwrap_or_else(|| panic!("no {path}"));
    let signal = hierarchy[variable].signal_ref();
    waveform.load_signals(&[signal]);
    let times = waveform.time_table();
    let index = times
        .iter()
        .position(|t| *t == time)
        .expect("a time of the window");
    let signal = waveform.get_signal(signal).expect("loaded");
    let offset = signal.get_offset(index as u32).expect("a value");
    let bits = signal
        .get_value_at(&offset, 0)
        .to_bit_string()
        .expect("bits");
    u64::from_str_radix(&bits, 2).expect("two-valued")
}

/// The waveform of a port that differs.
fn waveform_of(artefacts: &Artefacts) -> &Path {
    artefacts.waveform.as_ref().expect("a port differs")
}

/// A fault: keys decide among memory lines, which they must not.
const KEYS_LEAK: [(&str, &str); 1] = [("{memory_i ? 6'd0 : key_i[i*6 +: 6]", "{key_i[i*6 +: 6]")];

/// Wrong in cycle 6000 for all inputs, so that no short run from reset shows it.
const WRONG_ONCE: [(&str, &str); 2] = [
    (
        "reg        any_q;",
        "reg [15:0] count_q;
         always @(posedge clk_i) count_q <= rst_i ? 16'd0 : count_q + 16'd1;
         reg        any_q;",
    ),
    ("= target_q;", "= target_q ^ {15'd0, count_q >= 16'd6000};"),
];

#[test]
fn both_sides_stand_side_by_side_in_the_waveform() {
    let folder = TempDir::new().expect("a temporary folder");
    let outcome = check(&KEYS_LEAK, folder.path());
    let artefacts = outcome.artefacts.expect("keys leak");
    let mut waveform = wellen::simple::read(waveform_of(&artefacts)).expect("a waveform");
    assert_eq!(
        waveform.time_table(),
        [0, 1, 2, 3],
        "shrunk to two cycles, two steps each"
    );
    assert_eq!(value(&mut waveform, "rtl.clk_i", 2), 1);
    assert_eq!(value(&mut waveform, "rtl.clk_i", 3), 0);
    assert_eq!(value(&mut waveform, "rtl.memory_i", 0), 1);
    for time in [2, 3] {
        assert_eq!(value(&mut waveform, "mismatch", time), 1);
        let rtl = value(&mut waveform, "rtl.target_o", time);
        let golden = value(&mut waveform, "golden.target_o", time);
        assert!(
            golden < rtl,
            "the smallest line is right: {golden:#x} against {rtl:#x}"
        );
    }
    assert_eq!(value(&mut waveform, "mismatch", 0), 0);
}

#[test]
fn the_report_says_what_where_and_how_to_see_it_again() {
    let folder = TempDir::new().expect("a temporary folder");
    let outcome = check(&KEYS_LEAK, folder.path());
    let found = outcome.first_mismatch.clone().expect("keys leak");
    let artefacts = outcome.artefacts.as_ref().expect("keys leak");
    let report = std::fs::read_to_string(&artefacts.report).expect("a report");
    for part in [
        "unified_arbiter: cycle 1: target is",
        &format!("found as: {found}"),
        &format!("reproduce: {COMMAND}"),
        "tree_latency = 1",
        "collange2011, section 4.3",
        "<-- mismatch",
        &waveform_of(artefacts).display().to_string(),
    ] {
        assert!(report.contains(part), "no `{part}` in:\n{report}");
    }
    let marked: Vec<&str> = report
        .lines()
        .filter(|line| line.contains("<-- mismatch"))
        .collect();
    assert!(marked[0].trim_start().starts_with("target_o"), "{report}");
    assert_eq!(marked.len(), ports(&outcome).len());
}

/// A fault in two ports, whose values have a meaning where `any` is high.
const TWO_PORTS: [(&str, &str); 2] = [
    ("= target_q;", "= target_q ^ 16'h100;"),
    ("= match_q;", "= ~match_q;"),
];

/// The ports that differ in the first mismatch.
fn ports(outcome: &Outcome) -> Vec<&'static str> {
    let found = outcome.first_mismatch.as_ref().expect("they differ");
    found.differing.iter().map(|word| word.port).collect()
}

/// The data of a page.
fn data(artefacts: &Artefacts) -> Value {
    let page = std::fs::read_to_string(&artefacts.page).expect("a page");
    let (_, data) = page.split_once("id=\"mismatch-data\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("an end");
    serde_json::from_str(data).expect("JSON")
}

#[test]
fn every_port_that_differs_is_named() {
    let folder = TempDir::new().expect("a temporary folder");
    let outcome = check(&TWO_PORTS, folder.path());
    assert_eq!(ports(&outcome), ["target", "match_lanes"]);
    let artefacts = outcome.artefacts.expect("two ports differ");
    let data = data(&artefacts);
    let cycles = data["cycles"].as_array().expect("cycles");
    let outputs = cycles.last().expect("the mismatch")["outputs"].clone();
    let report = std::fs::read_to_string(&artefacts.report).expect("a report");
    for (place, port) in [(1, "target_o"), (2, "match_lanes_o")] {
        assert_eq!(data["outputs"][place]["name"], port);
        let cell = &outputs[place];
        assert_eq!(
            (&cell["compared"], &cell["differs"][0]),
            (&true.into(), &true.into())
        );
        let value = |side: &str| cell[side][0].as_str().expect("a word").to_string();
        let [golden, rtl] = ["golden", "rtl"].map(value);
        assert_ne!(golden, rtl);
        let line = format!("  {port:16} golden {golden}  rtl {rtl}");
        assert_eq!(report.matches(&line).count(), 2, "{line} in {report}");
        assert!(report.contains(&format!("{line}   <-- mismatch\n")));
    }
    // Before the mismatch nothing that has a meaning differs.
    for cycle in &cycles[..cycles.len() - 1] {
        for cell in cycle["outputs"].as_array().expect("outputs") {
            assert_eq!(cell["differs"][0], false);
        }
    }
    assert_eq!(outputs[0]["golden"], outputs[0]["rtl"]);
    let state = data["state"].as_str().expect("text");
    assert!(state.starts_with("UnifiedArbiter {"), "{state}");
}

#[test]
fn a_run_that_cannot_be_shrunk_is_shown_as_it_ended() {
    let folder = TempDir::new().expect("a temporary folder");
    let outcome = check(&WRONG_ONCE, folder.path());
    let cycle = outcome.first_mismatch.expect("wrong once").cycle;
    assert!(
        (6000..6100).contains(&cycle),
        "cycle {cycle}: the first answer"
    );
    let artefacts = outcome.artefacts.expect("wrong once");
    let mut waveform = wellen::simple::read(waveform_of(&artefacts)).expect("a waveform");
    let times = waveform.time_table();
    assert_eq!(times.first(), Some(&(2 * (cycle - 200))));
    assert_eq!(times.last(), Some(&(2 * cycle + 1)));
    assert_eq!(value(&mut waveform, "mismatch", 2 * cycle), 1);
    assert_eq!(value(&mut waveform, "mismatch", 2 * cycle - 2), 0);
    let report = std::fs::read_to_string(&artefacts.report).expect("a report");
    assert!(
        report.contains(&format!("cycle {}\n", cycle - 15)),
        "{report}"
    );
}

#[test]
fn the_same_seed_leaves_the_same_bytes() {
    let folders = [(); 2].map(|()| TempDir::new().expect("a temporary folder"));
    let reports = folders.each_ref().map(|folder| {
        let artefacts = check(&KEYS_LEAK, folder.path())
            .artefacts
            .expect("keys leak");
        let text = std::fs::read_to_string(&artefacts.report).expect("a report");
        text.replace(&folder.path().display().to_string(), "")
    });
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn nothing_is_written_without_a_mismatch() {
    let folder = TempDir::new().expect("a temporary folder");
    let outcome = check(&[], folder.path());
    assert!(outcome.passed() && outcome.artefacts.is_none());
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("readable").count(),
        0
    );
    assert_eq!(outcome.missed_corners().count(), 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("writable");
    let error = Check {
        verilog: verilog(&KEYS_LEAK),
        cache: cache(),
        seed: 1,
        cycles: 1000,
        folder: file.join("deeper"),
        command: COMMAND.into(),
        clock: Default::default(),
    }
    .run::<UnifiedArbiter>(&params())
    .expect_err("a file is in the way");
    assert!(matches!(&error, Error::NotWritten { path, .. } if path.starts_with(&file)));
}

#[test]
fn the_outcome_has_the_keys_of_the_command_line() {
    let folder = TempDir::new().expect("a temporary folder");
    let outcome = check(&KEYS_LEAK, folder.path());
    let json = serde_json::to_value(&outcome).expect("serialisable");
    for key in [
        "unit",
        "mode",
        "cycles",
        "mismatches",
        "first_mismatch",
        "rtl_cycles_per_second",
        "wall_seconds",
        "seed",
    ] {
        assert!(json.get(key).is_some(), "no {key} in {json}");
    }
    assert_eq!(json["mode"], "unit");
    assert_eq!(json["first_mismatch"]["port"], "target");
    assert!(json["mismatches"].as_u64() > Some(0));
}

#[test]
fn a_waveform_that_cannot_be_written_is_named() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("missing/it.fst");
    let beside = Beside::new::<UnifiedArbiter>(
        &params(),
        verilog(&[]),
        &cache(),
        &file,
        0..=1,
        &Start::default(),
    );
    let error = beside.err().expect("there is no such folder");
    assert!(matches!(&error, BuildError::NoWaveform { path } if *path == file));
}
