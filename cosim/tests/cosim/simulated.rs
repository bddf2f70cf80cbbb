//! The gates of golden units are what the golden units are, under the stimuli of unit mode.

use crate::configurations::Configured;
use crate::mutation::tiny;
use heddle_contract::units::PartnerSyncTable;
use heddle_contract::{Values, Words};
use heddle_cosim::equal::{Gates, ir};
use heddle_machines::thorough;

const SEED: u64 = 1;

/// Cycles of each of 64 runs: by day, and at night.
const FEW: u64 = 300;
const MANY: u64 = 3000;

/// A test for each unit. By day only the units whose gates take less than a second.
macro_rules! simulated {
    ($($stem:ident $unit:ident,)*) => { $(simulated!(@of $stem $unit);)* };
    (@of cycle_compressor $unit:ident) => { simulated!(@long cycle_compressor $unit); };
    (@of dwf_scheduler $unit:ident) => { simulated!(@long dwf_scheduler $unit); };
    (@of dwf_subsystem $unit:ident) => { simulated!(@long dwf_subsystem $unit); };
    (@of dwr_subsystem $unit:ident) => { simulated!(@long dwr_subsystem $unit); };
    (@of dwr_synchronizer $unit:ident) => { simulated!(@long dwr_synchronizer $unit); };
    (@of majority_scheduler $unit:ident) => { simulated!(@long majority_scheduler $unit); };
    (@of max_heap $unit:ident) => { simulated!(@long max_heap $unit); };
    (@of mheap_lut $unit:ident) => { simulated!(@long mheap_lut $unit); };
    (@of pc_warp_lut $unit:ident) => { simulated!(@long pc_warp_lut $unit); };
    (@of reconvergence_stack $unit:ident) => { simulated!(@long reconvergence_stack $unit); };
    (@of scc_control $unit:ident) => { simulated!(@long scc_control $unit); };
    (@of stackless_front_end $unit:ident) => { simulated!(@long stackless_front_end $unit); };
    (@of stackless_subsystem $unit:ident) => { simulated!(@long stackless_subsystem $unit); };
    (@of tournament_scheduler $unit:ident) => { simulated!(@long tournament_scheduler $unit); };
    (@of warp_pool $unit:ident) => { simulated!(@long warp_pool $unit); };
    (@of winner_tree $unit:ident) => { simulated!(@long winner_tree $unit); };
    (@of $stem:ident $unit:ident) => {
        #[test]
        fn $stem() {
            super::gates_are_the_unit::<heddle_contract::units::$unit>();
        }
    };
    (@long $stem:ident $unit:ident) => {
        #[test]
        #[ignore = "at night: its gates take seconds or minutes"]
        fn $stem() {
            super::gates_are_the_unit::<heddle_contract::units::$unit>();
        }
    };
}

mod gates_are_the_unit {
    heddle_contract::for_each_unit!(simulated);
}

fn gates<U: Configured>() -> Gates
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let gates = Gates::new::<U>(&tiny::<U>(), &ir::module(U::NAME), SEED);
    gates.expect("nothing that cannot be gates")
}

fn gates_are_the_unit<U: Configured>()
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let cycles = if thorough() { MANY } else { FEW };
    let unlike = gates::<U>().unlike::<U>(&tiny::<U>(), SEED, cycles);
    assert_eq!(unlike, None, "{}", U::NAME);
}

/// Gates of paths that no legal inputs take are drawn, too: a mistake there need not show.
#[test]
fn most_wrong_gates_show() {
    let (params, gates) = (tiny::<PartnerSyncTable>(), gates::<PartnerSyncTable>());
    let mistakes = gates.mistakes(100, SEED);
    let shown = mistakes.iter().filter(|mistake| {
        let wrong = gates.with(**mistake);
        wrong
            .unlike::<PartnerSyncTable>(&params, SEED, FEW)
            .is_some()
    });
    let shown = shown.count();
    println!("{shown} of {} mistakes show", mistakes.len());
    assert!(mistakes.len() == 100 && shown >= 75, "{shown}");
}
