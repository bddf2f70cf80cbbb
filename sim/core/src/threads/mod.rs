//! The threads of a core, their blocks, and their identities.

pub mod blocks;
pub mod ids;
mod state;

pub use blocks::{Blocks, Released};
pub use ids::{Grid, Identity};
pub use state::{KERNEL_DEPTH, Threads, WarpThreads};
