//! The unit `dwf_scheduler` in a core: its ports, and the memory of its spill queue.

use super::counts::DwfCounts;
use super::formation::{Formation, Offer, Turn};
use super::room::{Held, Inside, RoomCounts};
use super::spill::SpillMemory;
use super::tables;
use super::warp::{EMPTY, Formed};
use crate::external::Substitute;
use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use heddle_contract::{Behaviour, Border, Config, Golden, Values, units};
use heddle_gpu_core::{Chip, Contents, Room};
use heddle_memory::DataCache;
use heddle_types::{Cycle, LaneMask, ThreadId, WordPc};
use heddle_units::DwfScheduler;

/// What can serve as the scheduler: the golden unit, or any unit that behaves like it, also with registers in front of the memory
/// of its spill queue.
pub(crate) trait Unit {
    /// Whether the unit must be clocked in every cycle. The golden unit need not be: when it holds no threads and its
    /// memories have been cleared, none of its changes is visible.
    const EVERY_CYCLE: bool;

    /// Outputs of this cycle for these inputs.
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>);

    /// The same, then the clock edge. Outputs whose qualifier is not set may keep the values that they had.
    fn eval_and_tick(&mut self, input: &In<Values>, output: &mut Out<Values>);

    /// Whether a cycle in which no threads are offered and no warp is requested is known to change nothing.
    fn is_still(&self) -> bool {
        false
    }

    /// The state of structures that no port shows, if the unit shows it.
    fn inside(&self) -> Option<Inside> {
        None
    }

    /// The golden unit, if it is that.
    fn golden(&self) -> Option<&DwfScheduler> {
        None
    }

    /// Passes the threads in the update registers, in the pool and in registers of the unit to `see`; returns whether it can.
    ///
    /// # Panics
    /// If the unit's data structures contradict each other.
    fn show(&self, _see: impl FnMut(ThreadId)) -> bool {
        false
    }
}

impl Unit for DwfScheduler {
    const EVERY_CYCLE: bool = false;

    #[inline]
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.out(input, output);
    }

    #[inline]
    fn eval_and_tick(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.out_and_clock(input, output);
    }

    #[inline]
    fn is_still(&self) -> bool {
        self.is_still()
    }

    #[inline(always)]
    fn inside(&self) -> Option<Inside> {
        Some(Inside::of(self))
    }

    fn golden(&self) -> Option<&DwfScheduler> {
        Some(self)
    }

    fn show(&self, see: impl FnMut(ThreadId)) -> bool {
        if let Err(finding) = self.check() {
            panic!("in the scheduler: {finding}");
        }
        self.threads().map(ThreadId::new).for_each(see);
        true
    }
}

impl Unit for Substitute<'_, units::DwfScheduler> {
    const EVERY_CYCLE: bool = true;

    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        Behaviour::eval(self, input, output);
    }

    fn eval_and_tick(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        Behaviour::eval_and_tick(self, input, output);
    }
}

/// Cycles after which a warp that has left is in no stage of a unit with stages, so that nothing changes there: more
/// than the unit's three stages. No port shows this. The same number for the golden unit and the RTL keeps their runs
/// equal.
const STAGES: u64 = 8;

/// See the [module](self).
pub(crate) struct Scheduled<const W: usize, U> {
    unit: U,
    input: In<Values>,
    output: Out<Values>,
    memory: SpillMemory,
    counts: DwfCounts,
    room: RoomCounts,
    /// The first cycle that is not counted yet.
    counted: Cycle,
    no_thread: u64,
    pool: u64,
    /// Whether the unit can take commits.
    cleared: bool,
    /// Cycles until everything that is cleared after reset has been cleared, even where no port shows it.
    clearing: u64,
    /// Cycles for which a warp that has left is still in the unit's stages.
    stages: u64,
    /// The cycle in which the last warp that has left is through the stages.
    settled: Cycle,
    extra_latency: u64,
}

impl<const W: usize, U: Unit> Scheduled<W, U> {
    /// The scheduler of a core, in its reset state.
    pub fn new(config: &Config, params: &Params, core: usize, unit: U) -> Self {
        let (mut input, output) = (In::zero(params), Out::zero(params));
        let memory = SpillMemory::new(params.spill(), core, config.memory.line_bytes);
        input.configure = true;
        input.spill_offset = memory.offset();
        let rows = params.pool().warps().max(params.lut().sets());
        Scheduled {
            unit,
            input,
            output,
            memory,
            counts: DwfCounts::default(),
            room: RoomCounts::default(),
            counted: Cycle::ZERO,
            no_thread: params.pool().no_thread(),
            pool: params.pool().warps() as u64,
            cleared: false,
            clearing: rows.max(params.groups().lut_sets()) as u64 + 1,
            stages: if params.pipelined() { STAGES } else { 0 },
            settled: Cycle::ZERO,
            extra_latency: params.extra_latency(),
        }
    }

