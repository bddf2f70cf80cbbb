//! How stages and runs end.

use crate::sandbox::{Sandbox, exists, nap, night, runs, stage, tests};

#[test]
fn output_is_shown_logged_and_counted() {
    let both = "echo did 3; echo did 4, did 5 >&2";
    let sandbox = Sandbox::new(&tests(&[stage("a", both, "preset = 'tiny'")]));
    let ended = sandbox.stages("run plan.toml").with(0);
    ended
        .says("Checks: 1 stage, 1 minute by their budgets, 1 minute at most")
        .says("did 3 did 4, did 5")
        .says("a: passed, 12 things");
    assert_eq!(sandbox.read("out/plan/1/a.log"), "did 3\ndid 4, did 5\n");
    let record = sandbox.json("out/plan/1/a.json");
    assert_eq!(record["outcome"], "passed");
    assert_eq!(record["counted"], 12);
    assert_eq!(record["preset"], "tiny");
    assert_eq!(record["dirty"], false);
    assert!(record["seed"].as_u64().unwrap() > 1_700_000_000);
    assert!(record["started"].as_str().unwrap().ends_with('Z'));
    assert_eq!(record["commit"].as_str().unwrap().len(), 40);
}

#[test]
fn processor_time_of_all_processes_is_counted() {
    let busy = "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done'; echo did 1";
    let sandbox = Sandbox::new(&night(&[stage("a", busy, "")]));
    sandbox.stages("run plan.toml").with(0);
    let record = sandbox.json("out/plan/a.json");
    let processor = record["processor_seconds"].as_f64().unwrap();
    let wall = record["wall_seconds"].as_f64().unwrap();
    assert!(processor > 0.02 && processor < 2.0 * wall, "{record}");
}

#[test]
fn a_failed_stage_fails_the_run_and_stops_no_other() {
    let sandbox = Sandbox::new(&night(&[
        stage("bad", "echo did 1; echo because; exit 3", ""),
        stage("absent", "", "").replace("\"sh\", \"-c\"", "\"./absent\""),
        stage("empty", "echo nothing", ""),
        stage("few", "echo did 1", "at_least = 2"),
        stage("odd", "echo did x", "").replace(r"(\d+)", "(.)"),
        stage("good", "echo did 1", ""),
    ]));
    sandbox
        .stages("run plan.toml")
        .with(1)
        .says("bad: failed, 1 things")
        .says("exit status: 3")
        .says("because")
        .says("`./absent` cannot be started")
        .says("0 things, at least 1 expected")
        .says("1 things, at least 2 expected")
        .says("counted `x`, no number")
        .says("good: passed")
        .says(
            "bad (failed), absent (failed), empty (ran nothing), few (ran nothing), odd (failed)",
        );
    assert_eq!(sandbox.json("out/plan/few.json")["outcome"], "ran nothing");
}

#[test]
fn what_takes_too_long_is_stopped_with_all_it_started() {
    let nap = nap();
    let shell = format!("sh -c 'sleep {nap}; true' & echo did 1; wait");
    let short = "minutes = 0.02";
    let sandbox = Sandbox::new(&night(&[
        stage("long", &shell, "").replace("minutes = 1", short)
    ]));
    let ended = sandbox.stages("run plan.toml").with(1);
    assert!(!runs(&nap));
    ended
        .says("long: too long, 1 things")
        .says("stopped after 0.02 minutes");
    assert_eq!(sandbox.json("out/plan/long.json")["outcome"], "too long");
}

#[test]
fn what_a_stage_leaves_behind_ends_with_it() {
    let nap = nap();
    let shell = format!("sleep {nap} & echo did 1");
    let sandbox = Sandbox::new(&tests(&[stage("a", &shell, "")]));
    sandbox.stages("run plan.toml").with(0);
    assert!(!runs(&nap));
}

#[test]
fn a_run_has_a_limit_and_a_stage_a_budget() {
    let slow = stage("slow", "sleep 0.2; echo did 1", "").replace("minutes = 1", "minutes = 0.001");
    let sandbox = Sandbox::new(&tests(&[slow]));
    let within = sandbox.stages("run plan.toml").with(0);
    within
        .says("(over by 0.")
        .says("fails only through the limit of the whole run");
    let over = sandbox.stages("run plan.toml --minutes 0.002").with(1);
    over.says("every stage has passed, but the run took");
}

#[test]
fn json_is_all_of_standard_output() {
    let sandbox = Sandbox::new(&tests(&[
        stage("a", "echo did 1", ""),
        stage("b", "echo did 2", ""),
    ]));
    let ended = sandbox.stages("run plan.toml --json --only b").with(0);
    let summary: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(summary["stages"][0]["stage"], "b");
    assert_eq!(summary["stages"][0]["kept"], false);
    assert_eq!(summary["stages"].as_array().unwrap().len(), 1);
    assert!(!exists(sandbox.path("out/plan/1/a.json")));
}

#[test]
fn what_is_left_out_is_said() {
    let left = "[[left_out]]\nwhat = 'hmmer'\nreason = 'an hour'\n";
    let sandbox = Sandbox::new(&tests(&[stage("a", "echo did 1", ""), left.into()]));
    let ended = sandbox.stages("run plan.toml").with(0);
    ended.says("left out: hmmer (an hour)");
}
