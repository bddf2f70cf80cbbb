//! Guarantees are proven for the emitted Verilog. At night, also that some mistake violates each.

use crate::configurations::Configured;
use crate::mutation::tiny;
use heddle_cosim::emit;
use heddle_cosim::prove::{Prove, Verdict};
use heddle_machines::thorough;
use std::sync::Arc;
use std::time::Duration;

/// A test for each unit. By day only the units whose gates and proofs take a second.
macro_rules! proofs {
    ($($stem:ident $unit:ident,)*) => { $(proofs!(@of $stem $unit);)* };
    (@of bcc_sequencer $unit:ident) => { proofs!(@short bcc_sequencer $unit); };
    (@of partner_sync_table $unit:ident) => { proofs!(@short partner_sync_table $unit); };
    (@of scc_control $unit:ident) => { proofs!(@short scc_control $unit); };
    (@of sub_warp_combiner $unit:ident) => { proofs!(@short sub_warp_combiner $unit); };
    (@of swizzle_crossbar $unit:ident) => { proofs!(@short swizzle_crossbar $unit); };
    (@of dwf_scheduler $unit:ident) => {
        proofs!(@ignored "not even at night: 120,000 gates with its checker" dwf_scheduler $unit);
    };
    (@of dwf_subsystem $unit:ident) => {
        proofs!(@ignored "not even at night: dwf_scheduler is inside" dwf_subsystem $unit);
    };
    (@of $stem:ident $unit:ident) => {
        proofs!(@ignored "at night: gates and proofs take seconds" $stem $unit);
    };
    (@short $stem:ident $unit:ident) => {
        #[test]
        fn $stem() {
            super::hold::<heddle_contract::units::$unit>();
        }
    };
    (@ignored $reason:literal $stem:ident $unit:ident) => {
        #[test]
        #[ignore = $reason]
        fn $stem() {
            super::hold::<heddle_contract::units::$unit>();
        }
    };
}

mod hold {
    heddle_contract::for_each_unit!(proofs);
}

fn hold<U: Configured>() {
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
