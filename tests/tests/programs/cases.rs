//! Programs that deadlocked or faulted because a table of functions was cut: tail calls through tables that also hold the next
//! function in memory. They run right under every mechanism on every preset.

use crate::compile::Compiled;
use crate::runs::LIMITS;
use heddle_contract::config::PRESETS;
use heddle_isa::Program;
use heddle_sim::launch::{Arg, Buffer, Init, Launch};
use heddle_sim::{Gpu, Job, Mechanism, Outcome, Report};
use std::sync::Arc;

/// Threads of a block: every preset holds as many.
const BLOCK: u32 = 16;

/// A kernel `t`, its blocks, and the words that each thread writes.
struct Case {
    name: &'static str,
    source: &'static str,
    blocks: u32,
    words: u32,
}

const CASES: [Case; 3] = [
    Case {
        name: "tail",
        source: include_str!("../../data/jumps/tail.c"),
        blocks: 2,
        words: 1,
    },
    Case {
        name: "random-60",
        source: include_str!("../../data/jumps/random-60.c"),
        blocks: 4,
        words: 2,
    },
    Case {
        name: "random-66",
        source: include_str!("../../data/jumps/random-66.c"),
        blocks: 4,
        words: 2,
    },
];

impl Case {
    fn job(&self) -> Job {
        let folder = tempfile::tempdir().expect("a folder for a case");
        let built = Compiled::new(folder.path()).gpu_only(self.source, "-O2");
        let program: Arc<Program> = built.unwrap_or_else(|said| panic!("{said}"));
        Job {
            program,
            buffers: vec![Buffer {
                name: "out".into(),
                bytes: 4 * self.words * self.blocks * BLOCK,
                init: Init::Zero,
                out: true,
                address: None,
                part: None,
            }],
            launches: vec![Launch {
                kernel: "t".into(),
                grid: [self.blocks, 1, 1],
                block: [BLOCK, 1, 1],
                shared_bytes: 0,
                args: vec![Arg::Buffer("out".into())],
            }],
            loops: Vec::new(),
        }
    }
}

fn run(preset: &str, job: &Job, mechanism: Mechanism) -> Report {
    let gpu = Gpu::new(&heddle_machines::shipped(preset)).expect("a preset");
    let report = gpu.with_flow_check(true).run(job, mechanism, &LIMITS);
    report.expect("a valid job")
}

/// `mimd` takes no reconvergence point from the graph: its memory is the right one.
#[test]
fn tail_calls_through_tables_run_under_every_mechanism() {
    for case in CASES {
        let job = case.job();
        let right = run("tiny", &job, Mechanism::Mimd).buffers;
        for (preset, _) in PRESETS {
            for mechanism in Mechanism::ALL {
                let what = format!("{}, {mechanism}, {preset}", case.name);
                let report = run(preset, &job, mechanism);
                assert_eq!(report.outcome, Outcome::Completed, "{what}");
                assert!(report.flow.expect("a check").is_inside(), "{what}");
                assert_eq!(report.buffers, right, "{what}");
            }
        }
    }
}
