//! Golden units: plain state and two functions each, written from the paper for reading.

mod bcc_sequencer;
mod cycle_compressor;
mod dwf_scheduler;
mod dwr_synchronizer;
mod ignore_list_table;
mod majority_scheduler;
mod max_heap;
mod mheap_lut;
mod partner_sync_table;
mod pc_warp_lut;
mod reconvergence_stack;
mod scc_control;
mod slot_crossbar;
mod spill_queue;
mod stackless_front_end;
mod sub_warp_combiner;
mod swizzle_crossbar;
mod thread_pc_table;
mod timestamp_queue;
mod tournament_scheduler;
mod unified_arbiter;
mod unswizzle_crossbar;
mod walk;
mod warp_allocator;
mod warp_pool;
mod warp_scheduler;
mod warp_update_registers;

pub use bcc_sequencer::{BccSequencer, Quad};
pub use cycle_compressor::CycleCompressor;
pub use dwf_scheduler::DwfScheduler;
pub use dwr_synchronizer::DwrSynchronizer;
pub use ignore_list_table::IgnoreListTable;
pub use majority_scheduler::MajorityScheduler;
pub use max_heap::{Entry as HeapEntry, MaxHeap, Move, Placed};
pub use mheap_lut::{MheapLut, Place};
pub use partner_sync_table::PartnerSyncTable;
pub use pc_warp_lut::{LookUps, PcWarpLut, Request, Target};
pub use reconvergence_stack::{Entry, ReconvergenceStack};
pub use scc_control::{SccControl, Settings};
pub use slot_crossbar::SlotCrossbar;
pub use spill_queue::SpillQueue;
pub use stackless_front_end::{AroundArbiter, StacklessFrontEnd};
pub use sub_warp_combiner::{Combined, SubWarpCombiner};
pub use swizzle_crossbar::SwizzleCrossbar;
pub use thread_pc_table::ThreadPcTable;
pub use timestamp_queue::TimestampQueue;
pub use tournament_scheduler::TournamentScheduler;
pub use unified_arbiter::UnifiedArbiter;
pub use unswizzle_crossbar::UnswizzleCrossbar;
pub use warp_allocator::WarpAllocator;
pub use warp_pool::WarpPool;
pub use warp_scheduler::{Group, GroupScheduler, Issued, Link, Update};
pub use warp_update_registers::{Commit, Half, WarpUpdateRegisters};

/// Positions of the bits that are set, the lowest first.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}
