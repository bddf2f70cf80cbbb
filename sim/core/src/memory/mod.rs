//! What a core sees of memory, and who watches it.

pub mod core_memory;
pub mod private_range;
pub mod space;
mod stores;
pub mod watch;
