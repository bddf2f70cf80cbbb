//! A timeline of each launch, as a file.

use super::launch_name::launch_name;
use super::ran::explained;
use super::whole;
use heddle_isa::Program;
use heddle_sim::device::Device;
use heddle_sim::launch::Launch;
use heddle_sim::{Limits, Mechanism, Report};
use heddle_timeline::{Recorder, Window};
use std::path::PathBuf;
use std::sync::Arc;

/// Where timelines go, and which cycles they show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The folder.
    pub folder: PathBuf,
    /// The cycles of each launch that its timeline shows.
    pub window: Window,
}

impl Trace {
    /// Runs a launch and writes its timeline, `0000-NAME.json`, whole or not at all.
    ///
    /// # Errors
    /// Why the launch cannot be started or the file cannot be written, and what to do about it.
    pub fn run(
        &self,
        device: &mut Device,
        number: u64,
        program: &Arc<Program>,
        launch: &Launch,
        mechanism: Mechanism,
        limits: &Limits,
    ) -> Result<Report, String> {
        let mut recorder = Recorder::new(self.window);
        let report = device.launch_observed(program, launch, mechanism, limits, &mut recorder);
        let report = report.map_err(|error| explained(&error))?;
        let buses = report.bus_use.as_ref();
        let recorded = recorder.recorded(device.config(), mechanism, program, buses);
        let name = format!("{}.json", launch_name(number, &launch.kernel));
        let written = whole::write(&self.folder, &name, |out| recorded.timeline(out));
        let remedy = "HEDDLE_TRACE must be a folder that can be written to, with space left";
        written.map_err(|what| format!("{what}; {remedy}"))?;
        Ok(report)
    }
}
