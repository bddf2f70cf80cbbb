//! Constrained-random stimuli: legal under the contract's assumptions, biased towards its corners,
//! from a fast seeded generator. The stimuli of a unit have the unit's name.

mod bcc_sequencer;
mod cycle_compressor;
mod dwf_scheduler;
mod dwf_subsystem;
mod dwr_subsystem;
mod dwr_synchronizer;
mod ignore_list_table;
mod instructions;
mod majority_scheduler;
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
mod stackless_subsystem;
mod sub_warp_combiner;
mod swizzle_crossbar;
mod thread_pc_table;
mod timestamp_queue;
mod tournament_scheduler;
mod unified_arbiter;
mod unswizzle_crossbar;
mod warp_allocator;
mod warp_pool;
mod warp_scheduler;
mod warp_update_registers;
mod winner_tree;

macro_rules! stimuli {
    ($($stem:ident $unit:ident,)*) => { $(pub use $stem::$unit;)* };
}
heddle_contract::for_each_unit!(stimuli);

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
