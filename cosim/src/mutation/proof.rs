//! Proofs that a mutant does what the unit does, by ABC.

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

/// What an attempt at a proof came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// No inputs show the mutant.
    Equivalent,
    /// Some inputs show it; whether the contract allows them is not known.
    Differs,
    /// Neither was found in time, or with the memories that the proof knows.
    Undecided,
}

/// Registers that are always equal become one, which is fast and mostly enough; then all signals
/// that are; then invariants are looked for.
const SCRIPT: &str = "strash; lcorr; scorr; pdr";

/// Proves things about the mutants of one netlist.
pub(super) struct Prover<'a> {
    netlist: &'a Netlist,
    gates: Blif,
    observed: Vec<Observed>,
    /// Memories are in the netlist, not around it.
    exact: bool,
    patience: Duration,
}

impl<'a> Prover<'a> {
    /// A prover that gives up a mutant after some time.
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

/// All bits of a unit's outputs and what qualifies them.
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
