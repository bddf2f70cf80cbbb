//! When data is there: the timing of the memory system, apart from what the data is.
//!
//! Cores ask for one line at a time and are told when it is there. Data itself is read and
//! written at the moment a line is served, in one memory that all cores share; caches hold tags
//! and times only, so no mistake of theirs can change a result.

pub mod beyond;
mod simple;
mod tags;

pub use simple::SimpleMemory;
pub use tags::{Look, Tags};

use serde::Serialize;

/// What a core wants to do with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineAccess {
    /// Read it.
    Load,
    /// Write to it.
    Store,
    /// Read and write it in one step.
    Atomic,
}

/// A core's wish for one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRequest {
    /// Which core.
    pub core: usize,
    /// Line number: physical byte address over the bytes of a line.
    pub line: u32,
    /// What for.
    pub access: LineAccess,
    /// The cycle of the request. Never smaller than that of an earlier request.
    pub cycle: u64,
}

/// The answer to a [`LineRequest`]; `ready` is the first cycle in which its lanes can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// The lanes keep their place and go on when the data is there.
    Hit {
        /// First cycle with the data; later than the request.
        ready: u64,
    },
    /// The lanes are inactive until the data is there.
    Miss {
        /// First cycle with the data; later than the request.
        ready: u64,
    },
}

/// A memory system behind the cores.
pub trait MemorySystem {
    /// Serves a line.
    fn access(&mut self, request: LineRequest) -> Service;

    /// A launch begins: private caches forget what other cores may have changed since.
    fn begin_launch(&mut self);

    /// Counts so far.
    fn counts(&self) -> (CacheCounts, DramCounts);
}

/// Line accesses of all data caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CacheCounts {
    /// Lines asked for: loads, stores and atomics, shared memory left out.
    pub accesses: u64,
    /// Loads and stores that found their line.
    pub hits: u64,
    /// Loads and stores that did not, and atomics, which always go to memory.
    pub misses: u64,
    /// Misses among these whose line was already on its way.
    pub pending_hits: u64,
    /// Loads among the accesses.
    pub loads: u64,
    /// Stores among the accesses.
    pub stores: u64,
    /// Atomics among the accesses.
    pub atomics: u64,
}

/// Transactions of memory behind the caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DramCounts {
    /// Lines read.
    pub reads: u64,
    /// Lines written to (write-through: once per line and store instruction).
    pub writes: u64,
}
