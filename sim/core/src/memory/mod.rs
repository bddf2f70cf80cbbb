//! A core's view of memory, and observers of its accesses.

pub mod core_memory;
pub mod private_range;
pub mod space;
mod stores;
pub mod watch;
