//! Stack-less reconvergence has at least as many active threads as an explicit stack (collange2011, section 5; EXS-15), where
//! memory lets no lane run ahead of another, and blocks are in topological order.

use crate::kernels::{CLANG_ORDER, KERNELS, Size, drawn_for};
use crate::measured::Machine;
use heddle_contract::config::PRESETS;
use heddle_machines::{because, changed};
use heddle_sim::Mechanism;

/// Of some kernels, those with fewer active threads under `stackless` than under `stack`, with this suffix to their names.
fn fewer(preset: &'static str, kernels: Vec<&'static str>, suffix: &str) -> Vec<&'static str> {
    let changes = ["memory.all_hits=true", "memory.bank_conflicts=false"];
    let why = because("lanes stay together but for their branches")
        .twin("ratios::without_a_stack_the_order_of_blocks_decides");
    let machine = Machine::new(preset, &changed(preset, &changes, why));
    let active = |kernel: &str, mechanism| {
        let report = machine.run(&format!("{kernel}{suffix}"), mechanism, Size::of_tests());
        report.statistics.simd_efficiency
    };
    let has_fewer =
        |kernel: &&str| active(kernel, Mechanism::Stackless) < active(kernel, Mechanism::Stack);
    kernels.into_iter().filter(has_fewer).collect()
}

#[test]
fn without_a_stack_as_many_threads_are_active() {
    for (preset, _) in PRESETS {
        assert_eq!(fewer(preset, drawn_for(preset), ""), [""; 0], "{preset}");
    }
}

/// The deliberate error: the order of blocks that LLVM expects to need the fewest jumps.
#[test]
fn in_the_order_of_clang_fewer_threads_are_active() {
    let fewer = fewer("collange2011", KERNELS.to_vec(), CLANG_ORDER);
    assert!(2 * fewer.len() > KERNELS.len(), "{fewer:?}");
}
