//! Every built-in workload gives its reference's result under every mechanism.

use heddle_contract::Config;
use heddle_kernels::{Size, Workload};
use heddle_sim::{Gpu, Limits, Mechanism, Report};

const SEED: u64 = 3;

fn run(workload: &dyn Workload, config: &Config, mechanism: Mechanism) -> Report {
    let threads = (config.core.warps * config.core.warp_size) as u32;
    let job = workload.job(Size::Small, SEED, threads);
    let gpu = Gpu::new(config).unwrap();
    let report = gpu.run(&job, mechanism, &Limits::default()).unwrap();
    assert!(
        report.outcome.is_complete(),
        "{} under {mechanism}: {}",
        workload.name(),
        report.outcome
    );
    report
}

fn check(workload: &dyn Workload, config: &Config, mechanism: Mechanism) {
    let report = run(workload, config, mechanism);
    let outputs: Vec<(String, Vec<u8>)> = report
        .buffers
        .into_iter()
        .map(|buffer| (buffer.name, buffer.bytes))
        .collect();
    if let Err(difference) = workload.check(Size::Small, SEED, &outputs) {
        panic!("{} under {mechanism}: {difference}", workload.name());
    }
}

fn check_all(preset: &str) {
    let config = Config::preset(preset).unwrap();
    for workload in heddle_kernels::all() {
        for mechanism in Mechanism::ALL {
            check(*workload, &config, mechanism);
        }
    }
}

#[test]
fn on_a_small_machine() {
    check_all("tiny");
}

#[test]
fn on_the_machine_of_collange2011() {
    check_all("collange2011");
}
