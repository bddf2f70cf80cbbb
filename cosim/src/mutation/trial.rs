//! Mutants under the stimuli of unit mode.

use super::netlist::{Netlist, SELECT};
use crate::error::Error;
use crate::verilated::{Cache, Library, Pin};
use crate::{Checked, Lockstep, Mismatch, UnitMode, rtl};
use heddle_contract::Kind;
use std::sync::Arc;

/// The compiled mutants of a unit and how long each is tried.
pub(super) struct Trial<'a, U: Checked> {
    params: &'a U::Params,
    library: Arc<Library>,
    seed: u64,
    cycles: u64,
}

impl<'a, U: Checked> Trial<'a, U> {
    pub fn new(
        params: &'a U::Params,
        netlist: &Netlist,
        cache: &Cache,
        seed: u64,
        cycles: u64,
    ) -> Result<Self, Error> {
        let mut source = rtl::source::<U>(params, netlist.verilog()?);
        source.held.push(Pin {
            name: SELECT.into(),
            kind: Kind::Bits(netlist.select_bits),
        });
        Ok(Self {
            params,
            library: Library::load(&source, cache)?,
            seed,
            cycles,
        })
    }

    /// The mismatch that kills a mutant; nothing if it survives. Mutant 0 is the unit itself.
    pub fn run(&self, mutant: usize) -> Option<Mismatch> {
        let model = self.library.model_with(&[mutant as u64]);
        let lockstep = Lockstep::of(self.params, model);
        UnitMode::<U>::with(self.params, lockstep, self.seed).run(self.cycles).cloned()
    }
}
