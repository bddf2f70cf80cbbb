//! Observers of instructions as they are issued.

use super::port_log::PortUse;
use super::stall_log::StallRun;
use super::tables::Change;
use crate::execution::issue::{Effect, Issue};
use crate::threads::{Blocks, Threads};
use heddle_isa::{Class, Instruction};
use heddle_types::{Cycle, LaneMask, Pc, WarpId};
use std::ops::Range;
use std::sync::Mutex;

/// An instruction that a core has issued, with the PCs of the threads of its original warp. Under `dwf` a warp is
/// reported once for each original warp that has threads in it, all in the same cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Issued<'a> {
    /// The core that issued it.
    pub core: usize,
    /// The cycle of the issue.
    pub cycle: Cycle,
    /// The original warp: the group that the threads formed when their block started.
    pub warp: WarpId,
    /// The block of these threads, by its number in the grid.
    pub block: u32,
    /// The thread in the first lane of the original warp, by its number in the block. Those in the other lanes follow it.
    pub first_thread: u32,
    /// The PC of the instruction.
    pub pc: Pc,
    /// The instruction.
    pub instruction: &'a Instruction,
    /// Lanes of the original warp that execute it.
    pub lanes: LaneMask,
    /// Lanes that have not exited.
    pub live: LaneMask,
    /// A digest of what the lanes read from their source registers; 0 if the observer does not
    /// [read threads](Observer::reads_threads).
    pub operands: u64,
    /// What a load, store or atomic computes as its address in each of `lanes`, the lowest lane first; empty for other instructions,
    /// and if the observer does not [read addresses](Observer::reads_addresses).
    pub addresses: &'a [u32],
    /// PC of every lane before the instruction; empty if the observer does not read threads.
    pub before: &'a [Pc],
    /// PC of every lane after the instruction; lanes that exit keep theirs. Empty if the observer does not read threads.
    pub after: &'a [Pc],
}

/// Sees every issued instruction.
pub trait Observer: Send {
    /// An instruction has been issued.
    fn issued(&mut self, event: &Issued);

    /// Whether the observer reads operands and PCs of the threads of an instruction, which takes longer than the rest.
    fn reads_threads(&self) -> bool {
        true
    }

    /// Whether the observer reads the addresses of memory instructions.
    fn reads_addresses(&self) -> bool {
        false
    }

    /// A launch begins, of those of the job, counted from 0.
    fn launched(&mut self, launch: usize) {
        let _ = launch;
    }

    /// All instructions before this cycle have been reported, by every core.
    fn reached(&mut self, cycle: Cycle) {
        let _ = cycle;
    }

    /// This core issued nothing for some cycles. Runs of a core come in order, but may come later than its instructions, and may
    /// be parts of a longer one.
    fn stalled(&mut self, core: usize, run: StallRun) {
        let _ = (core, run);
    }

    /// The memory port of this core served lines of its data cache in a cycle. Cycles of a core come in order, but may come later
    /// than its instructions.
    fn served(&mut self, core: usize, used: PortUse) {
        let _ = (core, used);
    }

    /// The cycles in which the observer reads the tables of mechanisms.
    fn reads_tables(&self) -> Range<Cycle> {
        Cycle::ZERO..Cycle::ZERO
    }

    /// A table of this core has changed. Changes of a core come in order.
    fn changed(&mut self, core: usize, change: Change) {
        let _ = (core, change);
    }

    /// The instruction that this core issued last holds its pipe until the cycle before `until`. Threads of `mimd`
    /// have no pipe and are not reported.
    fn held(&mut self, core: usize, until: Cycle) {
        let _ = (core, until);
    }
}

/// One observer that all cores share.
pub trait Watch: Sync {
    /// An instruction has been issued.
    fn issued(&self, event: Issued);

    /// See [`Observer::reads_threads`].
    fn reads_threads(&self) -> bool;

    /// See [`Observer::reads_addresses`].
    fn reads_addresses(&self) -> bool;

    /// See [`Observer::launched`].
    fn launched(&self, launch: usize);

    /// See [`Observer::reached`].
    fn reached(&self, cycle: Cycle);

    /// See [`Observer::stalled`].
    fn stalled(&self, core: usize, run: StallRun);

    /// See [`Observer::served`].
    fn served(&self, core: usize, used: PortUse);

    /// See [`Observer::reads_tables`].
    fn reads_tables(&self) -> Range<Cycle>;

    /// See [`Observer::changed`].
    fn changed(&self, core: usize, change: Change);

    /// See [`Observer::held`].
    fn held(&self, core: usize, until: Cycle);
}

/// An observer, for all cores.
pub struct Shared<'a> {
    observer: Mutex<&'a mut dyn Observer>,
    reads_threads: bool,
    reads_addresses: bool,
    reads_tables: Range<Cycle>,
}

impl<'a> Shared<'a> {
    /// Shares an observer.
    pub fn new(observer: &'a mut dyn Observer) -> Self {
        Shared {
            reads_threads: observer.reads_threads(),
            reads_addresses: observer.reads_addresses(),
            reads_tables: observer.reads_tables(),
            observer: Mutex::new(observer),
        }
    }

    fn tell(&self, tell: impl FnOnce(&mut dyn Observer)) {
        let mut observer = self.observer.lock().expect("nobody panicked with it");
        tell(&mut **observer);
    }
}

