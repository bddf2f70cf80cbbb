//! Every unit: RTL against golden model under random stimuli; every corner of a configuration is reached.

use crate::configurations::Configured;
use crate::coverage::Table;
use crate::fixture::cache;
use heddle_cosim::{UnitMode, emit, rtl};
use heddle_machines::thorough;

/// Of each configuration by day, which is enough for every corner; three times as many at night.
const CYCLES: u64 = 100_000;

fn equal<U: Configured>() {
    let cycles = if thorough() { 3 * CYCLES } else { CYCLES };
    let mut coverage = Table::new(U::NAME);
    for (seed, params) in (1..).zip(U::compiled()) {
        let verilog = emit::<U>(&params).expect("it is described without mistakes");
        let library = rtl::library::<U>(&params, verilog, &cache()).expect("it compiles");
        let mut run = UnitMode::<U>::new(&params, &library, seed);
        if let Some(found) = run.run(cycles) {
            panic!("{found}\n{params:?}, seed {seed}");
        }
        assert_eq!(run.lockstep().cycles(), cycles);
        run.restart();
        if let Some(found) = run.run(cycles / 10) {
            panic!("after a reset: {found}\n{params:?}, seed {seed}");
        }
        coverage.add(&run.corners());
    }
    coverage.finish();
}

crate::for_every_unit!(equal);
