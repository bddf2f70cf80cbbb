//! How many host threads the work of a run could use: all work over the longest share of each quantum and what one host thread
//! does alone, for the workloads of fung2009 at full size on `fung2009` as shipped, and one host thread per core. In brackets: if the
//! memory system, which is one job, were an equal job for each of its modules. That is a bound: what the modules share could not be
//! divided.
//!
//! A table in Markdown. It is computed from the times of jobs on one host thread: this host need not have as many processors. The
//! shortest of `TURNS` runs counts.

use heddle_kernels::{Room, Size, by_name, paper};
use heddle_machines::shipped;
use heddle_sim::{Gpu, JobTimes, Limits, Mechanism};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SEED: u64 = 1;
const TURNS: usize = 3;

/// What a run takes, and what it would take with a host thread for each core.
struct Times {
    alone: Duration,
    shared: Duration,
}

/// Times of a run whose memory system is `memory_jobs` jobs.
fn times(workload: &str, mechanism: Mechanism, memory_jobs: usize) -> Times {
    let config = shipped("fung2009");
    let room = Room::new(config.core.warps, config.core.warp_size);
    let job = by_name(workload).expect("a built-in workload");
    let job = job.job(Size::Full, SEED, room);
    let times = Arc::new(JobTimes::new(config.cores, config.cores, memory_jobs));
    let gpu = Gpu::new(&config).expect("a valid machine");
    let gpu = gpu.with_job_times(&times);
    let start = Instant::now();
    gpu.run(&job, mechanism, &Limits::default())
        .expect("it runs");
    let alone = start.elapsed();
    let serial = alone - times.jobs();
    Times {
        alone,
        shared: serial + times.longest(),
    }
}

fn ratio(workload: &str, mechanism: Mechanism, memory_jobs: usize) -> f64 {
    let runs = (0..TURNS).map(|_| times(workload, mechanism, memory_jobs));
    let shortest = runs.min_by_key(|times| times.alone).expect("a run");
    shortest.alone.as_secs_f64() / shortest.shared.as_secs_f64()
}

fn main() {
    let modules = shipped("fung2009").dram.modules;
    println!("| workload | `pdom` | `dwf` |\n| --- | --- | --- |");
    for (_, workload) in paper() {
        let name = workload.name();
        let cell = |mechanism| {
            let [now, bound] = [1, modules].map(|jobs| ratio(name, mechanism, jobs));
            format!("{now:.1} ({bound:.1})")
        };
        let [pdom, dwf] = [Mechanism::Pdom, Mechanism::Dwf].map(cell);
        println!("| `{name}` | {pdom} | {dwf} |");
    }
}
