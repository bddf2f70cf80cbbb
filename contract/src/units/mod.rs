//! One contract per unit; the file's stem is the unit's name everywhere.

pub mod bcc_sequencer;
pub mod cycle_compressor;
pub mod dwf_scheduler;
pub mod dwf_subsystem;
pub mod dwr_subsystem;
pub mod dwr_synchronizer;
pub mod ignore_list_table;
pub mod majority_scheduler;
pub mod max_heap;
pub mod mheap_lut;
pub mod partner_sync_table;
pub mod pc_warp_lut;
pub mod quads;
pub mod reconvergence_stack;
pub mod scc_control;
pub mod slot_crossbar;
pub mod spill_queue;
pub mod stackless_front_end;
pub mod stackless_subsystem;
pub mod sub_warp_combiner;
pub mod swizzle_crossbar;
pub mod thread_pc_table;
pub mod timestamp_queue;
pub mod tournament_scheduler;
pub mod unified_arbiter;
pub mod unswizzle_crossbar;
pub mod warp_allocator;
pub mod warp_pool;
pub mod warp_scheduler;
pub mod warp_update_registers;
pub mod winner_tree;

use crate::{Config, ParamError, UnitInfo};

/// Number of bits for the numbers below `end`, which is two or more.
fn bits_below(end: usize) -> u32 {
    end.next_power_of_two().ilog2()
}

/// The registry: passes every unit, as `stem Type,` in the order of the tables, to a macro, after
/// the macro's other arguments. Every list of units, in all crates and their tests, is made
/// from this list.
///
/// ```
/// macro_rules! stems {
///     ($($stem:ident $unit:ident,)*) => { [$(stringify!($stem)),*] };
/// }
/// let stems = heddle_contract::for_each_unit!(stems);
/// assert!(stems.contains(&"unified_arbiter"));
/// ```
#[macro_export]
macro_rules! for_each_unit {
    ($then:ident $($given:tt)*) => {
        $then! {
            $($given)*
            unified_arbiter UnifiedArbiter,
            thread_pc_table ThreadPcTable,
            stackless_front_end StacklessFrontEnd,
            stackless_subsystem StacklessSubsystem,
            reconvergence_stack ReconvergenceStack,
            warp_update_registers WarpUpdateRegisters,
            pc_warp_lut PcWarpLut,
            slot_crossbar SlotCrossbar,
            warp_pool WarpPool,
            warp_allocator WarpAllocator,
            mheap_lut MheapLut,
            max_heap MaxHeap,
            spill_queue SpillQueue,
            majority_scheduler MajorityScheduler,
            tournament_scheduler TournamentScheduler,
            winner_tree WinnerTree,
            timestamp_queue TimestampQueue,
            dwf_scheduler DwfScheduler,
            dwf_subsystem DwfSubsystem,
            bcc_sequencer BccSequencer,
            scc_control SccControl,
            swizzle_crossbar SwizzleCrossbar,
            unswizzle_crossbar UnswizzleCrossbar,
            cycle_compressor CycleCompressor,
            partner_sync_table PartnerSyncTable,
            ignore_list_table IgnoreListTable,
            sub_warp_combiner SubWarpCombiner,
            dwr_synchronizer DwrSynchronizer,
            dwr_subsystem DwrSubsystem,
        }
    };
}

macro_rules! contracts {
    ($($stem:ident $unit:ident,)*) => { $(pub use $stem::$unit;)* };
}
for_each_unit!(contracts);

macro_rules! infos {
    ($config:ident; $($stem:ident $unit:ident,)*) => { vec![$(UnitInfo::of::<$unit>($config)?),*] };
}

/// Every unit's contract for a machine, in the order of the tables.
///
/// # Errors
/// [`ParamError`] from the first unit that does not support the parameters the machine requires.
pub fn all(config: &Config) -> Result<Vec<UnitInfo>, ParamError> {
    Ok(for_each_unit!(infos config;))
}

macro_rules! info_by_name {
    ($name:ident $config:ident; $($stem:ident $unit:ident,)*) => {
        match $name {
            $(<$unit as crate::Unit>::NAME => Some(UnitInfo::of::<$unit>($config)),)*
            _ => None,
        }
    };
}

/// The contract of the unit with this name for a machine; `None` if no unit has the name.
///
/// # Errors
/// [`ParamError`] when the machine requires parameters that the unit does not support.
pub fn named(name: &str, config: &Config) -> Option<Result<UnitInfo, ParamError>> {
    for_each_unit!(info_by_name name config;)
}