impl Watch for Shared<'_> {
    fn issued(&self, event: Issued) {
        self.tell(|observer| observer.issued(&event));
    }

    fn reads_threads(&self) -> bool {
        self.reads_threads
    }

    fn reads_addresses(&self) -> bool {
        self.reads_addresses
    }

    fn launched(&self, launch: usize) {
        self.tell(|observer| observer.launched(launch));
    }

    fn reached(&self, cycle: Cycle) {
        self.tell(|observer| observer.reached(cycle));
    }

    fn stalled(&self, core: usize, run: StallRun) {
        self.tell(|observer| observer.stalled(core, run));
    }

    fn served(&self, core: usize, used: PortUse) {
        self.tell(|observer| observer.served(core, used));
    }

    fn reads_tables(&self) -> Range<Cycle> {
        self.reads_tables.clone()
    }

    fn changed(&self, core: usize, change: Change) {
        self.tell(|observer| observer.changed(core, change));
    }

    fn held(&self, core: usize, until: Cycle) {
        self.tell(|observer| observer.held(core, until));
    }
}

/// What an observer sees of a warp before and after an instruction.
pub struct Seen {
    warp: WarpId,
    block: u32,
    first_thread: u32,
    lanes: LaneMask,
    live: LaneMask,
    addresses: Vec<u32>,
    rows: Option<Rows>,
}

/// What the threads of a warp read, and their PCs.
struct Rows {
    operands: u64,
    before: Vec<Pc>,
    after: Vec<Pc>,
}

/// What the lanes compute as their addresses, if the instruction accesses memory.
fn addresses(threads: &Threads, issue: &Issue) -> Vec<u32> {
    let instruction = &issue.step.instruction;
    if !matches!(
        instruction.class(),
        Class::Load | Class::Store | Class::Atomic
    ) {
        return Vec::new();
    }
    let base = |lane| threads.registers.x(instruction.rs1, issue.first + lane);
    let lanes = issue.lanes.into_iter();
    lanes
        .map(|lane| base(lane).wrapping_add_signed(instruction.imm))
        .collect()
}

/// A digest of what the lanes read from their source registers (FNV-1a, by words).
fn operands(threads: &Threads, issue: &Issue) -> u64 {
    let sources = issue.step.instruction.sources();
    let values = sources.into_iter().flat_map(|(register, float)| {
        issue.lanes.into_iter().map(move |lane| {
            let thread = issue.first + lane;
            match float {
                true => threads.registers.f(register, thread),
                false => threads.registers.x(register, thread),
            }
        })
    });
    values.fold(0xcbf2_9ce4_8422_2325, |digest, value| {
        (digest ^ u64::from(value)).wrapping_mul(0x100_0000_01b3)
    })
}

impl Seen {
    /// Records the warp before the instruction, with what its threads hold if that is read. The lanes of `issue` may be counted
    /// from any thread of the warp.
    pub fn before(threads: &Threads, blocks: &Blocks, issue: &Issue, observer: &dyn Watch) -> Self {
        let warp = issue.first.warp(threads.warp_size);
        let state = &threads.warps[warp.index()];
        let lanes = issue.lanes << issue.first.lane(threads.warp_size);
        Seen {
            warp,
            block: blocks.block(state.block).number,
            first_thread: threads.index[threads.first(warp).index()],
            lanes,
            live: state.live,
            addresses: match observer.reads_addresses() {
                true => addresses(threads, issue),
                false => Vec::new(),
            },
            rows: match observer.reads_threads() {
                true => Some(Rows::before(threads, issue, warp, lanes)),
                false => None,
            },
        }
    }

    /// Records the PCs after the instruction, if they are read.
    pub fn after(&mut self, threads: &mut Threads, issue: &Issue, effect: Effect) {
        if let Some(rows) = &mut self.rows {
            rows.after(threads, issue, effect, self.warp, self.lanes);
        }
    }

    /// The event for the observer.
    pub fn event<'a>(&'a self, core: usize, cycle: Cycle, issue: &Issue<'a>) -> Issued<'a> {
        let rows = self.rows.as_ref();
        Issued {
            core,
            cycle,
            warp: self.warp,
            block: self.block,
            first_thread: self.first_thread,
            pc: issue.pc,
            instruction: &issue.step.instruction,
            lanes: self.lanes,
            live: self.live,
            operands: rows.map_or(0, |rows| rows.operands),
            addresses: &self.addresses,
            before: rows.map_or(&[], |rows| &rows.before),
            after: rows.map_or(&[], |rows| &rows.after),
        }
    }
}

impl Rows {
    fn before(threads: &Threads, issue: &Issue, warp: WarpId, lanes: LaneMask) -> Self {
        let first = threads.first(warp);
        let mut before = threads.pc[first.row(threads.warp_size)].to_vec();
        for lane in lanes {
            before[lane] = issue.pc;
        }
        Rows {
            operands: operands(threads, issue),
            after: before.clone(),
            before,
        }
    }

    /// Records the PCs after the instruction. It also writes them to the threads, since a mechanism may hold PCs back.
    fn after(
        &mut self,
        threads: &mut Threads,
        issue: &Issue,
        effect: Effect,
        warp: WarpId,
        lanes: LaneMask,
    ) {
        let first = threads.first(warp);
        let next = match effect {
            Effect::Control => None,
            Effect::Exit => Some(issue.pc),
            _ => Some(issue.pc.next()),
        };
        for lane in lanes {
            let pc = &mut threads.pc[(first + lane).index()];
            *pc = next.unwrap_or(*pc);
            self.after[lane] = *pc;
        }
    }
}
