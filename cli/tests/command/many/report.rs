//! `heddle report`.

use crate::many::charts::check_charts;
use crate::many::desk::Desk;
use crate::many::page::Page;
use heddle_machines::{part, thorough};
use serde_json::{Value, json};

/// A figure with the comparisons that need no other runs, on one core, which takes less time than
/// sixteen; `scripts/tables report-PAPER` uses all cores.
const SMALL: &str =
    "report --out page.html --size small --set cores=1 --only figure-13 --only table-ii";

/// For vaidya2013: an experiment that needs one run of each program, and one that needs more runs of some. One core takes
/// less time than six.
const COMPACTION: &str = "report --paper vaidya2013 --out page.html --size small --set cores=1 \
    --only figure-9 --only figure-10 --only figure-12";

fn page(desk: &Desk) -> Page {
    Page::parse(std::fs::read_to_string(desk.path("page.html")).unwrap())
}

fn cells(desk: &Desk) -> Vec<Value> {
    let files = desk.files("data/runs").into_values();
    files
        .map(|bytes| serde_json::from_slice(&bytes).unwrap())
        .collect()
}

/// The programs of fung2009 but HMMer, and their workloads.
const OTHERS: [(&str, &str); 6] = [
    ("LBM", "lbm"),
    ("Black", "black_scholes_straight"),
    ("Bitonic", "bitonic_global_4x"),
    ("FFT", "fft"),
    ("LU", "lu"),
    ("Matrix", "matrix"),
];

/// The inputs of HMMer.
const INPUTS: [(&str, &str); 6] = [
    ("HMMer, 50 nodes", "hmmer_50"),
    ("HMMer, 50 nodes, whole matrix", "hmmer_50_whole"),
    ("HMMer, 100 nodes", "hmmer_100"),
    ("HMMer, 100 nodes, whole matrix", "hmmer_100_whole"),
    ("HMMer, 125 nodes", "hmmer_125"),
    ("HMMer, 125 nodes, whole matrix", "hmmer_125_whole"),
];

#[test]
fn the_page_shows_what_the_runs_came_to() {
    let desk = Desk::new();
    let said = desk.json(&format!("{SMALL} --data data"));
    let cells = cells(&desk);
    assert_eq!(said["runs"], cells.len());
    let shipped = &cells[0]["run"]["machine"];
    let found = |workload: &str, mechanism: &str, dwf: Value, mshrs: u64| {
        let found = cells.iter().find(|file| {
            let cell = &file["run"];
            let machine = &cell["machine"];
            let heap = &machine["dwf"];
            let as_named = json!([heap["home_lanes"], heap["swizzle"], heap["miss"]]) == dwf
                && machine["mimd"] == shipped["mimd"]
                && heap["heap_updates"] == "queued"
                && heap["sticky"] == true
                && heap["structure"] == "heap"
                && heap["ideal"] == false
                && machine["memory"]["mshrs"] == mshrs
                && machine["memory"]["all_hits"] == false;
            cell["workload"] == workload && cell["mechanism"] == mechanism && as_named
        });
        let found = found.unwrap_or_else(|| panic!("no run of {workload} under {mechanism}"));
        found["result"]["statistics"]["ipc"].as_f64().unwrap()
    };
    let as_printed = || json!(["warp", true, "warp"]);
    let ipc = |workload: &str, mechanism: &str| found(workload, mechanism, as_printed(), 32);
    let page = page(&desk);
    let table = page.table_after("figure-13");
    let named: Vec<&str> = [INPUTS, OTHERS]
        .concat()
        .iter()
        .map(|(name, _)| *name)
        .collect();
    let ends = ["HM, least", "HM, greatest"];
    assert_eq!(table[0][..15], [&[""], named.as_slice(), &ends].concat());
    for (row, mechanism) in table[1..].iter().zip(["nrec", "pdom", "dwf", "mimd"]) {
        let of = |programs: [(&str, &str); 6]| programs.map(|(_, own)| ipc(own, mechanism));
        let rest: f64 = of(OTHERS).iter().map(|ipc| 1.0 / ipc).sum();
        let means = of(INPUTS).map(|ipc| 7.0 / (rest + 1.0 / ipc));
        let ends = [f64::min, f64::max].map(|end| means.into_iter().reduce(end).unwrap());
        let shown = [&of(INPUTS)[..], &of(OTHERS), &ends].concat();
        let shown: Vec<String> = shown.iter().map(|ipc| format!("{ipc:.2}")).collect();
        assert_eq!(row[1..15], shown, "{mechanism}");
    }
    let black = "black_scholes_straight";
    let gain = 100.0 * (ipc(black, "dwf") / ipc(black, "pdom") - 1.0);
    let row = page.row("black");
    assert_eq!(row[2..4], ["-23 %".to_owned(), format!("{gain:+.1} %")]);
    assert_eq!(row[4], if gain < 0.0 { "same" } else { "differs" });
    assert_eq!(row[5], format!("{:.2}", gain / -23.0));
    // The second column.
    let dwf = found(black, "dwf", json!(["pipeline", "rotate", "thread"]), 768);
    let gain = 100.0 * (dwf / found(black, "pdom", as_printed(), 768) - 1.0);
    assert_eq!(row[6], format!("{gain:+.1} %"));
}

