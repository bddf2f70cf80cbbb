//! Where in a run of the GPU a cycle of a unit lies (COS-14).
//!
//! A unit that is clocked in every cycle of its core has the same cycles. One that runs ahead of its core, as the compressor of an ALU
//! does, has others, and belongs to the instruction that was issued last.

use super::Step;
use crate::Lockstep;
use crate::report::{Moment, laid_out};
use heddle_contract::{Behaviour, Golden, Unit, Values};
use heddle_isa::Program;
use heddle_sim::{Issued, Observer};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Instructions that are kept.
const KEPT: usize = 8;

/// Keeps what a core has issued by a cycle of its unit.
pub struct Issues<'a> {
    program: &'a Program,
    core: usize,
    /// The unit's cycle, and how many it has completed.
    cycle: u64,
    completed: Arc<AtomicU64>,
    steps: VecDeque<Step>,
    /// The last one of each warp that is not kept any more.
    earlier: BTreeMap<usize, Step>,
    /// How many cycles more the unit had completed than the core when it issued first.
    lead: Option<u64>,
    /// Whether the unit has completed a cycle for each cycle of the core.
    keeps_time: bool,
}

impl<'a> Issues<'a> {
    /// Nothing yet, of a core whose unit counts the cycles that it has completed.
    pub fn new(program: &'a Program, core: usize, cycle: u64, completed: &Arc<AtomicU64>) -> Self {
        Issues {
            program,
            core,
            cycle,
            completed: completed.clone(),
            steps: VecDeque::new(),
            earlier: BTreeMap::new(),
            lead: None,
            keeps_time: true,
        }
    }

    /// The cycle of the GPU, and what the core issued last by then.
    pub fn moment(self) -> Moment {
        let last = self.steps.back().map(|step| step.cycle);
        let ahead = last.filter(|_| !self.keeps_time);
        let mut others: Vec<Step> = self.earlier.into_values().collect();
        others.retain(|other| self.steps.iter().all(|step| step.warp != other.warp));
        others.sort_by_key(|step| step.cycle);
        Moment {
            core: self.core,
            cycle: ahead.unwrap_or(self.cycle),
            steps: self.steps.into(),
            others,
        }
    }
}

impl Observer for Issues<'_> {
    fn issued(&mut self, event: &Issued) {
        let completed = self.completed.load(Ordering::Relaxed);
        if event.core != self.core || completed > self.cycle {
            return;
        }
        // A mechanism clocks its unit after or before it issues: the unit has none or one more.
        let lead = completed.checked_sub(event.cycle.number());
        let lead = lead.filter(|lead| *lead <= 1);
        self.keeps_time &= lead.is_some() && lead == self.lead.or(lead);
        self.lead = self.lead.or(lead);
        if self.steps.len() == KEPT {
            let oldest = self.steps.pop_front().expect("some are kept");
            self.earlier.insert(oldest.warp, oldest);
        }
        self.steps.push_back(Step::of(event, self.program));
    }

    fn reads_threads(&self) -> bool {
        false
    }
}

/// A unit and its RTL, which counts completed cycles and keeps the golden unit's state of one.
pub struct Witness<U: Unit, G> {
    lockstep: Lockstep<U, G>,
    cycle: u64,
    completed: Arc<AtomicU64>,
    state: String,
}

impl<U: Unit, G: Golden<U>> Witness<U, G> {
    /// Of both in their reset state.
    pub fn new(lockstep: Lockstep<U, G>, cycle: u64, completed: &Arc<AtomicU64>) -> Self {
        Witness {
            lockstep,
            cycle,
            completed: completed.clone(),
            state: String::new(),
        }
    }

    /// Completes the comparison; returns the golden unit's state before the clock edge of the cycle.
    pub fn finish(mut self) -> String {
        self.lockstep.finish();
        self.state
    }
}

impl<U: Unit, G: Golden<U>> Behaviour<U> for Witness<U, G> {
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.lockstep.eval(input, output);
    }

    fn tick(&mut self, input: &U::In<Values>) {
        if self.completed.fetch_add(1, Ordering::Relaxed) == self.cycle {
            self.state = laid_out(self.lockstep.golden());
        }
        self.lockstep.tick(input);
    }
}
