//! Relations between golden units and their RTL (EQU-5).

use super::golden::Gates as Golden;
use heddle_contract::terms::{Is, Word, all, any, inside, mask, memory, row};
use heddle_contract::{Property, Unit, units};
use internment::Intern;

/// How the state of a golden unit and the registers of its RTL belong together.
pub trait Relation: Unit {
    /// Properties of words of the golden state ([`Golden::word`]) and of registers of the RTL. A unit has none by default.
    fn relation(_params: &Self::Params, _golden: &Golden) -> Vec<Property> {
        Vec::new()
    }
}

/// A property for each part of a statement, with a number behind the label. ABC proves many parts one after another in a fraction
/// of the time that it takes for all at once.
fn each(
    label: &str,
    name: &'static str,
    parts: impl IntoIterator<Item = Is>,
) -> impl Iterator<Item = Property> {
    let parts = parts.into_iter().enumerate();
    parts.map(move |(at, part)| {
        let label = Intern::new(format!("{label}_{at}")).as_ref();
        Property::new(label, name, part)
    })
}

/// How many hold, of any number.
fn count(of: impl IntoIterator<Item = Is>) -> Word {
    let of: Vec<Is> = of.into_iter().collect();
    let counts = of.chunks(64).map(|some| mask(some.iter().copied()).ones());
    counts.reduce(|a, b| a + b).unwrap_or_else(|| 0.into())
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
        max_heap MaxHeap,
        mheap_lut MheapLut,
        partner_sync_table PartnerSyncTable,
        pc_warp_lut PcWarpLut,
        reconvergence_stack ReconvergenceStack,
        stackless_front_end StacklessFrontEnd,
        timestamp_queue TimestampQueue,
        warp_allocator WarpAllocator,
        warp_pool WarpPool,
        warp_update_registers WarpUpdateRegisters,
    }
    none {
        CycleCompressor,
        DwfScheduler,
        DwfSubsystem,
        DwrSubsystem,
        DwrSynchronizer,
        MajorityScheduler,
        SccControl,
        SlotCrossbar,
        SpillQueue,
        StacklessSubsystem,
        SubWarpCombiner,
        SwizzleCrossbar,
        ThreadPcTable,
        TournamentScheduler,
        UnifiedArbiter,
        UnswizzleCrossbar,
        WinnerTree,
    }
}
