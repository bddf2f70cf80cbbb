//! Which barriers the threads of a block reach together.
//!
//! Only openings count (RAC-8). An opening of a block's barrier takes one arrival of each thread that has not ended. So the
//! first thread that arrives again, or the end of the last thread, shows that an opening is complete, and that the threads
//! which have not arrived had ended before it.

use heddle_types::Pc;
use std::collections::{BTreeMap, HashMap};

/// Threads of a block that did not come to one barrier together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Parted {
    pub launch: usize,
    /// The barrier.
    pub at: Pc,
    /// The barrier at which others waited; `None` if they had ended.
    pub other: Option<Pc>,
}

/// How often that happened, and where it did first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    /// The block, and how many barriers of the block had opened before.
    first: (u32, u32),
    /// The lowest thread at the barrier, and the lowest of the others, by their linear numbers in the launch.
    pub threads: [u32; 2],
    pub openings: u64,
}

/// The barriers of a run.
#[derive(Debug, Default)]
pub(crate) struct BarrierCheck {
    launch: usize,
    blocks: HashMap<u32, Block>,
    pub found: BTreeMap<Parted, Example>,
    /// Openings at which threads were parted.
    pub openings: u64,
}

/// The arrivals at the barrier of a block since it last opened.
#[derive(Debug)]
struct Block {
    /// The barrier at which each thread waits.
    waits: Vec<Option<Pc>>,
    opened: u32,
    ended: u32,
}

impl Block {
    fn new(threads: u32) -> Self {
        Block {
            waits: vec![None; threads as usize],
            opened: 0,
            ended: 0,
        }
    }

    /// Whether all threads have come to one barrier.
    fn is_together(&self) -> bool {
        self.waits[0].is_some() && self.waits.iter().all(|at| *at == self.waits[0])
    }

    /// The lowest thread at each barrier, and the lowest that has ended (`None`).
    fn lowest(&self) -> BTreeMap<Option<Pc>, u32> {
        let mut lowest = BTreeMap::new();
        for (thread, at) in (0..).zip(&self.waits) {
            lowest.entry(*at).or_insert(thread);
        }
        lowest
    }
}

impl BarrierCheck {
    /// Forgets the blocks of earlier launches, which may not have ended.
    pub fn begin_launch(&mut self, launch: usize) {
        self.launch = launch;
        self.blocks.clear();
    }

    /// A thread of a block has come to a barrier.
    pub fn arrive(&mut self, block: u32, block_threads: u32, thread: u32, pc: Pc) {
        let arrivals = self.block(block, block_threads);
        if arrivals.waits[thread as usize].is_some() {
            self.open(block, block_threads);
        }
        self.block(block, block_threads).waits[thread as usize] = Some(pc);
    }

    /// A thread of a block has ended.
    pub fn exit(&mut self, block: u32, block_threads: u32) {
        let arrivals = self.block(block, block_threads);
        arrivals.ended += 1;
        if arrivals.ended == block_threads {
            self.open(block, block_threads);
            self.blocks.remove(&block);
        }
    }

    fn block(&mut self, block: u32, threads: u32) -> &mut Block {
        let block = self.blocks.entry(block);
        block.or_insert_with(|| Block::new(threads))
    }

    /// Looks at the arrivals of an opening, and begins the next one.
    fn open(&mut self, number: u32, threads: u32) {
        let (launch, block) = (self.launch, self.block(number, threads));
        let together = block.is_together();
        let lowest = match together {
            true => BTreeMap::new(),
            false => block.lowest(),
        };
        let first = (number, block.opened);
        block.waits.fill(None);
        block.opened += 1;
        let ended = lowest.get(&None).copied();
        let mut barriers = lowest
            .iter()
            .filter_map(|(at, thread)| Some(((*at)?, *thread)));
        let Some((at, thread)) = barriers.next() else {
            return;
        };
        self.openings += 1;
        let others = barriers.map(|(other, thread)| (Some(other), thread));
        for (other, apart) in others.chain(ended.map(|thread| (None, thread))) {
            let threads = [thread, apart].map(|thread| number * threads + thread);
            self.note(Parted { launch, at, other }, first, threads);
        }
    }

    /// Counts an opening; keeps the example of the lowest block, and there the first.
    fn note(&mut self, parted: Parted, first: (u32, u32), threads: [u32; 2]) {
        let example = self.found.entry(parted).or_insert(Example {
            first,
            threads,
            openings: 0,
        });
        example.openings += 1;
        if first < example.first {
            (example.first, example.threads) = (first, threads);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Pc = Pc::new(0x100);
    const B: Pc = Pc::new(0x200);

    /// Blocks of three threads.
    fn arrive(check: &mut BarrierCheck, block: u32, at: [Option<Pc>; 3]) {
        for (thread, pc) in (0..).zip(at).filter_map(|(thread, pc)| Some((thread, pc?))) {
            check.arrive(block, 3, thread, pc);
        }
    }

    fn end(check: &mut BarrierCheck, block: u32) {
        for _ in 0..3 {
            check.exit(block, 3);
        }
    }

    fn found(check: &BarrierCheck) -> Vec<(Pc, Option<Pc>, [u32; 2], u64)> {
        let found = check.found.iter();
        found
            .map(|(parted, example)| (parted.at, parted.other, example.threads, example.openings))
            .collect()
    }

    #[test]
    fn threads_that_meet_are_not_parted() {
        let mut check = BarrierCheck::default();
        for at in [A, A, B] {
            arrive(&mut check, 0, [Some(at); 3]);
        }
        end(&mut check, 0);
        assert_eq!((found(&check), check.openings), (vec![], 0));
    }

    #[test]
    fn two_barriers_and_threads_that_have_ended_are_found() {
        let mut check = BarrierCheck::default();
        // The lowest block counts, whichever ends first.
        for block in [2, 1] {
            arrive(&mut check, block, [Some(B), Some(A), Some(A)]);
            check.exit(block, 3);
            arrive(&mut check, block, [None, Some(B), Some(B)]);
            check.exit(block, 3);
            check.exit(block, 3);
        }
        let both = (A, Some(B), [4, 3], 2);
        assert_eq!(found(&check), [both, (B, None, [4, 3], 2)]);
        assert_eq!(check.openings, 4);
    }

    #[test]
    fn a_barrier_that_never_opens_is_not_looked_at() {
        let mut check = BarrierCheck::default();
        arrive(&mut check, 0, [Some(A), Some(B), None]);
        check.begin_launch(1);
        arrive(&mut check, 0, [Some(A); 3]);
        end(&mut check, 0);
        assert_eq!(found(&check), []);
    }
}
