//! The blocks resident on a core: their warps, barriers and exits.

use super::state::Threads;
use heddle_types::{LaneMask, WarpId, WarpMask};

/// A block on a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resident {
    /// Number in the grid.
    pub number: u32,
    /// Position in the grid.
    pub index: [u32; 3],
    /// The warps of the block on the core.
    pub warps: WarpMask,
    /// Threads that have not exited.
    live: u32,
    /// Threads that wait at the block's barrier.
    arrived: u32,
    /// Number of barriers that have opened.
    pub epoch: u32,
}

/// The effect of a barrier arrival or an exit on other threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Released {
    /// Warps with threads that may continue.
    pub warps: WarpMask,
    /// Whether the block is done and has left the core.
    pub block_done: bool,
}

/// Block slots of a core and its free warps.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The block in each slot.
    pub slots: Vec<Option<Resident>>,
    free_warps: WarpMask,
    /// Number of free warps.
    free_warp_count: u32,
    free_slots: usize,
    /// Threads of all blocks that have not exited.
    pub live: u32,
    /// Number of barriers opened, threads exited and blocks started so far.
    pub progress: u64,
}

impl Blocks {
    /// A core with this many block slots and warps, all free.
    pub fn new(blocks: usize, warps: usize) -> Self {
        Blocks {
            slots: vec![None; blocks],
            free_warps: WarpMask::all(warps),
            free_warp_count: warps as u32,
            free_slots: blocks,
            live: 0,
            progress: 0,
        }
    }

    /// How many blocks of `warps` warps could start now.
    pub fn room(&self, warps: u32) -> u32 {
        let places = self.free_warp_count / warps;
        places.min(self.free_slots as u32)
    }

    /// Number of resident blocks.
    pub fn resident(&self) -> u32 {
        (self.slots.len() - self.free_slots) as u32
    }

    /// Whether no block is resident.
    pub fn is_empty(&self) -> bool {
        self.resident() == 0
    }

    /// The block in a slot, which must hold one: it is the slot of a live thread.
    pub fn block(&self, slot: usize) -> &Resident {
        let block = self.slots[slot].as_ref();
        block.expect("a live thread belongs to a resident block")
    }

    fn block_mut(&mut self, slot: usize) -> &mut Resident {
        let block = self.slots[slot].as_mut();
        block.expect("a live thread belongs to a resident block")
    }

    /// Places a block in the lowest free slot and the lowest free warps. Returns the slot.
    ///
    /// # Panics
    /// If the core has no room.
    pub fn place(
        &mut self,
        number: u32,
        index: [u32; 3],
        threads: &mut Threads,
        count: u32,
    ) -> usize {
        let slot = self.slots.iter().position(Option::is_none);
        let slot = slot.expect("the caller checked for room");
        let mut block = Resident {
            number,
            index,
            warps: WarpMask::NONE,
            live: count,
            arrived: 0,
            epoch: 0,
        };
        let size = threads.warp_size as u32;
        for done in (0..count).step_by(threads.warp_size) {
            let warp = self.free_warps.first();
            let warp = warp.expect("the caller checked for room");
            self.free_warps.remove(warp);
            self.free_warp_count -= 1;
            block.warps.insert(warp);
            let state = &mut threads.warps[warp.index()];
            state.block = slot;
            state.live = LaneMask::all(size.min(count - done) as usize);
            let first = threads.first(warp);
            for (index, own) in (done..).zip(&mut threads.index[first.row(threads.warp_size)]) {
                *own = index;
            }
        }
        self.slots[slot] = Some(block);
        self.free_slots -= 1;
        self.live += count;
        self.progress += 1;
        slot
    }

    /// Lanes of a warp arrive at the barrier of their block.
    pub fn arrive(&mut self, threads: &mut Threads, warp: WarpId, lanes: LaneMask) -> Released {
        threads.warps[warp.index()].at_barrier |= lanes;
        let slot = threads.warps[warp.index()].block;
        self.block_mut(slot).arrived += lanes.count();
        Released {
            warps: self.open(threads, slot),
            block_done: false,
        }
    }

    /// Lanes of a warp arrive at the barrier of their original warp.
    pub fn arrive_partial(
        &mut self,
        threads: &mut Threads,
        warp: WarpId,
        lanes: LaneMask,
    ) -> Released {
        threads.warps[warp.index()].at_partial |= lanes;
        Released {
            warps: self.open_partial(threads, warp),
            block_done: false,
        }
    }