/// The divergent programs of vaidya2013; the fourth to the last are from Rodinia.
const DIVERGENT: [(&str, &str); 8] = [
    ("RT-PR", "ray_primary"),
    ("RT-AO", "ray_ao"),
    ("EV", "eigenvalue"),
    ("BFS", "bfs"),
    ("HtS", "hotspot"),
    ("LavaMD", "lavamd"),
    ("NW", "needleman_wunsch"),
    ("Part", "particle_filter"),
];

#[test]
fn reductions_are_those_of_the_runs() {
    let desk = Desk::new();
    let said = desk.json(&format!("{COMPACTION} --data data"));
    // Eight programs under Ivy Bridge's mode; five of them under two other modes, and under all three with another L3.
    assert_eq!(said["runs"], 8 + 5 * 2 + 5 * 3);
    let cells = cells(&desk);
    let statistics = |workload: &str, mode: &str, perfect: bool| {
        let found = cells.iter().find(|file| {
            let machine = &file["run"]["machine"];
            file["run"]["workload"] == workload
                && machine["compaction"]["mode"] == mode
                && machine["l3"]["perfect"] == perfect
        });
        &found.unwrap()["result"]["statistics"]
    };
    let page = page(&desk);
    let eu = |workload: &str| {
        let cycles = &statistics(workload, "ivb", false)["compaction"]["cycles"];
        reduction(&cycles["scc"], &cycles["ivb"])
    };
    let time = |workload: &str| {
        let cycles = |mode| &statistics(workload, mode, true)["cycles"];
        reduction(cycles("bcc"), cycles("ivb"))
    };
    let table = page.table_after("figure-10");
    shows(&table, "EU cycles, SCC", &DIVERGENT, eu);
    let table = page.table_after("figure-12");
    shows(&table, "EU cycles, SCC", &DIVERGENT[3..], eu);
    shows(&table, "time perfect L3, BCC", &DIVERGENT[3..], time);
    let mean = DIVERGENT.map(|(_, own)| eu(own)).iter().sum::<f64>() / 8.0;
    let row = page.row("eu-scc-avg");
    assert_eq!(row[2..4], ["24 %".to_owned(), format!("{mean:.1} %")]);
    assert_eq!(row[5], format!("{:.2}", mean / 24.0));
    let greatest = DIVERGENT
        .map(|(_, own)| eu(own))
        .into_iter()
        .reduce(f64::max);
    assert_eq!(
        page.row("eu-scc-max")[3],
        format!("{:.1} %", greatest.unwrap())
    );
    let bfs = 100.0 * statistics("bfs", "scc", true)["cycles"].as_f64().unwrap()
        / statistics("bfs", "ivb", true)["cycles"].as_f64().unwrap();
    let row = page.row("bfs-perfect");
    assert_eq!(row[3], format!("{:.1} %", 100.0 - bfs));
    assert_eq!(row[4], if bfs < 98.0 { "same" } else { "differs" });
}

/// The reduction in percent.
fn reduction(of: &Value, over: &Value) -> f64 {
    100.0 * (1.0 - of.as_f64().unwrap() / over.as_f64().unwrap())
}

