//! The golden GPU: what is asked of it, and what it hands back.
//!
//! Reading order: [`launch`] (what is asked for), [`Gpu`] (a machine that runs it), [`device`] (a machine that
//! keeps its memory from launch to launch), [`report`], [`fault`] and
//! [`race`] (what comes out), [`limit_study`] (what reconvergence can gain). What the GPU is made of are crates of their
//! own: the [core](heddle_core), the [mechanisms] that form its warps, its [memory], and the
//! golden units.
#![forbid(unsafe_code)]

pub mod device;
mod error;
pub mod fault;
mod gpu;
pub mod launch;
pub mod limit_study;
pub mod race;
pub mod report;

pub use device::Device;
pub use error::Error;
pub use fault::Outcome;
pub use gpu::{Gpu, Limits};
pub use heddle_core::{Issued, Observer, compaction};
pub use heddle_mechanisms as mechanisms;
pub use heddle_mechanisms::Mechanism;
pub use heddle_memory as memory;
pub use launch::Job;
pub use race::Races;
pub use report::Report;
