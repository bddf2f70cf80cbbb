//! Golden units and the golden GPU.
#![forbid(unsafe_code)]

pub mod units;
