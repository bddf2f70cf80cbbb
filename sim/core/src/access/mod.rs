//! Memory instructions in progress.

pub mod in_flight;
pub mod memory_port;
pub mod request;
