//! A divergence mechanism as a core sees it: the part that forms warps and chooses among them.

use crate::accounting::mechanism_counts::MechanismCounts;
use crate::accounting::room::{Peaks, Room};
use crate::accounting::stall::{Stall, Waits};
use crate::accounting::tables::Contents;
use crate::execution::code::Code;
use crate::shader_core::{Chip, ShaderCore, Stop};
use heddle_isa::Program;
use heddle_memory::Waiter;
use heddle_types::{Cycle, WarpMask};

/// Forms the warps of one core and chooses which of them issue.
///
/// The core keeps threads, registers, blocks and barriers, executes instructions and owns the data cache. A scheduler
/// decides which threads issue together, and when. It is called in each cycle in which something can happen. A
/// typical cycle: take the ids whose instructions are done ([`InFlight::due`](crate::InFlight::due)), let the port
/// serve lines ([`InFlight::serve`](crate::InFlight::serve)), choose threads with the same PC, issue their
/// instruction ([`ShaderCore::issue`]) and schedule the cycle in which its result is available.
pub trait Scheduler {
    /// Whether the scheduler must see every cycle, even one in which nothing can happen.
    fn every_cycle(&self) -> bool {
        false
    }

    /// Threads of these warps have been placed on the core; all have the same PC.
    fn start(&mut self, core: &mut ShaderCore, warps: WarpMask);

    /// Simulates one clock cycle. The scheduler counts the cycle once: with [`ShaderCore::issued`], or with
    /// [`ShaderCore::idled`] if nothing is issued. A cycle in which nothing can happen, as announced before by
    /// [`Scheduler::next`], has the same effect whether it is simulated or left out.
    ///
    /// # Errors
    /// [`Stop`] for the fault of a thread, or a unit that breaks its contract.
    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop>;

    /// Data has arrived for lanes of an access that missed; they can use it from cycle `now + 1` on.
    /// [`Scheduler::cycle`] for `now` follows. The waiter's tag is the one that the access was given.
    fn data(&mut self, core: &mut ShaderCore, waiter: Waiter, now: Cycle);

    /// What the threads wait for in cycle `now` if nothing is issued in it.
    fn waits(&self, core: &ShaderCore, now: Cycle) -> Waits;

    /// The next cycle after `now` in which something can happen; [`Cycle::NEVER`] if nothing will happen until
    /// threads are placed or data arrives.
    fn next(&self, core: &ShaderCore, now: Cycle) -> Cycle;

    /// Writes PCs that the mechanism has held back to the threads.
    fn settle(&mut self, core: &mut ShaderCore);

    /// The launch has ended before cycle `_now`: counts that depend on cycles must be complete up to it.
    fn finish(&mut self, _now: Cycle) {}

    /// What the mechanism counts besides the counts of every core.
    fn counts(&self) -> Option<&dyn MechanismCounts> {
        None
    }

    /// The most that the mechanism has held at the end of a cycle, and how often it found no room, since its reset or the last
    /// call. From then on peaks begin with what is held.
    fn take_room(&mut self) -> Room {
        Room::default()
    }

    /// What the mechanism holds between two cycles, counted in its state: an observer that calls this after every cycle finds
    /// the peaks. Only mechanisms without units answer; the others hold it in their units.
    fn holds(&self) -> Peaks {
        Peaks::default()
    }

    /// Shows the mechanism's tables between two cycles, those that its definition lists.
    fn show_tables(&mut self, _core: &ShaderCore, _chip: &Chip, _contents: &mut Contents) {}

    /// Simulates cycle `now`, which has [begun](ShaderCore::begin_cycle), and those before `until` in which something
    /// can happen; no data arrives in these. Returns the last simulated cycle, and what the core has to know until the
    /// next one or why it stops, as [`Scheduler::cycle`].
    fn run(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        mut now: Cycle,
        until: Cycle,
    ) -> (Cycle, Result<Pause, Stop>) {
        loop {
            let done = self.cycle(core, chip, now);
            core.counts.activity.live = core.blocks.live;
            if let Some(observer) = chip.observer
                && observer.reads_tables().contains(&now)
            {
                let mut contents = core.table_log.begin();
                self.show_tables(core, chip, &mut contents);
                let index = core.index;
                core.table_log
                    .end(now, contents, |change| observer.changed(index, change));
            }
            if let Err(stop) = done {
                return (now, Err(stop));
            }
            let next = self.next(core, now);
            let reason = match next == now + 1 {
                true => Stall::Issue,
                false => core.reason(self.waits(core, now + 1)),
            };
            if next >= until {
                return (now, Ok(Pause { reason, next }));
            }
            core.begin_cycle(next - (now + 1), reason);
            now = next;
        }
    }
}

/// Cycles that may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Why nothing is issued in these cycles.
    pub reason: Stall,
    /// The first cycle after them; [`Cycle::NEVER`] if they last until threads are placed or data arrives.
    pub next: Cycle,
}

/// A divergence mechanism as a machine sees it: makes the scheduler of every core. `S` is `dyn Scheduler + Send`
/// where any host thread may simulate a core, and `dyn Scheduler` where a scheduler contains external units.
pub trait SchedulerFactory<S: ?Sized = dyn Scheduler + Send> {
    /// Looks at the program, once, before any scheduler is made; returns what the mechanism needs for the program.
    fn prepare(&mut self, program: &Program, code: &Code) -> Needs;

    /// The scheduler of a core, in its reset state.
    fn scheduler(&mut self, core: usize) -> Box<S>;
}

/// What a mechanism needs from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The largest number of lanes of an instruction: SIMD efficiency is relative to it.
    pub width: usize,
    /// The greatest call depth that the mechanism distinguishes: greater depths count as this one.
    pub depth_limit: u32,
    /// How the hardware of the mechanism stores PCs, if it has any.
    pub pc: Option<PcUse>,
}

impl Needs {
    /// The needs of a mechanism without limits of its own.
    pub fn of_width(width: usize) -> Self {
        Needs {
            width,
            depth_limit: u32::MAX,
            pc: None,
        }
    }
}

/// How a mechanism stores PCs of `core.pc_bits` bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PcUse {
    /// Number of highest bits of a stored PC that the mechanism reserves.
    pub own_bits: u32,
    /// Number of words after the program that the mechanism reserves.
    pub own_words: usize,
}
