//! Every built-in workload and every variant gives its reference's result under every mechanism; one with races, under
//! every mechanism that keeps warps in step.

use crate::support;
use heddle_contract::Config;
use heddle_machines::{because, changed, shipped};
use heddle_sim::race::Region;
use heddle_sim::{Gpu, Mechanism, Report};

/// `tiny` with the stack of the other presets.
fn tiny() -> Config {
    let why =
        because("an explicit stack holds the regions that are open in every call of a recursion")
            .twin("workloads::on_the_machine_of_collange2011");
    changed("tiny", &["stack.depth=128"], why)
}

fn check_all(preset: &str) {
    let config = match preset {
        "tiny" => tiny(),
        preset => shipped(preset),
    };
    let gpu = Gpu::new(&config).unwrap();
    for workload in heddle_kernels::named() {
        let job = support::job(workload, &config);
        let promised = |m: &Mechanism| workload.is_race_free() || m.keeps_step();
        for mechanism in Mechanism::ALL.into_iter().filter(promised) {
            let report = gpu.run(&job, mechanism, &support::limits()).unwrap();
            support::assert_result(workload, mechanism.name(), &report);
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

/// Sixteen cores of 768 threads with caches, network and memory modules.
#[test]
fn on_the_machine_of_fung2009() {
    check_all("fung2009");
}

fn checked(workload: &dyn heddle_kernels::Workload, mechanism: Mechanism) -> Report {
    let config = tiny();
    let gpu = Gpu::new(&config).unwrap().with_race_check(true);
    let job = support::job(workload, &config);
    gpu.run(&job, mechanism, &support::limits()).unwrap()
}

#[test]
fn race_free_workloads_have_no_races() {
    for workload in heddle_kernels::named().filter(|w| w.is_race_free()) {
        for mechanism in Mechanism::ALL {
            let report = checked(workload, mechanism);
            let races = report.races.as_ref().expect("they were looked for");
            assert!(races.is_empty(), "{}: {races}", workload.name());
            support::assert_result(workload, mechanism.name(), &report);
        }
    }
}

/// fung2009, section 8: without partial barriers, what figure 22 does is a race under every mechanism,
/// also where lock-step makes the result right.
#[test]
fn the_reduction_without_barriers_has_races() {
    let workload = heddle_kernels::by_name("reduction").unwrap();
    for mechanism in Mechanism::ALL {
        let races = checked(workload, mechanism).races.unwrap();
        assert!(!races.is_empty(), "{mechanism}");
        for race in &races.first {
            assert!(matches!(race.region, Region::Shared { .. }), "{races}");
        }
    }
}
