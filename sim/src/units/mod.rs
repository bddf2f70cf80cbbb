//! Golden units: plain state and two functions each, written from the paper for reading.

mod reconvergence_stack;
mod stackless_front_end;
mod thread_pc_table;
mod unified_arbiter;

pub use reconvergence_stack::{Entry, ReconvergenceStack};
pub use stackless_front_end::{AroundArbiter, StacklessFrontEnd};
pub use thread_pc_table::ThreadPcTable;
pub use unified_arbiter::UnifiedArbiter;

/// Positions of the bits that are set, the lowest first.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}
