//! Golden units and the golden GPU.
//!
//! Reading order: [`launch`] (what is asked for), [`units`] (the hardware units as the papers say).
#![forbid(unsafe_code)]

pub mod launch;
pub mod units;

pub use launch::Job;
