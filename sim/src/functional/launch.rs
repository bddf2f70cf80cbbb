//! The blocks of a launch.

use super::block::{Block, Thread};
use super::shared::{Plan, Shared};
use heddle_gpu_core::Raised;
use std::sync::atomic::Ordering;

/// How a launch ended.
pub enum Ended {
    /// All threads have ended.
    Completed,
    /// A thread faulted: its slot in the fault is its lane.
    Fault {
        /// Number of the block in the grid.
        block: u32,
        /// Number in the block of the thread in lane 0.
        first: usize,
        /// The fault.
        raised: Raised,
    },
    /// All remaining threads wait for each other at barriers.
    Deadlock(Vec<Thread>),
    /// The limit of instructions was reached.
    Limit(Vec<Thread>),
}

/// The blocks that have started and not ended, and those to come.
struct Blocks<'a, const W: usize> {
    plan: &'a Plan<'a>,
    resident: Vec<Block<W>>,
    /// Number of blocks that have started.
    started: u32,
}

/// Runs all blocks of a launch, on warps of `W` threads. Nothing looks for threads that run in circles (FUN-7).
pub fn run_blocks<const W: usize>(plan: &Plan, shared: &mut Shared) -> Ended {
    let mut blocks = Blocks::<W> {
        plan,
        resident: Vec::new(),
        started: 0,
    };
    loop {
        let mut ran = false;
        for slot in 0..plan.resident {
            match blocks.visit(slot, shared) {
                Ok(one) => ran |= one,
                Err(ended) => return ended,
            }
            shared.clock.store(shared.executed, Ordering::Relaxed);
        }
        match (blocks.are_live(), ran) {
            (false, false) => return Ended::Completed,
            (true, false) => return Ended::Deadlock(blocks.threads()),
            (true, true) if shared.executed >= shared.limit => {
                return Ended::Limit(blocks.threads());
            }
            _ => {}
        }
    }
}

impl<const W: usize> Blocks<'_, W> {
    /// Gives a slot its turn: its block runs, and where a block ends, the next one starts. Returns whether anything ran.
    fn visit(&mut self, slot: usize, shared: &mut Shared) -> Result<bool, Ended> {
        let mut ran = false;
        while self.fill(slot) {
            let block = &mut self.resident[slot];
            let turn = block.turn(shared).map_err(|(first, raised)| Ended::Fault {
                block: block.number,
                first,
                raised,
            })?;
            ran |= turn;
            if block.is_live() {
                break;
            }
        }
        Ok(ran)
    }

    /// Starts the next block in a slot that is free; returns whether the slot has a block.
    fn fill(&mut self, slot: usize) -> bool {
        let free = self.resident.get(slot).is_none_or(|block| !block.is_live());
        if !free {
            return true;
        }
        if self.started == self.plan.grid.blocks() {
            return false;
        }
        if slot == self.resident.len() {
            self.resident.push(Block::new(self.plan));
        }
        self.resident[slot].start(self.plan, self.started);
        self.started += 1;
        true
    }

    /// Whether a thread of a resident block has not ended.
    fn are_live(&self) -> bool {
        self.resident.iter().any(Block::is_live)
    }

    /// The threads of resident blocks that have not ended.
    fn threads(&self) -> Vec<Thread> {
        let live = self.resident.iter().filter(|block| block.is_live());
        live.flat_map(Block::threads).collect()
    }
}
