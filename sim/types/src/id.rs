//! Threads and warps of a core, by their slots.

use serde::Serialize;
use std::fmt;
use std::ops::{Add, Range};

/// A thread: its slot on the core, which is its warp's number times the threads of a warp, plus its lane.
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

    /// Its slot.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Slots of a row of `width` threads that begins with this one.
    #[inline(always)]
    pub const fn row(self, width: usize) -> Range<usize> {
        self.index()..self.index() + width
    }

    /// Its warp, of `width` threads.
    #[inline(always)]
    pub const fn warp(self, width: usize) -> WarpId {
        WarpId::new(self.index() / width)
    }

    /// Its lane in a warp of `width` threads.
    #[inline(always)]
    pub const fn lane(self, width: usize) -> usize {
        self.index() % width
    }
}

/// The thread so many slots behind: the one in a lane, of the one in lane 0.
impl Add<usize> for ThreadId {
    type Output = Self;

    #[inline(always)]
    fn add(self, lane: usize) -> Self {
        ThreadId::new(self.index() + lane)
    }
}

/// A warp: its slot on the core.
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

    /// Its slot.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its thread in lane 0, of `width` threads.
    #[inline(always)]
    pub const fn first(self, width: usize) -> ThreadId {
        ThreadId::new(self.index() * width)
    }
}

/// As ports of hardware units carry it.
impl From<ThreadId> for u64 {
    #[inline(always)]
    fn from(thread: ThreadId) -> u64 {
        thread.0.into()
    }
}

/// As ports of hardware units carry it.
impl From<WarpId> for u64 {
    #[inline(always)]
    fn from(warp: WarpId) -> u64 {
        warp.0.into()
    }
}

/// The slot.
impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The slot.
impl fmt::Display for WarpId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
