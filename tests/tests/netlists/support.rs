//! Netlists of units, and the comparison with golden units.

use heddle_contract::Config;
use heddle_cosim::Outcome;
use heddle_cosim::unit_mode::Check;
use heddle_cosim::verilated::{Cache, Verilog, VerilogFile};
use heddle_hdl::{Style, units};
use heddle_synth::{Effort, Job, Lab, Synthesised, Target};
use std::sync::Arc;

/// The effort for area and netlist only.
pub fn effort() -> Effort {
    Effort {
        seeds: vec![1],
        clock_ns: 5.0,
        timed: false,
        simulated: true,
    }
}

/// A target of the command line.
pub fn target(name: &str) -> Target {
    Target::parse(name).expect("a target")
}

/// A unit of a machine, with memories in the style of the target.
pub fn job(unit: &str, machine: &Config, target: &Target) -> Job {
    let style = Style {
        memory: target.memory_style(),
        ..Style::default()
    };
    let design =
        units::styled(unit, machine, style).unwrap_or_else(|error| panic!("{unit}: {error}"));
    Job::of(&design, target, &effort())
}

/// The user's tools and stored results.
pub fn lab() -> Lab {
    let cache = Cache::user().expect("a cache");
    Lab::new(cache)
}

/// The result of a job.
pub fn synthesised(job: &Job) -> Synthesised {
    lab()
        .synthesise(job, &Default::default())
        .unwrap_or_else(|error| panic!("{}: {error}; {}", job.unit, error.remedy()))
}

/// The netlist of a result, for simulation.
pub fn netlist(top: &str, result: &Synthesised) -> Verilog {
    let files = result.simulation.iter().flatten();
    let files = files.map(|(name, text)| VerilogFile {
        name: name.clone(),
        text: text.clone(),
    });
    Verilog {
        top: top.into(),
        files: files.collect(),
    }
}

/// Compares a netlist with the golden unit, starting from reset.
pub fn compared(unit: &str, machine: &Config, netlist: Verilog, cycles: u64) -> Outcome {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let check = Check {
        verilog: netlist,
        cache: Cache::user().expect("a cache"),
        seed: 1,
        cycles,
        folder: folder.path().into(),
        command: String::new(),
        clock: Arc::default(),
    };
    let entry = heddle_cosim::by_name(unit).expect("a unit");
    entry
        .check(&check, machine)
        .unwrap_or_else(|error| panic!("{unit}: {error}"))
}
