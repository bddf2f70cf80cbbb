//! Relations between golden units and their RTL.

use super::golden::Gates as Golden;
use heddle_contract::terms::{Is, Word, all, any, inside, mask, memory, row};
use heddle_contract::{Property, Unit, units};

/// How the state of a golden unit and the registers of its RTL belong together.
pub trait Relation: Unit {
    /// Properties of words of the golden state ([`Golden::word`]) and of registers of the RTL. A unit has none by default.
    fn relation(_params: &Self::Params, _golden: &Golden) -> Vec<Property> {
        Vec::new()
    }
}

macro_rules! relations {
    (written { $($stem:ident $unit:ident,)* } none { $($other:ident,)* }) => {
        $(
            mod $stem;
            impl Relation for units::$unit {
                fn relation(params: &Self::Params, golden: &Golden) -> Vec<Property> {
                    $stem::relation(params, golden)
                }
            }
        )*
        $(impl Relation for units::$other {})*
    };
}

relations! {
    written {
        bcc_sequencer BccSequencer,
        ignore_list_table IgnoreListTable,
        partner_sync_table PartnerSyncTable,
        pc_warp_lut PcWarpLut,
        reconvergence_stack ReconvergenceStack,
        timestamp_queue TimestampQueue,
        warp_allocator WarpAllocator,
    }
    none {
        CycleCompressor,
        DwfScheduler,
        DwfSubsystem,
        DwrSubsystem,
        DwrSynchronizer,
        MajorityScheduler,
        MaxHeap,
        MheapLut,
        SccControl,
        SlotCrossbar,
        SpillQueue,
        StacklessFrontEnd,
        StacklessSubsystem,
        SubWarpCombiner,
        SwizzleCrossbar,
        ThreadPcTable,
        TournamentScheduler,
        UnifiedArbiter,
        UnswizzleCrossbar,
        WarpPool,
        WarpUpdateRegisters,
        WinnerTree,
    }
}
