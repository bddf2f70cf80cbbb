//! Golden units: plain state and two functions each, written from the paper for reading.

mod dwf_scheduler;
mod majority_scheduler;
mod max_heap;
mod mheap_lut;
mod pc_warp_lut;
mod reconvergence_stack;
mod spill_queue;
mod stackless_front_end;
mod thread_pc_table;
mod timestamp_queue;
mod tournament_scheduler;
mod unified_arbiter;
mod walk;
mod warp_allocator;
mod warp_pool;
mod warp_scheduler;
mod warp_update_registers;

pub use dwf_scheduler::DwfScheduler;
pub use majority_scheduler::MajorityScheduler;
pub use max_heap::{Entry as HeapEntry, MaxHeap, Move, Placed};
pub use mheap_lut::{MheapLut, Place};
pub use pc_warp_lut::{LookUps, PcWarpLut, Request, Target};
pub use reconvergence_stack::{Entry, ReconvergenceStack};
pub use spill_queue::SpillQueue;
pub use stackless_front_end::{AroundArbiter, StacklessFrontEnd};
pub use thread_pc_table::ThreadPcTable;
pub use timestamp_queue::TimestampQueue;
pub use tournament_scheduler::TournamentScheduler;
pub use unified_arbiter::UnifiedArbiter;
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
