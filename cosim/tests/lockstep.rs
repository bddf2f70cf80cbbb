//! The comparison itself: right RTL passes, wrong RTL is found, named and shown.

mod common;

use common::{library, params};
use heddle_contract::units::UnifiedArbiter;
use heddle_cosim::UnitMode;
use heddle_cosim::unit_mode::Shrunk;

fn unit_mode(changes: &[(&str, &str)]) -> UnitMode<UnifiedArbiter> {
    UnitMode::new(&params(), &library(changes), 1)
}

#[test]
fn right_rtl_passes() {
    let mut run = unit_mode(&[]);
    assert_eq!(run.run(100_000), None);
    assert_eq!(run.lockstep().cycles(), 100_000);
    assert_eq!(run.lockstep().mismatches(), 0);
}
