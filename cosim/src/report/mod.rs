//! The files that explain a mismatch: a text, a waveform, and a page that shows recorded runs around it.

mod data;
mod state;
mod text;

pub use state::laid_out;
pub use text::text;

use crate::error::Error;
use crate::{Mismatch, Mode, Step};
use heddle_contract::{Port, Unit};
use heddle_system::{DraftFile, whole};
use heddle_timeline::page;
use serde::Serialize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Files that explain a mismatch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Artefacts {
    /// Text: the last cycles of both sides, and how to reproduce the mismatch.
    pub report: PathBuf,
    /// FST waveform of the same and earlier cycles, with the golden outputs beside the RTL's; `None` if no port differs.
    pub waveform: Option<PathBuf>,
    /// HTML page: the same, beside recorded runs where a kernel ran.
    pub page: PathBuf,
}

/// What is known about a difference.
pub struct Explained<'a> {
    /// How the sides were compared.
    pub mode: Mode,
    /// The difference in a sentence.
    pub what: String,
    /// The first cycle with a port that differs, if one does.
    pub mismatch: Option<&'a Mismatch>,
    /// The command line that repeats the comparison.
    pub command: &'a str,
    /// Lines about how the difference was found.
    pub remarks: Vec<String>,
    /// The place in the GPU, if it ran a kernel.
    pub moment: Option<Moment>,
    /// The golden unit's state before the clock edge of the cycle; empty if it is not known.
    pub state: String,
    /// The cycles that the waveform shows.
    pub shown: RangeInclusive<u64>,
    /// Recorded runs.
    pub recordings: Vec<Vec<u8>>,
}

/// A core and a cycle of the GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The core.
    pub core: usize,
    /// The cycle of the GPU's clock. That of a mismatch counts the unit's own cycles.
    pub cycle: u64,
    /// The instructions that the core issued last, the oldest first.
    pub steps: Vec<Step>,
    /// The last instruction of each warp that has none among these, the oldest first.
    pub others: Vec<Step>,
}

impl Artefacts {
    /// Names of the files for a unit in a folder. Only a port that differs has a waveform.
    pub(crate) fn named(folder: &Path, unit: &str, has_waveform: bool) -> Self {
        let named = |ending| folder.join(format!("{unit}.mismatch.{ending}"));
        Self {
            report: named("txt"),
            waveform: has_waveform.then(|| named("fst")),
            page: named("html"),
        }
    }

    /// Lets `record` write the waveform, which appears whole or not at all.
    pub(crate) fn write_waveform<T>(
        &self,
        record: impl FnOnce(&Path) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let folder = self.folder()?;
        let waveform = self.waveform.as_ref().expect("a port differs");
        let draft = DraftFile::within(folder, ".fst").map_err(Error::not_written(folder))?;
        let result = record(draft.path())?;
        draft
            .rename(waveform)
            .map_err(Error::not_written(waveform))?;
        Ok(result)
    }

    /// Writes the text and the page, each of which appears whole or not at all.
    pub(crate) fn write<U: Unit>(
        &self,
        params: &U::Params,
        explained: &Explained,
    ) -> Result<(), Error> {
        self.folder()?;
        let text = text::<U>(params, explained, self);
        whole(&self.report, |file| file.write_all(text.as_bytes()))
            .map_err(Error::not_written(&self.report))?;
        let data = data::data::<U>(params, explained, self);
        let title = format!("{}: RTL against golden unit", U::NAME);
        let recordings = &explained.recordings;
        whole(&self.page, |file| {
            page::write_with(recordings, Some(&data), &title, file)
        })
        .map_err(Error::not_written(&self.page))
    }

    fn folder(&self) -> Result<&Path, Error> {
        let folder = self.report.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(Error::not_written(folder))?;
        Ok(folder)
    }
}

/// Parameters of a unit and their values.
fn parameters<U: Unit>(params: &U::Params) -> String {
    let all = U::describe(params);
    let all = all.iter().map(|p| format!("{} = {}", p.name, p.value));
    all.collect::<Vec<_>>().join(", ")
}

/// The words of each port, by their places.
fn places(ports: &[Port]) -> impl Iterator<Item = (&Port, std::ops::Range<usize>)> {
    let mut next = 0;
    ports.iter().map(move |port| {
        let first = next;
        next += port.kind.words();
        (port, first..next)
    })
}
