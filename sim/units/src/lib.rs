//! Golden units: plain state and two functions for each unit, written after the paper and meant to be read.
#![forbid(unsafe_code)]

mod bcc_sequencer;
mod cycle_compressor;
mod dwf_scheduler;
mod dwf_subsystem;
mod dwr_subsystem;
mod dwr_synchronizer;
mod ignore_list_table;
mod majority_scheduler;
mod max_heap;
mod mheap_lut;
mod part;
mod partner_sync_table;
mod pc_warp_lut;
mod reconvergence_stack;
mod rows;
mod scc_control;
mod slot_crossbar;
mod spill_queue;
mod spill_slices;
mod stackless_front_end;
mod stackless_subsystem;
mod sub_warp_combiner;
mod swizzle_crossbar;
mod thread_pc_table;
mod timestamp_queue;
mod tournament_scheduler;
mod unified_arbiter;
mod unswizzle_crossbar;
mod walk;
mod warp_allocator;
mod warp_groups;
mod warp_pool;
mod warp_scheduler;
mod warp_update_registers;
mod winner_tree;

macro_rules! golden {
    ($($stem:ident $unit:ident,)*) => { $(pub use $stem::$unit;)* };
}
heddle_contract::for_each_unit!(golden);

pub use bcc_sequencer::Quad;
pub use majority_scheduler::OwedScheduler;
pub use max_heap::{Entry as HeapEntry, LocatedUpdate, Move};
pub use mheap_lut::HeapLookup;
pub use part::Part;
pub use pc_warp_lut::{LookUps, Request, Target};
pub use reconvergence_stack::Entry;
pub use scc_control::{Chosen, Settings};
pub use spill_slices::{MemoryTurn, SpillSlices};
pub use sub_warp_combiner::Combined;
pub use warp_groups::{Group, Issued, Link, Update};
pub use warp_scheduler::GroupScheduler;
pub use warp_update_registers::{Commit, Half};
