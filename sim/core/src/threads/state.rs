//! The threads of a core: registers, PCs, and which of them may run.
//!
//! A thread is identified by its slot on the core: warp times warp size plus lane. Masks over the lanes of a warp
//! hold the state of its threads; registers and PCs belong to threads, not to warps.

use heddle_isa::Registers;
use heddle_types::{LaneMask, Pc, ThreadId, WarpId, WarpMask};
use std::ops::Range;

/// The state of the threads of one original warp, one bit for each lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarpThreads {
    /// Slot of the block on the core.
    pub block: usize,
    /// Threads that have not exited.
    pub live: LaneMask,
    /// Threads that wait for data.
    pub missing: LaneMask,
    /// Threads that wait at the barrier of the block.
    pub at_barrier: LaneMask,
    /// Threads that wait at the barrier of the warp.
    pub at_partial: LaneMask,
    /// Number of barriers of the warp that have opened, including those of earlier blocks in this slot.
    pub partial_epoch: u32,
    /// Threads that wait on the warp's stack for others; known only where a mechanism has settled.
    pub stacked: LaneMask,
    /// Threads whose sub-warp waits for its partners before a LAT; known only where a mechanism has settled.
    pub before_lat: LaneMask,
}

impl WarpThreads {
    /// Lanes that can execute.
    #[inline(always)]
    pub fn runnable(&self) -> LaneMask {
        self.live.without(self.missing | self.waiting())
    }

    /// Lanes that wait at a barrier.
    #[inline(always)]
    pub fn waiting(&self) -> LaneMask {
        self.at_barrier | self.at_partial
    }
}

/// The nesting depth of calls, counted by the standard link-register hints.
#[derive(Clone, Debug)]
pub struct Depths {
    depth: Vec<u32>,
    /// The greatest depth that keys distinguish: every greater depth has the same key.
    limit: u32,
    /// Number of calls beyond the limit, and of returns from below the kernel.
    pub saturated: u64,
}

/// Depth of the kernel's own code. A return from the kernel leads to depth 0, which comes after every other thread (GPU-7).
pub const KERNEL_DEPTH: u32 = 1;

impl Depths {
    fn new(threads: usize, limit: u32) -> Self {
        Depths {
            depth: vec![0; threads],
            limit,
            saturated: 0,
        }
    }

    pub fn enter(&mut self, thread: ThreadId) {
        self.depth[thread.index()] = KERNEL_DEPTH;
    }

    pub fn call(&mut self, thread: ThreadId) {
        let depth = &mut self.depth[thread.index()];
        *depth = depth.saturating_add(1);
        self.saturated += u64::from(*depth > self.limit);
    }

    pub fn ret(&mut self, thread: ThreadId) {
        let depth = &mut self.depth[thread.index()];
        self.saturated += u64::from(*depth == 0);
        *depth = depth.saturating_sub(1);
    }

    /// Number of calls that a thread has open, the kernel's own included.
    #[inline(always)]
    pub fn of(&self, thread: ThreadId) -> u32 {
        self.depth[thread.index()]
    }

    /// The nesting keys of a row of threads: the deepest call has the smallest key.
    #[inline(always)]
    pub fn keys(&self, threads: Range<usize>) -> impl Iterator<Item = u32> {
        let limit = self.limit;
        let depths = self.depth[threads].iter();
        depths.map(move |depth| limit - limit.min(*depth))
    }
}

/// All threads of a core.
#[derive(Clone, Debug)]
pub struct Threads {
    /// Integer and floating-point registers.
    pub registers: Registers,
    /// The next PC of each thread; exact only where no mechanism holds PCs back.
    pub pc: Vec<Pc>,
    /// The call depth of each thread.
    pub depths: Depths,
    /// The number of each thread in its block.
    pub index: Vec<u32>,
    /// Number of instructions that each thread has executed, counted only for programs that read the count.
    pub retired: Vec<u64>,
    /// The state of each original warp's threads.
    pub warps: Vec<WarpThreads>,
    /// Threads of a warp.
    pub warp_size: usize,
    /// Warps with a thread that waits for data.
    pub missing_warps: WarpMask,
}

impl Threads {
    /// The state of threads that have not started.
    pub fn new(warps: usize, warp_size: usize, depth_limit: u32) -> Self {
        let threads = warps * warp_size;
        Threads {
            registers: Registers::new(threads),
            pc: vec![Pc::default(); threads],
            depths: Depths::new(threads, depth_limit),
            index: vec![0; threads],
            retired: vec![0; threads],
            warps: vec![WarpThreads::default(); warps],
            warp_size,
            missing_warps: WarpMask::NONE,
        }
    }

