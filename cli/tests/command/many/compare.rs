//! `heddle compare`.

use crate::many::desk::Desk;
use crate::many::page::Page;
use regex::Regex;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Eight short runs.
const SMALL: &str =
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

/// The stack is too small for one of two programs.
const FAILING: &str =
    "compare if_else loops --preset tiny --mechanism pdom,dwf --vary stack.depth=3,16 --out found";

#[test]
fn runs_that_fail_are_shown_and_told() {
    let desk = Desk::new();
    let output = desk.heddle(FAILING);
    assert_eq!(output.status.code(), Some(1));
    let table = String::from_utf8(output.stdout).unwrap();
    let row = |words: &[&str]| {
        let mut rows = table
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        rows.find(|row| row.starts_with(words))
            .unwrap_or_else(|| panic!("{words:?}: {table}"))
    };
    assert_eq!(row(&["3", "loops"])[2], "failed");
    assert_eq!(row(&["16", "loops"]).len(), 5);
    // The mean under pdom is over the other program, and says so; so does the speed-up, which is over what both completed.
    let alone = row(&["3", "if_else"])[2..].to_vec();
    let mean = row(&["3", "mean"]);
    assert_eq!(mean[2..6], [alone[0], "(1", "of", "2)"]);
    assert_eq!(mean[7..], [alone[2], "(1", "of", "2)"]);
    assert_eq!(row(&["16", "mean"]).len(), 5);
    let (code, errors) = desk.fails(FAILING);
    assert_eq!(code, 1);
    assert!(errors.contains("1 of 6 runs failed"), "{errors}");
}

#[test]
fn a_failed_run_has_the_command_that_repeats_it() {
    let desk = Desk::new();
    let table = String::from_utf8(desk.heddle(FAILING).stdout).unwrap();
    let mut lines = table
        .lines()
        .skip_while(|line| !line.starts_with("failed: loops under pdom"));
    let failure = lines.next().expect("a failed run");
    let command = lines.next().expect("its command").trim();
    let (code, errors) = desk.fails(command.strip_prefix("heddle ").unwrap());
    assert_eq!(code, 1, "{errors}");
    let (_, fault) = failure.split_once("stack.depth=3: ").unwrap();
    let fault: Vec<&str> = fault.split_whitespace().collect();
    assert!(errors.contains(&fault.join(" ")), "{fault:?}: {errors}");

    let json: Value =
        serde_json::from_slice(&desk.heddle(&format!("{FAILING} --json")).stdout).unwrap();
    let cells = json["cells"].as_array().unwrap();
    let failed: Vec<&Value> = cells
        .iter()
        .filter(|cell| cell["outcome"] == "failed")
        .collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["command"], command);
    assert!(failed[0]["ipc"].is_null() && failed[0]["speedup"].is_null());
    let means = json["means"].as_array().unwrap();
    let over: Vec<_> = means
        .iter()
        .map(|mean| [&mean["programs"], &mean["of"]])
        .collect();
    assert_eq!(over, [[1, 2], [2, 2], [2, 2], [2, 2]]);
    let page = fs::read_to_string(desk.path("found/compare.html")).unwrap();
    assert!(page.contains(command), "{page}");
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
const CROSSED: &str = "compare loops --preset tiny --mechanism pdom,dwf \
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

