//! A sub-warp issues an instruction alone, its LAT barrier, or a LAT together with its partners.

use super::banks::Top;
use super::sub_warp::Awaits;
use super::{Dwr, Parts};
use crate::pdom::Points;
use crate::pdom::{Phase, Regions};
use heddle_gpu_core::{Chip, Effect, Issue, ShaderCore, Step, Stop};
use heddle_types::{Cycle, LaneMask, Pc, ThreadId, WarpId, WordPc};

/// The outcome of an attempt to issue a sub-warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looked {
    /// The sub-warp cannot issue now.
    Held,
    /// The sub-warp goes to its LAT barrier first.
    Barrier,
    /// The sub-warp has issued.
    Issued,
}

impl<const S: usize, P: Parts> Dwr<S, P> {
    /// Issues the next instruction; returns whether one was issued.
    pub(super) fn issue_next(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        now: Cycle,
    ) -> Result<bool, Stop> {
        // RSZ-20: a large warp that is shown and a sub-warp that issues alone read the same stacks.
        let mut reads = false;
        let mut issued = false;
        while !self.sync.must_show()
            && let Some(sub) = self.choose(core, now)
        {
            reads |= self.ready.contains(sub);
            let looked = self.look(core, chip, sub, now)?;
            if looked != Looked::Barrier || self.lats.barrier_slot {
                issued = looked == Looked::Issued;
                break;
            }
        }
        if !reads && let Some(warp) = self.sync.next_shown() {
            self.show(warp);
        }
        Ok(issued)
    }

    /// The next sub-warp after the one that issued last which is ready, alone or to combine.
    fn choose(&self, core: &ShaderCore, now: Cycle) -> Option<usize> {
        if core.pipes.first_free() > now || self.in_flight.port().is_full() {
            return None;
        }
        let next = self.last_issued + 1;
        let start = if next == self.subs.len() { 0 } else { next };
        // Those before the start come after all others.
        let turn = |sub: &usize| (*sub < start, *sub);
        let alone = self.ready.next_from(start);
        let combined = self.sync.ready_from(start);
        alone.into_iter().chain(combined).min_by_key(turn)
    }

    /// Attempts to issue the next instruction of a sub-warp.
    fn look(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        sub: usize,
        now: Cycle,
    ) -> Result<Looked, Stop> {
        if !self.ready.contains(sub) {
            return self.issue_combined(core, chip, sub, now);
        }
        let Some(top) = self.banks.top(&mut self.parts, sub) else {
            return Ok(Looked::Held);
        };
        let word = self.points.word(top.place);
        let pc = chip.code.pc(word);
        let free = (chip.code.step(pc)).is_none_or(|step| core.pipes.free_for(step) <= now);
        if !free {
            return Ok(Looked::Held);
        }
        let is_unknown = self.lats.is_lat(word) && !self.subs[sub].ignored;
        let asks = is_unknown && !self.lats.ignored_stalls && self.sync.answers_late();
        if asks && !self.sync.can_ask() {
            return Ok(Looked::Held);
        }
        self.take(core, sub, pc, top.lanes)?;
        self.ready.remove(sub);
        self.in_pipeline += 1;
        self.subs[sub].ignored = false;
        if is_unknown && (asks || !self.passes(sub, word)) {
            self.barrier(core, chip, sub, now);
            match asks {
                true => self.ask(sub, word),
                false => (self.in_flight).result(sub, now + self.lats.barrier_cycles),
            }
            return Ok(Looked::Barrier);
        }
        self.last_issued = sub;
        self.issue(core, chip, sub, top, now)?;
        Ok(Looked::Issued)
    }

    /// Whether a LAT is on the ignore list already, so that its sub-warp takes no barrier (lashgar2012, IV.D); also counts it.
    fn passes(&mut self, sub: usize, word: WordPc) -> bool {
        let passes = !self.lats.ignored_stalls && self.sync.ignores(&mut self.parts, sub, word);
        if passes {
            self.counts.barrier(word, true);
        }
        passes
    }

    /// A sub-warp takes the PC and lanes on top of its stack.
    fn take(
        &mut self,
        core: &mut ShaderCore,
        sub: usize,
        pc: Pc,
        lanes: LaneMask,
    ) -> Result<(), Stop> {
        let state = &mut self.subs[sub].warp;
        let first = ThreadId::new(sub * S);
        let fetched = state.fetched::<S>(core, first, pc, lanes);
        fetched.map_err(|what| <Points as Regions<S>>::misplaced(core, state, first, what))
    }

