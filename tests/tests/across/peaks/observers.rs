//! Golden units whose state and ports are observed in every cycle.

use super::{Seen, add, raise};
use heddle_contract::units::{
    self, dwf_scheduler, dwr_subsystem, dwr_synchronizer, reconvergence_stack, stackless_front_end,
};
use heddle_contract::{Behaviour, Border, Golden, Unit, Values, bits};
use heddle_units as golden_units;
use std::collections::BTreeSet;

/// A golden unit whose state and ports are observed in every cycle.
pub trait Observed<U: Unit>: Behaviour<U> {
    fn new(params: &U::Params) -> Self;
    fn seen(&self) -> &Seen;
}

/// The stacks of a core.
pub struct Stacks {
    unit: golden_units::ReconvergenceStack,
    seen: Seen,
}

impl Behaviour<units::ReconvergenceStack> for Stacks {
    fn eval(
        &mut self,
        input: &reconvergence_stack::In<Values>,
        output: &mut reconvergence_stack::Out<Values>,
    ) {
        self.unit.out(input, output);
    }

    fn tick(&mut self, input: &reconvergence_stack::In<Values>) {
        if input.start {
            raise(&mut self.seen.peaks, "stack_depth", 1);
        }
        if input.update {
            let gone = input.exit | input.leave;
            let warp = input.update_warp as usize;
            let needed = needed(&self.unit, warp, gone, input.taken, input.push);
            raise(&mut self.seen.peaks, "stack_depth", needed as u64);
        }
        self.unit.clock(input);
    }
}

/// The entries that an update needs: lanes that are gone go to neither side.
fn needed(
    stacks: &golden_units::ReconvergenceStack,
    warp: usize,
    gone: u64,
    taken: u64,
    push: bool,
) -> usize {
    let (_, active) = stacks.top(warp);
    let stay = active & !gone;
    let sides = [stay & taken, stay & !taken];
    let sides = sides.iter().filter(|lanes| **lanes != 0).count();
    let pushed = match push {
        true => sides,
        false => sides.saturating_sub(1),
    };
    stacks.entries(warp).count() + pushed
}

impl Observed<units::ReconvergenceStack> for Stacks {
    fn new(params: &reconvergence_stack::Params) -> Self {
        Stacks {
            unit: Golden::new(params),
            seen: Seen::default(),
        }
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}

/// The control unit of a stack-less core.
pub struct FrontEnd {
    unit: golden_units::StacklessFrontEnd,
    output: stackless_front_end::Out<Values>,
    seen: Seen,
}

impl Behaviour<units::StacklessFrontEnd> for FrontEnd {
    fn eval(
        &mut self,
        input: &stackless_front_end::In<Values>,
        output: &mut stackless_front_end::Out<Values>,
    ) {
        self.unit.out(input, output);
    }

    fn tick(&mut self, input: &stackless_front_end::In<Values>) {
        self.unit.out(input, &mut self.output);
        if self.output.grant && !self.output.grant_memory {
            let pcs: BTreeSet<u64> = bits(input.lanes).map(|lane| input.address[lane]).collect();
            raise(&mut self.seen.peaks, "splits", pcs.len() as u64);
        }
        self.unit.clock(input);
    }
}

impl Observed<units::StacklessFrontEnd> for FrontEnd {
    fn new(params: &stackless_front_end::Params) -> Self {
        FrontEnd {
            unit: Golden::new(params),
            output: Border::zero(params),
            seen: Seen::default(),
        }
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}

/// The scheduler of dynamic warp formation of a core.
pub struct WarpFormation {
    unit: golden_units::DwfScheduler,
    output: dwf_scheduler::Out<Values>,
    queue: usize,
    spilled: u64,
    seen: Seen,
}

impl WarpFormation {
    fn events(&mut self, input: &dwf_scheduler::In<Values>) {
        self.unit.out(input, &mut self.output);
        let (output, seen) = (&self.output, &mut self.seen);
        let written = u64::from(output.write && input.write_ready);
        self.spilled += written;
        self.spilled -= u64::from(output.back_ready && input.back);
        add(&mut seen.shortages, "pool", written);
        if output.insert {
            add(&mut seen.shortages, "lut", output.evictions);
        }
        if let Some(heap) = self.unit.groups().with_heap() {
            let waits = output.hold && !output.insert;
            let is_short = self.queue - heap.queued().count() < 2;
            add(&mut seen.shortages, "queue", u64::from(waits && is_short));
        }
    }