/// What Python's reader of CSV makes of a text.
pub fn read_back(text: &str) -> Vec<BTreeMap<String, String>> {
    let program =
        "import csv, json, sys; print(json.dumps(list(csv.DictReader(sys.stdin, strict=True))))";
    let mut python = Command::new("python3");
    let mut python = python
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    python
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn csv_has_a_line_for_each_run() {
    let desk = Desk::new();
    let cells = desk.json(&format!("{CROSSED} --csv table.csv"));
    let text = fs::read_to_string(desk.path("table.csv")).unwrap();
    assert_eq!(text, desk.prints(&format!("{CROSSED} --csv -")));
    let rows = read_back(&text);
    assert_eq!(rows.len(), 24);
    for (row, cell) in rows.iter().zip(cells["cells"].as_array().unwrap()) {
        let same = [
            ("program", "workload"),
            ("mechanism", "mechanism"),
            ("cycles", "cycles"),
            ("ipc", "ipc"),
            ("instructions", "instructions"),
            ("simd_efficiency", "simd_efficiency"),
            ("speedup", "speedup"),
            ("outcome", "outcome"),
            ("run", "cell"),
            ("command", "command"),
        ];
        for (column, key) in same {
            let text = &row[column];
            match &cell[key] {
                Value::String(right) => assert_eq!(text, right, "{column}"),
                // Every bit.
                right => assert_eq!(text.parse::<f64>().ok(), right.as_f64(), "{column}"),
            }
        }
        for key in ["stack.depth", "dwf.pool"] {
            assert_eq!(row[key], cell["values"][key].to_string());
        }
        assert_eq!(row["failure"], "");
    }
    let heading = text.lines().next().unwrap();
    assert!(
        heading.starts_with("program,mechanism,stack.depth,dwf.pool,cycles,ipc,"),
        "{heading}"
    );
    let (code, errors) = desk.fails(&format!("{CROSSED} --csv - --json"));
    assert_eq!(code, 2);
    assert!(errors.contains("both go to standard output"), "{errors}");
}

#[test]
fn a_machine_that_cannot_start_a_program_fails_alone() {
    let desk = Desk::new();
    let kernel = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels/bitonic/bitonic");
    let compare = format!(
        "compare --kernel {kernel}.elf --launch {kernel}.toml --preset tiny --mechanism pdom"
    );
    // Blocks of 16 threads do not fit into two warps of four.
    for _ in ["made", "kept"] {
        let both = format!("{compare} --vary core.warps=2,8 --out out --json");
        let output = desk.heddle(&both);
        assert_eq!(output.status.code(), Some(1));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let cells = found["cells"].as_array().unwrap();
        let outcomes: Vec<&Value> = cells.iter().map(|cell| &cell["outcome"]).collect();
        assert_eq!(outcomes, ["failed", "completed"]);
        let failure = cells[0]["failure"].as_str().unwrap();
        assert!(failure.contains("block"), "{failure}");
    }
    let (code, said) = desk.fails(&format!("{compare} --set core.warps=2 --out none"));
    assert!(code == 2 && said.contains("block"), "{said}");
}

#[test]
fn csv_says_what_failed() {
    let desk = Desk::new();
    let output = desk.heddle(&format!("{FAILING} --csv -"));
    assert_eq!(output.status.code(), Some(1));
    let rows = read_back(&String::from_utf8(output.stdout).unwrap());
    let failed: Vec<_> = rows
        .iter()
        .filter(|row| row["outcome"] == "failed")
        .collect();
    assert_eq!(failed.len(), 1);
    let failed = failed[0];
    assert_eq!(
        (failed["program"].as_str(), failed["stack.depth"].as_str()),
        ("loops", "3")
    );
    for empty in [
        "cycles",
        "ipc",
        "instructions",
        "simd_efficiency",
        "speedup",
    ] {
        assert_eq!(failed[empty], "", "{empty}");
    }
    assert!(!failed["failure"].is_empty() && failed["command"].contains("--set stack.depth=3"));
}

/// The words of a chart or page that nothing but a browser has to read.
fn is_offline(text: &str) -> bool {
    let text = text.replace("http://www.w3.org/2000/svg", "");
    ![
        "http:", "https:", "url(", "src=", "@import", "<script", "<link",
    ]
    .iter()
    .any(|word| text.contains(word))
}

#[test]
fn charts_have_titles_axes_and_legends() {
    let desk = Desk::new();
    let all = desk.json(&format!("{SMALL},8 --out found"));
    let charts = all["charts"].as_array().unwrap();
    let charts: Vec<&str> = charts.iter().map(|chart| chart.as_str().unwrap()).collect();
    assert_eq!(
        charts,
        [
            "found/ipc_over_core.warps.svg",
            "found/means.svg",
            "found/ipc_core.warps=2.svg",
            "found/ipc_core.warps=4.svg",
            "found/ipc_core.warps=8.svg"
        ]
    );
    for chart in &charts {
        let text = fs::read_to_string(desk.path(chart)).unwrap();
        assert!(is_offline(&text), "{text}");
        let svg = Page::parse(text);
        // Programs and their mean, or settings.
        for panel in svg.elements("svg") {
            assert_eq!(panel["role"], "img");
            assert!(!panel["aria-label"].is_empty());
            assert_eq!(
                panel["viewBox"],
                format!("0 0 {} {}", panel["width"], panel["height"])
            );
        }
        assert_eq!(svg.elements("svg").len(), 1 + 3, "{chart}");
        let said = svg.text();
        for word in [
            "IPC (thread instructions per cycle)",
            ">pdom<",
            ">mimd<",
            "<title>",
            "<desc>",
            "prefers-color-scheme: dark",
        ] {
            assert!(said.contains(word), "{chart}: {word}");
        }
    }
    let lines = fs::read_to_string(desk.path(charts[0])).unwrap();
    for word in [
        "<title>IPC over core.warps</title>",
        ">core.warps<",
        ">mean of 2 programs<",
        ">if_else<",
        ">8<",
    ] {
        assert!(lines.contains(word), "{word}: {lines}");
    }
    // The numbers are those of the runs.
    let ipc = |warps: u64| {
        let cells = all["cells"].as_array().unwrap();
        let mut cells = cells
            .iter()
            .filter(|cell| cell["workload"] == "loops" && cell["mechanism"] == "pdom");
        let cell = cells.find(|cell| cell["values"]["core.warps"] == warps);
        cell.unwrap()["ipc"].as_f64().unwrap()
    };
    let said = format!(
        "pdom: {:.3} at 2, {:.3} at 4, {:.3} at 8",
        ipc(2),
        ipc(4),
        ipc(8)
    );
    assert!(lines.contains(&said), "{said}: {lines}");
}

#[test]
fn one_page_has_everything() {
    let desk = Desk::new();
    let all = desk.json(CROSSED);
    assert_eq!(all["page"], "found/compare.html");
    let text = fs::read_to_string(desk.path("found/compare.html")).unwrap();
    assert!(is_offline(&text));
    let page = Page::parse(text);
    let table = page.table_after("runs");
    assert_eq!(table.len(), 1 + 24);
    assert_eq!(
        table[0][..4],
        ["program", "mechanism", "stack.depth", "dwf.pool"]
    );
    for (row, cell) in table[1..].iter().zip(all["cells"].as_array().unwrap()) {
        assert_eq!(row[1], cell["mechanism"].as_str().unwrap());
        assert_eq!(row[4], cell["cycles"].to_string());
    }
    assert!(page.text().contains("24 rows of 7 distinct runs"));
    // Nothing is scaled, and nothing is smaller than 12 px.
    for panel in page.elements("svg") {
        assert_eq!(panel["width"], "344");
        assert_eq!(panel["role"], "img");
    }
    let sizes = Regex::new(r"font(?:-size)?: ?([0-9.]+)(px|rem|em)").unwrap();
    for size in sizes.captures_iter(page.text()) {
        let pixels: f64 =
            size[1].parse::<f64>().unwrap() * if &size[2] == "px" { 1.0 } else { 12.0 / 0.85 };
        assert!(pixels >= 12.0, "{}", &size[0]);
    }
    assert!(page.text().contains("width=device-width"));
}

/// The script of the page `docs/compare.md`.
fn latex(desk: &Desk, csv: &str, key: &str) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/compare/latex.py");
    let mut python = Command::new("python3");
    let python = python.args([script, csv, key, "out.tex"]);
    python.current_dir(desk.path("")).output().unwrap()
}

