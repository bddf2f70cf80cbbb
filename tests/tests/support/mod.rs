//! What tests that run kernels share.

use heddle_contract::Config;
use heddle_cosim::verilated::Cache;
use heddle_kernels::{Size, Workload};
use heddle_sim::{Job, Limits, Report};

/// Seed of all inputs.
pub const SEED: u64 = 3;

/// The small job of a workload, in blocks that fit on a core.
pub fn job(workload: &dyn Workload, config: &Config) -> Job {
    let threads = config.core.warps * config.core.warp_size;
    workload.job(Size::Small, SEED, threads as u32)
}

/// Far more than any small job takes.
pub fn limits() -> Limits {
    Limits {
        max_cycles: 50_000_000,
    }
}

/// Compiled models, kept between runs of the tests.
pub fn cache() -> Cache {
    Cache::at(concat!(env!("CARGO_TARGET_TMPDIR"), "/models"))
}

/// Fails unless the run completed with the reference's result.
pub fn assert_result(workload: &dyn Workload, report: &Report) {
    assert!(
        report.outcome.is_complete(),
        "{}: {}",
        workload.name(),
        report.outcome
    );
    let outputs = report
        .buffers
        .iter()
        .map(|buffer| (buffer.name.clone(), buffer.bytes.clone()));
    let outputs: Vec<(String, Vec<u8>)> = outputs.collect();
    if let Err(difference) = workload.check(Size::Small, SEED, &outputs) {
        panic!("{}: {difference}", workload.name());
    }
}
