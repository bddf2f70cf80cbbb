//! Golden units and the golden GPU.
//!
//! Reading order: [`launch`] (what is asked for), [`gpu`] (cores, blocks, one clock),
//! [`mechanism`] (how warps are formed and chosen), [`memory`] (when data is there), [`units`]
//! (hardware units as the papers say), [`limit_study`] (what reconvergence can gain), [`fault`], [`race`] and [`report`] (what comes out).
#![forbid(unsafe_code)]

pub mod compaction;
pub mod fault;
pub mod gpu;
pub mod launch;
pub mod limit_study;
pub mod mechanism;
pub use heddle_memory as memory;
pub mod race;
pub mod report;

pub use fault::Outcome;
pub use gpu::{Error, Gpu, Limits, Observer};
pub use launch::Job;
pub use mechanism::Mechanism;
pub use race::Races;
pub use report::Report;
