//! What a run issued in a window of cycles, as a timeline (`--trace`) and as a log
//! (`--log-instructions`).
//!
//! Cores are simulated a quantum at a time, one after the other, so what they issue comes core by
//! core; it is kept until the run ends, and written in the order of cycles.

mod chrome;
mod counters;
mod log;

use crate::cli::{Machine, Window};
use crate::failure::Failure;
use crate::output;
use heddle_contract::Config;
use heddle_isa::{Class, Instruction, Program};
use heddle_sim::Mechanism;
use heddle_sim::memory::{BusUse, BusWatch};
use heddle_sim::{Issued, Observer};
use heddle_types::{LaneMask, Pc};
use std::ops::Range;

/// An instruction that was issued.
#[derive(Clone, Copy, Debug)]
struct Record {
    cycle: u64,
    core: u32,
    /// Original warp.
    warp: u32,
    pc: Pc,
    instruction: Instruction,
    lanes: LaneMask,
}

/// Keeps what is issued in the window.
pub struct Recorder {
    window: Window,
    records: Vec<Record>,
}

impl Observer for Recorder {
    fn issued(&mut self, event: &Issued) {
        if !(self.window.from..self.window.to).contains(&event.cycle.number()) {
            return;
        }
        self.records.push(Record {
            cycle: event.cycle.number(),
            core: event.core as u32,
            warp: event.warp.index() as u32,
            pc: event.pc,
            instruction: *event.instruction,
            lanes: event.lanes,
        });
    }
}

/// What the writers know besides the records.
struct Scene<'a> {
    program: &'a Program,
    /// Lanes of a warp.
    warp_size: usize,
    /// Cycles for which a warp holds the lanes.
    issue_cycles: u64,
    cores: usize,
    window: Window,
    /// Of the memory modules.
    buses: &'a BusUse,
}

impl Scene<'_> {
    /// The function of a PC and the offset in it.
    fn function(&self, pc: Pc) -> String {
        let pc = pc.address();
        match self.program.function_at(pc) {
            Some((name, offset)) if self.program.instruction(pc).is_some() => {
                format!("{name}+0x{offset:x}")
            }
            _ => "exit".into(),
        }
    }
}

impl Recorder {
    /// A recorder, if the options ask for one.
    pub fn asked(options: &Machine) -> Option<Self> {
        let asked = options.trace.is_some() || options.log_instructions.is_some();
        asked.then(|| Recorder {
            window: options.trace_cycles,
            records: Vec::new(),
        })
    }

    /// What a GPU has to watch for a timeline, if the options ask for one.
    pub fn bus_watch(options: &Machine) -> Option<BusWatch> {
        let asked = options.trace.is_some();
        asked.then(|| counters::watch(options.trace_cycles))
    }

    /// Writes the files that the options ask for. `buses` is what was watched, if anything was.
    pub fn write(
        mut self,
        options: &Machine,
        config: &Config,
        mechanism: Mechanism,
        program: &Program,
        buses: Option<&BusUse>,
    ) -> Result<(), Failure> {
        // Stable: what one core issues in a cycle stays in its order.
        self.records
            .sort_by_key(|record| (record.cycle, record.core));
        let core = &config.core;
        let unwatched = BusUse::default();
        let scene = Scene {
            program,
            warp_size: core.warp_size,
            issue_cycles: match mechanism {
                Mechanism::Mimd => 1,
                _ => (core.warp_size / core.simd_width) as u64,
            },
            cores: config.cores,
            window: self.window,
            buses: buses.unwrap_or(&unwatched),
        };
        if let Some(path) = &options.trace {
            output::stream(path, |out| chrome::write(out, &scene, &self.records))?;
        }
        if let Some(path) = &options.log_instructions {
            output::stream(path, |out| log::write(out, &scene, &self.records))?;
        }
        Ok(())
    }
}

/// Records of one core and cycle, in order of both.
fn cycles(records: &[Record]) -> impl Iterator<Item = &[Record]> {
    records.chunk_by(|one, other| (one.cycle, one.core) == (other.cycle, other.core))
}

/// Whether an instruction waits for memory.
fn waits(instruction: &Instruction) -> bool {
    matches!(instruction.class(), Class::Load | Class::Atomic)
}

/// Cycles of a slice.
type Slice = Range<u64>;

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_sim::Gpu;

    /// What `if_else` issues on a small machine, with the files that tell of it.
    fn recorded(window: Window) -> (Recorder, Vec<u8>, Vec<u8>, u64) {
        let config = Config::preset("tiny").unwrap();
        let workload = heddle_kernels::by_name("if_else").unwrap();
        let size = heddle_kernels::Size::Small;
        let job = crate::command::job::of_workload(workload, size, 1, &config);
        let records = Vec::new();
        let mut recorder = Recorder { window, records };
        let gpu = Gpu::new(&config).unwrap();
        let report = gpu.run_observed(&job, Mechanism::Pdom, &Default::default(), &mut recorder);
        let scene = Scene {
            program: &job.program,
            warp_size: 4,
            issue_cycles: 1,
            cores: config.cores,
            window,
            buses: &BusUse::default(),
        };
        let (mut trace, mut text) = (Vec::new(), Vec::new());
        chrome::write(&mut trace, &scene, &recorder.records).unwrap();
        log::write(&mut text, &scene, &recorder.records).unwrap();
        let instructions = report.unwrap().statistics.instructions;
        (recorder, trace, text, instructions)
    }

    #[test]
    fn the_timeline_parses_and_covers_what_was_issued() {
        let (_, trace, text, instructions) = recorded(Window::default());
        let parsed: serde_json::Value = serde_json::from_slice(&trace).unwrap();
        let events = parsed["traceEvents"].as_array().unwrap();
        let of = |kind: &str| events.iter().filter(|e| e["cat"] == kind).count() as u64;
        assert_eq!(of("issue"), instructions);
        assert!(of("memory") > 0 && of("counter") > 0);
        let issued = events.iter().filter(|event| event["cat"] == "issue");
        assert!(issued.map(|event| event["ts"].as_u64()).is_sorted());
        let lines = String::from_utf8(text).unwrap();
        assert_eq!(lines.lines().count() as u64, 1 + instructions);
    }

    #[test]
    fn the_log_of_a_window() {
        let (_, _, text, _) = recorded("0..90".parse().unwrap());
        insta::assert_snapshot!(String::from_utf8(text).unwrap());
    }
}
