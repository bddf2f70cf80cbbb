//! Programs that deadlocked or faulted. They run right under every mechanism on every preset.

use crate::compile;
use crate::gpu::as_shipped;
use crate::language::Language;
use crate::runs::LIMITS;
use heddle_contract::config::PRESETS;
use heddle_isa::Program;
use heddle_sim::fault::BarrierAtRisk;
use heddle_sim::launch::{Arg, Buffer, Init, Launch};
use heddle_sim::{Gpu, Job, Mechanism, Outcome, Report};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// A kernel in a source, and how it is launched.
struct Case {
    name: &'static str,
    source: &'static str,
    language: Language,
    kernel: &'static str,
    /// Its arguments before the output.
    args: &'static [i32],
    grid: u32,
    /// Words of output for each thread; a kernel without output does not take any.
    words: u32,
    /// Threads of a block, where a core holds as many.
    block: u32,
}

const C: Case = Case {
    name: "",
    source: "",
    language: Language::C,
    kernel: "t",
    args: &[],
    grid: 4,
    words: 2,
    block: 16,
};

/// Tail calls through tables that also hold the next function in memory. With `HOST` defined, each is a program that writes the
/// same output.
const TAIL_CALLS: [Case; 3] = [
    Case {
        name: "tail",
        source: include_str!("../../data/jumps/tail.c"),
        grid: 2,
        words: 1,
        ..C
    },
    Case {
        name: "random-60",
        source: include_str!("../../data/jumps/random-60.c"),
        ..C
    },
    Case {
        name: "random-66",
        source: include_str!("../../data/jumps/random-66.c"),
        ..C
    },
];

/// A uniform branch in front of a barrier, behind a divergent one.
const BARRIERS: [Case; 3] = [
    Case {
        name: "tail-dup.c",
        source: include_str!("../../data/barriers/tail-dup.c"),
        kernel: "k",
        args: &[1, 2],
        grid: 2,
        words: 1,
        block: 32,
        ..C
    },
    Case {
        name: "tail-dup.cl",
        source: include_str!("../../data/barriers/tail-dup.cl"),
        language: Language::OpenClC,
        kernel: "k",
        args: &[1, 2],
        grid: 2,
        words: 1,
        block: 32,
    },
    Case {
        name: "nested.cl",
        source: include_str!("../../data/barriers/nested.cl"),
        language: Language::OpenClC,
        kernel: "nested",
        args: &[1, 2],
        grid: 2,
        words: 0,
        block: 32,
    },
];

impl Case {
    /// Writes the source into a folder.
    fn write(&self, folder: &Path) -> PathBuf {
        let name = folder.join(self.name);
        let source = name.with_extension(self.language.ending());
        fs::write(&source, self.source).expect("a folder for a case");
        source
    }

    /// What the program for the host writes.
    fn on_the_host(&self) -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a folder for a case");
        let source = self.write(folder.path());
        let program = source.with_extension("");
        let flags = ["-O0", "-w", "-DHOST", "-o"].map(OsStr::new);
        let files = [program.as_os_str(), source.as_os_str()];
        compile::run("cc", &[&flags[..], &files].concat()).unwrap_or_else(|said| panic!("{said}"));
        Command::new(program).output().expect("it runs").stdout
    }

    fn program(&self, level: &str) -> Arc<Program> {
        let folder = tempfile::tempdir().expect("a folder for a case");
        let source = self.write(folder.path());
        let elf = source.with_extension("elf");
        as_shipped(self.language, level, &source, &elf).unwrap_or_else(|said| panic!("{said}"));
        let bytes = fs::read(&elf).expect("it was written");
        Arc::new(Program::parse(self.name, &bytes).expect("a kernel file"))
    }

    /// Its launch, in blocks that a core with this many threads holds.
    fn job(&self, program: &Arc<Program>, threads: u32) -> Job {
        let block = self.block.min(threads);
        let args = self.args.iter().map(|&value| Arg::I32(value));
        let out = (self.words > 0).then(|| Arg::Buffer("out".into()));
        let launch = Launch {
            kernel: self.kernel.into(),
            grid: [self.grid, 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: args.chain(out).collect(),
        };
        Job {
            program: program.clone(),
            buffers: vec![Buffer {
                name: "out".into(),
                bytes: 4 * self.words.max(1) * self.grid * block,
                init: Init::Zero,
                out: true,
                address: None,
                part: None,
            }],
            launches: vec![launch.complete(program)],
            loops: Vec::new(),
        }
    }
}

fn run(preset: &str, job: &Job, mechanism: Mechanism) -> Report {
    let gpu = Gpu::new(&heddle_machines::shipped(preset)).expect("a preset");
    let report = gpu.with_flow_check(true).run(job, mechanism, &LIMITS);
    report.expect("a valid job")
}

/// `mimd` takes no reconvergence point from the graph: its memory is the right one. Returns it for each preset.
fn run_right(case: &Case, level: &str) -> Vec<Vec<u8>> {
    let program = case.program(level);
    assert_eq!(BarrierAtRisk::of(&program), [], "{}, {level}", case.name);
    let on_preset = |(preset, _): &(&str, &str)| {
        let core = heddle_machines::shipped(preset).core;
        let job = case.job(&program, (core.warps * core.warp_size) as u32);
        let right = run(preset, &job, Mechanism::Mimd).buffers;
        for mechanism in Mechanism::ALL {
            let what = format!("{}, {level}, {mechanism}, {preset}", case.name);
            let report = run(preset, &job, mechanism);
            assert_eq!(report.outcome, Outcome::Completed, "{what}");
            assert!(report.flow.expect("a check").is_inside(), "{what}");
            assert_eq!(report.buffers, right, "{what}");
        }
        right[0].bytes.clone()
    };
    PRESETS.iter().map(on_preset).collect()
}

const LEVELS: [&str; 4] = ["-O1", "-O2", "-O3", "-Os"];

fn tail_calls_run_right(level: &str) {
    for case in &TAIL_CALLS {
        let expected = case.on_the_host();
        assert!(!expected.is_empty(), "{}", case.name);
        for found in run_right(case, level) {
            assert!(found == expected, "{}, {level}", case.name);
        }
    }
}

#[test]
fn tail_calls_through_tables_run_under_every_mechanism() {
    tail_calls_run_right("-O2");
}

#[test]
#[ignore = "at night: the analysis of their control flow takes a minute"]
fn tail_calls_through_tables_run_at_every_level() {
    LEVELS.into_iter().for_each(tail_calls_run_right);
}

#[test]
fn uniform_branches_in_front_of_barriers_stay_so() {
    for level in LEVELS {
        for case in &BARRIERS {
            run_right(case, level);
        }
    }
}
