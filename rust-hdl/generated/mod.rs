//! Units of Heddle as rust-hdl blocks, written by `heddle gen --rust-hdl`.

#[rustfmt::skip]
pub mod unified_arbiter;
#[rustfmt::skip]
pub mod thread_pc_table;
#[rustfmt::skip]
pub mod stackless_front_end;
#[rustfmt::skip]
pub mod reconvergence_stack;
#[rustfmt::skip]
pub mod warp_update_registers;
#[rustfmt::skip]
pub mod pc_warp_lut;
#[rustfmt::skip]
pub mod slot_crossbar;
#[rustfmt::skip]
pub mod warp_pool;
#[rustfmt::skip]
pub mod warp_allocator;
#[rustfmt::skip]
pub mod mheap_lut;
#[rustfmt::skip]
pub mod max_heap;
#[rustfmt::skip]
pub mod spill_queue;
#[rustfmt::skip]
pub mod majority_scheduler;
#[rustfmt::skip]
pub mod tournament_scheduler;
#[rustfmt::skip]
pub mod timestamp_queue;
#[rustfmt::skip]
pub mod dwf_scheduler;
#[rustfmt::skip]
pub mod bcc_sequencer;
#[rustfmt::skip]
pub mod scc_control;
#[rustfmt::skip]
pub mod swizzle_crossbar;
#[rustfmt::skip]
pub mod unswizzle_crossbar;
#[rustfmt::skip]
pub mod cycle_compressor;
#[rustfmt::skip]
pub mod partner_sync_table;
#[rustfmt::skip]
pub mod ignore_list_table;
#[rustfmt::skip]
pub mod sub_warp_combiner;
#[rustfmt::skip]
pub mod dwr_synchronizer;
