//! A core, apart from the mechanism that forms its warps and chooses among them.

use crate::accounting::counts::CoreCounts;
use crate::accounting::livelock::LivelockWatch;
use crate::accounting::observer::{Seen, Watch};
use crate::accounting::port_log::PortLog;
use crate::accounting::profile::Profile;
use crate::accounting::stall::{Stall, Waits};
use crate::accounting::stall_log::StallLog;
use crate::accounting::tables::TableLog;
use crate::accounting::thread_progress::ThreadProgress;
use crate::compaction::Compactor;
use crate::execution::code::{Code, Step};
use crate::execution::issue::{Effect, Issue};
use crate::execution::pipes::Pipes;
use crate::execution::run::{Context, execute};
use crate::fault::Raised;
use crate::memory::core_memory::CoreMemory;
use crate::memory::private_range::PrivateRange;
use crate::memory::space::Space;
use crate::memory::watch::AccessWatch;
use crate::threads::{Blocks, Grid, Released, Threads};
use heddle_contract::Config;
use heddle_isa::{FetchFault, Memory};
use heddle_memory::{Banks, DataCache};
use heddle_types::{Cycle, LaneMask, Pc, ThreadId, WarpId};

/// A core: threads, their blocks, their view of memory, and counters.
#[derive(Clone, Debug)]
pub struct ShaderCore {
    /// The number of the core.
    pub index: usize,
    /// The threads: registers, PCs, and which of them may run.
    pub threads: Threads,
    /// The resident blocks and their barriers.
    pub blocks: Blocks,
    /// The address translation.
    pub space: Space,
    /// The memory that the threads of the core read and write.
    pub memory: CoreMemory,
    /// The timing of the data cache.
    pub cache: DataCache,
    /// Banks of the data cache and of shared memory.
    pub banks: Banks,
    /// The pipes that execute instructions.
    pub pipes: Pipes,
    /// The counters of the core.
    pub counts: CoreCounts,
    /// Computes the cycles of instructions in the ALU.
    pub compactor: Compactor,
    /// The watch for threads that loop without progress.
    pub livelock: LivelockWatch,
    /// Counts at every PC, if requested.
    pub profile: Option<Box<Profile>>,
    /// The progress of the threads over time, if requested.
    pub progress: Option<Box<ThreadProgress>>,
    /// When the core issued nothing, if there is an observer.
    pub stall_log: Option<Box<StallLog>>,
    /// What the memory port served, if there is an observer.
    pub port_log: Option<Box<PortLog>>,
    /// What an observer has seen of the tables of the mechanism.
    pub table_log: TableLog,
}

/// What all cores share in a quantum.
#[derive(Clone, Copy)]
pub struct Chip<'a> {
    /// The program.
    pub code: &'a Code,
    /// Dimensions of the launch.
    pub grid: &'a Grid,
    /// Global memory as it was when the quantum began.
    pub memory: &'a Memory,
    /// The check for races, if requested.
    pub races: Option<&'a dyn AccessWatch>,
    /// The observer of every instruction, if there is one.
    pub observer: Option<&'a dyn Watch>,
}

/// Why a run ends before its threads do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A thread of the program faulted on this core.
    Fault(usize, Raised),
    /// A control unit broke its contract.
    Broken {
        /// The core of the unit.
        core: usize,
        /// The warp concerned.
        warp: WarpId,
        /// How the unit broke its contract.
        what: &'static str,
    },
}

impl ShaderCore {
    /// A core without threads, which issues up to `width` of them at once.
    pub fn new(
        config: &Config,
        index: usize,
        private: &PrivateRange,
        depth_limit: u32,
        width: usize,
    ) -> Self {
        let (warps, size) = (config.core.warps, config.core.warp_size);
        let (stacks, shared) = (private.stack_range(), private.shared_range.clone());
        let threads = Threads::new(warps, size, depth_limit);
        let cache = DataCache::new(config, index, stacks, shared);
        ShaderCore::of(config, index, private, width, threads, cache)
    }

