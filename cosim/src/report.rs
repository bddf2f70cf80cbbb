//! The text about a mismatch, and the files that explain the mismatch.

use crate::error::Error;
use crate::{Mismatch, Row};
use heddle_contract::{Port, Unit, Values, port_list};
use heddle_system::{DraftFile, whole};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Files that explain a mismatch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Artefacts {
    /// Text: the last cycles of both sides, and how to reproduce the mismatch.
    pub report: PathBuf,
    /// FST waveform of the same and earlier cycles, with the golden outputs beside the RTL's.
    pub waveform: PathBuf,
}

impl Artefacts {
    /// Names of the files for a unit in a folder.
    pub fn named(folder: &Path, unit: &str) -> Self {
        Self {
            report: folder.join(format!("{unit}.mismatch.txt")),
            waveform: folder.join(format!("{unit}.mismatch.fst")),
        }
    }

    /// Lets `record` write the waveform, which appears whole or not at all.
    pub(crate) fn write_waveform<T>(
        &self,
        record: impl FnOnce(&Path) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let folder = self.folder()?;
        let draft = DraftFile::within(folder, ".fst").map_err(Error::not_written(folder))?;
        let result = record(draft.path())?;
        draft
            .rename(&self.waveform)
            .map_err(Error::not_written(&self.waveform))?;
        Ok(result)
    }

    /// Writes the report, which appears whole or not at all.
    pub(crate) fn write_report(&self, text: &str) -> Result<(), Error> {
        self.folder()?;
        whole(&self.report, |file| file.write_all(text.as_bytes()))
            .map_err(Error::not_written(&self.report))
    }

    fn folder(&self) -> Result<&Path, Error> {
        let folder = self.report.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(Error::not_written(folder))?;
        Ok(folder)
    }
}

/// The whole text about a mismatch. `remarks` are additional lines.
pub fn text<U: Unit>(params: &U::Params, mismatch: &Mismatch, remarks: &[String]) -> String {
    let mut text = format!("{mismatch}\n\n{}: {}\n", U::NAME, U::SUMMARY);
    let parameters = U::describe(params);
    let parameters = parameters
        .iter()
        .map(|p| format!("{} = {}", p.name, p.value));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    for (title, line) in [
        ("source", U::SOURCE),
        ("config", &parameters),
        ("timing", &U::timing(params).to_string()),
    ] {
        text_line(&mut text, format_args!("{title}: {line}"));
    }
    for remark in remarks {
        text_line(&mut text, format_args!("{remark}"));
    }
    let inputs = port_list::<U::In<Values>>(params);
    let outputs = port_list::<U::Out<Values>>(params);
    for row in &mismatch.window {
        text_line(&mut text, format_args!("\ncycle {}", row.cycle));
        cycle(&mut text, &inputs, &outputs, row, mismatch);
    }
    text
}

fn cycle(text: &mut String, inputs: &[Port], outputs: &[Port], row: &Row, mismatch: &Mismatch) {
    for (port, words) in split(inputs, &row.inputs) {
        text_line(
            text,
            format_args!("  {:16} {}", format!("{}_i", port.name), values(words)),
        );
    }
    let found = split(outputs, &row.found);
    for ((port, golden), (_, rtl)) in split(outputs, &row.expected).zip(found) {
        let name = format!("{}_o", port.name);
        let (golden, rtl) = (values(golden), values(rtl));
        let here = row.cycle == mismatch.cycle && port.name == mismatch.port;
        let mark = if here { "   <-- mismatch" } else { "" };
        text_line(
            text,
            format_args!("  {name:16} golden {golden}  rtl {rtl}{mark}"),
        );
    }
}

/// The words of each port.
fn split<'a>(
    ports: &'a [Port],
    mut words: &'a [u64],
) -> impl Iterator<Item = (&'a Port, &'a [u64])> {
    ports.iter().map(move |port| {
        let (own, rest) = words.split_at(port.kind.words());
        words = rest;
        (port, own)
    })
}

fn values(words: &[u64]) -> String {
    let words = words.iter().map(|word| format!("{word:#x}"));
    words.collect::<Vec<_>>().join(" ")
}

fn text_line(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("a String takes all text");
}