    /// Lanes of a warp exit. Barriers that waited only for these lanes open.
    pub fn exit(&mut self, threads: &mut Threads, warp: WarpId, lanes: LaneMask) -> Released {
        let state = &mut threads.warps[warp.index()];
        state.live = state.live.without(lanes);
        let slot = state.block;
        self.progress += 1;
        self.live -= lanes.count();
        let block = self.block_mut(slot);
        block.live -= lanes.count();
        if block.live == 0 {
            let warps = block.warps;
            self.free_warps |= warps;
            self.free_warp_count += warps.count();
            self.free_slots += 1;
            self.slots[slot] = None;
            let (warps, block_done) = (WarpMask::NONE, true);
            return Released { warps, block_done };
        }
        Released {
            warps: self.open(threads, slot) | self.open_partial(threads, warp),
            block_done: false,
        }
    }

    /// Opens the barrier of a block if every live thread is there, whatever barrier it waits at (GPU-8).
    fn open(&mut self, threads: &mut Threads, slot: usize) -> WarpMask {
        let block = self.block_mut(slot);
        if block.arrived == 0 || block.arrived < block.live {
            return WarpMask::NONE;
        }
        block.arrived = 0;
        block.epoch += 1;
        let released = block.warps.filter(|warp| {
            let at_barrier = std::mem::take(&mut threads.warps[warp.index()].at_barrier);
            !at_barrier.is_empty()
        });
        self.progress += 1;
        released
    }

    /// Opens the barrier of a warp if every live thread is there.
    fn open_partial(&mut self, threads: &mut Threads, warp: WarpId) -> WarpMask {
        let state = &mut threads.warps[warp.index()];
        if state.at_partial.is_empty() || state.at_partial != state.live {
            return WarpMask::NONE;
        }
        state.at_partial = LaneMask::NONE;
        state.partial_epoch = state.partial_epoch.wrapping_add(1);
        self.progress += 1;
        WarpMask::single(warp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WARPS: [WarpId; 2] = [WarpId::new(0), WarpId::new(1)];

    fn placed(count: u32) -> (Blocks, Threads) {
        let (mut blocks, mut threads) = (Blocks::new(2, 4), Threads::new(4, 4, 255));
        blocks.place(0, [0; 3], &mut threads, count);
        (blocks, threads)
    }

    #[test]
    fn a_block_takes_the_warps_it_needs() {
        let (mut blocks, mut threads) = placed(10);
        assert_eq!(blocks.block(0).warps, WarpMask::all(3));
        assert_eq!(
            (threads.warps[1].live, threads.warps[2].live),
            (LaneMask::all(4), LaneMask::all(2))
        );
        assert_eq!((blocks.room(1), blocks.room(2)), (1, 0));
        assert_eq!(blocks.place(1, [1, 0, 0], &mut threads, 4), 1);
        assert_eq!(blocks.room(1), 0);
    }

    #[test]
    fn barriers_count_arrivals_and_forget_the_exited() {
        let (mut blocks, mut threads) = placed(6);
        let (first, second) = (LaneMask::single(0), LaneMask::single(1));
        let all = LaneMask::all(4);
        assert_eq!(
            blocks.arrive(&mut threads, WARPS[0], all),
            Released::default()
        );
        assert_eq!(
            blocks.arrive(&mut threads, WARPS[1], first),
            Released::default()
        );
        let released = blocks.exit(&mut threads, WARPS[1], second);
        assert_eq!(
            released,
            Released {
                warps: WarpMask::all(2),
                block_done: false
            }
        );
        assert_eq!(threads.warps[0].runnable(), all);
        assert_eq!(
            blocks.arrive(&mut threads, WARPS[1], first),
            Released::default()
        );
    }

    #[test]
    fn partial_barriers_are_the_warps_own() {
        let (mut blocks, mut threads) = placed(8);
        let mut arrive =
            |lanes| blocks.arrive_partial(&mut threads, WARPS[1], LaneMask::new(lanes));
        assert_eq!(arrive(0b0011).warps, WarpMask::NONE);
        assert_eq!(arrive(0b1100).warps, WarpMask::single(WARPS[1]));
    }

    #[test]
    fn a_block_leaves_with_its_last_thread() {
        let (mut blocks, mut threads) = placed(4);
        assert!(
            !blocks
                .exit(&mut threads, WARPS[0], LaneMask::all(3))
                .block_done
        );
        assert!(
            blocks
                .exit(&mut threads, WARPS[0], LaneMask::single(3))
                .block_done
        );
        assert!(blocks.is_empty() && blocks.room(4) == 1);
    }
}
