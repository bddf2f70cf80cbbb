//! When a kept result is valid.

use crate::sandbox::{Ended, Sandbox, night, stage, without_seed};

/// A stage that fails until a file `fixed` exists, so that the night stays unfinished.
fn unfinished() -> String {
    stage("last", "test -e fixed && echo did 1", "")
}

fn sandbox() -> Sandbox {
    Sandbox::new(&night(&[stage("a", "echo did 1", ""), unfinished()]))
}

fn is_kept(ended: Ended) -> bool {
    ended.out.contains("a: kept, passed on")
}

#[test]
fn an_unrelated_commit_keeps_a_result() {
    let sandbox = sandbox();
    sandbox.stages("run plan.toml").with(1);
    let commit = sandbox.json("out/plan/a.json")["commit"].clone();
    sandbox.write("other", "two\n");
    sandbox.commit_all();
    assert!(is_kept(sandbox.stages("run plan.toml").with(1)));
    assert_eq!(sandbox.json("out/plan/a.json")["commit"], commit);
}

#[test]
fn a_changed_input_does_not() {
    let sandbox = sandbox();
    sandbox.stages("run plan.toml").with(1);
    sandbox.write("input", "two\n");
    assert!(!is_kept(sandbox.stages("run plan.toml").with(1)));
    assert_eq!(sandbox.json("out/plan/a.json")["dirty"], true);
    assert!(is_kept(sandbox.stages("run plan.toml").with(1)));
    std::fs::remove_file(sandbox.path("input")).unwrap();
    assert!(!is_kept(sandbox.stages("run plan.toml").with(1)));
}

#[test]
fn an_input_that_changes_meanwhile_leaves_no_result_that_holds() {
    let sandbox = Sandbox::new(&night(&[stage("a", "echo did 1; date >> input", "")]));
    let ended = sandbox.stages("run plan.toml").with(1);
    ended
        .says("a: failed")
        .says("its inputs changed while it ran");
    assert!(!is_kept(sandbox.stages("run plan.toml").with(1)));
}

#[test]
fn a_changed_definition_does_not() {
    let sandbox = sandbox();
    sandbox.stages("run plan.toml").with(1);
    sandbox.commit(&night(&[stage("a", "echo did 2", ""), unfinished()]));
    assert!(!is_kept(sandbox.stages("run plan.toml").with(1)));
    let budget = stage("a", "echo did 2", "limit = 2");
    sandbox.commit(&night(&[budget, unfinished()]));
    assert!(is_kept(sandbox.stages("run plan.toml").with(1)));
}

#[test]
fn again_runs_what_is_kept() {
    let sandbox = sandbox();
    sandbox.stages("run plan.toml").with(1);
    let again = sandbox.stages("run plan.toml --again").with(1);
    assert!(!is_kept(again));
    assert_eq!(sandbox.json("out/plan/night.json")["resumed"], 1);
}

#[test]
fn a_finished_night_is_followed_by_one_with_a_new_seed() {
    let constant = without_seed(stage("same", "echo did 1", ""));
    let sandbox = Sandbox::new(&night(&[stage("a", "echo did 1 with $1", ""), constant]));
    // Running only some stages of the plan does not finish the night.
    sandbox.stages("run plan.toml --only a").with(0);
    let seed = || {
        sandbox.json("out/plan/night.json")["seed"]
            .as_u64()
            .unwrap()
    };
    let first = seed();
    let log = || sandbox.read("out/plan/a.log");
    assert_eq!(log(), format!("did 1 with {first}\n"));
    assert!(is_kept(sandbox.stages("run plan.toml").with(0)));
    assert_eq!(seed(), first);
    let next = sandbox.stages("run plan.toml").with(0);
    next.says("a new night")
        .says("a: passed")
        .says("same: kept");
    assert!(seed() > first);
    assert_eq!(log(), format!("did 1 with {}\n", seed()));
    let same = sandbox.json("out/plan/same.json");
    assert!(same["seed"].is_null());
    assert_eq!(sandbox.json("out/plan/night.json")["resumed"], 0);
}
