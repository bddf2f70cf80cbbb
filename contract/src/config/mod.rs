//! The machine: one TOML file with validated sections, named presets and overrides.
//!
//! `presets/defaults.toml` holds the default of every key that has one, and no other place does: presets and files
//! override it. The documentation of each `Option` says what leaving its key out means. Every key is declared once, with its
//! documentation, its unit of measure and its limits (`keys.rs`); [`SECTIONS`] lists them.
//!
//! Hardware units take their parameters from the same file as the golden GPU, so that a unit
//! generated for a machine fits that machine.

mod compaction;
mod dwf;
mod dwr;
mod error;
mod home_lanes;
mod host;
mod keys;
mod limit_study;
mod listed;
mod load;
mod memory;
mod queues;
mod sections;
mod shared_caches;
mod target;

pub use compaction::{Compaction, Compress};
pub use dwf::{Dwf, HeapUpdates, Miss, Policy, Replacement, Structure};
pub use dwr::{Dwr, Lats};
pub use error::{ConfigError, ConfigReason};
pub use home_lanes::{HomeLanes, Swizzle};
pub use host::Host;
pub use keys::{Form, Limits, MachineKey, Named, Section, Values};
pub use limit_study::LimitStudy;
pub use listed::{SECTIONS, keys};
pub use load::{PRESETS, Source};
pub use memory::{Backend, Dram, Memory, Network, Scheduling, SharedAtomics, StackLines, Write};
pub use sections::{
    Core, First, Mimd, Nesting, Order, Pipeline, Pipes, Placement, Stack, Stackless,
};
pub use shared_caches::{L3, Llc};
pub use target::Target;

use serde::{Deserialize, Serialize};

/// The most shader cores that a machine may have.
pub const MOST_CORES: usize = 1024;

/// The most threads of all cores: the host holds the registers of each, and what a mechanism knows of it.
/// USR-5: four times as many as the largest GPUs have.
pub const MOST_THREADS: usize = 1 << 20;

/// A machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Shader cores of the GPU; 1 to [`MOST_CORES`], with at most [`MOST_THREADS`] threads together.
    pub cores: usize,
    /// The threads of a shader core.
    pub core: Core,
    /// Latencies of instructions.
    pub pipeline: Pipeline,
    /// Addresses, the data cache and shared memory of a core.
    pub memory: Memory,
    /// The network between cores and memory modules.
    pub network: Network,
    /// Memory modules.
    pub dram: Dram,
    /// The first cache that cores share.
    pub l3: L3,
    /// The last-level cache, behind the L3.
    pub llc: Llc,
    /// The link between the host and the device.
    pub host: Host,
    /// Stack-less reconvergence.
    pub stackless: Stackless,
    /// Reconvergence stacks.
    pub stack: Stack,
    /// Dynamic warp formation.
    pub dwf: Dwf,
    /// Intra-warp compaction.
    pub compaction: Compaction,
    /// Dynamic warp resizing.
    pub dwr: Dwr,
    /// Threads without warps.
    pub mimd: Mimd,
    /// The reconvergence limit study.
    pub limit_study: LimitStudy,
}
