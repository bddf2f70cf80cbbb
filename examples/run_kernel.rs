//! Runs a kernel file on the golden GPU under several mechanisms and compares cycles and results.
//!
//!     cargo run --release -p heddle-examples --bin run_kernel [KERNEL.elf LAUNCH.toml]

use heddle_contract::Config;
use heddle_isa::Program;
use heddle_sim::launch::Job;
use heddle_sim::{Gpu, Limits, Mechanism};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

/// The kernel that runs unless another one is named.
const MANDELBROT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../kernels/mandelbrot/mandelbrot"
);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let mut file = |extension| {
        let built_in = PathBuf::from(MANDELBROT).with_extension(extension);
        arguments.next().unwrap_or(built_in)
    };
    let (kernel, launch) = (file("elf"), file("toml"));

    let elf = std::fs::read(&kernel)?;
    let program = Arc::new(Program::parse(&kernel.display().to_string(), &elf)?);
    let job = Job::from_file(&launch, program, None)?;
    let gpu = Gpu::new(&Config::preset("fung2009")?)?;

    let mut first = None;
    for mechanism in [Mechanism::Pdom, Mechanism::Stackless, Mechanism::Dwf] {
        let report = gpu.run(&job, mechanism, &Limits::default())?;
        let lanes =
            report.statistics.thread_instructions as f64 / report.statistics.instructions as f64;
        println!(
            "{mechanism}: {} cycles, {lanes:.1} active lanes per instruction, {}",
            report.statistics.cycles, report.outcome
        );
        match &first {
            None => first = Some(report.buffers),
            Some(buffers) if *buffers == report.buffers => {}
            Some(_) => return Err("memory differs: the kernel has a race".into()),
        }
    }
    Ok(())
}