    fn state(&mut self) {
        let peaks = &mut self.seen.peaks;
        let pool = self.unit.pool();
        let used = pool.iter().filter(|warp| warp.iter().any(Option::is_some));
        raise(peaks, "warps", used.count() as u64);
        raise(peaks, "spilled", self.spilled);
        raise(peaks, "lut", self.unit.lut().pcs().count() as u64);
        if let Some(heap) = self.unit.groups().with_heap() {
            let groups = heap.heap().entries().len() + usize::from(heap.chosen().is_some());
            raise(peaks, "groups", groups as u64);
            raise(peaks, "queue", heap.queued().count() as u64);
            raise(peaks, "heap_lut", heap.lut().live().count() as u64);
            self.seen.shortages.insert("heap_lut", heap.given_up());
        }
    }
}

impl Behaviour<units::DwfScheduler> for WarpFormation {
    fn eval(&mut self, input: &dwf_scheduler::In<Values>, output: &mut dwf_scheduler::Out<Values>) {
        self.unit.out(input, output);
    }

    fn tick(&mut self, input: &dwf_scheduler::In<Values>) {
        self.events(input);
        self.unit.clock(input);
        self.state();
    }
}

impl Observed<units::DwfScheduler> for WarpFormation {
    fn new(params: &dwf_scheduler::Params) -> Self {
        WarpFormation {
            unit: Golden::new(params),
            output: Border::zero(params),
            queue: params.groups().queue(),
            spilled: 0,
            seen: Seen::default(),
        }
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}

/// The synchroniser of a core.
pub struct Synchroniser {
    unit: golden_units::DwrSynchronizer,
    output: dwr_synchronizer::Out<Values>,
    seen: Seen,
}

impl Behaviour<units::DwrSynchronizer> for Synchroniser {
    fn eval(
        &mut self,
        input: &dwr_synchronizer::In<Values>,
        output: &mut dwr_synchronizer::Out<Values>,
    ) {
        self.unit.out(input, output);
    }

    fn tick(&mut self, input: &dwr_synchronizer::In<Values>) {
        let before = listed(&self.unit);
        self.unit.clock(input);
        self.unit.out(input, &mut self.output);
        let after = listed(&self.unit);
        synchronised(&mut self.seen, &before, &after, &self.output.locked);
    }
}

/// The PCs on the ignore list.
fn listed(unit: &golden_units::DwrSynchronizer) -> BTreeSet<u64> {
    unit.ignore_list().pcs().collect()
}

/// What a synchroniser holds behind a cycle.
fn synchronised(seen: &mut Seen, before: &BTreeSet<u64>, after: &BTreeSet<u64>, locked: &[u64]) {
    let waiting = locked.iter().filter(|locked| **locked != 0);
    raise(&mut seen.peaks, "partner_sync", waiting.count() as u64);
    raise(&mut seen.peaks, "ignore_list", after.len() as u64);
    let lost = before.difference(after).count();
    add(&mut seen.shortages, "ignore_list", lost as u64);
}

impl Observed<units::DwrSynchronizer> for Synchroniser {
    fn new(params: &dwr_synchronizer::Params) -> Self {
        Synchroniser {
            unit: Golden::new(params),
            output: Border::zero(params),
            seen: Seen::default(),
        }
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}

/// The synchroniser and the stacks of a core, as one unit.
pub struct Subsystem {
    unit: golden_units::DwrSubsystem,
    output: dwr_subsystem::Out<Values>,
    seen: Seen,
}

impl Behaviour<units::DwrSubsystem> for Subsystem {
    fn eval(
        &mut self,
        input: &dwr_subsystem::In<Values>,
        output: &mut dwr_subsystem::Out<Values>,
    ) {
        self.unit.out(input, output);
    }

    fn tick(&mut self, input: &dwr_subsystem::In<Values>) {
        if input.start {
            raise(&mut self.seen.peaks, "stack_depth", 1);
        }
        for at in bits(input.update) {
            let gone = input.exit[at] | input.leave[at];
            let (warp, push) = (input.update_warp[at] as usize, input.push >> at & 1 == 1);
            let needed = needed(&self.unit.stacks()[at], warp, gone, input.taken[at], push);
            raise(&mut self.seen.peaks, "stack_depth", needed as u64);
        }
        let before = listed(self.unit.synchronizer());
        self.unit.clock(input);
        self.unit.out(input, &mut self.output);
        let after = listed(self.unit.synchronizer());
        synchronised(&mut self.seen, &before, &after, &self.output.locked);
    }
}

impl Observed<units::DwrSubsystem> for Subsystem {
    fn new(params: &dwr_subsystem::Params) -> Self {
        Subsystem {
            unit: Golden::new(params),
            output: Border::zero(params),
            seen: Seen::default(),
        }
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}
