//! Runs two workloads under two mechanisms on two machines, keeps the results in a folder, and draws a chart.
//!
//!     cargo run --release -p heddle-examples --bin compare_mechanisms [FOLDER]
//!
//! A second run with the same folder simulates nothing.

use heddle_kernels::{Size, by_name};
use heddle_sim::Mechanism;
use heddle_study::{Comparison, Machine, Plan, Silent, Store, Subject, WorkerPool};
use std::error::Error;
use std::path::PathBuf;

/// Host threads.
const JOBS: usize = 2;

/// Cycles after which a launch is given up.
const MAX_CYCLES: u64 = 10_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| std::env::temp_dir().join("heddle-compare"));

    let subject = |name| -> Result<Subject, Box<dyn Error>> {
        Ok(Subject::Workload {
            workload: by_name(name)?,
            size: Size::Small,
            seed: 1,
        })
    };
    let subjects = vec![subject("if_else")?, subject("loops")?];
    let settings = ["core.warps=4", "core.warps=8"].map(|set| vec![set.to_owned()]);
    let mechanisms = vec![Mechanism::Pdom, Mechanism::Dwf];
    let machine = Machine::preset("tiny");
    let plan = Plan::new(
        &machine,
        settings.into(),
        subjects,
        mechanisms,
        0,
        MAX_CYCLES,
    )?;

    let pool = WorkerPool::new(Store::new(&folder, &Silent)?, &plan.planned_runs);
    let results = pool.work(JOBS, &Silent)?;
    let comparison = Comparison::new(&plan, &results);
    comparison.verdict()?;

    for (setting, name) in plan.settings.iter().enumerate() {
        let speedup = comparison.mean_speedup(setting, 1);
        let speedup = speedup.value.ok_or("every run completed")?;
        println!("{name}: dwf is {speedup:.2} times as fast as pdom");
    }
    for (name, svg) in comparison.charts() {
        std::fs::write(folder.join(name), svg)?;
    }
    println!(
        "{} runs, {} of them simulated now",
        results.len(),
        results.simulated
    );
    Ok(())
}
