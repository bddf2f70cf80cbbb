//! `heddle compare`.

use crate::many::desk::Desk;
use serde_json::json;
use std::fs;

/// Eight short runs.
pub const SMALL: &str =
    "compare if_else loops --preset tiny --mechanism pdom,mimd --vary core.warps=2,4";

#[test]
fn the_table_has_every_combination() {
    let desk = Desk::new();
    insta::assert_snapshot!(desk.prints(&format!("{SMALL} --out found")));
    let one = desk.prints("compare loops --preset tiny --mechanism pdom,nrec --baseline nrec");
    insta::assert_snapshot!(one);
}

#[test]
fn json_has_what_runs_say_one_by_one() {
    let desk = Desk::new();
    let all = desk.json(&format!("{SMALL} --out found"));
    assert_eq!(all["runs"], 8);
    for cell in all["cells"].as_array().unwrap() {
        let run = desk.json(&format!(
            "run {} --preset tiny --set {} --mechanism {}",
            cell["workload"].as_str().unwrap(),
            cell["setting"].as_str().unwrap(),
            cell["mechanism"].as_str().unwrap()
        ));
        assert_eq!(cell["ipc"], run["ipc"], "{cell}");
        assert_eq!(cell["cycles"], run["cycles"], "{cell}");
        assert!(cell["failure"].is_null(), "{cell}");
    }
    let ipc = |workload: usize| all["cells"][2 * workload]["ipc"].as_f64().unwrap();
    let harmonic = 2.0 / (1.0 / ipc(0) + 1.0 / ipc(1));
    let mean = all["means"][0]["ipc"].as_f64().unwrap();
    assert!((mean - harmonic).abs() < 1e-12, "{mean} {harmonic}");
}

#[test]
fn what_is_there_is_not_simulated_again() {
    let desk = Desk::new();
    let command = format!("{SMALL} --out found");
    let first = desk.json(&command);
    assert_eq!(first["simulated"], 8);
    let files = desk.files("found");
    let mut second = desk.json(&command);
    assert_eq!(second["simulated"], 0);
    second["simulated"] = 8.into();
    assert_eq!(first, second);
    assert_eq!(files, desk.files("found"));
    // Another machine, seed or limit gives other runs.
    for other in ["--set cores=2", "--seed 2", "--max-cycles 1000000"] {
        assert_eq!(
            desk.json(&format!("{command} {other}"))["simulated"],
            8,
            "{other}"
        );
    }
}

/// A stopped run leaves results out, and a disk error damages some.
#[test]
fn missing_and_damaged_cells_are_run_anew() {
    let desk = Desk::new();
    let command = format!("{SMALL} --out found");
    desk.prints(&command);
    let whole = desk.files("found");
    let cells: Vec<_> = fs::read_dir(desk.path("found/runs")).unwrap().collect();
    let cells: Vec<_> = cells.into_iter().map(|cell| cell.unwrap().path()).collect();
    let text = fs::read_to_string(&cells[0]).unwrap();
    let digit = text.find("\"cycles\":").expect("runs have cycles") + "\"cycles\":".len();
    let mut other_digit = text.clone().into_bytes();
    other_digit[digit] = if other_digit[digit] == b'7' {
        b'8'
    } else {
        b'7'
    };
    let damages: [&[u8]; 4] = [b"", &text.as_bytes()[..text.len() / 2], b"{}", &other_digit];
    for damage in damages {
        fs::write(&cells[0], damage).unwrap();
        fs::remove_file(&cells[1]).unwrap();
        // An intact file, but about another run.
        fs::copy(&cells[3], &cells[2]).unwrap();
        assert_eq!(desk.json(&command)["simulated"], 3);
        assert_eq!(desk.files("found"), whole);
    }
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let desk = Desk::new();
    let table = |jobs: usize| {
        let out = format!("by-{jobs}");
        let table = desk.prints(&format!("{SMALL} --jobs {jobs} --out {out}"));
        (table.replace(&out, "DIR"), desk.files(&out))
    };
    assert_eq!(table(1), table(2));
}

