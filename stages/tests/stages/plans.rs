//! Mistakes in plans: the message names file, key and remedy.

use crate::sandbox::{Sandbox, night, stage, tests};
use heddle_stages::Plan;
use std::path::Path;

/// The project's own plans are valid, and their stages may not take longer in sum than the whole plan may.
#[test]
fn the_plans_of_the_project_are_right() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts");
    for plan in ["test.toml", "nightly.toml"] {
        let plan = Plan::load(&scripts.join(plan)).unwrap();
        let budgets: f64 = plan.stages.iter().map(|stage| stage.minutes).sum();
        assert!(budgets <= plan.minutes, "{}: {budgets}", plan.title);
    }
}

fn refused(plan: &str, fault: &str) {
    Sandbox::new(plan)
        .stages("run plan.toml")
        .with(2)
        .says("plan.toml: ")
        .says(fault)
        .says("help: ");
}

/// A file that is no plan may have no end.
#[test]
fn plans_without_end_are_refused() {
    let sandbox = Sandbox::new(&night(&[stage("a", "true", "")]));
    sandbox
        .stages("run /dev/zero")
        .with(2)
        .says("/dev/zero: more than 16 MiB, the limit for files written by hand")
        .says("help: ");
}

#[test]
fn plans_have_right_keys() {
    refused("title = ", "TOML");
    refused("title = 'x'", "missing field `minutes`");
    refused(
        "title = 'x'\nminutes = 1\nkeep = false",
        "`stage`: there is none",
    );
    let unknown = tests(&[stage("a", "true", "weight = 1")]);
    refused(&unknown, "`stage[0].weight`: unknown field");
    let no_time = tests(&[stage("a", "true", "")]).replacen("minutes = 1", "minutes = 0", 1);
    refused(&no_time, "`minutes` = 0: 0 is no time");
}

#[test]
fn stages_have_right_values() {
    let with = |from: &str, to: &str| night(&[stage("a", "true", "").replace(from, to)]);
    refused(
        &with("\"a\"", "\"A/b\""),
        "`stage[0].name` of \"A/b\": it names files",
    );
    refused(&with("\"a\"", "\"night\""), "it names files");
    refused(&with("minutes = 1", "minutes = 21"), "21 is over 20");
    refused(
        &with("minutes = 1", "minutes = 2\nlimit = 1"),
        "below the budget",
    );
    refused(&with("inputs = [\"input\"]", ""), "`stage[0].inputs`");
    refused(&with(r"counts = 'did (\d+)'", ""), "`stage[0].counts`");
    refused(&with(r"(\d+)'", r"\d+'"), "0 groups");
    refused(&with(r"(\d+)'", r"(\d+'"), "unclosed group");
    refused(&with("[\"sh\"", "[\"\""), "no program");
    let twice = [stage("a", "true", ""), stage("a", "true", "")];
    refused(&night(&twice), "`stage[1].name` of \"a\": another stage");
}

#[test]
fn inputs_are_tracked() {
    let sandbox = Sandbox::new(&night(&[
        stage("a", "true", "").replace("[\"input\"]", "[\"output\"]")
    ]));
    let ended = sandbox.stages("run plan.toml").with(2);
    ended.says("output").says("git tracks");
    assert!(!sandbox.path("out/plan/night.json").exists());
}

#[test]
fn options_are_checked() {
    let sandbox = Sandbox::new(&night(&[stage("a", "echo did 1", "")]));
    let only = sandbox.stages("run plan.toml --only b").with(2);
    only.says("no stage \"b\"").says("stages are a");
    sandbox.stages("run plan.toml --minutes 0").with(2);
    sandbox.stages("run plan.toml --note cold").with(2);
    sandbox.stages("run other.toml").with(2).says("other.toml");
}
