//! The golden GPU: its inputs and its results.
//!
//! Reading order: [`launch`] (the inputs), [`Gpu`] (a machine that runs them), [`device`] (a machine whose memory persists from
//! launch to launch), [`report`], [`fault`], [`race`], [`barrier_divergence`] and [`flow_check`] (the results), [`functional`]
//! (the same inputs without time), [`limit_study`] (how much reconvergence can gain). The components of the GPU are crates of
//! their own: the [core](heddle_gpu_core), the [mechanisms] that form its warps, its [memory], and the golden units.
#![forbid(unsafe_code)]

pub mod barrier_divergence;
pub mod device;
mod error;
pub mod fault;
pub mod flow_check;
pub mod functional;
mod gpu;
pub mod launch;
pub mod limit_study;
pub mod race;
pub mod report;

pub use device::Device;
pub use error::Error;
pub use fault::Outcome;
pub use flow_check::{CheckedFlow, FlowCheck};
pub use gpu::{Gpu, Limits};
pub use heddle_gpu_core::clock::JobTimes;
pub use heddle_gpu_core::{
    Change, Code, Column, Issued, Observer, Owner, PortUse, Stall, StallRun, Table, compaction,
};
pub use heddle_mechanisms as mechanisms;
pub use heddle_mechanisms::Mechanism;
pub use heddle_memory as memory;
pub use launch::Job;
pub use race::Races;

pub use report::Report;
