//! Proofs that a golden unit and its Verilog are equal: for all legal inputs, in every state that they lead to, the outputs are the
//! same.
//!
//! * The golden unit is gates ([`heddle_symbolic`]), beside the RTL and a checker in one netlist. Both are reset together.
//! * The checker has the contract's assumptions, and for each output port the *claim* that the two show the same, where the port's
//!   qualifiers are high. That the golden unit neither panics nor lets a collection grow are claims too.
//! * A *relation* says how words of the golden state and registers of the RTL belong together. It is proven with the claims, by
//!   induction: a wrong relation can make a proof fail, and cannot make one succeed.
//! * First comes induction with the relation, if there is one, without the RTL's own invariants and with them; then ABC looks for
//!   signals that are always equal; then follow induction with the properties that hold, reachability, and bounded model checking.
//! * Any of these may find inputs that make a difference, which are run on both sides.
//! * Where a golden unit numbers events with a counter, the proof is about the cycles before it ends
//!   ([`Answer::EqualUntil`]).
//! * An input is legal if it is so given the outputs of either side (EQU-10): a wrong output must not make the cycle illegal that shows it.
//! * A proof about no state is refused (EQU-4): every corner of the contract has to be reachable. One about inputs that are not
//!   those of unit mode is refused, too (EQU-8).

mod asked;
mod claims;
mod counters;
pub mod forms;
mod golden;
mod goldens;
pub mod ir;
mod link;
pub mod mutants;
mod panics;
mod recorded;
mod relations;
mod replayed;
mod seen;
mod simulated;
mod unlike;

use crate::error::Error;
use crate::prove::Limits;
pub use crate::prove::equality::{Answer, Method, Without};
use crate::prove::equality::{Engine, Sides};
use crate::unit_mode::Check;
use crate::{Checked, Outcome, Start};
use asked::Asked;
use claims::{GROWS, PANICS};
pub use golden::Gates;
use heddle_contract::{Values, Words};
pub use heddle_symbolic::Mistake;
use heddle_symbolic::Module;
use panics::Until;
pub use relations::Relation;
pub use replayed::Shown;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
pub use unlike::Unlike;

/// The options of proofs of equality.
#[derive(Clone, Debug)]
pub struct Equal {
    /// The RTL, and what a comparison of inputs that make a difference needs. Its seed is that of the stimuli which show the bits of
    /// the golden state that change.
    pub check: Check,
    /// A file with the IR of golden units that were changed, as `scripts/golden --out` writes it; ours without it.
    pub golden: Option<PathBuf>,
    /// Processor time for each question.
    pub patience: Duration,
    /// After this many questions without an answer, induction with single properties is no longer tried.
    pub unsettled: usize,
    /// Whether to find out which assumptions a proof needs, by proofs without each.
    pub needs: bool,
    /// The number of questions that were asked, for progress displays.
    pub asked: Arc<AtomicU64>,
}

/// What is known of a golden unit and its RTL.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the unit.
    pub unit: &'static str,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The comparison of the inputs that make a difference between the RTL and our golden unit, in lockstep (EQU-7).
    pub replayed: Option<Outcome>,
    /// What the inputs show that make a difference between the RTL and a user's golden unit, or with which the golden unit has no outputs.
    pub shown: Option<Shown>,
    /// What the proof assumes.
    pub assumptions: Vec<Assumed>,
    /// Gates of the golden unit.
    pub golden_gates: usize,
    /// Registers of the golden unit, a bit each.
    pub golden_registers: usize,
    /// Gates of the RTL and of the checker with the claims.
    pub rtl_and_checker_gates: usize,
    /// Registers of the RTL, a bit each.
    pub rtl_registers: usize,
    /// Corners of the contract that no legal inputs are found to reach.
    pub unreached: Vec<&'static str>,
    /// Time of the proof in seconds.
    pub seconds: f64,
}

/// An assumption of a proof.
#[derive(Clone, Debug, Serialize)]
pub struct Assumed {
    /// The assumption's label in checkers.
    pub label: &'static str,
    /// The assumption.
    pub assumption: &'static str,
    /// Whether the stimuli of unit mode break it.
    pub broken: bool,
    /// What is known without it; `None` if this was not asked, or nothing is proven.
    #[serde(flatten)]
    pub without: Option<Without>,
}

