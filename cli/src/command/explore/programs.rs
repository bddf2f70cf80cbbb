//! The programs of a search, as its points name them for later commands.

use crate::command::built::{Program, folder_name};
use crate::command::own_kernel::{KERNEL, LAUNCH};
use crate::failure::Failure;
use crate::output;
use heddle_contract::Config;
use heddle_sim::Job;
use heddle_study::{Kernel, Place, Subject, contents};
use heddle_system::kept::digest;
use std::path::{Path, PathBuf};

/// The folder of the launches that are in no files of the user's.
const LAUNCHES: &str = "launches";

/// The programs in files. What is in no file is written: the kernel file of a source, compiled with the options of the search, and its
/// launch (EXP-11).
pub fn in_files(
    out: &Path,
    subjects: &[Subject],
    config: &Config,
) -> Result<Vec<Program>, Failure> {
    let mut programs = Vec::new();
    for (number, subject) in subjects.iter().enumerate() {
        programs.extend(match subject {
            Subject::Workload {
                workload,
                size,
                seed,
            } => Some(Program::Workload {
                workload: workload.name().into(),
                size: *size,
                seed: *seed,
            }),
            Subject::Own(kernel) => match kernel.place() {
                Some(Place::Files {
                    kernel: file,
                    launch,
                }) => Some(Program::Kernel {
                    name: kernel.name().into(),
                    kernel: absolute(Path::new(file))?,
                    launch: absolute(launch)?,
                    contents: kernel.contents().clone(),
                }),
                Some(Place::Compiled(elf)) => {
                    let folder = Path::new(LAUNCHES).join(folder_name(number, kernel.name()));
                    let loaded = subject.load(config)?;
                    write(&out.join(&folder), elf, loaded.job())?;
                    Some(written(kernel.as_ref(), &folder, elf, loaded.job()))
                }
                None => None,
            },
        });
    }
    Ok(programs)
}

/// A path that later commands find from any folder.
fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    if path.to_str().is_none() {
        let what = format!("{}: its name is not in UTF-8", path.display());
        let remedy = "rename it: points name their programs in JSON";
        return Err(Failure::input_with(what, remedy));
    }
    std::path::absolute(path).map_err(Failure::unreadable(path))
}

fn write(folder: &Path, elf: &[u8], job: &Job) -> Result<(), Failure> {
    let launch = job.written();
    let buffers = launch.buffers.iter();
    let buffers = buffers.map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let own = [(KERNEL, elf), (LAUNCH, launch.launch.as_bytes())];
    output::files(folder, buffers.chain(own))
}

/// A program in a folder that was written: points are folders beside that of the launches.
fn written(kernel: &dyn Kernel, folder: &Path, elf: &[u8], job: &Job) -> Program {
    let folder = Path::new("..").join(folder);
    Program::Kernel {
        name: kernel.name().into(),
        kernel: folder.join(KERNEL),
        launch: folder.join(LAUNCH),
        contents: contents(&digest(elf), job),
    }
}
