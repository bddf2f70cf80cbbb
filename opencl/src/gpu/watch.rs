//! What watches a launch, for the files that show it: a timeline, a recording.

use super::ran::explained;
use super::recordings::Recordings;
use super::trace::Trace;
use crate::compiler::Executable;
use heddle_sim::device::Device;
use heddle_sim::launch::Launch;
use heddle_sim::memory::BusWatch;
use heddle_sim::{Limits, Mechanism, Report};
use heddle_timeline::{Observers, Recorder};

/// The files that are written about each launch under one mechanism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// Timelines.
    pub trace: Option<Trace>,
    /// Recordings.
    pub recordings: Option<Recordings>,
}

impl Watch {
    /// Whether there are any.
    pub fn is_any(&self) -> bool {
        self.trace.is_some() || self.recordings.is_some()
    }

    /// The bus activity that the golden GPU has to record.
    pub fn bus_watch(&self) -> Option<BusWatch> {
        let trace = self.trace.as_ref().map(|trace| trace.window);
        let recordings = self.recordings.as_ref().map(|to| to.window);
        trace.or(recordings).map(Recorder::bus_watch)
    }

    /// Runs a launch and writes its files, each whole or not at all.
    ///
    /// # Errors
    /// Why the launch cannot be started or a file cannot be written, and what to do about it.
    pub fn run(
        &self,
        device: &mut Device,
        number: u64,
        (executable, launch): (&Executable, &Launch),
        mechanism: Mechanism,
        limits: &Limits,
    ) -> Result<Report, String> {
        let program = executable.program();
        let begin =
            |to: &Recordings| to.begin(device.config(), number, (executable, launch), mechanism);
        let mut recording = self.recordings.as_ref().map(begin).transpose()?;
        let mut recorder = self.trace.as_ref().map(Trace::recorder);
        let mut seen = Observers::default();
        seen.0.extend(recorder.as_mut().map(|it| it as _));
        seen.0.extend(recording.as_mut().map(|it| it.observer()));
        let report = device.launch_observed(program, launch, mechanism, limits, &mut seen);
        let report = report.map_err(|error| explained(&error))?;
        if let Some((trace, recorder)) = self.trace.as_ref().zip(recorder) {
            let buses = report.bus_use.as_ref();
            let recorded = recorder.recorded(device.config(), mechanism, program, buses);
            trace.write(number, launch, &recorded)?;
        }
        if let Some(recording) = recording {
            recording.finish(&report)?;
        }
        Ok(report)
    }
}
