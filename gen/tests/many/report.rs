//! `heddle report`.

use crate::desk::Desk;
use crate::page::Page;
use serde_json::Value;

/// A figure with the comparisons that need nothing else, on two cores.
const SMALL: &str =
    "report --out page.html --size small --set cores=2 --only figure-13 --only table-ii";

fn page(desk: &Desk) -> Page {
    Page::parse(std::fs::read_to_string(desk.path("page.html")).unwrap())
}

#[test]
fn the_page_shows_what_the_runs_came_to() {
    let desk = Desk::new();
    let said = desk.json(&format!("{SMALL} --data data"));
    // Seven programs under four mechanisms. For ablations: seven with variants of programs; `dwf` and `mimd` in
    // another order; `dwf` and `pdom` with fewer miss registers; `dwf` with a tournament, and `mimd` with variants.
    assert_eq!(said["runs"], 28 + 7 + 14 + 14 + 9);
    let cells: Vec<Value> = desk
        .files("data/cells")
        .into_values()
        .map(|bytes| serde_json::from_slice(&bytes).unwrap())
        .collect();
    let ipc = |workload: &str, mechanism: &str| {
        let found = cells.iter().find(|file| {
            let cell = &file["cell"];
            let machine = &cell["machine"];
            let as_named = machine["mimd"]["order"] == "round_robin"
                && machine["memory"]["mshrs"] == 32
                && machine["dwf"]["structure"] == "heap";
            cell["workload"] == workload && cell["mechanism"] == mechanism && as_named
        });
        found.unwrap()["result"]["statistics"]["ipc"]
            .as_f64()
            .unwrap()
    };
    let page = page(&desk);
    let table = page.table_after("figure-13");
    let names: Vec<&str> = heddle_kernels::paper().map(|(name, _)| name).into();
    assert_eq!(table[0], [&[""], names.as_slice(), &["HM"]].concat());
    for (row, mechanism) in table[1..].iter().zip(["nrec", "pdom", "dwf", "mimd"]) {
        let all = heddle_kernels::paper().map(|(_, own)| ipc(own.name(), mechanism));
        let mean = 7.0 / all.iter().map(|ipc| 1.0 / ipc).sum::<f64>();
        let shown = all.into_iter().chain([mean]).map(|ipc| format!("{ipc:.2}"));
        assert_eq!(row[1..], shown.collect::<Vec<_>>(), "{mechanism}");
    }
    let gain = 100.0 * (ipc("black_scholes", "dwf") / ipc("black_scholes", "pdom") - 1.0);
    let row = page.row("black");
    assert_eq!(row[2..4], ["-23 %".to_owned(), format!("{gain:+.1} %")]);
    assert_eq!(row[4], if gain < 0.0 { "same" } else { "differs" });
    assert_eq!(row[5], format!("{:.2}", gain / -23.0));
}

#[test]
fn the_page_needs_no_other_file() {
    let desk = Desk::new();
    desk.prints(&format!("{SMALL} --data data"));
    let page = page(&desk);
    assert_eq!(page.resources(), Vec::<String>::new());
    assert_eq!(page.missing_targets(), Vec::<String>::new());
    assert!(page.has("svg"));
    // The same bytes from what is there, whatever the number of jobs.
    let first = desk.files(".");
    assert_eq!(
        desk.json(&format!("{SMALL} --data data --jobs 1"))["simulated"],
        0
    );
    assert_eq!(first, desk.files("."));
}

/// Every experiment and comparison, as the page is made for people.
#[test]
fn every_experiment_is_drawn() {
    let desk = Desk::new();
    let said = desk.json("report --out page.html --size small --set cores=1");
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
    assert_eq!(said["failures"], serde_json::json!([]));
    assert_eq!(page.resources(), Vec::<String>::new());
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
        ("--out .", "it is no name for a file"),
        ("--out page.html --set cores=0", "cores"),
    ] {
        let (code, errors) = desk.fails(&format!("report {arguments}"));
        assert_eq!(code, 2, "{arguments}: {errors}");
        assert!(errors.contains(words), "{arguments}: {errors}");
    }
    assert!(!desk.path("page.html").exists());
}
