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
//! * Where a golden unit numbers events with a counter, the proof is about the cycles before it ends; the report names
//!   the counter.
//! * A proof about no state is refused: every corner of the contract has to be reachable.

mod asked;
mod claims;
mod counters;
mod golden;
mod goldens;
pub mod ir;
mod link;
pub mod mutants;
mod recorded;
mod relations;
mod replayed;
mod simulated;

use crate::error::Error;
use crate::prove::equality::Sides;
pub use crate::prove::equality::{Answer, Method};
use crate::unit_mode::Check;
use crate::{Checked, Outcome};
use asked::Asked;
pub use golden::Gates;
use heddle_contract::{Values, Words};
pub use heddle_symbolic::Mistake;
use heddle_symbolic::Module;
pub use relations::Relation;
pub use replayed::Shown;
use serde::Serialize;
pub use simulated::Unlike;
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
}

/// What is known of a golden unit and its RTL.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the unit.
    pub unit: &'static str,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The comparison of the inputs that make a difference between the RTL and our golden unit.
    pub replayed: Option<Outcome>,
    /// What the inputs show that make a difference between the RTL and a user's golden unit.
    pub shown: Option<Shown>,
    /// Counters of 64 bits in the golden unit whose end the proof leaves out.
    pub counters: Vec<&'static str>,
    /// Gates of the golden unit.
    pub golden_gates: usize,
    /// Registers of the golden unit, a bit each.
    pub golden_registers: usize,
    /// Registers of the RTL, a bit each.
    pub rtl_registers: usize,
    /// Corners of the contract that no legal inputs are found to reach.
    pub unreached: Vec<&'static str>,
    /// Time in seconds.
    pub seconds: f64,
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
        let (verilog, patience) = (&self.check.verilog, self.patience);
        let rtl = Sides::new::<U>(verilog, params, &asked.checker, patience, None)?;
        let engine = rtl.with(|blif| asked.link(blif, &asked.golden)).engine()?;
        let answer = asked.answer(&engine)?;
        let (mut replayed, mut shown) = (None, None);
        if let Answer::Differs { inputs, .. } = &answer {
            match &self.golden {
                None => replayed = Some(self.check.run_inputs::<U>(params, inputs)?),
                // We have no other golden unit than ours to compare with, but the gates of the user's.
                Some(_) => {
                    shown = replayed::replay::<U>(&self.check, params, &asked.golden, inputs)?;
                }
            }
        }
        Ok(Report {
            unit: U::NAME,
            answer,
            replayed,
            shown,
            counters: counters::names(U::NAME),
            golden_gates: asked.golden.cycle.aig.nodes().len(),
            golden_registers: asked.golden.cycle.registers.len(),
            rtl_registers: rtl.registers(),
            unreached: engine.unreached(&asked.corners, &asked.golden.corners)?,
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    /// The IR of a unit.
    fn module<U: Checked>(&self) -> Result<Module, Error> {
        match &self.golden {
            Some(file) => ir::read(file, U::NAME),
            None => Ok(ir::module(U::NAME)),
        }
    }
}