    /// The barrier before a LAT takes its cycles, and an issue slot where it is an instruction.
    fn barrier(&mut self, core: &mut ShaderCore, chip: &Chip, sub: usize, now: Cycle) {
        self.subs[sub].awaits = Awaits::Barrier;
        if self.lats.barrier_slot
            && let Some(step) = chip.code.step(self.subs[sub].warp.pc)
        {
            self.last_issued = sub;
            core.pipes.take(step, now, self.shape.quads().into());
        }
    }

    /// A sub-warp asks whether its LAT is on the ignore list while it begins its barrier (RSZ-21).
    fn ask(&mut self, sub: usize, word: WordPc) {
        self.subs[sub].awaits = Awaits::Answer;
        self.sync.ask(sub, word);
    }

    /// Issues an instruction of a single sub-warp.
    fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        sub: usize,
        top: Top,
        now: Cycle,
    ) -> Result<(), Stop> {
        let (pc, first) = (self.subs[sub].warp.pc, ThreadId::new(sub * S));
        let step = core.fetch(chip.code, pc, first, top.lanes)?;
        let word = self.points.word(top.place);
        self.issues_step(core, sub, step, word);
        let issue = Issue {
            step,
            pc,
            first,
            lanes: top.lanes,
        };
        let effect = execute::<S>(core, chip, issue, now)?;
        let busy = self.hold(core, step, top.lanes);
        self.counts.slots += S as u64;
        core.issued(top.lanes.count(), busy);
        core.take_pipe(chip, step, now, busy);
        match effect {
            Effect::Memory => {
                let own = 1 << self.partners.position(sub);
                self.access(core, chip, sub, own, &issue, now)?;
            }
            effect => self.follow(sub, effect),
        }
        let mut latency = core.latency(step, busy);
        if effect != Effect::Memory {
            // The stacks are notified as early as the next PCs are known, but not so early that their answer arrives
            // before the result.
            latency = latency.saturating_sub(self.banks.cycles().min(step.ahead.into()));
        }
        self.schedule(sub, now, latency);
        Ok(())
    }

    /// Issues a LAT for sub-warp `sub`, which is ready to combine, together with all sub-warps that combine with it.
    fn issue_combined(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        sub: usize,
        now: Cycle,
    ) -> Result<Looked, Stop> {
        let (warp, _) = self.place(sub);
        if !self.sync.shows_ahead() {
            self.show(warp);
            self.sync.eval(&mut self.parts);
        }
        let output = &self.sync.output;
        let (members, word) = (output.members, WordPc::of_port(output.combined_pc));
        let lanes = LaneMask::new(output.lanes);
        let pc = chip.code.pc(word);
        let free = (chip.code.step(pc)).is_none_or(|step| core.pipes.free_for(step) <= now);
        self.sync.input.take = free;
        if !free {
            return Ok(Looked::Held);
        }
        if let Err(what) = self.check(warp, pc) {
            let core = core.index;
            return Err(Stop::Broken { core, warp, what });
        }
        let leader = self.partners.sub(warp, members.trailing_zeros() as usize);
        let first = warp.first(self.partners.count() * S);
        let step = core.fetch(chip.code, pc, first, lanes)?;
        let mut busy = 0;
        for position in heddle_contract::bits(members) {
            let own = lanes.part(position * S, S);
            busy += self.hold(core, step, own);
            self.join(core, self.partners.sub(warp, position), step, word);
        }
        let issue = Issue {
            step,
            pc,
            first,
            lanes,
        };
        execute::<S>(core, chip, issue, now)?;
        // RSZ-17: efficiency counts the lanes of all members.
        self.counts.slots += u64::from(members.count_ones()) * S as u64;
        self.counts.combined[members.count_ones() as usize - 1] += 1;
        core.issued(lanes.count(), busy);
        core.take_pipe(chip, step, now, busy);
        self.access(core, chip, leader, members, &issue, now)?;
        self.schedule(leader, now, core.latency(step, busy));
        self.last_issued = leader;
        Ok(Looked::Issued)
    }

    /// Checks the combination that the synchroniser outputs: the synchroniser may be an external unit.
    fn check(&self, warp: WarpId, pc: Pc) -> Result<(), &'static str> {
        let output = &self.sync.output;
        let positions = heddle_contract::bits(output.members);
        let members = positions.map(|position| self.partners.sub(warp, position));
        let mut lanes = LaneMask::NONE;
        for sub in members {
            let state = self.subs.get(sub).map(|sub| (sub.awaits, &sub.warp));
            match state {
                Some((Awaits::Partners, own)) if own.pc == pc => {
                    lanes |= self.in_warp(sub, own.lanes);
                }
                _ => return Err("a sub-warp combines that does not wait at the LAT"),
            }
        }
        let size = u64::from(output.members.count_ones());
        if size == 0 || size != output.size || lanes.bits() != output.lanes {
            return Err("what sub-warps combine to is not what they are");
        }
        Ok(())
    }

    /// Shows a large warp to the synchroniser.
    fn show(&mut self, warp: WarpId) {
        self.sync.input.show = true;
        self.sync.input.show_warp = warp.into();
        if P::READ_SHOWN {
            return;
        }
        for (position, sub) in self.partners.of(warp).enumerate() {
            let top = self.banks.top(&mut self.parts, sub);
            let top = top.unwrap_or(Top {
                place: 0,
                lanes: LaneMask::NONE,
            });
            self.sync.input.show_pc[position] = self.points.word(top.place).into();
            self.sync.input.show_active[position] = top.lanes.bits();
        }
    }

    /// A sub-warp executes a LAT together with others.
    fn join(&mut self, core: &ShaderCore, sub: usize, step: &Step, word: WordPc) {
        let state = &mut self.subs[sub];
        state.awaits = Awaits::Result;
        state.warp.phase = Phase::Next;
        self.in_pipeline += 1;
        self.issues_step(core, sub, step, word);
    }

    /// Notifies the reconvergence points of the step that a sub-warp issues.
    fn issues_step(&mut self, core: &ShaderCore, sub: usize, step: &Step, word: WordPc) {
        let (warp, first) = (&mut self.subs[sub].warp, ThreadId::new(sub * S));
        <Points as Regions<S>>::issued(&self.points, core, warp, first, step, word);
    }

    /// Begins a memory instruction of the sub-warps at these positions.
    fn access(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        leader: usize,
        members: u64,
        issue: &Issue,
        now: Cycle,
    ) -> Result<(), Stop> {
        self.in_flight.access_some(core, leader, issue, now)?;
        let word = chip.code.word(issue.pc);
        let is_shared = self.in_flight.is_all_shared(leader);
        self.lats.decoded(word, issue.step, is_shared);
        let state = &mut self.subs[leader];
        state.warp.phase = Phase::Next;
        state.awaits = Awaits::Data;
        state.members = members;
        if self.banks.cycles() > 0 {
            for sub in super::members(&self.subs, leader, self.partners) {
                let state = &mut self.subs[sub];
                (state.awaits_data, state.awaits_stack) = (true, true);
                self.banks.done(sub);
            }
        }
        Ok(())
    }

    /// Updates a sub-warp for the effect of its instruction.
    fn follow(&mut self, sub: usize, effect: Effect) {
        let state = &mut self.subs[sub];
        state.awaits = Awaits::Result;
        state.warp.phase = match effect {
            Effect::Next => Phase::Next,
            Effect::Control => {
                state.warp.held = LaneMask::NONE;
                Phase::Control
            }
            effect => Phase::Rest(effect),
        };
    }

    /// How many cycles the part of an instruction that belongs to one sub-warp holds the lanes of its pipe; also
    /// counts it.
    fn hold(&self, core: &mut ShaderCore, step: &Step, lanes: LaneMask) -> u64 {
        if !step.is_in_alu() {
            return self.shape.quads().into();
        }
        core.compactor.executed.count(self.shape, lanes);
        self.shape.cycles(self.mode, lanes).max(1).into()
    }

    /// Schedules the result of a sub-warp's instruction, `latency` cycles after its issue.
    fn schedule(&mut self, sub: usize, now: Cycle, mut latency: u64) {
        if self.subs[sub].awaits != Awaits::Data {
            latency = latency.saturating_sub(1).max(1);
        }
        self.in_flight.result(sub, now + latency);
    }
}

/// Executes an instruction. Kept out of its callers, which are compiled once for each kind of synchroniser.
#[inline(never)]
fn execute<const S: usize>(
    core: &mut ShaderCore,
    chip: &Chip,
    issue: Issue,
    now: Cycle,
) -> Result<Effect, Stop> {
    core.issue::<S>(chip, issue, now)
}
