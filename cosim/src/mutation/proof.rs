//! Proofs by ABC that a mutant is equivalent to the unit.

use super::memories;
use super::miter::{Miter, Observed};
use super::netlist::{Netlist, SELECT};
use crate::comparison;
use crate::error::Error;
use crate::gates::Blif;
use crate::verilated::RESET;
use heddle_contract::Unit;
use serde::Serialize;
use std::time::Duration;

/// The result of a proof attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// No inputs expose the mutant.
    Equivalent,
    /// Some inputs expose the mutant; whether the contract allows them is not known.
    Differs,
    /// Neither was shown in time, or with the memories outside of the netlist.
    Undecided,
}

/// First, registers that are always equal are merged, which is fast and mostly enough; then all signals
/// that are always equal; then ABC searches for invariants.
const SCRIPT: &str = "strash; lcorr; scorr; pdr";

/// Proves things about the mutants of one netlist.
pub(super) struct Prover<'a> {
    netlist: &'a Netlist,
    gates: Blif,
    observed: Vec<Observed>,
    /// Whether all memories are in the netlist, not outside of it.
    exact: bool,
    patience: Duration,
}

impl<'a> Prover<'a> {
    /// A prover that gives up a mutant after `patience`.
    pub fn new<U: Unit>(
        params: &U::Params,
        netlist: &'a Netlist,
        patience: Duration,
    ) -> Result<Self, Error> {
        let gates = Blif::parse(&netlist.gates()?);
        let mut gates = gates.expect("Yosys writes one model of tables and registers");
        let mut observed = observed::<U>(params);
        let memories = memories::observed(&mut gates, &observed);
        let exact = memories.is_empty();
        observed.extend(memories);
        Ok(Self {
            gates,
            observed,
            exact,
            netlist,
            patience,
        })
    }

    /// Tries to prove a mutant equivalent.
    pub fn prove(&self, mutant: usize) -> Result<Proof, Error> {
        let miter = Miter {
            gates: &self.gates,
            reset: RESET,
            select: SELECT,
            observed: &self.observed,
        };
        let name = format!("miter{mutant}.blif");
        let text = miter.text(mutant);
        let said = self.netlist.abc(&name, &text, SCRIPT, self.patience)?;
        let said = said.unwrap_or_default();
        Ok(if said.contains("Property proved") {
            Proof::Equivalent
        } else if self.exact && said.contains("was asserted in frame") {
            Proof::Differs
        } else {
            Proof::Undecided
        })
    }
}

/// All bits of a unit's outputs, with their qualifiers.
fn observed<U: Unit>(params: &U::Params) -> Vec<Observed> {
    let mut all = Vec::new();
    for (pin, conditions) in comparison::qualified::<U>(params) {
        let conditions: Vec<String> = conditions.into_iter().map(|pin| pin.name).collect();
        let bits = pin.kind.total_bits();
        all.extend((0..bits).map(|bit| Observed {
            signal: if bits == 1 {
                pin.name.clone()
            } else {
                format!("{}[{bit}]", pin.name)
            },
            conditions: conditions.clone(),
        }));
    }
    all
}
