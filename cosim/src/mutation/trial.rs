//! Mutants under the stimuli of unit mode.

use super::netlist::{Netlist, SELECT};
use crate::error::Error;
use crate::verilated::{Cache, Library, Pin};
use crate::{Checked, Lockstep, UnitMode, rtl};
use heddle_contract::Kind;
use std::sync::Arc;

/// The compiled mutants of a unit.
pub(super) struct Trial<'a, U: Checked> {
    params: &'a U::Params,
    library: Arc<Library>,
    seed: u64,
}

impl<'a, U: Checked> Trial<'a, U> {
    /// Compiles the mutants, all in one model.
    pub fn new(
        params: &'a U::Params,
        netlist: &Netlist,
        cache: &Cache,
        seed: u64,
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
        })
    }

    /// A mutant before its first cycle; mutant 0 is the unit itself. Start 0 uses the stimuli of the
    /// seed, every other start uses other stimuli, and each start has its own bits before reset.
    pub fn start(&self, mutant: usize, start: u32) -> UnitMode<U> {
        let model = self.library.model_with(start, &[mutant as u64]);
        let lockstep = Lockstep::of(self.params, model);
        let seed = self.seed.wrapping_add(start.into());
        UnitMode::with(self.params, lockstep, seed)
    }
}
