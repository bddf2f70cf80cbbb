//! The synchroniser of a core, and what it is shown.

use crate::plugged::Plugged;
use heddle_contract::units::dwr_synchronizer::{In, Out, Params};
use heddle_contract::{Behaviour, Border, Values, bits, units};
use heddle_types::{WarpId, WarpMask, WordPc};
use heddle_units::DwrSynchronizer;
use std::collections::VecDeque;

/// The synchroniser of a core: the golden unit, or anything that behaves as one.
pub(crate) trait Synchroniser: Behaviour<units::DwrSynchronizer> {
    /// Whether it is clocked every cycle. The golden unit need not be: a cycle after the last arrival, issue and
    /// change of who is excused, its contract says that nothing changes.
    const EVERY_CYCLE: bool;
}

impl Synchroniser for DwrSynchronizer {
    const EVERY_CYCLE: bool = false;
}

impl Synchroniser for Plugged<'_, units::DwrSynchronizer> {
    const EVERY_CYCLE: bool = true;
}

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Synchronisation<U> {
    unit: U,
    pub input: In<Values>,
    /// Outputs for the state of the coming cycle, until the unit is asked for a cycle's inputs.
    pub output: Out<Values>,
    /// Large warps with a sub-warp that is combine-ready, by the outputs for the state of the coming cycle.
    ready: WarpMask,
    /// Sub-warps whose barrier executes, in order.
    arriving: VecDeque<usize>,
    /// Nothing changes unless something arrives, issues, or is excused.
    is_settled: bool,
    partners: usize,
}

impl<U: Synchroniser> Synchronisation<U> {
    /// Around a unit in its reset state: nobody has threads.
    pub fn new(params: &Params, mut unit: U) -> Self {
        let partners = params.partners();
        let mut input: In<Values> = In::zero(params);
        input.excused.fill((1 << partners) - 1);
        let mut output = Out::zero(params);
        unit.eval(&input, &mut output);
        Synchronisation {
            unit,
            input,
            ready: ready(&output),
            output,
            arriving: VecDeque::with_capacity(params.warps() * partners),
            is_settled: false,
            partners,
        }
    }

    /// The barrier of a sub-warp executes.
    pub fn arrives(&mut self, sub: usize) {
        self.arriving.push_back(sub);
    }

    /// A sub-warp need not come to LATs, or has to.
    pub fn excuse(&mut self, sub: usize, is_excused: bool) {
        let excused = &mut self.input.excused[sub / self.partners];
        let bit = 1 << (sub % self.partners);
        *excused = *excused & !bit | if is_excused { bit } else { 0 };
        self.is_settled = false;
    }

    /// Whether something changes in this cycle or the next.
    pub fn is_busy(&self) -> bool {
        !self.is_settled || !self.arriving.is_empty()
    }

    /// Whether some sub-warp is combine-ready.
    pub fn some_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// The first sub-warp from `start` on, going round, that is combine-ready.
    pub fn ready_from(&self, start: usize) -> Option<usize> {
        if self.ready.is_empty() {
            return None;
        }
        let (warps, partners) = (self.output.combinable.len(), self.partners);
        let (first, position) = (WarpId::new(start / partners % warps), start % partners);
        let in_warp = |warp: WarpId, positions: u64| {
            let position = bits(self.output.combinable[warp.index()] & positions).next()?;
            Some(warp.index() * partners + position)
        };
        in_warp(first, u64::MAX << position)
            .or_else(|| in_warp(self.ready.next_after(first)?, u64::MAX))
    }

    /// Presents the sub-warp that arrives in this cycle; which one.
    pub fn present(&mut self, pc_of: impl Fn(usize) -> WordPc) -> Option<usize> {
        let sub = self.arriving.pop_front()?;
        self.input.arrive = true;
        self.input.arrive_warp = (sub / self.partners) as u64;
        self.input.arrive_partner = (sub % self.partners) as u64;
        self.input.arrive_pc = pc_of(sub).into();
        Some(sub)
    }

    /// Outputs for this cycle's inputs.
    pub fn eval(&mut self) {
        self.unit.eval(&self.input, &mut self.output);
    }

    /// The clock edge, and the outputs of the state after it.
    pub fn tick(&mut self) {
        let acts = self.input.arrive || self.input.take;
        if U::EVERY_CYCLE || acts || !self.is_settled {
            self.unit.tick(&self.input);
            (self.input.arrive, self.input.show, self.input.take) = (false, false, false);
            self.eval();
            self.ready = ready(&self.output);
            self.is_settled = !acts;
        }
    }
}

fn ready(output: &Out<Values>) -> WarpMask {
    let combinable = (0..).map(WarpId::new).zip(&output.combinable);
    let ready = combinable.filter(|(_, subs)| **subs != 0);
    ready.fold(WarpMask::NONE, |set, (warp, _)| {
        set | WarpMask::single(warp)
    })
}
