//! Proofs that a mutant does what the unit does, by ABC.

use super::blif::{Blif, Miter, Observed};
use super::netlist::{Netlist, SELECT};
use crate::comparison;
use crate::error::Error;
use crate::verilated::RESET;
use heddle_contract::Unit;

/// A prover of the mutants of one netlist.
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
        Ok(Self {
            gates: Blif::parse(&netlist.gates()?).expect("Yosys writes a flat model"),
            observed: observed::<U>(params),
            netlist,
            seconds,
        })
    }

    /// Whether a mutant is proven to do what the unit does.
    pub fn proves(&self, mutant: usize) -> Result<bool, Error> {
        let miter = Miter {
            netlist: &self.gates,
            reset: RESET,
            select: SELECT,
            observed: &self.observed,
        };
        let name = format!("miter{mutant}.blif");
        let seconds = self.seconds;
        let script = format!("strash; scorr; pdr -T {seconds}; print_status");
        let said = self.netlist.abc(&name, &miter.text(mutant), &script)?;
        eprintln!("{mutant}: {said}");
        Ok(said.contains("Property proved"))
    }
}

/// All bits of a unit's outputs with what qualifies them.
fn observed<U: Unit>(params: &U::Params) -> Vec<Observed> {
    let mut all = Vec::new();
    for (pin, conditions) in comparison::qualified::<U>(params) {
        let bits = pin.kind.total_bits();
        all.extend((0..bits).map(|bit| Observed {
            signal: if bits == 1 { pin.name.clone() } else { format!("{}[{bit}]", pin.name) },
            conditions: conditions.iter().map(|pin| pin.name.clone()).collect(),
        }));
    }
    all
}
