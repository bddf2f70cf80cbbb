//! Relations between golden units and their RTL (EQU-5).

use super::golden::Gates;
use heddle_contract::terms::{Is, Row, Word, all, any, inside, mask, memory, row};
use heddle_contract::{Property, Unit, units};
use internment::Intern;

/// How the state of a golden unit and the registers of its RTL belong together.
pub trait Relation: Unit {
    /// Properties of words of the golden state ([`Gates::word`]) and of registers of the RTL. A unit has none by default.
    fn relation(_params: &Self::Params, _golden: &Gates) -> Vec<Property> {
        Vec::new()
    }
}

/// A golden unit beside its RTL, or one of their parts.
struct Golden<'a> {
    gates: &'a Gates,
    /// What leads to the part: the field of the golden unit and the instance of the RTL, with a dot behind; nothing for the whole.
    field: &'static str,
    instance: &'static str,
}

impl<'a> Golden<'a> {
    fn whole(gates: &'a Gates) -> Self {
        let (field, instance) = ("", "");
        Self {
            gates,
            field,
            instance,
        }
    }

    fn part(&self, field: &'static str, instance: &'static str) -> Self {
        Self {
            field,
            instance,
            ..*self
        }
    }

    /// A word of the golden unit.
    fn word(&self, name: &str) -> Word {
        self.gates.word(&format!("{}{name}", self.field))
    }

    /// A register of the RTL.
    fn inside(&self, path: &str, width: u32) -> Word {
        inside(&format!("{}{path}", self.instance), width)
    }

    /// A memory of the RTL.
    fn memory(&self, path: &str, words: usize, width: u32) -> Row {
        memory(&format!("{}{path}", self.instance), words, width)
    }

    /// Registers of the RTL that are one register in Verilog.
    fn row(&self, path: &str, words: usize, width: u32) -> Row {
        row(&format!("{}{path}", self.instance), words, width)
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
                fn relation(params: &Self::Params, golden: &Gates) -> Vec<Property> {
                    $stem::relation(params, &Golden::whole(golden))
                }
            }
        )*
        $(impl Relation for units::$other {})*
    };
}

relations! {
    written {
        bcc_sequencer BccSequencer,
        dwr_synchronizer DwrSynchronizer,
        ignore_list_table IgnoreListTable,
        majority_scheduler MajorityScheduler,
        max_heap MaxHeap,
        mheap_lut MheapLut,
        partner_sync_table PartnerSyncTable,
        pc_warp_lut PcWarpLut,
        reconvergence_stack ReconvergenceStack,
        stackless_front_end StacklessFrontEnd,
        stackless_subsystem StacklessSubsystem,
        thread_pc_table ThreadPcTable,
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
        SccControl,
        SlotCrossbar,
        SpillQueue,
        SubWarpCombiner,
        SwizzleCrossbar,
        TournamentScheduler,
        UnifiedArbiter,
        UnswizzleCrossbar,
        WinnerTree,
    }
}
