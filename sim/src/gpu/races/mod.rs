//! The race check: sees every access where it takes effect. [`crate::race`] defines races.

mod barriers;
mod describe;
mod history;

use barriers::BarrierCheck;
pub(crate) use barriers::{Example, Parted};
use heddle_gpu_core::AccessKind;
use heddle_gpu_core::memory::core_memory::View;
use heddle_gpu_core::memory::watch::{AccessWatch, Seen};
use heddle_isa::DataPort;
use heddle_types::{Pc, ThreadId};
use history::Word;
pub(crate) use history::{Shape, Stamp};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

/// Words of a page of histories.
const PAGE: u32 = 256;

/// One of two accesses that raced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub thread: u32,
    pub kind: AccessKind,
    pub pc: Pc,
}

/// Two instructions whose accesses raced, with the first such pair of accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub launch: usize,
    pub address: u32,
    pub physical: u32,
    pub earlier: Side,
    pub later: Side,
    pub accesses: u64,
}

/// Histories of all memory in a launch, and the races of all launches so far.
#[derive(Debug)]
pub(crate) struct RaceCheck {
    launch: usize,
    shape: Shape,
    pages: HashMap<u32, Box<[Word]>>,
    /// Pairs of instructions of this launch already found to race, the lower PC first.
    known: HashMap<[Pc; 2], usize>,
    pub found: Vec<Found>,
    pub barriers: BarrierCheck,
}

impl RaceCheck {
    pub fn new(warp_size: usize) -> Self {
        let shape = Shape {
            block_threads: 1,
            warp_size: warp_size as u32,
        };
        RaceCheck {
            launch: 0,
            shape,
            pages: HashMap::new(),
            known: HashMap::new(),
            found: Vec::new(),
            barriers: BarrierCheck::default(),
        }
    }

    /// Everything before a launch is ordered before it, so all histories are dropped.
    pub fn begin_launch(&mut self, launch: usize, block_threads: u32) {
        self.launch = launch;
        self.shape.block_threads = block_threads;
        self.pages.clear();
        self.known.clear();
        self.barriers.begin_launch(launch);
    }

    /// Drops the histories of these physical addresses: they become shared memory of a new block.
    fn forget(&mut self, start: u32, bytes: u32) {
        for address in (start..start + bytes).step_by(4) {
            *self.word(address) = Word::default();
        }
    }

    fn word(&mut self, physical: u32) -> &mut Word {
        let word = physical / 4;
        let page = self.pages.entry(word / PAGE);
        let page = page.or_insert_with(|| vec![Word::default(); PAGE as usize].into());
        &mut page[(word % PAGE) as usize]
    }

    /// Processes an access that has just taken effect in memory.
    fn see(&mut self, access: &Seen, memory: &mut View) {
        let whole = access.bytes == 4 && access.physical.is_multiple_of(4);
        let raced = match whole {
            true => self.see_word(access, memory),
            false => self.see_bytes(access, memory),
        };
        if let Some((byte, kind, other)) = raced {
            self.note(access, byte, kind, other);
        }
    }

    fn see_word(&mut self, access: &Seen, memory: &mut View) -> Option<(u32, AccessKind, Stamp)> {
        let (stamp, shape) = (stamp(access, memory, access.physical, 4), self.shape);
        self.word(access.physical).add(access.kind, stamp, shape)
    }

    fn see_bytes(&mut self, access: &Seen, memory: &mut View) -> Option<(u32, AccessKind, Stamp)> {
        let shape = self.shape;
        let mut found = None;
        for byte in 0..access.bytes {
            let physical = access.physical + byte;
            let stamp = stamp(access, memory, physical, 1);
            let bytes = self.word(physical).bytes();
            let raced = bytes[physical as usize % 4].add(access.kind, stamp, shape);
            found = found.or(raced.map(|(kind, other)| (byte, kind, other)));
        }
        found
    }

    fn note(&mut self, access: &Seen, byte: u32, kind: AccessKind, other: Stamp) {
        let mut pair = [access.pc, other.pc];
        pair.sort_unstable();
        let at = *self.known.entry(pair).or_insert(self.found.len());
        if at == self.found.len() {
            let side = |thread, kind, pc| Side { thread, kind, pc };
            self.found.push(Found {
                launch: self.launch,
                address: access.address + byte,
                physical: access.physical + byte,
                earlier: side(other.thread, kind, other.pc),
                later: side(access.thread, access.kind, access.pc),
                accesses: 0,
            });
        }
        self.found[at].accesses += 1;
    }
}

/// The race check in the form that the cores use.
#[derive(Debug)]
pub(crate) struct RaceWatch(Mutex<RaceCheck>);

impl RaceWatch {
    pub fn new(check: RaceCheck) -> Self {
        RaceWatch(Mutex::new(check))
    }

    /// Locks the check; other threads hold the lock only for a moment.
    pub fn check(&self) -> MutexGuard<'_, RaceCheck> {
        self.0.lock().expect("nobody panicked with it")
    }
}

impl AccessWatch for RaceWatch {
    fn see(&self, access: &Seen, memory: &mut View) {
        self.check().see(access, memory);
    }

    fn forget(&self, start: u32, bytes: u32) {
        self.check().forget(start, bytes);
    }

    fn arrive(&self, thread: u32, pc: Pc) {
        let mut check = self.check();
        let threads = check.shape.block_threads;
        let (block, thread) = (thread / threads, thread % threads);
        check.barriers.arrive(block, threads, thread, pc);
    }

    fn exit(&self, thread: u32) {
        let mut check = self.check();
        let threads = check.shape.block_threads;
        check.barriers.exit(thread / threads, threads);
    }
}

/// The stamp of an access. Its value is read from memory now: for a store, this is the value just written.
fn stamp(access: &Seen, memory: &mut View, physical: u32, bytes: u32) -> Stamp {
    let value = memory.load(ThreadId::default(), physical, bytes);
    Stamp {
        thread: access.thread,
        pc: access.pc,
        block_epoch: access.block_epoch,
        warp_epoch: access.warp_epoch,
        value: value.expect("the access has found memory here"),
    }
}
