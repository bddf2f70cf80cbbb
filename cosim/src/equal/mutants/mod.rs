//! Trust in proofs of equality: mistakes in the RTL, and in the gates of the golden unit, which proofs have to find.
//!
//! * Mutants of the RTL are those of [`mutation`]: Yosys changes a bit of a cell's port. In mutants of the gates
//!   an operand of an and is inverted, an and is an or, or a register takes its next value inverted or a constant; they are at gates
//!   and registers that outputs depend on.
//! * *Simulation* judges each mutant, without the gates, the checker and the tools of proofs: mutants of the RTL are compiled by
//!   Verilator and run in lockstep with the golden unit, mutants of the gates are evaluated beside 64 golden units. Both under the
//!   stimuli of unit mode.
//! * Then each mutant is asked about as the unit itself is; one that simulation tells from the golden unit only with the questions
//!   about all claims together, and a short search. Simulation and proof must not disagree: a mutant that simulation tells apart and
//!   that is proven equal is *wrong*.
//! * A mutant *differs* if the proof, or simulation where the proof is open, finds inputs that make a difference. The inputs are run:
//!   those of the gates in simulation, those of the RTL by the caller ([`Shown`]), in a simulator that had no part in finding them.
//! * Other mutants are right to be equal: they change what no legal inputs reach, or outputs whose qualifiers are low.

mod gates;
mod report;
mod rtl;

use super::asked::Asked;
use super::golden::Gates;
use super::{Equal, Relation};
use crate::Checked;
use crate::error::Error;
#[cfg(doc)]
use crate::mutation;
use heddle_contract::{Values, Words};
pub use report::{Judged, Report, Shown};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

/// Cycles of each simulated run of gates, of which there are 64.
const CYCLES: u64 = 1000;

/// The options of proofs about mutants.
#[derive(Clone, Debug)]
pub struct Mutants {
    /// The options of each proof.
    pub equal: Equal,
    /// Number of mutants of the RTL, and of the gates; a small unit has fewer.
    pub count: usize,
    /// Number of finished mutants, for progress displays.
    pub done: Arc<AtomicU64>,
}

impl Mutants {
    /// Makes mutants of a unit, and asks about each.
    ///
    /// # Errors
    /// As [`Equal::run`]; and [`Error::Unmutated`] or [`Error::Unlike`] if the unit itself is wrong.
    pub fn run<U: Checked + Relation>(&self, params: &U::Params) -> Result<Report, Error>
    where
        U::In<Values>: Words,
        U::Out<Values>: Words,
    {
        let start = Instant::now();
        let seed = self.equal.check.seed;
        let golden = Gates::new::<U>(params, &self.equal.module::<U>()?, seed)?;
        if let Some(unlike) = golden.unlike::<U>(params, seed, CYCLES) {
            return Err(Error::Unlike(unlike));
        }
        let asked = Asked::new::<U>(params, golden);
        let gates = self.of_gates::<U>(params, &asked)?;
        let (rtl, shown) = self.of_rtl::<U>(params, &asked)?;
        Ok(Report {
            unit: U::NAME,
            seed,
            rtl,
            gates,
            seconds: start.elapsed().as_secs_f64(),
            shown,
        })
    }
}
