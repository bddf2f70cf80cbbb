//! Runs a launch under round robin over PCs and under `pdom`.

mod round_robin;

use heddle_contract::Config;
use heddle_isa::Program;
use heddle_sim::launch::LaunchFile;
use heddle_sim::{Gpu, Limits, Mechanism};
use round_robin::RoundRobinCores;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [preset, elf, launch] = &arguments[..] else {
        return Err("usage: round-robin PRESET FILE.elf LAUNCH.toml".into());
    };
    let config = Config::preset(preset)?;
    let program = Program::parse(elf, &std::fs::read(elf)?)?;
    let job = LaunchFile::read(Path::new(launch), program.into(), None)?.job;
    let (gpu, limits) = (Gpu::new(&config)?, Limits::default());
    let own = gpu.run_scheduled(&job, &limits, &mut RoundRobinCores(&config))?;
    let pdom = gpu.run(&job, Mechanism::Pdom, &limits)?;
    for (name, report) in [("round robin", &own), ("pdom", &pdom)] {
        let (outcome, statistics) = (&report.outcome, &report.statistics);
        println!("{name}: {outcome}, {} cycles", statistics.cycles);
    }
    println!("equal results: {}", own.buffers == pdom.buffers);
    Ok(())
}