/// Checks that the row has a number for each program, and their mean.
fn shows(
    table: &[Vec<String>],
    label: &str,
    programs: &[(&str, &str)],
    number: impl Fn(&str) -> f64,
) {
    let names: Vec<&str> = programs.iter().map(|(name, _)| *name).collect();
    assert_eq!(table[0], [&[""], names.as_slice(), &["mean"]].concat());
    let row = table.iter().find(|row| row[0] == label).expect(label);
    let all: Vec<f64> = programs.iter().map(|(_, own)| number(own)).collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    let shown = all.into_iter().chain([mean]).map(|n| format!("{n:.2}"));
    assert_eq!(row[1..], shown.collect::<Vec<_>>(), "{label}");
}

/// Each program has instructions of its own width; those of ambient occlusion have half as many lanes.
#[test]
fn every_instruction_has_its_class_of_lanes() {
    let desk = Desk::new();
    // One core, for speed.
    let only =
        "report --paper vaidya2013 --out page.html --size small --set cores=1 --only figure-9";
    desk.prints(&format!("{only} --data data"));
    let table = page(&desk).table_after("figure-9");
    let widths = table[1..].iter().map(|row| &row[0]);
    let widths = widths
        .map(|label| label.contains("SIMD8"))
        .collect::<Vec<_>>();
    assert_eq!(widths, [false, false, false, false, true, true]);
    let cells = cells(&desk);
    for (column, (name, workload)) in (1..).zip(DIVERGENT) {
        let cell = cells
            .iter()
            .find(|file| file["run"]["workload"] == workload);
        let histogram = cell.unwrap()["result"]["statistics"]["active_lane_histogram"].as_array();
        let histogram: Vec<f64> = histogram
            .unwrap()
            .iter()
            .filter_map(Value::as_f64)
            .collect();
        let simd8 = name == "RT-AO";
        assert_eq!(histogram.len(), if simd8 { 9 } else { 17 }, "{name}");
        let classes = histogram[1..]
            .chunks(4)
            .map(|class| class.iter().sum::<f64>());
        let all: f64 = histogram.iter().sum();
        let own = classes.map(|class| format!("{:.2}", 100.0 * class / all));
        let none = |many| vec!["–".to_owned(); many];
        let expected = match simd8 {
            true => [none(4), own.collect()].concat(),
            false => [own.collect(), none(2)].concat(),
        };
        let shown: Vec<String> = table[1..].iter().map(|row| row[column].clone()).collect();
        assert_eq!(shown, expected, "{name}");
    }
}

#[test]
fn the_page_needs_no_other_file() {
    let desk = Desk::new();
    desk.prints(&format!("{COMPACTION} --data data"));
    let page = page(&desk);
    assert_eq!(page.resources(), Vec::<String>::new());
    assert_eq!(page.missing_targets(), Vec::<String>::new());
    assert!(check_charts(page.text()) > 0);
    // The same bytes result from the existing results, for any number of jobs.
    let first = desk.files(".");
    assert_eq!(
        desk.json(&format!("{COMPACTION} --data data --jobs 1"))["simulated"],
        0
    );
    assert_eq!(first, desk.files("."));
}

/// Lines and areas; the page of the test above has bars of all kinds.
#[test]
fn charts_over_time_can_be_read_by_all() {
    let desk = Desk::new();
    // One core, for speed: the subject is what is drawn. `scripts/tables report-PAPER` uses all cores.
    let only = "report --out page.html --size small --set cores=1 --only figure-16";
    desk.prints(only);
    assert_eq!(check_charts(page(&desk).text()), 6);
}

/// Every experiment and comparison, as on the page for people.
#[test]
#[ignore = "at night: it runs seconds, and another paper stands for it"]
fn every_experiment_of_fung2009_is_drawn() {
    every_experiment_is_drawn("fung2009");
}

#[test]
fn every_experiment_of_vaidya2013_is_drawn() {
    every_experiment_is_drawn("vaidya2013");
}

#[test]
#[ignore = "at night: it runs seconds, and another paper stands for it"]
fn every_experiment_of_collange2011_is_drawn() {
    every_experiment_is_drawn("collange2011");
}

#[test]
#[ignore = "at night: it runs seconds, and another paper stands for it"]
fn every_experiment_of_lashgar2012_is_drawn() {
    every_experiment_is_drawn("lashgar2012");
}

