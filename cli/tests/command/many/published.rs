//! What `heddle compare` writes to publish from: CSV, charts, a page, and LaTeX made from them.

use crate::many::charts::check_charts;
use crate::many::compare::{CROSSED, SMALL};
use crate::many::desk::Desk;
use crate::many::page::Page;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

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

/// The words of a chart or page that nothing but a browser has to read.
fn is_offline(text: &str) -> bool {
    let names = Regex::new("http://www.w3.org/(2000/svg|1999/xhtml)").unwrap();
    let text = names.replace_all(text, "");
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
        // Programs and their mean, or settings.
        assert_eq!(check_charts(&text), 1 + 3, "{chart}");
        let svg = Page::parse(text);
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
    assert!(check_charts(&text) > 0);
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
