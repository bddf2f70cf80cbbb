//! The files from which `heddle sim` runs a launch again.

use super::launch_name::launch_name;
use heddle_sim::Job;
use heddle_system::DraftFolder;
use std::io;
use std::path::Path;

/// Writes a folder `0000-NAME` with `kernel.elf`, `launch.toml` and the contents of buffers, whole or not at all.
///
/// # Errors
/// Which file cannot be written, and what to do about it.
pub fn write(folder: &Path, number: u64, elf: &[u8], job: &Job) -> Result<(), String> {
    let name = launch_name(number, &job.launches[0].kernel);
    let place = folder.join(name);
    let written = fill(folder, &place, elf, job);
    let remedy = "HEDDLE_CAPTURE must be an empty folder that can be written to, with space left";
    written.map_err(|error| format!("{}: {error}; {remedy}", place.display()))
}

fn fill(folder: &Path, place: &Path, elf: &[u8], job: &Job) -> io::Result<()> {
    let draft = DraftFolder::within(folder)?;
    let file = |name: &str| draft.path().join(name);
    let written = job.written();
    std::fs::write(file("kernel.elf"), elf)?;
    std::fs::write(file("launch.toml"), &written.launch)?;
    for (name, contents) in &written.buffers {
        std::fs::write(file(name), contents)?;
    }
    draft.rename(place)
}
