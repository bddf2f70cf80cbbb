//! Guarantees are proven of the emitted Verilog. At night also that each is violated by some mistake.

use crate::configurations::Configured;
use crate::mutation::tiny;
use heddle_contract::Unit;
use heddle_contract::units::{
    DwfScheduler, MajorityScheduler, ReconvergenceStack, SpillQueue, WarpAllocator,
};
use heddle_cosim::emit;
use heddle_cosim::prove::{Prove, Verdict};
use heddle_machines::thorough;
use std::sync::Arc;
use std::time::Duration;

/// Units whose gates or proofs take seconds: at night.
const LONG: [&str; 5] = [
    DwfScheduler::NAME,
    WarpAllocator::NAME,
    SpillQueue::NAME,
    MajorityScheduler::NAME,
    ReconvergenceStack::NAME,
];

fn hold<U: Configured>() {
    if !thorough() && LONG.contains(&U::NAME) {
        return;
    }
    let params = tiny::<U>();
    let prove = Prove {
        verilog: emit::<U>(&params).expect("it is described without mistakes"),
        patience: Duration::from_secs(if thorough() { 60 } else { 1 }),
        unsettled: 6,
        mutants: if thorough() { 500 } else { 0 },
        seed: 1,
        done: Arc::default(),
    };
    for proven in prove.run::<U>(&params).expect("the tools are there") {
        println!("{}: {proven:?}", U::NAME);
        let holds = matches!(
            proven.verdict,
            Verdict::Proven { .. } | Verdict::Bounded { .. }
        );
        let tells = proven.violated_by.is_some() || !thorough();
        assert!(holds && tells, "{}: {proven:?}", U::NAME);
    }
}

crate::for_every_unit!(hold);
