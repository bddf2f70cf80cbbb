//! The files about a difference that a kernel showed (COS-14).

use super::moment::{Issues, Witness};
use super::{Compiled, InGpu, KernelCheck, Parting, Shadow};
use crate::error::Error;
use crate::report::{Artefacts, Explained, Moment};
use crate::{Beside, Lockstep, Mismatch, Mode, Outcome, Rtl, Start};
use heddle_sim::{Observer, Report};
use heddle_timeline::Window;
use heddle_timeline::page::MOST_ISSUES;
use heddle_timeline::recording::{About, Writer};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

/// Number of cycles before the mismatch that the waveform shows.
const WAVEFORM_CYCLES: u64 = 200;

/// Cycles of all cores together that a page shows of a run before the difference, and the limits of those of one core.
const CORE_CYCLES: u64 = 32_000;
const LEAST_CYCLES: u64 = 500;
const MOST_CYCLES: u64 = 8_000;

/// A page shows an eighth as many cycles after the difference as before it.
const AFTERWARDS: u64 = 8;

/// A run that is recorded.
type Recorded<'a> = dyn Fn(&mut dyn Observer) -> Result<Report, Error> + 'a;

impl KernelCheck<'_> {
    /// Writes the files about a difference from the golden run, if there is one.
    pub(super) fn explain<U: InGpu>(
        &self,
        compiled: &Compiled<U>,
        outcome: &Outcome,
        shadow: &Shadow,
        golden: &Report,
    ) -> Result<Option<Artefacts>, Error> {
        let Some(what) = outcome.difference() else {
            return Ok(None);
        };
        let first = shadow.first.as_ref();
        let mismatch = first.map(|(_, mismatch)| mismatch);
        let artefacts = Artefacts::named(&self.folder, U::NAME, mismatch.is_some());
        let last = mismatch.map_or(0, |mismatch| mismatch.cycle);
        let shown = last.saturating_sub(WAVEFORM_CYCLES)..=last;
        let (moment, state) = match first {
            Some((core, mismatch)) => {
                let (moment, state) = artefacts.write_waveform(|file| {
                    self.witness(compiled, *core, mismatch, file, shown.clone())
                })?;
                (Some(moment), state)
            }
            None => (outcome.parting.as_ref().and_then(parted), String::new()),
        };
        let cycle = moment
            .as_ref()
            .map_or(golden.statistics.cycles, |moment| moment.cycle);
        let explained = Explained {
            mode: outcome.mode,
            what,
            mismatch,
            command: &self.command,
            remarks: Vec::new(),
            moment,
            state,
            shown,
            recordings: self.recordings(compiled, outcome.mode, cycle)?,
        };
        artefacts.write::<U>(&compiled.params, &explained)?;
        Ok(Some(artefacts))
    }

    /// Repeats the shadow run, and writes a waveform of the core with the mismatch. Returns where in the run it is, and the golden
    /// unit's state in that cycle.
    fn witness<U: InGpu>(
        &self,
        compiled: &Compiled<U>,
        core: usize,
        mismatch: &Mismatch,
        file: &Path,
        shown: RangeInclusive<u64>,
    ) -> Result<(Moment, String), Error> {
        let Compiled {
            params,
            verilog,
            library,
            ..
        } = compiled;
        let beside = Beside::new::<U>(
            params,
            verilog.clone(),
            &self.cache,
            file,
            shown,
            &Start::default(),
        )?;
        let mut beside = Some(beside);
        let completed = Arc::default();
        let mut issues = Issues::new(&self.job.program, core, mismatch.cycle, &completed);
        let (_, cores) = self.gpu()?.run_under_observed::<U::Replaceable, _>(
            self.job,
            self.under::<U>()?,
            &self.limits,
            |index, around| {
                let recorded = beside.take_if(|_| index == core);
                let witness = match recorded {
                    Some(beside) => {
                        let lockstep =
                            Lockstep::<U, U::Golden>::recorded(params, library.model(), beside);
                        Witness::new(lockstep, mismatch.cycle, &completed)
                    }
                    None => Witness::new(
                        Lockstep::new(params, library),
                        mismatch.cycle,
                        &Arc::default(),
                    ),
                };
                U::install(around, witness)
            },
            &mut issues,
        )?;
        let witness = cores.into_iter().nth(core).map(U::uninstall);
        let state = witness.expect("the core with the mismatch").finish();
        Ok((issues.moment(), state))
    }

    /// Recordings of the golden run, and in in-loop mode of the run with the RTL, around a cycle.
    fn recordings<U: InGpu>(
        &self,
        compiled: &Compiled<U>,
        mode: Mode,
        cycle: u64,
    ) -> Result<Vec<Vec<u8>>, Error> {
        let mechanism = self.under::<U>()?;
        let golden = |observer: &mut dyn Observer| {
            let gpu = self.gpu()?.with_profile(true);
            Ok(gpu.run_observed(self.job, mechanism, &self.limits, observer)?)
        };
        let mut recordings = vec![self.recording::<U>("golden units", cycle, &golden)?];
        if mode == Mode::InLoop {
            let with_rtl = |observer: &mut dyn Observer| {
                let gpu = self.gpu()?.with_profile(true);
                let (report, _) = gpu.run_under_observed::<U::Replaceable, _>(
                    self.job,
                    mechanism,
                    &self.limits,
                    |_, around| U::install(around, Rtl::<U>::new(&compiled.library)),
                    observer,
                )?;
                Ok(report)
            };
            recordings.push(self.recording::<U>("with the RTL", cycle, &with_rtl)?);
        }
        Ok(recordings)
    }

    /// A recording of a run around a cycle.
    fn recording<U: InGpu>(
        &self,
        title: &str,
        cycle: u64,
        run: &Recorded,
    ) -> Result<Vec<u8>, Error> {
        let before = CORE_CYCLES / self.config.cores as u64;
        let before = before.clamp(LEAST_CYCLES, MOST_CYCLES);
        let window = Window {
            from: cycle.saturating_sub(before),
            to: cycle + before / AFTERWARDS,
        };
        let mechanism = self.under::<U>()?;
        let mut about = About::new(
            self.config,
            mechanism,
            (&self.job.program, &self.job.launches),
            window,
        );
        about.seed = Some(self.seed);
        about.title = title.into();
        about.command = self.command.clone();
        about.read_sources();
        let written = "memory takes every byte";
        let mut writer = Writer::new(about, MOST_ISSUES / 2, Vec::new()).expect(written);
        let report = run(&mut writer)?;
        let json = serde_json::to_value(&report).expect("reports have string keys");
        let finished = writer.finish(&json, report.bus_use.as_ref());
        let (bytes, _) = finished.expect(written);
        Ok(bytes)
    }
}

/// The instruction at which runs part, or that the run with the RTL has in its place.
fn parted(parting: &Parting) -> Option<Moment> {
    let Parting::Instruction { golden, found } = parting else {
        return None;
    };
    let step = golden.as_ref().or(found.as_ref())?;
    Some(Moment {
        core: step.core,
        cycle: step.cycle,
        steps: vec![step.clone()],
        others: Vec::new(),
    })
}
