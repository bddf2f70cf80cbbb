//! A recording of each launch, as a file.

use super::launch_name::launch_name;
use crate::compiler::{Executable, SOURCE};
use heddle_contract::Config;
use heddle_sim::launch::Launch;
use heddle_sim::{Mechanism, Observer, Report};
use heddle_system::files::Appearing;
use heddle_timeline::Window;
use heddle_timeline::recording::{About, Writer};
use std::path::PathBuf;

/// Where recordings go, and which cycles they show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recordings {
    /// The folder.
    pub folder: PathBuf,
    /// The cycles of each launch that its recording shows.
    pub window: Window,
    /// The name of the machine.
    pub machine: String,
}

/// A recording of a launch that runs.
pub struct Begun {
    writer: Writer<Appearing>,
    place: PathBuf,
}

impl Recordings {
    /// Begins a recording, `0000-NAME-MECHANISM.rec`.
    ///
    /// # Errors
    /// Why the file cannot be written, and what to do about it.
    pub fn begin(
        &self,
        config: &Config,
        number: u64,
        (executable, launch): (&Executable, &Launch),
        mechanism: Mechanism,
    ) -> Result<Begun, String> {
        let launches = std::slice::from_ref(launch);
        let mut about = About::new(
            config,
            mechanism,
            (executable.program(), launches),
            self.window,
        );
        about.title = format!("{} under {mechanism}", launch.kernel);
        about.machine.clone_from(&self.machine);
        about.command = std::env::args_os()
            .map(|word| word.to_string_lossy().into_owned())
            .collect::<Vec<_>>()
            .join(" ");
        about.read_sources();
        for source in &mut about.sources {
            if source.file == SOURCE {
                source.text = executable.source().map(String::from);
            }
        }
        let name = format!("{}-{mechanism}.rec", launch_name(number, &launch.kernel));
        let place = self.folder.join(name);
        let file = Appearing::new(&place);
        let writer = file.and_then(|file| Writer::new(about, u64::MAX, file));
        match writer {
            Ok(writer) => Ok(Begun { writer, place }),
            Err(error) => Err(unwritable(&place, &error)),
        }
    }
}

impl Begun {
    /// What sees the launch.
    pub fn observer(&mut self) -> &mut dyn Observer {
        &mut self.writer
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// Why it cannot be written, and what to do about it.
    pub fn finish(self, report: &Report) -> Result<(), String> {
        let json = serde_json::to_value(report).expect("reports have string keys");
        let written = self
            .writer
            .finish(&json, report.bus_use.as_ref())
            .and_then(|(file, _)| file.appear());
        written.map_err(|error| unwritable(&self.place, &error))
    }
}

fn unwritable(place: &std::path::Path, error: &std::io::Error) -> String {
    let place = place.display();
    format!(
        "{place}: {error}; HEDDLE_RECORD must be a folder that can be written to, with space left"
    )
}