    /// A core as [`Self::new`] makes it, in the memory of this one, which belonged to the same machine.
    pub fn renewed(
        self,
        config: &Config,
        private: &PrivateRange,
        depth_limit: u32,
        width: usize,
    ) -> Self {
        let (stacks, shared) = (private.stack_range(), private.shared_range.clone());
        let threads = self.threads.renewed(depth_limit);
        let cache = self.cache.renewed(config, stacks, shared);
        ShaderCore::of(config, self.index, private, width, threads, cache)
    }

    fn of(
        config: &Config,
        index: usize,
        private: &PrivateRange,
        width: usize,
        threads: Threads,
        cache: DataCache,
    ) -> Self {
        let (warps, size) = (config.core.warps, config.core.warp_size);
        ShaderCore {
            index,
            threads,
            blocks: Blocks::new(config.core.blocks, warps),
            space: Space::new(private, index, warps * size, 0),
            memory: CoreMemory::new(private),
            cache,
            banks: Banks::new(&config.memory),
            pipes: Pipes::new(config),
            counts: CoreCounts::new(width),
            compactor: Compactor::new(config),
            livelock: LivelockWatch::new(warps * size),
            profile: None,
            progress: None,
            stall_log: None,
            port_log: None,
            table_log: TableLog::default(),
        }
    }

    /// The fault of a thread of this core.
    pub fn stop(&self, raised: Raised) -> Stop {
        Stop::Fault(self.index, raised)
    }