#[test]
fn without_arguments_it_explains_itself() {
    let desk = Desk::new();
    let (code, text) = desk.fails("compare");
    assert_eq!(code, 2);
    for words in [
        "Run workloads under several mechanisms",
        "Usage: heddle compare",
        "Examples: heddle compare",
    ] {
        assert!(text.contains(words), "{text}");
    }
    assert!(!desk.path("heddle-compare").exists());
}

/// 24 rows, of which pdom knows four and dwf three.
pub const CROSSED: &str = "compare loops --preset tiny --mechanism pdom,dwf \
                       --vary stack.depth=8,16,24,32 --vary dwf.pool=16,32,64 --out found";

#[test]
fn only_distinct_runs_are_run() {
    let desk = Desk::new();
    let all = desk.json(CROSSED);
    assert_eq!(all["rows"], 24);
    assert_eq!(all["runs"], 7);
    assert_eq!(all["simulated"], 7);
    assert_eq!(fs::read_dir(desk.path("found/runs")).unwrap().count(), 7);
    assert_eq!(all["keys"], json!(["stack.depth", "dwf.pool"]));
    let cells = all["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 24);
    // Each row has the numbers of its whole machine.
    for cell in cells.iter().step_by(5) {
        assert_eq!(
            cell["setting"],
            format!(
                "stack.depth={} dwf.pool={}",
                cell["values"]["stack.depth"], cell["values"]["dwf.pool"]
            )
        );
        let command = cell["command"].as_str().unwrap();
        assert!(command.contains("--set stack.depth=") && command.contains("--set dwf.pool="));
        let run = desk.json(command.strip_prefix("heddle ").unwrap());
        assert_eq!(cell["cycles"], run["cycles"], "{cell}");
        assert_eq!(cell["instructions"], run["instructions"], "{cell}");
        assert_eq!(cell["simd_efficiency"], run["simd_efficiency"], "{cell}");
    }
    assert!(
        desk.prints(CROSSED)
            .contains("24 rows of 7 distinct runs, 0 of them simulated now")
    );
}

#[test]
fn bad_input_is_refused_before_anything_runs() {
    let desk = Desk::new();
    for (arguments, words) in [
        ("--mechanism pdom,pdom", "mechanism `pdom` is given twice"),
        (
            "--mechanism pdom --baseline mimd",
            "add mimd to --mechanism",
        ),
        ("--vary core.warps", "expected SECTION.KEY=VALUE,VALUE"),
        ("--vary core.warps=2,,4", "a value is empty"),
        ("--vary core.warps=2,2", "`2` is there twice"),
        (
            "--vary core.warps=2 --vary core.warps=4",
            "key of --vary `core.warps` is given twice",
        ),
        ("--vary core.warps=2,1000", "core.warps"),
        ("--jobs 0", "--jobs"),
    ] {
        let (code, errors) = desk.fails(&format!("compare loops --preset tiny {arguments}"));
        assert_eq!(code, 2, "{arguments}: {errors}");
        assert!(errors.contains(words), "{arguments}: {errors}");
    }
    assert!(!desk.path("heddle-compare").exists());
}

/// Runs are counted before any of them is planned.
#[test]
fn more_runs_than_anybody_waits_for_are_refused() {
    let desk = Desk::new();
    let values: Vec<String> = (1..=300).map(|value| value.to_string()).collect();
    let values = values.join(",");
    let vary = ["memory.hit_cycles", "memory.mshrs", "memory.miss_cycles"];
    let vary = vary.map(|key| format!("--vary {key}={values}")).join(" ");
    let (code, text) = desk.fails(&format!(
        "compare loops --mechanism pdom,mimd {vary} --out found"
    ));
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("54000000 runs are asked for, more than 10000"),
        "{text}"
    );
    assert!(!desk.path("found").exists());
}
