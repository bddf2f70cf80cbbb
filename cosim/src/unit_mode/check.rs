//! A whole check in unit mode: compile, compare, explain.

use super::{Shrunk, UnitMode};
use crate::error::Error;
use crate::report::{Artefacts, Explained, laid_out};
use crate::verilated::{Cache, Library, Verilog};
use crate::{Beside, Checked, Lockstep, Mismatch, Mode, Outcome, Start, rtl};
use heddle_contract::{Behaviour, Border, Values, unpack};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Number of cycles before the mismatch that the waveform shows, for a run that was not shrunk.
const WAVEFORM_CYCLES: u64 = 200;

/// Number of cycles after which the clock is updated.
const STRETCH: u64 = 1 << 14;

/// The options of a check.
#[derive(Clone, Debug)]
pub struct Check {
    /// The RTL.
    pub verilog: Verilog,
    /// Where compiled models are kept.
    pub cache: Cache,
    /// Seed of the stimuli.
    pub seed: u64,
    /// Cycles to compare.
    pub cycles: u64,
    /// The folder for the files that explain a mismatch.
    pub folder: PathBuf,
    /// The command line that repeats this check, for the report.
    pub command: String,
    /// The number of compared cycles, for progress displays.
    pub clock: Arc<AtomicU64>,
}

impl Check {
    /// Compares golden model and RTL; on a mismatch, writes the files that explain it.
    ///
    /// # Errors
    /// [`Error`] when the RTL cannot be compiled or the artefacts cannot be written.
    pub fn run<U: Checked>(&self, params: &U::Params) -> Result<Outcome, Error> {
        let library = rtl::library::<U>(params, self.verilog.clone(), &self.cache)?;
        let mut run = UnitMode::<U>::new(params, &library, self.seed);
        let start = Instant::now();
        let first_mismatch = self.compare(&mut run);
        let wall_seconds = start.elapsed().as_secs_f64();
        let explain = |mismatch: &Mismatch| {
            let shrunk = Shrunk::<U>::find(params, &library, self.seed, mismatch.cycle);
            self.explain::<U>(params, &library, mismatch, shrunk.as_ref())
        };
        let artefacts = first_mismatch.as_ref().map(explain).transpose()?;
        Ok(Outcome {
            first_mismatch,
            corners: run.corners(),
            artefacts,
            ..self.outcome(run.lockstep(), wall_seconds)
        })
    }

    /// Compares golden model and RTL for these words of inputs, behind a reset a cycle in each row, from each of these starts up to the
    /// first mismatch; then writes the files that explain it.
    ///
    /// # Errors
    /// As [`Check::run`].
    pub fn run_inputs<U: Checked>(
        &self,
        params: &U::Params,
        starts: &[Start],
        inputs: &[Vec<u64>],
    ) -> Result<Outcome, Error> {
        let library = rtl::library::<U>(params, self.verilog.clone(), &self.cache)?;
        let begun = Instant::now();
        let inputs: Vec<U::In<Values>> = inputs
            .iter()
            .map(|words| {
                let mut input = Border::zero(params);
                unpack(&mut input, words);
                input
            })
            .collect();
        let mut outcome = None;
        for start in starts {
            let mut lockstep = Lockstep::<U, U::Golden>::of(params, start.model(&library));
            through(&mut lockstep, &inputs, |_| ());
            let of_run = self.outcome(&lockstep, begun.elapsed().as_secs_f64());
            let Some(mismatch) = lockstep.first_mismatch().cloned() else {
                outcome = Some(of_run);
                continue;
            };
            let run = Shrunk::<U> {
                inputs: inputs[..=mismatch.cycle as usize].to_vec(),
                mismatch,
                start: start.clone(),
            };
            let artefacts = self.explain::<U>(params, &library, &run.mismatch, Some(&run))?;
            return Ok(Outcome {
                first_mismatch: Some(run.mismatch),
                artefacts: Some(artefacts),
                ..of_run
            });
        }
        Ok(outcome.expect("there is a start"))
    }

