//! The threads of a core: registers, PCs, and who may run.
//!
//! A thread is its slot on the core: warp times warp size plus lane. Masks over the lanes of a
//! warp say what its threads are doing; registers and PCs belong to threads, not to warps.

use heddle_isa::Registers;
use std::ops::Range;

/// What the threads of one original warp are doing, a bit per lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarpThreads {
    /// Slot of the block on the core.
    pub block: usize,
    /// Have not exited.
    pub live: u64,
    /// Wait for data.
    pub missing: u64,
    /// Wait at the barrier of the block.
    pub at_barrier: u64,
    /// Wait at the barrier of the warp.
    pub at_partial: u64,
    /// Barriers of the warp that have opened, also those of blocks before.
    pub partial_epoch: u32,
    /// Wait on the warp's stack for others; known only where a mechanism has settled.
    pub stacked: u64,
}

impl WarpThreads {
    /// Lanes that can execute.
    #[inline(always)]
    pub fn runnable(&self) -> u64 {
        self.live & !(self.missing | self.at_barrier | self.at_partial)
    }
}

/// The nesting of calls, counted by the standard link-register hints.
#[derive(Clone, Debug)]
pub struct Depths {
    depth: Vec<u32>,
    /// The largest depth a key can tell from deeper ones.
    limit: u32,
    /// Calls beyond the limit, and returns from below the kernel.
    pub saturated: u64,
}

/// Depth of a kernel's own code. Its return leads to depth 0, behind every other thread.
const KERNEL_DEPTH: u32 = 1;

impl Depths {
    fn new(threads: usize, limit: u32) -> Self {
        Depths {
            depth: vec![0; threads],
            limit,
            saturated: 0,
        }
    }

    pub fn enter(&mut self, thread: usize) {
        self.depth[thread] = KERNEL_DEPTH;
    }

    pub fn call(&mut self, thread: usize) {
        let depth = &mut self.depth[thread];
        *depth = depth.saturating_add(1);
        self.saturated += u64::from(*depth > self.limit);
    }

    pub fn ret(&mut self, thread: usize) {
        let depth = &mut self.depth[thread];
        self.saturated += u64::from(*depth == 0);
        *depth = depth.saturating_sub(1);
    }

    /// Calls that a thread has open, the kernel's own included.
    #[inline(always)]
    pub fn of(&self, thread: usize) -> u32 {
        self.depth[thread]
    }

    /// The nesting keys of a row of threads: the deepest call has the smallest.
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
    /// Byte address of the next instruction; exact only where no mechanism holds it back.
    pub pc: Vec<u32>,
    /// How deep calls are nested.
    pub depths: Depths,
    /// Number in the block.
    pub index: Vec<u32>,
    /// Instructions executed, counted only for programs that ask.
    pub retired: Vec<u64>,
    /// By original warp: what its threads do.
    pub warps: Vec<WarpThreads>,
    /// Threads of a warp.
    pub warp_size: usize,
    /// Warps with a thread that waits for data.
    pub missing_warps: u64,
}

impl Threads {
    /// Threads that have not started.
    pub fn new(warps: usize, warp_size: usize, depth_limit: u32) -> Self {
        let threads = warps * warp_size;
        Threads {
            registers: Registers::new(threads),
            pc: vec![0; threads],
            depths: Depths::new(threads, depth_limit),
            index: vec![0; threads],
            retired: vec![0; threads],
            warps: vec![WarpThreads::default(); warps],
            warp_size,
            missing_warps: 0,
        }
    }

    /// First thread of a warp.
    pub fn first(&self, warp: usize) -> usize {
        warp * self.warp_size
    }

    /// Lanes of a row of threads of one warp that can execute.
    pub fn runnable<const W: usize>(&self, first: usize) -> u64 {
        let warp = &self.warps[first / self.warp_size];
        warp.runnable() >> (first % self.warp_size) & (u64::MAX >> (64 - W))
    }

