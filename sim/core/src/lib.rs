//! The core of the golden GPU, without a divergence mechanism.
//!
//! A core consists of threads and registers ([`threads`]), the execution of instructions ([`execution`]), its view of
//! memory ([`memory`]), its memory accesses ([`access`]), and its counters and observers ([`accounting`]). All of
//! this is a [`ShaderCore`]. A [`Scheduler`] decides which threads may issue; one [`clock`] runs all cores for a
//! quantum of cycles at a time. Cycles in which nothing can happen are left out, which changes no count.
//!
//! Decisions where the sources are silent: instruction fetch never misses; a warp has one instruction in flight; data
//! caches are flushed at the end of every launch.
#![forbid(unsafe_code)]

pub mod access;
pub mod accounting;
pub mod clock;
pub mod compaction;
pub mod execution;
mod fault;
pub mod memory;
mod ready_set;
mod scheduler;
mod shader_core;
pub mod threads;
mod wheel;

pub use access::in_flight::InFlight;
pub use access::memory_port::{MemoryPort, Served};
pub use access::request::Access;
pub use accounting::mechanism_counts::MechanismCounts;
pub use accounting::observer::{Issued, Observer};
pub use accounting::port_log::PortUse;
pub use accounting::room::{Peaks, Room, Shortages};
pub use accounting::stall::{Stall, Stalls, Waits};
pub use accounting::stall_log::StallRun;
pub use accounting::tables::{Change, Column, Contents, Owner, Table};
pub use execution::code::{Code, Kind, Step};
pub use execution::issue::{Effect, Issue};
pub use fault::{FaultReason, Raised};
pub use memory::watch::AccessKind;
pub use ready_set::ReadySet;
pub use scheduler::{Needs, Pause, PcUse, Scheduler, SchedulerFactory};
pub use shader_core::{Chip, ShaderCore, Stop};
pub use wheel::Wheel;
