//! `heddle view`: a page that shows recorded runs, side by side.

use super::watched::check_size;
use crate::cli::{Global, View};
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_system::input::{RESULT, read};
use heddle_timeline::page;
use heddle_timeline::recording::{About, Recording};
use serde_json::json;
use std::path::Path;

/// What the command prints of a recording.
struct Shown {
    about: About,
    issues: u64,
    cycles: u64,
}

/// Reads the recordings, and writes the page.
pub fn execute(global: &Global, options: &View) -> Result<(), Failure> {
    Planned::new().file("--out", Some(&options.out)).check()?;
    let mut shown = Vec::new();
    let mut contents = Vec::new();
    for path in &options.recordings {
        let (one, bytes) = recording(path)?;
        shown.push(one);
        contents.push(bytes);
    }
    check_size(shown.iter().map(|one| one.issues).sum())?;
    let title = options.title.as_deref().unwrap_or(&shown[0].about.title);
    output::stream(&options.out, |out| page::write(&contents, title, out))?;
    match global.json {
        true => output::json(&as_json(options, &shown)),
        false => output::line(&as_table(options, &shown)),
    }
}

fn recording(path: &Path) -> Result<(Shown, Vec<u8>), Failure> {
    let bytes = read(path, RESULT).map_err(Failure::unreadable(path))?;
    let recording = Recording::read(&bytes).map_err(|error| {
        let what = format!("{}: {error}", path.display());
        Failure::input_with(what, "record the run again, with --record").code("heddle::view")
    })?;
    let shown = Shown {
        issues: recording.issues() as u64,
        cycles: recording.report["cycles"].as_u64().unwrap_or_default(),
        about: recording.about,
    };
    Ok((shown, bytes))
}

fn as_json(options: &View, shown: &[Shown]) -> serde_json::Value {
    let one = |(path, shown): (&std::path::PathBuf, &Shown)| {
        json!({
            "file": path,
            "title": shown.about.title,
            "mechanism": shown.about.mechanism,
            "machine": shown.about.machine,
            "window": shown.about.window,
            "cycles": shown.cycles,
            "issues": shown.issues,
        })
    };
    let recordings = options.recordings.iter().zip(shown).map(one);
    json!({ "page": options.out, "recordings": recordings.collect::<Vec<_>>() })
}

fn as_table(options: &View, shown: &[Shown]) -> String {
    let heading = ["recording", "of", "machine", "cycles", "issues shown"];
    let mut table = output::table(&heading, &[3, 4]);
    for (path, shown) in options.recordings.iter().zip(shown) {
        table.add_row([
            path.display().to_string(),
            shown.about.title.clone(),
            shown.about.machine.clone(),
            shown.cycles.to_string(),
            shown.issues.to_string(),
        ]);
    }
    format!(
        "{table}\n\n{}: open it with a browser",
        options.out.display()
    )
}
