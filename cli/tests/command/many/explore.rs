//! `heddle explore`, and `heddle gen --from`.

use crate::many::charts::check_charts;
use crate::many::desk::Desk;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Machines of two mechanisms, three of them deeper than the programs need.
const SPACE: &str = r#"
[[block]]
mechanisms = ["pdom"]
stack.depth = [3, 8, 16, 24]
compaction.mode = ["none", "scc"]

[[block]]
mechanisms = ["stackless"]
stackless.tree_latency = [0, 1, 2]
"#;

/// A search of half a second; windows cut both programs.
const SEARCH: &str =
    "explore if_else loops --preset tiny --size small --space space.toml --windows 100,400";

fn desk() -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("space.toml"), SPACE).unwrap();
    desk
}

/// The files of an answer but for the runs.
fn answer(desk: &Desk, out: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = desk.files(out);
    files.retain(|path, _| !path.starts_with("runs"));
    files
}

fn names(value: &Value) -> Vec<&str> {
    let all = value.as_array().unwrap().iter();
    all.map(|own| own["name"].as_str().unwrap()).collect()
}

#[test]
fn the_front_is_that_of_whole_runs_one_by_one() {
    let desk = desk();
    let found = desk.json(&format!("{SEARCH} --budget-bits 100000 --out found"));
    // None where a run fails: a stack that is too small.
    let cycles = |program: &str, arguments: &str| -> Option<f64> {
        let run = format!("run {program} --size small --preset tiny {arguments} --json");
        let output = desk.heddle(&run);
        let run: Value = serde_json::from_slice(&output.stdout).unwrap();
        output
            .status
            .success()
            .then(|| run["cycles"].as_f64().unwrap())
    };
    let mut true_front: Vec<(f64, f64, String)> = Vec::new();
    for point in found["points"].as_array().unwrap() {
        let settings = point["settings"].as_object().unwrap().iter();
        let set: String = settings
            .map(|(key, value)| format!(" --set {key}={}", value.as_str().unwrap()))
            .collect();
        let mechanism = point["mechanism"].as_str().unwrap();
        let area = desk.json(&format!("area --mechanism {mechanism} --preset tiny{set}"));
        assert_eq!(area["mechanisms"][0]["bits"], point["bits"], "{point}");
        let of = |program: &str| {
            let own = cycles(program, &format!("--mechanism {mechanism}{set}"))?;
            Some(cycles(program, "--mechanism pdom").unwrap() / own)
        };
        let speed = of("if_else").zip(of("loops"));
        let speed = speed.map(|(one, other)| (one * other).sqrt());
        if let Some(found) = point["speed"].as_f64() {
            let speed = speed.expect("both runs succeed");
            assert!((found - speed).abs() < 1e-9, "{point}: {speed}");
        }
        assert!(point["failure"].is_null() || speed.is_none(), "{point}");
        let name = point["name"].as_str().unwrap().to_owned();
        true_front.extend(speed.map(|speed| (point["bits"].as_f64().unwrap(), speed, name)));
    }
    assert!(true_front.len() > 6, "{true_front:?}");
    // At every budget, the best of the front is within the resolution of the best there is.
    let on_front = names(&found["front"]);
    let best = |bits: f64, of: &dyn Fn(&str) -> bool| {
        let within = true_front
            .iter()
            .filter(|(own, _, name)| *own <= bits && of(name));
        within.map(|(_, speed, _)| *speed).fold(0.0, f64::max)
    };
    for (bits, ..) in &true_front {
        let (found, all) = (
            best(*bits, &|name| on_front.contains(&name)),
            best(*bits, &|_| true),
        );
        assert!(found >= all / 1.005, "{bits} bits: {found} of {all}");
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let desk = desk();
    let command = format!("{SEARCH} --budget-bits 100000 --check 2");
    let one = desk.json(&format!("{command} --out one --jobs 1"));
    let other = desk.json(&format!("{command} --out other --jobs 2"));
    // What an interruption leaves: some of the runs.
    fs::create_dir_all(desk.path("again/runs")).unwrap();
    let kept = fs::read_dir(desk.path("one/runs")).unwrap();
    let mut kept: Vec<_> = kept.map(|run| run.unwrap().path()).collect();
    kept.sort();
    for run in kept.iter().step_by(2) {
        let name = Path::new("again/runs").join(run.file_name().unwrap());
        fs::copy(run, desk.path(name.to_str().unwrap())).unwrap();
    }
    let again = desk.json(&format!("{command} --out again --jobs 2"));
    let plain = |value: &Value, out: &str| value.to_string().replace(&format!("{out}/"), "DIR/");
    assert_eq!(plain(&one, "one"), plain(&other, "other"));
    assert_eq!(plain(&one, "one"), plain(&again, "again"));
    assert_eq!(desk.files("one/runs"), desk.files("other/runs"));
    assert_eq!(desk.files("one/runs"), desk.files("again/runs"));
    let paths = |out: &str| answer(&desk, out).into_keys().collect::<Vec<_>>();
    assert_eq!(paths("one"), paths("again"));
    assert_eq!(one["checked"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_over_the_budget_is_not_run() {
    let desk = desk();
    let all = desk.json(&format!(
        "{SEARCH} --budget-bits 100000 --no-bounds --out all"
    ));
    let bits = |value: &Value| value["bits"].as_u64().unwrap();
    let every: Vec<u64> = all["points"].as_array().unwrap().iter().map(bits).collect();
    let budget = (every.iter().min().unwrap() + every.iter().max().unwrap()) / 2;
    let some = desk.json(&format!(
        "{SEARCH} --budget-bits {budget} --no-bounds --out some"
    ));
    let within = every.iter().filter(|bits| **bits <= budget).count();
    assert_eq!(some["points"].as_array().unwrap().len(), within);
    assert_eq!(some["space"]["over_budget"], every.len() - within);
    let machine = desk.json("config --preset tiny");
    let shipped = machine["stack"]["depth"].as_u64().unwrap();
    for run in desk.files("some/runs").into_values() {
        let run: Value = serde_json::from_slice(&run).unwrap();
        let depth = run["run"]["machine"]["stack"]["depth"].as_u64().unwrap();
        let largest = some["points"].as_array().unwrap().iter();
        let depths = largest.filter_map(|point| point["settings"]["stack.depth"].as_str());
        let is_point = depths.clone().any(|own| own == depth.to_string());
        // The reference is the machine as it is.
        assert!(is_point || depth == shipped, "{depth}");
    }
}

#[test]
fn a_point_of_the_front_is_generated() {
    let desk = desk();
    let found = desk.json(&format!(
        "{SEARCH} --budget-bits 100000 --no-bounds --out found"
    ));
    for point in names(&found["front"]) {
        let made = desk.json(&format!("gen --from found/{point} --out verilog/{point}"));
        let group = &made["groups"][0];
        let unit = group["units"][0].as_str().unwrap();
        let text = fs::read_to_string(desk.path(&format!("verilog/{point}/{unit}.v"))).unwrap();
        assert!(text.contains(&format!("module {unit}")), "{text}");
    }
    let winner = found["winner"].as_str().unwrap();
    let command = format!("heddle gen --from found/{winner} --out found/{winner}/verilog --check");
    assert_eq!(found["commands"], json!([command]));
    // The machine of the folder is that of the point.
    let config = desk.json(&format!("config --config found/{winner}/machine.toml"));
    let point = found["front"].as_array().unwrap().iter();
    let point = point.clone().find(|own| own["name"] == winner).unwrap();
    for (key, value) in point["settings"].as_object().unwrap() {
        let path = format!("/{}", key.replace('.', "/"));
        let own = config.pointer(&path).unwrap();
        let own = own.as_str().map_or(own.to_string(), String::from);
        assert_eq!(own, value.as_str().unwrap(), "{key}");
    }
}

#[test]
fn the_answer_is_a_table_a_page_and_csv() {
    let desk = desk();
    let command = format!("{SEARCH} --budget-bits 100000 --out found");
    let printed = desk.prints(&command);
    for words in [
        "bound by",
        "rank correlation",
        "mimd",
        "winner by cycles",
        "heddle gen --from",
    ] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
    let page = fs::read_to_string(desk.path("found/front.html")).unwrap();
    assert!(page.contains("rank correlation"));
    assert_eq!(check_charts(&page), 1);
    let chart = fs::read_to_string(desk.path("found/front.svg")).unwrap();
    assert_eq!(check_charts(&chart), 2);
    let csv = desk.prints(&format!("{command} --csv -"));
    assert_eq!(
        csv,
        fs::read_to_string(desk.path("found/points.csv")).unwrap()
    );
    let found = desk.json(&command);
    assert_eq!(
        csv.lines().count(),
        1 + found["points"].as_array().unwrap().len()
    );
    assert!(
        csv.starts_with("name,mechanism,bits,speed,on_front,failure,speed_in_100"),
        "{csv}"
    );
    assert_eq!(
        csv.matches(",true,").count(),
        found["front"].as_array().unwrap().len()
    );
}

#[test]
fn bounds_are_no_candidates() {
    let desk = desk();
    let found = desk.json(&format!("{SEARCH} --budget-bits 100000 --out found"));
    let candidates: Vec<&Value> = found["points"].as_array().unwrap().iter().collect();
    assert!(candidates.iter().all(|point| point["mechanism"] != "mimd"));
    assert_eq!(names(&found["bounds"])[0], "mimd");
    let study = &found["reconvergence"]["if_else"];
    assert!(
        study["pdom_over_oracle"].as_f64().unwrap() >= 1.0,
        "{study}"
    );
    fs::write(
        desk.path("space.toml"),
        "[[block]]\nmechanisms = [\"mimd\"]\n",
    )
    .unwrap();
    let (code, said) = desk.fails(&format!("{SEARCH} --budget-bits 100000"));
    assert!(code == 2 && said.contains("but a bound"), "{said}");
}

#[test]
fn wrong_requests_name_fault_and_remedy() {
    let desk = desk();
    let fails = |arguments: &str, words: &[&str]| {
        let (code, said) = desk.fails(arguments);
        assert_eq!(code, 2, "{said}");
        for word in words {
            assert!(said.contains(word), "{word}: {said}");
        }
    };
    fails(SEARCH, &["--budget-bits"]);
    fails(
        &format!("{SEARCH} --budget-bits 10"),
        &["at most 10 bits", "raise --budget-bits"],
    );
    let search = format!("{SEARCH} --budget-bits 100000");
    let shrinks = search.replace("100,400", "400,100");
    fails(&shrinks, &["--windows does not grow"]);
    fails(&search.replace("space.toml", "none.toml"), &["none.toml"]);
    fs::write(
        desk.path("deep.toml"),
        "[[block]]\nmechanisms=[\"pdom\"]\nstack.deep=[1]\n",
    )
    .unwrap();
    fails(&search.replace("space.toml", "deep.toml"), &["stack.deep"]);
    fails("gen --from nowhere --out verilog", &["nowhere/point.json"]);
    fs::create_dir(desk.path("empty")).unwrap();
    fs::write(desk.path("empty/point.json"), "{}").unwrap();
    fails("gen --from empty --out verilog", &["names no mechanism"]);
    fails(
        "gen --from empty --preset tiny --out verilog",
        &["leave one of them out"],
    );
    assert!(!desk.path("verilog").exists());
}

#[test]
fn a_reference_that_fails_is_a_failure() {
    let desk = desk();
    let (code, said) = desk.fails(&format!(
        "{SEARCH} --budget-bits 100000 --set stack.depth=3 --max-cycles 50"
    ));
    assert_eq!(code, 1);
    assert!(
        said.contains("which speeds are relative to, failed"),
        "{said}"
    );
}
