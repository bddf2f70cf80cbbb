//! Observers of instructions as they are issued.

use crate::execution::issue::{Effect, Issue};
use crate::threads::Threads;
use heddle_isa::Instruction;
use heddle_types::{Cycle, LaneMask, Pc, WarpId};
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
    /// The PC of the instruction.
    pub pc: Pc,
    /// The instruction.
    pub instruction: &'a Instruction,
    /// Lanes of the original warp that execute it.
    pub lanes: LaneMask,
    /// Lanes that have not exited.
    pub live: LaneMask,
    /// A digest of what the lanes read from their source registers.
    pub operands: u64,
    /// PC of every lane before the instruction.
    pub before: &'a [Pc],
    /// PC of every lane after the instruction; lanes that exit keep theirs.
    pub after: &'a [Pc],
}

/// Sees every issued instruction.
pub trait Observer: Send {
    /// An instruction has been issued.
    fn issued(&mut self, event: &Issued);

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

    /// See [`Observer::held`].
    fn held(&self, core: usize, until: Cycle);
}

impl Watch for Mutex<&mut dyn Observer> {
    fn issued(&self, event: Issued) {
        let mut observer = self.lock().expect("nobody panicked with it");
        observer.issued(&event);
    }

    fn held(&self, core: usize, until: Cycle) {
        let mut observer = self.lock().expect("nobody panicked with it");
        observer.held(core, until);
    }
}

/// PCs of a warp before and after an instruction.
pub struct Rows {
    before: Vec<Pc>,
    after: Vec<Pc>,
    lanes: LaneMask,
    live: LaneMask,
    warp: WarpId,
    operands: u64,
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

impl Rows {
    /// Records the PCs of the warp and the operands before the instruction. The lanes of `issue` may be counted from any thread of the
    /// warp.
    pub fn before(threads: &Threads, issue: &Issue) -> Self {
        let warp = issue.first.warp(threads.warp_size);
        let first = threads.first(warp);
        let lanes = issue.lanes << issue.first.lane(threads.warp_size);
        let mut before = threads.pc[first.row(threads.warp_size)].to_vec();
        for lane in lanes {
            before[lane] = issue.pc;
        }
        Rows {
            after: before.clone(),
            before,
            lanes,
            live: threads.warps[warp.index()].live,
            warp,
            operands: operands(threads, issue),
        }
    }

    /// Records the PCs after the instruction. It also writes them to the threads, since a mechanism may hold PCs
    /// back.
    pub fn after(&mut self, threads: &mut Threads, issue: &Issue, effect: Effect) {
        let first = threads.first(self.warp);
        let next = match effect {
            Effect::Control => None,
            Effect::Exit => Some(issue.pc),
            _ => Some(issue.pc.next()),
        };
        if let Some(next) = next {
            for lane in self.lanes {
                threads.pc[(first + lane).index()] = next;
            }
        }
        for lane in self.lanes {
            self.after[lane] = threads.pc[(first + lane).index()];
        }
    }

    /// The event for the observer.
    pub fn event<'a>(&'a self, core: usize, cycle: Cycle, issue: &Issue<'a>) -> Issued<'a> {
        Issued {
            core,
            cycle,
            warp: self.warp,
            pc: issue.pc,
            instruction: &issue.step.instruction,
            lanes: self.lanes,
            live: self.live,
            operands: self.operands,
            before: &self.before,
            after: &self.after,
        }
    }
}
