//! The user's kernels in commands that make many runs.

mod asked;

pub use asked::own_kernels;

use super::job::{Asked, FromFiles};
use super::source_kernel::SourceKernel;
use crate::failure::Failure;
use heddle_sim::Job;
use heddle_sim::launch::Arg;
use heddle_system::kept::digest;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::PathBuf;

/// A kernel of the user with its launches.
pub struct OwnKernel {
    /// Name in tables and charts.
    pub name: String,
    contents: Value,
    recipe: Recipe,
}

/// How a kernel is obtained.
enum Recipe {
    /// Files, which are read for each run because captured launches together may need more memory than the host has.
    Files { kernel: OsString, launch: PathBuf },
    /// A source that was compiled.
    Source(Box<SourceKernel>),
}

impl OwnKernel {
    /// A kernel with a launch file.
    fn of_files(name: String, kernel: OsString, launch: PathBuf) -> Result<OwnKernel, Failure> {
        let files = FromFiles::read(&kernel, &launch)?;
        Ok(OwnKernel {
            name,
            contents: contents(files.digest(), files.job()),
            recipe: Recipe::Files { kernel, launch },
        })
    }

    fn of_source(kernel: SourceKernel) -> OwnKernel {
        OwnKernel {
            name: kernel.job.launches[0].kernel.clone(),
            contents: contents(&kernel.digest, &kernel.job),
            recipe: Recipe::Source(Box::new(kernel)),
        }
    }

    /// Digests of the kernel file, and of the launches with the initial contents of all buffers. Names of files are not
    /// included.
    pub fn contents(&self) -> &Value {
        &self.contents
    }

    /// Loads the kernel. Its results are the buffers that are marked `out`, or all buffers if none is.
    ///
    /// # Errors
    /// Files that have changed.
    pub fn load(&self) -> Result<Asked, Failure> {
        let mut asked = match &self.recipe {
            Recipe::Files { kernel, launch } => {
                let files = FromFiles::read(kernel, launch)?;
                if contents(files.digest(), files.job()) != self.contents {
                    let what = format!("{}: its files have changed meanwhile", launch.display());
                    return Err(Failure::input_with(
                        what,
                        "leave them as they are during the runs",
                    ));
                }
                Asked::Files(files)
            }
            Recipe::Source(kernel) => Asked::Source(SourceKernel::clone(kernel)),
        };
        hand_back_results(asked.job_mut());
        Ok(asked)
    }
}

fn contents(kernel: &str, job: &Job) -> Value {
    let written = job.written();
    let buffers = written.buffers.iter();
    let buffers = buffers.map(|(name, bytes)| json!([name, digest(bytes)]));
    let launch = json!([written.launch, buffers.collect::<Vec<_>>()]);
    json!({ "elf": kernel, "launch": digest(launch.to_string()) })
}

fn hand_back_results(job: &mut Job) {
    let marked = job.buffers.iter().any(|buffer| buffer.out);
    let is_printed = printed(job);
    for (buffer, is_printed) in job.buffers.iter_mut().zip(is_printed) {
        buffer.out = !is_printed && (buffer.out || !marked);
    }
}

/// Which buffers kernels print to: their contents depend on the order in which threads run.
fn printed(job: &Job) -> Vec<bool> {
    let printing = job.launches.iter().filter(|launch| {
        let signature = job.program.signature(&launch.kernel);
        signature.is_some_and(|signature| signature.prints)
    });
    // The last word after the kernel's own arguments.
    let places: Vec<&Arg> = printing.filter_map(|launch| launch.args.last()).collect();
    let buffers = job.buffers.iter();
    let is_printed = buffers.map(|buffer| {
        let by_name = Arg::Buffer(buffer.name.clone());
        let by_address = buffer.address.map(Arg::U32);
        let mut places = places.iter();
        places.any(|place| **place == by_name || Some(*place) == by_address.as_ref())
    });
    is_printed.collect()
}
