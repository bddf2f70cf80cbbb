//! A timeline of each launch, as a file.

use super::launch_name::launch_name;
use super::whole;
use heddle_sim::launch::Launch;
use heddle_timeline::{Recorded, Recorder, Window};
use std::path::PathBuf;

/// Where timelines go, and which cycles they show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The folder.
    pub folder: PathBuf,
    /// The cycles of each launch that its timeline shows.
    pub window: Window,
}

impl Trace {
    /// What records a launch.
    pub fn recorder(&self) -> Recorder {
        Recorder::new(self.window)
    }

    /// Writes the timeline of a launch, `0000-NAME.json`, whole or not at all.
    ///
    /// # Errors
    /// Why the file cannot be written, and what to do about it.
    pub fn write(&self, number: u64, launch: &Launch, recorded: &Recorded) -> Result<(), String> {
        let name = format!("{}.json", launch_name(number, &launch.kernel));
        let written = whole::write(&self.folder, &name, |out| recorded.timeline(out));
        let remedy = "HEDDLE_TRACE must be a folder that can be written to, with space left";
        written.map_err(|what| format!("{what}; {remedy}"))
    }
}
