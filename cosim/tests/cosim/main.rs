//! Co-simulation: the binding, the comparison, the stimuli, and every unit under them.

/// A test of each of these functions for each unit.
macro_rules! for_every_unit {
    ($($check:ident),+) => {
        $(mod $check {
            use heddle_contract::units;

            #[test]
            fn unified_arbiter() {
                super::$check::<units::UnifiedArbiter>();
            }

            #[test]
            fn stackless_front_end() {
                super::$check::<units::StacklessFrontEnd>();
            }

            #[test]
            fn thread_pc_table() {
                super::$check::<units::ThreadPcTable>();
            }

            #[test]
            fn reconvergence_stack() {
                super::$check::<units::ReconvergenceStack>();
            }
        })+
    };
}
pub(crate) use for_every_unit;

mod artefacts;
mod configurations;
mod contract;
mod fixture;
mod lockstep;
mod mutants;
mod stimuli;
mod timing;
mod units;
mod verilated;
