//! Co-simulation: the binding, the comparison, the stimuli, and every unit under them.

macro_rules! tests {
    ($check:ident; $($stem:ident $unit:ident,)*) => {
        $(#[test]
        fn $stem() {
            super::$check::<heddle_contract::units::$unit>();
        })*
    };
}

/// For each of these functions, a test for each unit.
macro_rules! for_every_unit {
    ($($check:ident),+) => {
        $(mod $check {
            heddle_contract::for_each_unit!(tests $check;);
        })+
    };
}
pub(crate) use for_every_unit;

mod artefacts;
mod checkers;
mod configurations;
mod conservation;
mod contract;
mod counted_events;
mod coverage;
mod deliberate;
mod equal;
mod every_mask;
mod fixture;
mod forms;
mod golden;
mod lockstep;
mod mistaken;
mod mutants;
mod mutation;
mod own_pcs;
mod proofs;
mod registry;
mod same_choices;
mod simulated;
mod stimuli;
mod timing;
mod trust;
mod units;
mod verilated;
mod words;
