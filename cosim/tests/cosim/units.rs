//! Every unit: RTL against golden model under random stimuli; every corner of a configuration is reached.

use crate::configurations::Configured;
use crate::coverage::Table;
use crate::fixture::cache;
use heddle_cosim::{UnitMode, emit, rtl};

const CYCLES: u64 = 300_000;

fn equal<U: Configured>() {
    let mut coverage = Table::new(U::NAME);
    for (seed, params) in (1..).zip(U::compiled()) {
        let verilog = emit::<U>(&params).expect("it is described without mistakes");
        let library = rtl::library::<U>(&params, verilog, &cache()).expect("it compiles");
        let mut run = UnitMode::<U>::new(&params, &library, seed);
        if let Some(found) = run.run(CYCLES) {
            panic!("{found}\n{params:?}, seed {seed}");
        }
        assert_eq!(run.lockstep().cycles(), CYCLES);
        run.restart();
        if let Some(found) = run.run(CYCLES / 10) {
            panic!("after a reset: {found}\n{params:?}, seed {seed}");
        }
        coverage.add(&run.corners());
    }
    coverage.finish();
}

crate::for_every_unit!(equal);
