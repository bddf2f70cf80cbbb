//! Points of `heddle explore` that share a run, since none of them is too small for it (EXP-6).

use crate::many::desk::{Desk, drawn_programs};
use heddle_contract::config::PRESETS;
use heddle_machines::{seed_of_night, thorough};
use serde_json::Value;
use std::collections::BTreeMap;

/// Machines that differ in sizes only, some of them too small for the programs.
const SPACE: &str = r#"
[[block]]
mechanisms = ["pdom"]
stack.depth = [3, 4, 6, 8, 24]

[[block]]
mechanisms = ["dwf"]
dwf.structure = ["heap", "tournament"]
dwf.heap = [4, 6, 8, 10, 16]
"#;

/// The speed of every point that ran in full: those that the search ran, and those of the check behind it, whose gain is over the best
/// of the front that costs no more.
fn speeds(found: &Value) -> BTreeMap<&str, f64> {
    let list = |key: &str| found[key].as_array().unwrap().iter();
    let number = |value: &Value| value.as_f64().unwrap();
    let name = |value: &'_ Value| value["name"].as_str().unwrap().to_owned();
    let points: BTreeMap<String, &Value> = list("points").map(|own| (name(own), own)).collect();
    let level = |bits: f64| {
        let within = list("front").filter(|own| number(&own["bits"]) <= bits);
        within.map(|own| number(&own["speed"])).fold(0.0, f64::max)
    };
    let searched =
        list("points").filter_map(|own| Some((own["name"].as_str()?, own["speed"].as_f64()?)));
    let checked = list("checked").filter_map(|own| {
        let bits = number(&points[&name(own)]["bits"]);
        Some((
            own["name"].as_str()?,
            (1.0 + own["gain"].as_f64()?) * level(bits),
        ))
    });
    searched.chain(checked).collect()
}

/// The geometric mean of the speed-ups of a point over the reference, each program run by itself.
fn run_by_itself(desk: &Desk, preset: &str, programs: &[&str], point: &Value) -> f64 {
    let cycles = |program: &str, machine: &str| -> f64 {
        let run = desk.json(&format!(
            "run {program} --size small --preset {preset} {machine}"
        ));
        run["cycles"].as_f64().unwrap()
    };
    let settings = point["settings"].as_object().unwrap().iter();
    let set: String = settings
        .map(|(key, value)| format!(" --set {key}={}", value.as_str().unwrap()))
        .collect();
    let mechanism = point["mechanism"].as_str().unwrap();
    let logs = programs.iter().map(|program| {
        let own = cycles(program, &format!("--mechanism {mechanism}{set}"));
        (cycles(program, "--mechanism pdom") / own).ln()
    });
    (logs.sum::<f64>() / programs.len() as f64).exp()
}

#[test]
fn runs_that_are_shared_are_those_of_each_point() {
    let desk = Desk::new();
    std::fs::write(desk.path("space.toml"), SPACE).unwrap();
    let programs = drawn_programs::<3>(2);
    // A machine of every kind in five nights.
    let preset = match thorough() {
        true => PRESETS[seed_of_night() as usize % PRESETS.len()].0,
        false => "tiny",
    };
    let found = desk.json(&format!(
        "explore {} --preset {preset} --size small --space space.toml --windows 100,400 \
         --budget-bits 1000000 --check 100 --no-bounds --out found",
        programs.join(" ")
    ));
    let speeds = speeds(&found);
    let points = found["points"].as_array().unwrap();
    for point in points {
        let name = point["name"].as_str().unwrap();
        if let Some(speed) = speeds.get(name) {
            let alone = run_by_itself(&desk, preset, &programs, point);
            assert!(
                (speed / alone - 1.0).abs() < 1e-9,
                "{point}: {speed}, {alone}"
            );
        }
    }
    assert!(!speeds.is_empty(), "{programs:?} on {preset}");
    if thorough() {
        // What the seed of a night draws may need none of the sizes, or more than most of them.
        return;
    }
    // The points differ in many sizes, so fewer runs were made in full than there are points.
    assert!(speeds.len() >= points.len() / 2, "{speeds:?}");
    let runs = desk.files("found/runs").into_values();
    let runs = runs.map(|run| serde_json::from_slice::<Value>(&run).unwrap());
    let whole = runs.filter(|run| run["run"]["window"].is_null()).count();
    assert!(whole < speeds.len() * programs.len(), "{whole} whole runs");
}
