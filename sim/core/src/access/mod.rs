//! Memory instructions on their way.

pub mod in_flight;
pub mod memory_port;
pub mod request;
