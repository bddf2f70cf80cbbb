//! Every unit: RTL against golden model under random stimuli; every corner of a configuration is reached.

use crate::configurations::Configured;
use crate::coverage::Table;
use crate::fixture::cache;
use heddle_cosim::{UnitMode, emit, rtl};
use heddle_machines::thorough;

/// Cycles of a section of a run. At night each configuration runs three sections; by day, as many as it takes to reach every
/// corner.
const CYCLES: u64 = 100_000;
const PARTS: u64 = 3;

fn equal<U: Configured>() {
    let mut coverage = Table::new(U::NAME);
    for (seed, params) in (1..).zip(U::compiled()) {
        let verilog = emit::<U>(&params).expect("it is described without mistakes");
        let library = rtl::library::<U>(&params, verilog, &cache()).expect("it compiles");
        let mut run = UnitMode::<U>::new(&params, &library, seed);
        for part in 1..=PARTS {
            if let Some(found) = run.run(CYCLES) {
                panic!("{found}\n{params:?}, seed {seed}");
            }
            assert_eq!(run.lockstep().cycles(), part * CYCLES);
            if !thorough() && run.corners().iter().all(|corner| corner.hits > 0) {
                break;
            }
        }
        run.restart();
        if let Some(found) = run.run(CYCLES / 3) {
            panic!("after a reset: {found}\n{params:?}, seed {seed}");
        }
        coverage.add(&run.corners());
    }
    coverage.finish();
}

crate::for_every_unit!(equal);