    /// The step at a PC.
    ///
    /// # Errors
    /// [`Stop`] with the first lane as the faulting one, if the PC has no step.
    #[inline(always)]
    pub fn fetch<'a>(
        &self,
        code: &'a Code,
        pc: Pc,
        first: ThreadId,
        lanes: LaneMask,
    ) -> Result<&'a Step, Stop> {
        code.step(pc).ok_or_else(|| {
            let reason = FetchFault::Outside { pc }.into();
            let thread = first + lanes.first().unwrap_or(0);
            self.stop(Raised {
                thread,
                pc,
                address: None,
                reason,
            })
        })
    }

    /// Executes an instruction and shows it to every observer.
    ///
    /// # Errors
    /// The fault of a lane.
    #[inline(always)]
    pub fn issue<const W: usize>(
        &mut self,
        chip: &Chip,
        issue: Issue,
        now: Cycle,
    ) -> Result<Effect, Stop> {
        let watched = chip.observer.map(|observer| {
            let seen = Seen::before(&self.threads, &self.blocks, &issue, observer);
            (observer, seen)
        });
        if self.livelock.watches() {
            self.livelock.observe(&self.threads, &issue);
        }
        let context = Context {
            code: chip.code,
            grid: chip.grid,
            blocks: &self.blocks,
            now,
        };
        let effect = execute::<W>(&mut self.threads, context, issue);
        let effect = effect.map_err(|raised| self.stop(raised))?;
        if let Some(profile) = &mut self.profile {
            let moved = effect == Effect::Control;
            let next = moved.then(|| &self.threads.pc[issue.first.index()..]);
            profile.issued(chip.code, &issue, now, next);
        }
        if let Some(progress) = &mut self.progress {
            progress.executed(&issue, now);
        }
        if chip.code.reads_instret {
            for lane in issue.lanes {
                self.threads.retired[(issue.first + lane).index()] += 1;
            }
        }
        if let Some((observer, mut seen)) = watched {
            seen.after(&mut self.threads, &issue, effect);
            observer.issued(seen.event(self.index, now, &issue));
        }
        if let Some(races) = chip.races {
            self.show_rest(races, chip.grid, &issue, effect);
        }
        Ok(effect)
    }

    /// Shows threads that come to a barrier or end to the check for races.
    #[cold]
    fn show_rest(&self, races: &dyn AccessWatch, grid: &Grid, issue: &Issue, effect: Effect) {
        if !matches!(effect, Effect::Barrier | Effect::Exit) {
            return;
        }
        for lane in issue.lanes {
            let thread = self.number(grid, issue.first + lane);
            match effect {
                Effect::Exit => races.exit(thread),
                _ => races.arrive(thread, issue.pc),
            }
        }
    }

    /// The linear number of a thread in the launch.
    pub(crate) fn number(&self, grid: &Grid, thread: ThreadId) -> u32 {
        let warp = thread.warp(self.threads.warp_size);
        let block = self.blocks.block(self.threads.warps[warp.index()].block);
        grid.global(block.number, self.threads.index[thread.index()])
    }

    /// How many cycles an instruction on these lanes of a warp holds the lanes of its pipe; also counts the
    /// instruction.
    #[inline(always)]
    pub fn hold(&mut self, step: &Step, lanes: LaneMask) -> u64 {
        self.compactor.hold(step.is_in_alu(), lanes)
    }

    /// The instruction that has been issued holds its pipe for `cycles` cycles from `start` on.
    #[inline(always)]
    pub fn take_pipe(&mut self, chip: &Chip, step: &Step, start: Cycle, cycles: u64) {
        self.pipes.take(step, start, cycles);
        if let Some(observer) = chip.observer {
            observer.held(self.index, start + cycles);
        }
    }

    /// Cycles from the issue of an instruction that holds its pipe for `busy` cycles to its result (for a memory
    /// instruction, to its addresses).
    #[inline(always)]
    pub fn latency(&self, step: &Step, busy: u64) -> u64 {
        u64::from(step.cycles) + busy - 1 + self.compactor.added(step.is_in_alu())
    }

    /// Counts a cycle in which `active` lanes were issued, which hold their pipe for `busy` cycles.
    #[inline(always)]
    pub fn issued(&mut self, active: u32, busy: u64) {
        let counts = &mut self.counts;
        counts.instructions += 1;
        counts.thread_instructions += u64::from(active);
        counts.by_active[active as usize] += 1;
        counts.activity.issued(active, busy);
        if let Some(log) = &mut self.stall_log {
            log.issued();
        }
    }

    /// Counts a cycle in which nothing was issued, under the reason that `waits` gives.
    #[inline(always)]
    pub fn idled(&mut self, waits: Waits) {
        self.stalled(self.reason(waits), 1);
    }

    /// The reason why nothing is issued while threads wait for these things.
    #[inline(always)]
    pub fn reason(&self, waits: Waits) -> Stall {
        let memory = waits.for_memory || !self.threads.missing_warps.is_empty();
        match () {
            () if waits.port_is_full => Stall::Port,
            () if waits.can_issue => Stall::Issue,
            () if waits.for_scheduler => Stall::Arbiter,
            () if memory => Stall::Memory,
            () if waits.in_pipeline => Stall::Pipeline,
            () if self.blocks.is_empty() => Stall::Idle,
            () => Stall::Barrier,
        }
    }

    /// Begins a cycle after `left_out` cycles in which nothing could happen, for this reason.
    #[inline]
    pub fn begin_cycle(&mut self, left_out: u64, reason: Stall) {
        self.cache.begin_cycle(left_out);
        if left_out > 0 {
            self.stalled(reason, left_out);
        }
    }

    /// Counts cycles in which nothing was issued.
    #[inline(always)]
    pub fn stalled(&mut self, reason: Stall, cycles: u64) {
        let counts = &mut self.counts;
        counts.stalls.add(reason, cycles);
        counts.activity.stalled(reason, cycles);
        if let Some(log) = &mut self.stall_log {
            log.stalled(reason, cycles);
        }
        if let Some(profile) = &mut self.profile {
            profile.stalled(reason, cycles);
        }
    }

    /// Shows an observer the stalls and the use of the port that it has not seen.
    pub fn show_logs(&mut self, observer: &dyn Watch) {
        if let Some(log) = &mut self.stall_log {
            log.drain(|run| observer.stalled(self.index, run));
        }
        if let Some(log) = &mut self.port_log {
            log.drain(|used| observer.served(self.index, used));
        }
    }

    /// Lanes of a warp complete an instruction that makes them wait or end.
    pub fn rest(&mut self, effect: Effect, warp: WarpId, lanes: LaneMask) -> Released {
        let ShaderCore {
            threads, blocks, ..
        } = self;
        match effect {
            Effect::Barrier => blocks.arrive(threads, warp, lanes),
            Effect::PartialBarrier => blocks.arrive_partial(threads, warp, lanes),
            Effect::Exit => blocks.exit(threads, warp, lanes),
            Effect::Next | Effect::Control | Effect::Memory => Released::default(),
        }
    }
}
