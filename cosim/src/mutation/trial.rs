//! Mutants under the stimuli of unit mode.

use super::netlist::{Netlist, SELECT};
use crate::error::Error;
use crate::verilated::{Cache, Library, Pin};
use crate::{Checked, Lockstep, UnitMode, Vectors, rtl};
use heddle_contract::Kind;
use std::sync::Arc;

/// Number of extra starts with other bits before reset and other stimuli, and cycles of each. Each is run once
/// more after a reset. This finds registers that are not reset, and errors that occur only once after a reset.
const STARTS: u32 = 16;
const START_CYCLES: u64 = 256;

/// Where a comparison finds a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Killed {
    /// The start.
    start: u32,
    /// The cycle, counted over both runs of a start.
    pub cycle: u64,
}

impl Killed {
    /// The run up to there, recorded with the golden unit's outputs; `seed` is that of start 0.
    pub fn vectors<U: Checked>(self, params: &U::Params, seed: u64) -> Vectors {
        let cycles = self.cycle + 1;
        let runs = match self.start > 0 && cycles > START_CYCLES {
            true => vec![START_CYCLES, cycles - START_CYCLES],
            false => vec![cycles],
        };
        Vectors::of_runs::<U>(params, seed.wrapping_add(self.start.into()), &runs)
    }
}

/// The compiled mutants of a unit.
pub(crate) struct Trial<'a, U: Checked> {
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

    /// Where one of the extra starts finds a mutant.
    pub fn killed_soon(&self, mutant: usize) -> Option<Killed> {
        (1..=STARTS).find_map(|start| {
            let mut run = self.start(mutant, start);
            for _ in 0..2 {
                if let Some(mismatch) = run.run(START_CYCLES) {
                    let cycle = mismatch.cycle;
                    return Some(Killed { start, cycle });
                }
                run.restart();
            }
            None
        })
    }

    /// Where one of the extra starts, or a run of so many cycles, finds a mutant.
    pub fn killed(&self, mutant: usize, cycles: u64) -> Option<Killed> {
        self.killed_soon(mutant).or_else(|| {
            let cycle = self.start(mutant, 0).run(cycles)?.cycle;
            Some(Killed { start: 0, cycle })
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
