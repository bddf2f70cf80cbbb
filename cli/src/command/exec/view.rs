//! `--view` of a host program: the page of one of its launches.

use crate::command::watched::check_size;
use crate::console;
use crate::failure::Failure;
use crate::output;
use heddle_system::input::{RESULT, read};
use heddle_timeline::page;
use heddle_timeline::recording::Recording;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the page of the launch that took most cycles, of those that were recorded, under each mechanism. Says which one it is if
/// there were several.
///
/// # Errors
/// Launches of which none was recorded; more instructions than a page shows.
pub fn write(launches: &[Value], folder: &Path, file: &Path) -> Result<(), Failure> {
    // The first one of several that are equally long.
    let longest = launches.iter().rev();
    let longest = longest.max_by_key(|launch| launch["cycles"].as_u64());
    let files = longest.map(|launch| files(folder, launch)).transpose();
    let files = files
        .map_err(Failure::unreadable(folder))?
        .unwrap_or_default();
    if files.is_empty() {
        let remedy =
            "--launch names launches that there are, from 0; see --out for what was launched";
        let failure = Failure::input_with("--view: no launch was recorded", remedy);
        return Err(failure.code("heddle::view"));
    }
    let (mut contents, mut issues, mut titles) = (Vec::new(), 0, Vec::new());
    for path in &files {
        let bytes = read(path, RESULT).map_err(Failure::unreadable(path))?;
        let recording = Recording::read(&bytes).map_err(|error| {
            let what = format!("{}: {error}", path.display());
            Failure::input_with(what, "leave this folder to the program while it runs")
        })?;
        issues += recording.issues() as u64;
        titles.push(recording.about.mechanism);
        contents.push(bytes);
    }
    check_size(issues)?;
    let launch = longest.expect("it has files");
    let (number, kernel) = (
        &launch["number"],
        launch["kernel"].as_str().unwrap_or_default(),
    );
    if launches.len() > 1 {
        let others = launches.len() - 1;
        console::note(&format!(
            "{}: launch {number}, kernel `{kernel}`, which takes longer than the {others} others; --launch chooses",
            file.display()
        ));
    }
    let title = format!("{kernel} under {}", titles.join(", "));
    output::stream(file, |out| page::write(&contents, &title, out))
}

/// The recordings of a launch, in the order of its mechanisms.
fn files(folder: &Path, launch: &Value) -> io::Result<Vec<PathBuf>> {
    let begins = format!("{:04}-", launch["number"].as_u64().unwrap_or_default());
    let names = folder
        .read_dir()?
        .map(|entry| entry.map(|it| it.file_name()));
    let names = names.collect::<io::Result<Vec<_>>>()?;
    let names: Vec<_> = names.iter().map(|name| name.to_string_lossy()).collect();
    let compared = launch["compared"].as_array();
    let runs = compared.map_or(std::slice::from_ref(launch), Vec::as_slice);
    let of_run = |run: &Value| {
        let ends = format!("-{}.rec", run["mechanism"].as_str()?);
        let mut names = names.iter();
        let name = names.find(|name| name.starts_with(&begins) && name.ends_with(&ends))?;
        Some(folder.join(&**name))
    };
    Ok(runs.iter().filter_map(of_run).collect())
}
