//! Every built-in workload gives its reference's result under every mechanism; one with races, under
//! every mechanism that keeps warps in step.

mod support;

use heddle_contract::Config;
use heddle_sim::{Gpu, Mechanism};

fn check_all(preset: &str) {
    let config = Config::preset(preset).unwrap();
    let gpu = Gpu::new(&config).unwrap();
    for workload in heddle_kernels::all() {
        let job = support::job(*workload, &config);
        let promised = |m: &Mechanism| workload.is_race_free() || m.keeps_step();
        for mechanism in Mechanism::ALL.into_iter().filter(promised) {
            let report = gpu.run(&job, mechanism, &support::limits()).unwrap();
            support::assert_result(*workload, mechanism.name(), &report);
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
