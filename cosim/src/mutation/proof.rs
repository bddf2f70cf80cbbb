//! Proofs that a mutant does what the unit does, by ABC.

use super::blif::Blif;
use super::miter::{Miter, Observed};
use super::netlist::{Netlist, SELECT};
use crate::comparison;
use crate::error::Error;
use crate::verilated::RESET;
use heddle_contract::Unit;
use serde::Serialize;

/// What an attempt at a proof came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// No inputs show the mutant.
    Equivalent,
    /// Some inputs show it; whether the contract allows them is not known.
    Differs,
    /// Neither was found in time.
    Undecided,
}

/// Proves things about the mutants of one netlist.
pub(super) struct Prover<'a> {
    netlist: &'a Netlist,
    gates: Blif,
    observed: Vec<Observed>,
    seconds: u32,
}

impl<'a> Prover<'a> {
    /// A prover that gives up a mutant after some seconds.
    pub fn new<U: Unit>(
        params: &U::Params,
        netlist: &'a Netlist,
        seconds: u32,
    ) -> Result<Self, Error> {
        let gates = Blif::parse(&netlist.gates()?);
        Ok(Self {
            gates: gates.expect("Yosys writes one model of tables and registers"),
            observed: observed::<U>(params),
            netlist,
            seconds,
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
        let script = format!("strash; scorr; pdr -T {}", self.seconds);
        let name = format!("miter{mutant}.blif");
        let said = self.netlist.abc(&name, &miter.text(mutant), &script)?;
        Ok(if said.contains("Property proved") {
            Proof::Equivalent
        } else if said.contains("was asserted in frame") {
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
