//! The explicit stack beside the other mechanisms, on every built-in workload.

mod support;

use heddle_contract::Config;
use heddle_contract::config::Source;
use heddle_kernels::Workload;
use heddle_sim::{Gpu, Mechanism};

/// Machines on which no lane runs ahead of another one because of the memory.
fn machines() -> [Config; 2] {
    let changes = ["memory.all_hits=true", "memory.bank_conflicts=false"].map(String::from);
    ["tiny", "collange2011"].map(|preset| {
        Config::load(&Source::Preset(preset.into()), &changes).expect("a valid machine")
    })
}

/// Active threads of an issued warp, as a fraction of its size.
fn active(config: &Config, workload: &dyn Workload, mechanism: Mechanism) -> f64 {
    let gpu = Gpu::new(config).unwrap();
    let job = support::job(workload, config);
    let report = gpu.run(&job, mechanism, &support::limits()).unwrap();
    support::assert_result(workload, mechanism.name(), &report);
    report.statistics.simd_efficiency
}

/// collange2011, section 5, figure 5: "at least as many active threads" as with a stack.
#[test]
fn without_a_stack_at_least_as_many_threads_are_active() {
    let mut fewer = Vec::new();
    for config in machines() {
        for workload in heddle_kernels::all().iter().filter(|w| w.is_race_free()) {
            let [stack, pdom, stackless] =
                [Mechanism::Stack, Mechanism::Pdom, Mechanism::Stackless]
                    .map(|mechanism| active(&config, *workload, mechanism));
            let name = workload.name();
            println!(
                "{name} {}: stack {stack:.4}, pdom {pdom:.4}, stackless {stackless:.4}",
                config.core.warp_size
            );
            if stackless < stack {
                fewer.push((name, stack, stackless));
            }
        }
    }
    assert_eq!(fewer, []);
}