    /// Whether everything that is cleared after reset has been cleared.
    #[inline]
    fn is_cleared(&self) -> bool {
        self.cleared && self.clearing == 0
    }

    fn present(&mut self, offer: Option<Offer<W>>) {
        let input = &mut self.input;
        input.commit = offer.is_some() && self.cleared;
        if let Some(offer) = offer.filter(|offer| !offer.again) {
            input.commit_lanes = offer.lanes.bits();
            let ports = input.commit_tid.iter_mut().zip(&mut input.commit_pc);
            for ((lane, thread), (tid, pc)) in offer.threads.iter().enumerate().zip(ports) {
                *tid = self.no_thread;
                if offer.lanes.contains(lane) {
                    *tid = (*thread).into();
                    *pc = offer.word(*thread).into();
                }
            }
        }
    }

    /// Copies the warp that leaves from the output ports.
    fn leaving(&self, warp: &mut Formed<W>) {
        let output = &self.output;
        warp.pc = WordPc::of_port(output.issue_pc);
        warp.lanes = LaneMask::new(output.issue_lanes);
        for (thread, tid) in warp.threads.iter_mut().zip(&output.issue_tid) {
            // The core detects a TID that belongs to no thread.
            *thread = u16::try_from(*tid).map_or(EMPTY, |tid| ThreadId::new(tid.into()));
        }
    }

    /// Simulates the memory side of the spill queue. Returns the unit's violation of the contract, if there is one.
    fn serve_memory(&mut self, cache: &mut DataCache, now: Cycle) -> Option<&'static str> {
        let output = &self.output;
        if self.input.back && output.back_ready {
            self.memory.taken();
        }
        let (write, fetch) = (self.input.write_ready, self.input.fetch_ready);
        let stored = !(output.write && write)
            || self
                .memory
                .store(output.write_address, output.write_pc, &output.write_tid);
        let fetched = !(output.fetch && fetch) || self.memory.fetch(output.fetch_address);
        self.memory.send(cache, now);
        match (stored, fetched) {
            (false, _) => Some("a warp is spilled to a place that is not free"),
            (_, false) => Some("a warp is fetched that was not spilled"),
            _ => None,
        }
    }
}

impl<const W: usize, U: Unit> Formation<W> for Scheduled<W, U> {
    const EVERY_CYCLE: bool = U::EVERY_CYCLE;

    fn extra_latency(&self) -> u64 {
        self.extra_latency
    }

    fn cycle(
        &mut self,
        offer: Option<Offer<W>>,
        wanted: bool,
        now: Cycle,
        warp: &mut Formed<W>,
        cache: &mut DataCache,
    ) -> Turn {
        if offer.is_none() && !wanted && self.is_still() {
            return Turn::default();
        }
        self.present(offer);
        self.input.issue_ready = wanted;
        self.memory.present(now, &mut self.input);
        self.unit.eval_and_tick(&self.input, &mut self.output);
        let turn = Turn {
            taken: self.input.commit && self.output.commit_ready,
            leaves: self.output.issue && wanted,
            wrong: self.serve_memory(cache, now),
        };
        if turn.leaves {
            self.leaving(warp);
            self.settled = now + self.stages;
        }
        let cycles = now + 1 - self.counted;
        self.counted = now + 1;
        self.counts
            .observe(self.pool, cycles, &self.input, &self.output);
        let holds = self.output.hold && !self.output.insert;
        self.room.hold(Held::of(self.pool, &self.output));
        self.room.end_cycle(holds, self.unit.inside());
        self.cleared |= self.output.init_done;
        self.clearing = self.clearing.saturating_sub(1);
        self.input.configure = false;
        turn
    }

    fn answered(&mut self, number: usize, cycle: Cycle) {
        self.memory.answered(number, cycle);
    }

    #[inline]
    fn rests(&self, now: Cycle) -> bool {
        self.is_cleared() && now >= self.settled
    }

    #[inline]
    fn is_still(&self) -> bool {
        self.is_cleared() && self.unit.is_still()
    }

    fn catch_up(&mut self, now: Cycle) {
        let cycles = now - self.counted;
        if cycles == 0 {
            return;
        }
        // Whatever is offered next: the counts of held warps depend on the state only.
        self.input.commit = false;
        self.input.issue_ready = false;
        self.unit.eval(&self.input, &mut self.output);
        self.counts.held(self.pool, cycles, &self.output);
        self.room.hold(Held::of(self.pool, &self.output));
        self.counted = now;
    }

    fn counts(&self) -> &DwfCounts {
        &self.counts
    }

    fn take_room(&mut self) -> Room {
        self.room.take(&self.counts)
    }

    fn show_tables(&self, chip: &Chip, contents: &mut Contents) {
        if let Some(unit) = self.unit.golden() {
            tables::of_unit(unit, chip, contents);
        }
    }

    fn show(&self, mut see: impl FnMut(ThreadId)) -> bool {
        self.memory.threads(self.no_thread).for_each(&mut see);
        self.unit.show(see)
    }
}