/// Names of the experiments of a paper.
fn experiments(paper: &str) -> Vec<String> {
    let path = format!(
        "{}/../study/src/report/{paper}/experiments.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let data: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let experiments = data["experiment"].as_array().unwrap().iter();
    let names = experiments.map(|experiment| experiment["name"].as_str().unwrap().into());
    names.collect()
}

/// By day one experiment in six, with the comparisons that need no other runs; at night all of them.
fn every_experiment_is_drawn(paper: &str) {
    let desk = Desk::new();
    let only = part(experiments(paper), 1, 6);
    let only = match thorough() {
        true => String::new(),
        false => only.iter().map(|name| format!(" --only {name}")).collect(),
    };
    // One core, for speed: the subject is what is drawn, not its height. `scripts/tables report-PAPER` uses all cores.
    let said = desk.json(&format!(
        "report --paper {paper} --out page.html --size small --set cores=1{only}"
    ));
    assert!(!said["figures"].as_array().unwrap().is_empty());
    let page = page(&desk);
    for figure in said["figures"].as_array().unwrap() {
        let name = figure["name"].as_str().unwrap();
        assert!(page.has_id(name), "{name}");
        assert!(
            page.charts_after(name) + page.rows_after(name) > 0,
            "{name}"
        );
    }
    for headline in said["headlines"].as_array().unwrap() {
        assert_ne!(headline["ours"], "a run failed", "{headline}");
        assert!(
            page.has_id(headline["name"].as_str().unwrap()),
            "{headline}"
        );
    }
    assert_eq!(said["failures"], json!([]));
    assert_eq!(page.resources(), Vec::<String>::new());
    check_charts(page.text());
}

/// All papers in one call, which finds the runs of the call before.
#[test]
#[ignore = "at night: it makes all runs of all papers"]
fn all_papers_have_an_index() {
    let desk = Desk::new();
    // One core, for speed: the subject is what is written. `scripts/tables report-PAPER` uses all cores.
    let command = "report --all --out pages --data data --size small --set cores=1";
    let said = desk.json(command);
    let papers = said["papers"].as_object().unwrap();
    assert_eq!(papers.len(), 4);
    for (paper, of_paper) in papers {
        assert_eq!(of_paper["failures"], json!([]), "{paper}");
        let page = Page::parse(
            std::fs::read_to_string(desk.path(&format!("pages/{paper}.html"))).unwrap(),
        );
        assert_eq!(page.missing_targets(), Vec::<String>::new(), "{paper}");
    }
    let index = std::fs::read_to_string(desk.path("pages/index.html")).unwrap();
    assert!(index.contains("fung2009.html#dwf-over-pdom"));
    let first = desk.files("pages");
    assert_eq!(desk.json(&format!("{command} --jobs 1"))["simulated"], 0);
    assert_eq!(first, desk.files("pages"));
}

#[test]
fn runs_that_fail_stand_on_the_page() {
    let desk = Desk::new();
    let (code, errors) = desk.fails(&format!("{SMALL} --max-cycles 3000"));
    assert_eq!(code, 1, "{errors}");
    let page = page(&desk);
    assert!(page.has_id("failures"));
    assert!(page.text().contains("cycle 3000"));
    assert_eq!(page.row("pdom-over-nrec")[3], "a run failed");
}

#[test]
fn bad_input_is_refused() {
    let desk = Desk::new();
    for (arguments, words) in [
        (
            "--out page.html --only figure-2",
            "there are: figure-1, figure-5",
        ),
        (
            "--paper vaidya2013 --out page.html --only figure-13",
            "there are: figure-3, figure-9",
        ),
        (
            "--paper fung2007 --out page.html",
            "fung2009, vaidya2013, lashgar2012, collange2011",
        ),
        ("--all --paper vaidya2013 --out pages", "--paper"),
        ("--all --only figure-13 --out pages", "--only"),
        ("--out .", "it is no name for a file"),
        ("--out page.html --set cores=0", "cores"),
    ] {
        let (code, errors) = desk.fails(&format!("report {arguments}"));
        assert_eq!(code, 2, "{arguments}: {errors}");
        assert!(errors.contains(words), "{arguments}: {errors}");
    }
    assert!(!desk.path("page.html").exists());
}
