//! What a divergence mechanism is to a core: the part that forms warps and chooses among them.

use crate::accounting::mechanism_counts::MechanismCounts;
use crate::accounting::stall::{Stall, Waits};
use crate::execution::code::Code;
use crate::shader_core::{Chip, ShaderCore, Stop};
use heddle_isa::Program;
use heddle_memory::Waiter;
use heddle_types::{Cycle, WarpMask};

/// Forms the warps of one core and chooses which of them issues.
///
/// The core keeps threads, registers, blocks and barriers, executes instructions and owns the data
/// cache; a scheduler decides which threads go together, and when. It sees the core in each cycle in
/// which something can happen. A typical cycle: take what is due ([`InFlight::due`](crate::InFlight::due)),
/// let the port serve lines ([`InFlight::serve`](crate::InFlight::serve)), choose threads that stand at one
/// PC, issue their instruction ([`ShaderCore::issue`]) and say when its result is there.
pub trait Scheduler {
    /// Whether it must see every cycle, also those in which nothing can happen.
    fn every_cycle(&self) -> bool {
        false
    }

    /// Threads of these warps have been placed on the core; all stand at the same PC.
    fn start(&mut self, core: &mut ShaderCore, warps: WarpMask);

    /// One clock cycle. It counts itself once: with [`ShaderCore::issued`], or with
    /// [`ShaderCore::idled`] if nothing is issued. Cycles in which nothing can happen, as
    /// [`Scheduler::next`] said before, are the same whether they are simulated or left out.
    ///
    /// # Errors
    /// [`Stop`] for the fault of a thread, or a unit that breaks its contract.
    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop>;

    /// Data has come for lanes of an access that missed; they can use it from cycle `now + 1` on.
    /// [`Scheduler::cycle`] follows for `now`. The waiter's tag is what the access was named.
    fn data(&mut self, core: &mut ShaderCore, waiter: Waiter, now: Cycle);

    /// What the threads wait for in cycle `now` if nothing is issued in it.
    fn waits(&self, core: &ShaderCore, now: Cycle) -> Waits;

    /// The next cycle after `now` in which something can happen, [`Cycle::NEVER`] if nothing will unless
    /// threads are placed or data comes.
    fn next(&self, core: &ShaderCore, now: Cycle) -> Cycle;

    /// Writes PCs that have been held back to the threads.
    fn settle(&mut self, core: &mut ShaderCore);

    /// The launch has ended before cycle `now`: what is counted by cycles is complete up to it.
    fn finish(&mut self, _now: Cycle) {}

    /// What it counts besides what every core does.
    fn counts(&self) -> Option<&dyn MechanismCounts> {
        None
    }

    /// One clock cycle, and what the core has to know until the next one that is simulated.
    ///
    /// # Errors
    /// As [`Scheduler::cycle`].
    fn clock(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<Pause, Stop> {
        self.cycle(core, chip, now)?;
        let next = self.next(core, now);
        let reason = match next == now + 1 {
            true => Stall::Issue,
            false => core.reason(self.waits(core, now + 1)),
        };
        Ok(Pause { reason, next })
    }
}

/// Cycles that may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Why nothing is issued in them, if there are any.
    pub reason: Stall,
    /// The cycle after them; [`Cycle::NEVER`] if they end when threads are placed or data comes.
    pub next: Cycle,
}

/// What a mechanism is to a machine: makes the scheduler of every core. `S` is `dyn Scheduler + Send`
/// where any host thread may simulate a core, and `dyn Scheduler` where units from outside are part of it.
pub trait SchedulerFactory<S: ?Sized = dyn Scheduler + Send> {
    /// Looks at the program, once and before any scheduler is made; what the mechanism needs for it.
    fn prepare(&mut self, program: &Program, code: &Code) -> Needs;

    /// The scheduler of a core, in its reset state.
    fn scheduler(&mut self, core: usize) -> Box<S>;
}

/// What a mechanism needs of the machine around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Lanes that an instruction can have: what SIMD efficiency is measured against.
    pub width: usize,
    /// The deepest nesting of calls that it can tell from deeper ones.
    pub depth_limit: u32,
    /// How its hardware stores PCs, if there is any.
    pub pc: Option<PcUse>,
}

impl Needs {
    /// Of a mechanism without limits of its own.
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
    /// The highest bits that it uses for itself.
    pub own_bits: u32,
    /// Words behind those of the program that it uses for itself.
    pub own_words: usize,
}
