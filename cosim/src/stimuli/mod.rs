//! Constrained-random stimuli: legal under the contract's assumptions, biased towards its corners,
//! from a fast seeded generator.

mod bcc_sequencer;
mod cycle_compressor;
mod dwf_scheduler;
mod dwr_synchronizer;
mod ignore_list_table;
mod instructions;
mod max_heap;
mod mheap_lut;
mod operands;
mod partner_sync_table;
mod partners;
mod pc_warp_lut;
mod random;
mod reconvergence_stack;
mod scc_control;
mod slot_crossbar;
mod spill_queue;
mod stackless_front_end;
mod sub_warp_combiner;
mod swizzle_crossbar;
mod thread_pc_table;
mod unified_arbiter;
mod unswizzle_crossbar;
mod warp_allocator;
mod warp_pool;
mod warp_scheduler;
mod warp_update_registers;

pub use bcc_sequencer::BccSequencerStimuli;
pub use cycle_compressor::CycleCompressorStimuli;
pub use dwf_scheduler::DwfSchedulerStimuli;
pub use dwr_synchronizer::DwrSynchronizerStimuli;
pub use ignore_list_table::IgnoreListTableStimuli;
pub use max_heap::MaxHeapStimuli;
pub use mheap_lut::MheapLutStimuli;
pub use partner_sync_table::PartnerSyncTableStimuli;
pub use pc_warp_lut::PcWarpLutStimuli;
pub use reconvergence_stack::ReconvergenceStackStimuli;
pub use scc_control::SccControlStimuli;
pub use slot_crossbar::SlotCrossbarStimuli;
pub use spill_queue::SpillQueueStimuli;
pub use stackless_front_end::StacklessFrontEndStimuli;
pub use sub_warp_combiner::SubWarpCombinerStimuli;
pub use swizzle_crossbar::SwizzleCrossbarStimuli;
pub use thread_pc_table::ThreadPcTableStimuli;
pub use unified_arbiter::UnifiedArbiterStimuli;
pub use unswizzle_crossbar::UnswizzleCrossbarStimuli;
pub use warp_allocator::WarpAllocatorStimuli;
pub use warp_pool::WarpPoolStimuli;
pub use warp_scheduler::{
    MajoritySchedulerStimuli, TimestampQueueStimuli, TournamentSchedulerStimuli,
};
pub use warp_update_registers::WarpUpdateRegistersStimuli;

pub(crate) use random::{Random, ones};

use heddle_contract::{Unit, Values};

/// The environment of a unit, generated cycle by cycle.
pub trait Stimuli<U: Unit> {
    /// Whether [`Stimuli::next`] looks at outputs. These outputs must depend on state alone.
    const REACTIVE: bool;

    /// Creates an environment. Equal seeds give equal inputs for equal outputs.
    fn new(params: &U::Params, seed: u64) -> Self;

    /// Sets the inputs of the next cycle, which are legal.
    fn next(&mut self, output: &U::Out<Values>, input: &mut U::In<Values>);

    /// Observes the result of the inputs in the same cycle, for example whether a handshake was taken.
    fn seen(&mut self, _input: &U::In<Values>, _output: &U::Out<Values>) {}

    /// Withdraws inputs that the assumptions forbid in this cycle.
    fn legalise(output: &U::Out<Values>, input: &mut U::In<Values>);
}
