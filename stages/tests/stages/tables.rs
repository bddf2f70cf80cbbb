//! Results as files that `scripts/pages` shows.

use crate::sandbox::{Sandbox, night, stage, tests, without_seed};
use serde_json::json;

const LEFT: &str = "[[left_out]]\nwhat = 'hmmer'\nreason = 'an hour'\n";

#[test]
fn a_night_has_a_row_per_stage() {
    let machine = "preset = 'tiny'\noverrides = 'core.warps=2'\ncores = 'as shipped'";
    let piped = without_seed(stage("b", "echo did 2 | cat", ""));
    let sandbox = Sandbox::new(&night(&[
        stage("a", "echo did 1", machine),
        piped,
        LEFT.into(),
    ]));
    sandbox.stages("run plan.toml --only a").with(0);
    let refused = sandbox.stages("table plan.toml --into all.json").with(1);
    refused.says("stage b has no result").says("stages run");

    sandbox
        .stages("table plan.toml --only a --into one.json")
        .with(0);
    let one = sandbox.json("one.json");
    assert_eq!(one["command"], "stages table plan.toml --only a");
    assert_eq!(one["tables"][0]["rows"].as_array().unwrap().len(), 1);
    assert!(one.get("after").is_none(), "{one}");
    let unknown = sandbox.stages("table plan.toml --only c --into one.json");
    unknown
        .with(2)
        .says("no stage \"c\"")
        .says("stages are a, b");

    sandbox.stages("run plan.toml").with(0);
    sandbox.stages("table plan.toml --into all.json").with(0);
    let night = sandbox.json("out/plan/night.json");
    let minutes = |key: &str| format!("{:.1}", night[key].as_f64().unwrap() / 60.0);
    let of = |key: &str| night[key].as_str().unwrap().to_owned();
    let commit = sandbox.json("out/plan/a.json")["commit"].as_str().unwrap()[..12].to_owned();
    let all = sandbox.json("all.json");
    let expected = json!([
        [
            "the stage a",
            format!("sh -c echo did 1 sh {}", night["seed"]),
            "tiny, core.warps=2",
            "as shipped",
            night["seed"].to_string(),
            commit,
            "passed",
            "1 things",
            1.0,
            0.0,
            0.0
        ],
        [
            "the stage b",
            "sh -c echo did 2 | cat",
            "",
            "",
            null,
            commit,
            "passed",
            "2 things",
            1.0,
            0.0,
            0.0
        ],
    ]);
    assert_eq!(all["tables"][0]["rows"], expected);
    let columns = all["tables"][0]["columns"].as_array().unwrap();
    assert_eq!(columns.len(), expected[0].as_array().unwrap().len());
    let before = format!(
        "Checks: one night, started {}, finished {}; resumed 1 time; {} wall minutes, {} processor minutes.",
        of("started"),
        of("finished"),
        minutes("wall_seconds"),
        minutes("processor_seconds"),
    );
    assert_eq!(all["tables"][0]["before"], before);
    assert_eq!(all["after"], json!(["Left out:", "", "* hmmer: an hour"]));
    assert_eq!(all["name"], "all");
    assert_eq!(all["commit"], commit);
    assert_eq!(all["start"], night["started"]);
}

#[test]
fn tests_have_a_column_per_run() {
    let sandbox = Sandbox::new(&tests(&[stage("a", "echo did 7; test ! -e bad", "")]));
    let refused = sandbox.stages("table plan.toml --into tests.json").with(1);
    refused.says("Checks has no result");

    sandbox.stages("run plan.toml --note cold").with(0);
    sandbox.write("bad", "");
    sandbox.stages("run plan.toml").with(1);
    sandbox.stages("table plan.toml --into tests.json").with(0);
    let table = sandbox.json("tests.json")["tables"][0].clone();
    let before = table["before"].as_str().unwrap();
    assert!(before.contains("* Run 1 (cold): started 2"), "{before}");
    assert!(before.contains("\n* Run 2: started 2"), "{before}");
    let names: Vec<_> = table["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| &column["name"])
        .collect();
    assert_eq!(names, ["stage", "done", "budget", "run 1", "run 2"]);
    let expected = json!([
        ["a", "7 things", 1.0, 0.0, "0.0 (failed)"],
        ["total", null, 1.0, 0.0, 0.0]
    ]);
    assert_eq!(table["rows"], expected);
}

#[test]
fn a_result_is_a_json_file() {
    let sandbox = Sandbox::new(&tests(&[stage("a", "echo did 1", "")]));
    sandbox.stages("run plan.toml").with(0);
    let refused = sandbox.stages("table plan.toml --into page.md").with(2);
    refused
        .says("page.md: no file NAME.json")
        .says("results/nightly.json");
}
