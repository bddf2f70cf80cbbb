//! Every built-in workload gives its reference's result under every mechanism.

mod support;

use heddle_contract::Config;
use heddle_sim::{Gpu, Mechanism};

fn check_all(preset: &str) {
    let config = Config::preset(preset).unwrap();
    let gpu = Gpu::new(&config).unwrap();
    for workload in heddle_kernels::all() {
        let job = support::job(*workload, &config);
        for mechanism in Mechanism::ALL {
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
