//! Golden units and their Verilog are proven equal; a mistake in the Verilog makes a difference that a run shows.

use crate::configurations::Configured;
use crate::fixture::cache;
use crate::mutation::tiny;
use heddle_contract::units::{BccSequencer, MaxHeap, MheapLut};
use heddle_contract::units::{PartnerSyncTable, SubWarpCombiner, ThreadPcTable};
use heddle_contract::{Values, Words};
use heddle_cosim::emit;
use heddle_cosim::equal::{Answer, Equal, Relation, Report};
use heddle_cosim::unit_mode::Check;
use heddle_cosim::verilated::Verilog;
use heddle_machines::thorough;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The question about a unit's Verilog, with ten seconds for each of ABC's, and at night with as many as the command has by itself.
pub fn question(verilog: Verilog, folder: &Path) -> Equal {
    let check = Check {
        verilog,
        cache: cache(),
        seed: 1,
        cycles: 0,
        folder: folder.into(),
        command: "a test".into(),
        clock: Arc::default(),
    };
    Equal {
        check,
        golden: None,
        patience: Duration::from_secs(if thorough() { 60 } else { 10 }),
        unsettled: 6,
        needs: false,
        asked: Arc::default(),
    }
}

/// The proof for a unit's Verilog, in which `change` may make a mistake.
fn prove<U: Configured + Relation>(folder: &Path, change: impl FnOnce(&mut Verilog)) -> Report
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let params = tiny::<U>();
    let mut verilog = emit::<U>(&params).expect("it is described without mistakes");
    change(&mut verilog);
    let equal = question(verilog, folder);
    equal.run::<U>(&params).expect("the tools are there")
}

/// Proves that a unit is equal.
fn hold<U: Configured + Relation>()
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let folder = tempfile::tempdir().expect("a folder");
    let report = prove::<U>(folder.path(), |_| {});
    let is_equal = report.answer.is_equal();
    assert!(is_equal && report.unreached.is_empty(), "{report:?}");
}

#[test]
#[ignore = "at night: a minute"]
fn a_counter_that_ends_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = prove::<MheapLut>(folder.path(), |_| {});
    let Answer::EqualUntil { counters, .. } = report.answer else {
        panic!("{report:?}");
    };
    assert_eq!(counters, ["now"]);
}

#[test]
fn bcc_sequencer() {
    hold::<BccSequencer>();
}

#[test]
fn partner_sync_table() {
    hold::<PartnerSyncTable>();
}

#[test]
fn sub_warp_combiner() {
    hold::<SubWarpCombiner>();
}

/// Proves that a mistake in the Verilog, `wrong` in place of `right`, makes a difference, and shows it; returns the output that differs.
fn differs<U: Configured + Relation>(right: &str, wrong: &str) -> &'static str
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let folder = tempfile::tempdir().expect("a folder");
    let report = prove::<U>(folder.path(), |verilog| {
        let text = &mut verilog.files[0].text;
        assert!(
            text.contains(right),
            "the Verilog has no `{right}`:\n{text}"
        );
        *text = text.replacen(right, wrong, 1);
    });
    let Answer::Differs { claim, .. } = report.answer else {
        panic!("{report:?}");
    };
    let replayed = report.replayed.expect("inputs are found");
    let mismatch = replayed.first_mismatch.expect("a run shows it");
    assert_eq!(claim, format!("same_{}", mismatch.port));
    let artefacts = replayed.artefacts.expect("files explain it");
    assert!(artefacts.waveform.is_some_and(|file| file.exists()));
    mismatch.port
}

#[test]
fn a_mistake_is_found_and_shown() {
    let port = differs::<PartnerSyncTable>("known & (pc_q", "known | (pc_q");
    assert_eq!(port, "mismatch");
}

/// Which memory has a PC is not reset: it follows from the inputs in reset.
#[test]
fn a_mistake_that_depends_on_inputs_in_reset_is_shown() {
    let right = "(branched_last_q & ~(park_select & {WARPS{park_en}}))";
    let wrong = "(branched_last_q & (~(park_select & {WARPS{park_en}}) ^ 4'd1))";
    differs::<ThreadPcTable>(right, wrong);
}

/// With more groups than the heap has places no input is legal, but for the golden unit, which has fewer (EQU-10).
#[test]
fn a_mistake_that_leaves_no_legal_input_is_found() {
    let port = differs::<MaxHeap>("= groups_q;", "= groups_q ^ {groups_q[2], 3'd0};");
    assert_eq!(port, "groups");
}

/// The other units that are proven equal on `tiny`, which take up to a minute each; but for `majority_scheduler`, which takes
/// minutes, and `cycle_compressor`, which these tests let compress cycles: nothing is known of that then.
macro_rules! at_night {
    ($($stem:ident $unit:ident,)*) => { $(
        #[test]
        #[ignore = "at night: proofs take up to a minute"]
        fn $stem() {
            super::hold::<heddle_contract::units::$unit>();
        }
    )* };
}

mod others {
    at_night! {
        dwr_synchronizer DwrSynchronizer,
        ignore_list_table IgnoreListTable,
        max_heap MaxHeap,
        pc_warp_lut PcWarpLut,
        reconvergence_stack ReconvergenceStack,
        scc_control SccControl,
        slot_crossbar SlotCrossbar,
        spill_queue SpillQueue,
        stackless_front_end StacklessFrontEnd,
        stackless_subsystem StacklessSubsystem,
        swizzle_crossbar SwizzleCrossbar,
        thread_pc_table ThreadPcTable,
        timestamp_queue TimestampQueue,
        unified_arbiter UnifiedArbiter,
        unswizzle_crossbar UnswizzleCrossbar,
        warp_allocator WarpAllocator,
        warp_pool WarpPool,
        warp_update_registers WarpUpdateRegisters,
    }
}