#[test]
fn latex_has_the_means() {
    let desk = Desk::new();
    let all = desk.json(&format!("{SMALL},8 --out found --csv table.csv"));
    let output = latex(&desk, "table.csv", "core.warps");
    assert!(output.status.success(), "{output:?}");
    let tex = fs::read_to_string(desk.path("out.tex")).unwrap();
    let means = all["means"].as_array().unwrap();
    for mechanism in ["pdom", "mimd"] {
        let of_mechanism = means.iter().filter(|mean| mean["mechanism"] == mechanism);
        let points = of_mechanism.map(|mean| {
            let warps = &mean["values"]["core.warps"];
            format!("({warps}, {:.6})", mean["ipc"].as_f64().unwrap())
        });
        let points: Vec<String> = points.collect();
        let line = format!(
            "\\addplot+ coordinates {{{}}};\n\\addlegendentry{{{mechanism}}}",
            points.join(" ")
        );
        assert!(tex.contains(&line), "{line}: {tex}");
    }
    assert!(tex.contains("core.warps & pdom & mimd \\\\") && tex.contains("over 2 of 2 programs"));
    // What a compiler of LaTeX would refuse first.
    let mut open = Vec::new();
    let environments = Regex::new(r"\\(begin|end)\{(\w+)\}").unwrap();
    for found in environments.captures_iter(&tex) {
        match &found[1] {
            "begin" => open.push(found[2].to_owned()),
            _ => assert_eq!(open.pop().as_deref(), Some(&found[2])),
        }
    }
    assert!(open.is_empty());
    let count = |c| tex.matches(c).count();
    assert_eq!(count('{'), count('}'));
    // A second key makes several means of one value.
    desk.json(&format!("{CROSSED} --csv crossed.csv"));
    let refused = latex(&desk, "crossed.csv", "dwf.pool");
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("another key is swept too"), "{said}");
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