    /// What is known of a comparison that found nothing.
    fn outcome<U: Checked>(&self, lockstep: &Lockstep<U, U::Golden>, wall_seconds: f64) -> Outcome {
        let cycles = lockstep.cycles();
        Outcome {
            unit: U::NAME,
            mode: Mode::Unit,
            cycles,
            mismatches: lockstep.mismatches(),
            first_mismatch: None,
            rtl_cycles_per_second: cycles as f64 / wall_seconds,
            wall_seconds,
            seed: self.seed,
            corners: Vec::new(),
            assumptions: Vec::new(),
            parting: None,
            artefacts: None,
        }
    }

    /// Runs in sections of `STRETCH` cycles, between which the clock is updated.
    fn compare<U: Checked>(&self, run: &mut UnitMode<U>) -> Option<Mismatch> {
        let mut left = self.cycles;
        while left > 0 {
            let stretch = left.min(STRETCH);
            if let Some(mismatch) = run.run(stretch) {
                return Some(mismatch.clone());
            }
            left -= stretch;
            self.clock.store(self.cycles - left, Ordering::Relaxed);
        }
        None
    }

    fn explain<U: Checked>(
        &self,
        params: &U::Params,
        library: &Arc<Library>,
        found: &Mismatch,
        shrunk: Option<&Shrunk<U>>,
    ) -> Result<Artefacts, Error> {
        let artefacts = Artefacts::named(&self.folder, U::NAME, true);
        let start = shrunk.map_or_else(Start::default, |run| run.start.clone());
        let mut remarks = Vec::from_iter(start.remark());
        let mismatch = match shrunk {
            Some(run) => {
                let cycles = run.inputs.len();
                remarks.push(format!("found as: {found}"));
                remarks.push(format!(
                    "shown is a shorter run from reset, shrunk to {cycles} cycles"
                ));
                &run.mismatch
            }
            None => found,
        };
        let shown = mismatch.cycle.saturating_sub(WAVEFORM_CYCLES)..=mismatch.cycle;
        let state = artefacts.write_waveform(|file| {
            let verilog = self.verilog.clone();
            let window = shown.clone();
            let beside = Beside::new::<U>(params, verilog, &self.cache, file, window, &start)?;
            let lockstep = Lockstep::recorded(params, start.model(library), beside);
            Ok(self.replay(params, lockstep, shrunk, mismatch.cycle))
        })?;
        let explained = Explained {
            mode: Mode::Unit,
            what: mismatch.to_string(),
            mismatch: Some(mismatch),
            command: &self.command,
            remarks,
            moment: None,
            state,
            shown,
            recordings: Vec::new(),
        };
        artefacts.write::<U>(params, &explained)?;
        Ok(artefacts)
    }

    /// Repeats the failing run up to the mismatch; returns the golden unit's state in that cycle.
    fn replay<U: Checked>(
        &self,
        params: &U::Params,
        mut lockstep: Lockstep<U, U::Golden>,
        shrunk: Option<&Shrunk<U>>,
        cycle: u64,
    ) -> String {
        match shrunk {
            Some(run) => {
                let mut state = String::new();
                through(&mut lockstep, &run.inputs, |golden| {
                    state = laid_out(golden)
                });
                state
            }
            None => {
                let mut run = UnitMode::with(params, lockstep, self.seed);
                run.run(cycle);
                let state = laid_out(run.lockstep().golden());
                run.run(1);
                state
            }
        }
    }
}

/// Runs both sides through these cycles; `at_end` sees the golden unit in the last one.
fn through<U: Checked>(
    lockstep: &mut Lockstep<U, U::Golden>,
    inputs: &[U::In<Values>],
    at_end: impl FnOnce(&U::Golden),
) {
    if let Some((last, before)) = inputs.split_last() {
        before.iter().for_each(|input| lockstep.tick(input));
        at_end(lockstep.golden());
        lockstep.end(last);
    }
    lockstep.finish();
}
