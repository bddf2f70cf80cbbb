//! Interrupted and killed runs leave no process and no partial result.

use crate::sandbox::{Ended, Sandbox, exists, kill, nap, night, runs, stage, wait_until};

/// A quick stage, and a stage that sleeps until a file `awake` exists.
fn sandbox(nap: &str) -> Sandbox {
    let sleeper = format!("test -e awake || sh -c 'sleep {nap}; true'; echo did 2");
    Sandbox::new(&night(&[
        stage("first", "echo did 1", ""),
        stage("second", &sleeper, ""),
    ]))
}

/// The night continues after an interruption: with the same seed, and passed stages are kept.
fn goes_on(sandbox: &Sandbox) {
    let before = sandbox.json("out/plan/night.json");
    let first = sandbox.json("out/plan/first.json");
    assert!(!exists(sandbox.path("out/plan/second.json")));
    sandbox.write("awake", "");
    let again = sandbox.stages("run plan.toml").with(0);
    again
        .says("goes on, seed")
        .says("kept: 1 of them; the others have 1 minute")
        .says("first: kept, passed on")
        .says("second: passed, 2 things");
    assert_eq!(sandbox.json("out/plan/first.json"), first);
    let night = sandbox.json("out/plan/night.json");
    assert_eq!(night["seed"], before["seed"]);
    assert_eq!(night["resumed"], 1);
    assert_eq!(sandbox.json("out/plan/second.json")["seed"], before["seed"]);
    assert!(night["finished"].is_string());
    let wall = |night: &serde_json::Value| night["wall_seconds"].as_f64().unwrap();
    assert!(wall(&night) > wall(&before));
}

fn interrupted(signal: &str, code: i32) {
    let nap = nap();
    let sandbox = sandbox(&nap);
    let child = sandbox.start(&nap);
    kill(&child, signal);
    let ended = Ended::from(child.wait_with_output().unwrap()).with(code);
    assert!(!runs(&nap));
    ended
        .says("interrupted")
        .says("what has passed is kept; run the same command again")
        .says("stages run plan.toml");
    goes_on(&sandbox);
}

#[test]
fn sigint_ends_the_stage_and_the_night_goes_on() {
    interrupted("INT", 130);
}

#[test]
fn sigterm_ends_the_stage_and_the_night_goes_on() {
    interrupted("TERM", 143);
}

#[test]
fn sighup_ends_the_stage_and_the_night_goes_on() {
    interrupted("HUP", 129);
}

#[test]
fn sigkill_ends_the_stage_and_the_night_goes_on() {
    let nap = nap();
    let sandbox = sandbox(&nap);
    let child = sandbox.start(&nap);
    kill(&child, "KILL");
    let ended = Ended::from(child.wait_with_output().unwrap());
    assert_eq!(ended.code, None);
    wait_until("the stage ends", || !runs(&nap));
    goes_on(&sandbox);
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let nap = nap();
    let sandbox = sandbox(&nap);
    let child = sandbox.start(&nap);
    let second = sandbox.stages("run plan.toml").with(2);
    second.says("another run writes its results there");
    kill(&child, "TERM");
    Ended::from(child.wait_with_output().unwrap()).with(143);
}

// First in alphabetical order, because it takes the five seconds that such a stage is given.
#[test]
fn a_stage_that_ignores_sigterm_is_killed() {
    let nap = nap();
    let shell = format!("trap '' TERM; sleep {nap}");
    let sandbox = Sandbox::new(&night(&[
        stage("deaf", &shell, "").replace("minutes = 1", "minutes = 0.02")
    ]));
    sandbox.stages("run plan.toml").with(1);
    assert!(!runs(&nap));
}