impl Equal {
    /// Proves that a unit's golden unit and RTL are equal, or says how far that is known.
    ///
    /// # Errors
    /// [`Error`] when a tool fails, a file cannot be written, or the golden unit cannot be made into gates.
    pub fn run<U: Checked + Relation>(&self, params: &U::Params) -> Result<Report, Error>
    where
        U::In<Values>: Words,
        U::Out<Values>: Words,
    {
        let start = Instant::now();
        let golden = Gates::new::<U>(params, &self.module::<U>()?, self.check.seed)?;
        let asked = Asked::new::<U>(params, golden);
        let limits = self.limits();
        let rtl = Sides::new::<U>(&self.check.verilog, params, &asked.checker, limits, None)?;
        let (rtl_registers, rtl_and_checker_gates) = (rtl.registers(), rtl.gates());
        let mut engine = asked.engine(rtl, &asked.golden, &self.asked)?;
        let answer = until(engine.answer()?, counters::names(U::NAME));
        let (replayed, shown) = match &answer {
            Answer::Differs {
                in_reset, inputs, ..
            } => self.replay::<U>(params, &asked.golden, in_reset, inputs)?,
            _ => (None, None),
        };
        let unreached = engine.unreached(&asked.corners, &asked.golden.seen.corners)?;
        let seconds = start.elapsed().as_secs_f64();
        let asks = self.needs && answer.is_equal();
        Ok(Report {
            unit: U::NAME,
            answer,
            replayed,
            shown,
            assumptions: assumed(&mut engine, &asked, asks)?,
            golden_gates: asked.golden.cycle.aig.nodes().len(),
            golden_registers: asked.golden.cycle.registers.len(),
            rtl_and_checker_gates,
            rtl_registers,
            unreached,
            seconds,
        })
    }

    /// Runs inputs that make a difference on both sides (EQU-7).
    fn replay<U: Checked>(
        &self,
        params: &U::Params,
        gates: &Gates,
        in_reset: &[u64],
        inputs: &[Vec<u64>],
    ) -> Result<(Option<Outcome>, Option<Shown>), Error> {
        let starts = Start::each(in_reset);
        let by_gates = || replayed::replay::<U>(&self.check, params, gates, &starts, inputs);
        // We have no other golden unit than ours to compare with, but the gates of the user's.
        if self.golden.is_some() {
            return Ok((None, by_gates()?));
        }
        let panics = |until| {
            let cycle = panics::panics::<U>(params, inputs, until)?;
            Some(Shown::ends(cycle, PANICS))
        };
        if let Some(shown) = panics(Until::Outputs) {
            return Ok((None, Some(shown)));
        }
        let outcome = self.check.run_inputs::<U>(params, &starts, inputs)?;
        if !outcome.passed() {
            return Ok((Some(outcome), None));
        }
        // That a collection grows is nothing that lockstep sees.
        let shown = match panics(Until::Clocked) {
            None => by_gates()?.filter(|shown| shown.port == GROWS),
            shown => shown,
        };
        Ok((Some(outcome), shown))
    }

    /// The IR of a unit.
    fn module<U: Checked>(&self) -> Result<Module, Error> {
        match &self.golden {
            Some(file) => ir::read(file, U::NAME),
            None => Ok(ir::module(U::NAME)),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            patience: self.patience,
            unsettled: self.unsettled,
        }
    }
}

/// The assumptions of a proof; with `asks`, what is known without each.
fn assumed(engine: &mut Engine, asked: &Asked, asks: bool) -> Result<Vec<Assumed>, Error> {
    let is_equal = |answer| matches!(answer, Some(Answer::Equal { .. }));
    let at_once = asks && is_equal(engine.at_once()?);
    let broken = &asked.golden.seen.broken;
    let assumed = asked.assumptions.iter().zip(broken).enumerate();
    let assumed = assumed.map(|(at, ((label, assumption), broken))| {
        let without = asks.then(|| engine.without(at, at_once)).transpose()?;
        Ok(Assumed {
            label,
            assumption,
            broken: *broken,
            without,
        })
    });
    assumed.collect()
}

/// The answer, where a proof leaves out the ends of these counters.
fn until(answer: Answer, counters: Vec<&'static str>) -> Answer {
    match answer {
        Answer::Equal { method } if !counters.is_empty() => Answer::EqualUntil { method, counters },
        answer => answer,
    }
}