    /// Sets the PC of some lanes of a row that starts at thread `first`.
    #[inline(always)]
    pub fn set_pc<const W: usize>(&mut self, first: usize, lanes: u64, pc: u32) {
        let masks = lane_words::<W>(lanes);
        for (own, mask) in self.pc_row::<W>(first).iter_mut().zip(masks) {
            *own = *own & !mask | pc & mask;
        }
    }

    /// The PCs of a row of threads.
    #[inline(always)]
    pub fn pc_row<const W: usize>(&mut self, first: usize) -> &mut [u32; W] {
        let row = &mut self.pc[first..first + W];
        row.try_into().expect("a row has W lanes")
    }

    /// Lanes of a warp wait for their data.
    pub fn miss(&mut self, warp: usize, lanes: u64) {
        self.warps[warp].missing |= lanes;
        self.missing_warps |= 1 << warp;
    }

    /// Data has come for lanes of a warp.
    pub fn arrive(&mut self, warp: usize, lanes: u64) {
        let missing = &mut self.warps[warp].missing;
        *missing &= !lanes;
        if *missing == 0 {
            self.missing_warps &= !(1 << warp);
        }
    }
}

/// The lanes of a mask as words of ones and zeros, in a form that is computed four at a time.
#[inline(always)]
pub fn lane_words<const W: usize>(lanes: u64) -> [u32; W] {
    let halves = [lanes as u32, (lanes >> 32) as u32];
    std::array::from_fn(|lane| u32::from(halves[lane / 32] & 1 << (lane % 32) != 0).wrapping_neg())
}

/// Lanes of a row that fulfil a condition, as a mask; computed four at a time.
#[inline(always)]
pub fn lanes_where<const W: usize>(row: &[u32; W], holds: impl Fn(u32) -> bool) -> u64 {
    const BITS: [u32; 32] = lane_bits();
    let half = |lanes: &[u32]| {
        let bits = lanes.iter().zip(BITS);
        bits.fold(0, |mask, (&value, bit)| {
            mask | if holds(value) { bit } else { 0 }
        })
    };
    let (low, high) = row.split_at(W.min(32));
    u64::from(half(high)) << 32 | u64::from(half(low))
}

const fn lane_bits() -> [u32; 32] {
    let mut bits = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
}

/// Calls `f` with every lane of a mask, the lowest first.
#[inline(always)]
pub fn for_lanes(mut lanes: u64, mut f: impl FnMut(usize)) {
    while lanes != 0 {
        f(lanes.trailing_zeros() as usize);
        lanes &= lanes - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_calls_have_smaller_keys_until_they_saturate() {
        let key = |depths: &Depths| depths.keys(0..1).next().unwrap();
        let mut depths = Depths::new(1, 3);
        depths.enter(0);
        assert_eq!(key(&depths), 2);
        depths.call(0);
        assert_eq!(key(&depths), 1);
        (0..4).for_each(|_| depths.call(0));
        assert_eq!((key(&depths), depths.saturated), (0, 3));
        (0..6).for_each(|_| depths.ret(0));
        assert_eq!((key(&depths), depths.saturated), (3, 3));
        depths.ret(0);
        assert_eq!((key(&depths), depths.saturated), (3, 4));
    }

    #[test]
    fn lanes_and_masks_are_two_sides() {
        let mask = 0x8000_0001_c000_0005;
        let words = lane_words::<64>(mask);
        assert_eq!((words[0], words[1], words[63]), (u32::MAX, 0, u32::MAX));
        assert_eq!(lanes_where(&words, |word| word != 0), mask);
        assert_eq!(lanes_where(&[3, 4, 3, 9], |word| word == 3), 0b0101);
    }

    #[test]
    fn threads_wait_until_their_data_is_there() {
        let mut threads = Threads::new(2, 4, 255);
        threads.warps[1].live = 0b1111;
        threads.miss(1, 0b1010);
        assert_eq!(threads.warps[1].runnable(), 0b0101);
        threads.arrive(1, 0b1000);
        let state = (threads.warps[1].runnable(), threads.missing_warps);
        assert_eq!(state, (0b1101, 2));
        threads.arrive(1, 0b0010);
        let state = (threads.warps[1].runnable(), threads.missing_warps);
        assert_eq!(state, (0b1111, 0));
    }
}