    /// The state of threads that have not started, as [`Self::new`] makes it, in the memory of these threads. What a block sets
    /// when it starts (registers, PCs, depths, numbers, counts of instructions) stays until then.
    pub fn renewed(mut self, depth_limit: u32) -> Self {
        self.depths.limit = depth_limit;
        self.depths.saturated = 0;
        self.warps.fill(WarpThreads::default());
        self.missing_warps = WarpMask::NONE;
        self
    }

    /// The warps of the core, with the state of their threads.
    pub fn by_warp(&self) -> impl Iterator<Item = (WarpId, &WarpThreads)> {
        (0..).map(WarpId::new).zip(&self.warps)
    }

    /// First thread of a warp.
    pub fn first(&self, warp: WarpId) -> ThreadId {
        warp.first(self.warp_size)
    }

    /// Lanes of a row of threads of one warp that can execute.
    pub fn runnable<const W: usize>(&self, first: ThreadId) -> LaneMask {
        let warp = &self.warps[first.warp(self.warp_size).index()];
        warp.runnable().part(first.lane(self.warp_size), W)
    }

    /// Sets the PC of some lanes of the row that starts at thread `first`.
    #[inline(always)]
    pub fn set_pc<const W: usize>(&mut self, first: ThreadId, lanes: LaneMask, pc: Pc) {
        let masks = lanes.words::<W>();
        for (own, mask) in self.pc_row::<W>(first).iter_mut().zip(masks) {
            *own = Pc::new(own.address() & !mask | pc.address() & mask);
        }
    }

    /// The PCs of a row of threads.
    #[inline(always)]
    pub fn pcs<const W: usize>(&self, first: ThreadId) -> &[Pc; W] {
        let row = &self.pc[first.row(W)];
        row.try_into().expect("a row has W lanes")
    }

    /// The PCs of a row of threads, to write them.
    #[inline(always)]
    pub fn pc_row<const W: usize>(&mut self, first: ThreadId) -> &mut [Pc; W] {
        let row = &mut self.pc[first.row(W)];
        row.try_into().expect("a row has W lanes")
    }

    /// Lanes of a warp start to wait for data.
    pub fn miss(&mut self, warp: WarpId, lanes: LaneMask) {
        self.warps[warp.index()].missing |= lanes;
        self.missing_warps.insert(warp);
    }

    /// Data has arrived for lanes of a warp.
    pub fn arrive(&mut self, warp: WarpId, lanes: LaneMask) {
        let missing = &mut self.warps[warp.index()].missing;
        *missing = missing.without(lanes);
        if missing.is_empty() {
            self.missing_warps.remove(warp);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREAD: ThreadId = ThreadId::new(0);
    const WARP: WarpId = WarpId::new(1);

    #[test]
    fn deeper_calls_have_smaller_keys_until_they_saturate() {
        let key = |depths: &Depths| depths.keys(0..1).next().unwrap();
        let mut depths = Depths::new(1, 3);
        depths.enter(THREAD);
        assert_eq!(key(&depths), 2);
        depths.call(THREAD);
        assert_eq!(key(&depths), 1);
        (0..4).for_each(|_| depths.call(THREAD));
        assert_eq!((key(&depths), depths.saturated), (0, 3));
        (0..6).for_each(|_| depths.ret(THREAD));
        assert_eq!((key(&depths), depths.saturated), (3, 3));
        depths.ret(THREAD);
        assert_eq!((key(&depths), depths.saturated), (3, 4));
    }

    #[test]
    fn threads_wait_until_their_data_is_there() {
        let mut threads = Threads::new(2, 4, 255);
        let state = |threads: &Threads| {
            let runnable = threads.warps[1].runnable();
            (runnable.bits(), threads.missing_warps.bits())
        };
        threads.warps[1].live = LaneMask::all(4);
        threads.miss(WARP, LaneMask::new(0b1010));
        assert_eq!(state(&threads), (0b0101, 2));
        threads.arrive(WARP, LaneMask::single(3));
        assert_eq!(state(&threads), (0b1101, 2));
        threads.arrive(WARP, LaneMask::single(1));
        assert_eq!(state(&threads), (0b1111, 0));
    }
}
