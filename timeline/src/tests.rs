use crate::{Recorder, Window};
use heddle_contract::Config;
use heddle_kernels::{Room, Size, by_name};
use heddle_sim::{Gpu, Mechanism};

/// What `if_else` issues on a small machine: the timeline, the log, and how many instructions there were.
fn recorded(window: Window) -> (Vec<u8>, Vec<u8>, u64) {
    let config = Config::preset("tiny").expect("a preset");
    let workload = by_name("if_else").expect("a workload");
    let room = Room::new(config.core.warps, config.core.warp_size);
    let job = workload.job(Size::Small, 1, room);
    let mut recorder = Recorder::new(window);
    let gpu = Gpu::new(&config).expect("a machine");
    let report = gpu.run_observed(&job, Mechanism::Pdom, &Default::default(), &mut recorder);
    let recorded = recorder.recorded(&config, Mechanism::Pdom, &job.program, None);
    let (mut timeline, mut log) = (Vec::new(), Vec::new());
    recorded
        .timeline(&mut timeline)
        .expect("memory to write to");
    recorded.log(&mut log).expect("memory to write to");
    let instructions = report.expect("a run").statistics.instructions;
    (timeline, log, instructions)
}

#[test]
fn the_timeline_parses_and_covers_what_was_issued() {
    let (timeline, log, instructions) = recorded(Window::default());
    let parsed: serde_json::Value = serde_json::from_slice(&timeline).expect("JSON");
    let events = parsed["traceEvents"].as_array().expect("a list");
    let of = |kind: &str| events.iter().filter(|e| e["cat"] == kind).count() as u64;
    assert_eq!(of("issue"), instructions);
    assert!(of("memory") > 0 && of("counter") > 0);
    let issued = events.iter().filter(|event| event["cat"] == "issue");
    assert!(issued.map(|event| event["ts"].as_u64()).is_sorted());
    let lines = String::from_utf8(log).expect("text");
    assert_eq!(lines.lines().count() as u64, 1 + instructions);
}

#[test]
fn the_log_of_a_window() {
    let (_, log, _) = recorded("0..90".parse().expect("a window"));
    insta::assert_snapshot!(String::from_utf8(log).expect("text"));
}
