//! Threads and warps of a core, identified by their slots.

use serde::Serialize;
use std::fmt;
use std::ops::{Add, Range};

/// A thread, identified by its slot on the core: the number of its warp times the threads of a warp, plus its lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct ThreadId(u16);

impl ThreadId {
    /// The thread in a slot (0 to 65535).
    #[inline(always)]
    pub const fn new(slot: usize) -> Self {
        debug_assert!(slot <= u16::MAX as usize);
        ThreadId(slot as u16)
    }

    /// The thread that a port of a hardware unit carries.
    #[inline(always)]
    pub const fn of_port(port: u64) -> Self {
        ThreadId::new(port as usize)
    }

    /// The slot of the thread.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The slots of a row of `width` threads that begins with this one.
    #[inline(always)]
    pub const fn row(self, width: usize) -> Range<usize> {
        self.index()..self.index() + width
    }

    /// The warp of the thread, where a warp has `width` threads.
    #[inline(always)]
    pub const fn warp(self, width: usize) -> WarpId {
        WarpId::new(self.index() / width)
    }

    /// The lane of the thread in its warp, where a warp has `width` threads.
    #[inline(always)]
    pub const fn lane(self, width: usize) -> usize {
        self.index() % width
    }
}

/// The thread that many slots further on; added to the thread in lane 0, a lane gives the thread in this lane.
impl Add<usize> for ThreadId {
    type Output = Self;

    #[inline(always)]
    fn add(self, lane: usize) -> Self {
        ThreadId::new(self.index() + lane)
    }
}

/// A warp, identified by its slot on the core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[repr(transparent)]
pub struct WarpId(u16);

impl WarpId {
    /// The warp in a slot (0 to 63).
    #[inline(always)]
    pub const fn new(slot: usize) -> Self {
        debug_assert!(slot <= u16::MAX as usize);
        WarpId(slot as u16)
    }

    /// The warp that a port of a hardware unit carries.
    #[inline(always)]
    pub const fn of_port(port: u64) -> Self {
        WarpId::new(port as usize)
    }

    /// The slot of the warp.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The thread in lane 0 of the warp, where a warp has `width` threads.
    #[inline(always)]
    pub const fn first(self, width: usize) -> ThreadId {
        ThreadId::new(self.index() * width)
    }
}

/// The thread as a port of a hardware unit carries it.
impl From<ThreadId> for u64 {
    #[inline(always)]
    fn from(thread: ThreadId) -> u64 {
        thread.0.into()
    }
}

/// The warp as a port of a hardware unit carries it.
impl From<WarpId> for u64 {
    #[inline(always)]
    fn from(warp: WarpId) -> u64 {
        warp.0.into()
    }
}

/// Prints the slot.
impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Prints the slot.
impl fmt::Display for WarpId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
