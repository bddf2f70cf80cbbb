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
//! * Where a golden unit numbers events with a counter, the proof is about the cycles before it ends
//!   ([`Answer::EqualUntil`]).
//! * A proof about no state is refused: every corner of the contract has to be reachable.

mod claims;
mod counters;
mod golden;
pub mod ir;
mod link;
mod relations;

use crate::error::Error;
use crate::gates::Blif;
use crate::prove::equality::Engine;
pub use crate::prove::equality::{Answer, Method};
use crate::unit_mode::Check;
use crate::{Checked, Outcome};
use golden::Gates;
use heddle_contract::{Properties, Values, Words};
use heddle_hdl::{Checker, invariants};
pub use relations::Relation;
use serde::Serialize;
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
    /// The comparison of the inputs that make a difference.
    pub replayed: Option<Outcome>,
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
        let module = match &self.golden {
            Some(file) => ir::read(file, U::NAME)?,
            None => ir::module(U::NAME),
        };
        let golden = Gates::new::<U>(params, &module, self.check.seed)?;
        let mut contract = Properties::of::<U>(params);
        contract
            .assumptions
            .extend(counters::last(U::NAME, |word| golden.word(word)));
        let corners: Vec<&str> = contract.corners.iter().map(|corner| corner.name).collect();
        let of = Properties {
            guarantees: claims::claims::<U>(params, &golden),
            ..contract
        };
        let labels = of.guarantees.iter().map(|claim| claim.label).collect();
        let mut relation = U::relation(params, &golden);
        let written = relation.len();
        relation.extend(invariants::<U>(params));
        let invariants = relation.iter().map(|property| property.label).collect();
        let checker = Checker::for_proofs::<U>(params, of, relation);
        let mut rtl_registers = 0;
        let link = |blif: &mut Blif| {
            rtl_registers = blif.registers.len();
            link::link(blif, &golden, &checker);
        };
        let engine = Engine::new::<U>(&self.check.verilog, params, &checker, self.patience, link)?;
        let answer = until(
            engine.answer(labels, invariants, written)?,
            counters::names(U::NAME),
        );
        let replayed = match &answer {
            Answer::Differs { inputs, .. } if !inputs.is_empty() => {
                Some(self.check.run_inputs::<U>(params, inputs)?)
            }
            _ => None,
        };
        Ok(Report {
            unit: U::NAME,
            answer,
            replayed,
            golden_gates: golden.cycle.aig.nodes().len(),
            golden_registers: golden.cycle.registers.len(),
            rtl_registers,
            unreached: engine.unreached(&corners, &golden.corners)?,
            seconds: start.elapsed().as_secs_f64(),
        })
    }
}

/// The answer, where a proof leaves out the ends of these counters.
fn until(answer: Answer, counters: Vec<&'static str>) -> Answer {
    match answer {
        Answer::Equal { method } if !counters.is_empty() => Answer::EqualUntil { method, counters },
        answer => answer,
    }
}
