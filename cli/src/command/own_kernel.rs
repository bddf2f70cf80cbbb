//! The user's kernels in commands that make many runs.

mod asked;

pub use asked::{KERNEL, LAUNCH, own_kernels};

use super::job::{Asked, FromFiles};
use super::source_kernel::SourceKernel;
use crate::failure::Failure;
use heddle_sim::{Error, Job};
use heddle_study::{Foreign, Kernel, Loaded, Place, contents, mark_results, quoted};
use serde_json::Value;
use std::ffi::OsString;
use std::path::PathBuf;

/// A kernel of the user with its launches.
pub struct OwnKernel {
    /// Name in tables and charts.
    pub name: String,
    contents: Value,
    command: String,
    recipe: Recipe,
}

/// How a kernel is obtained.
enum Recipe {
    /// Files, which are read for each run because captured launches together may need more memory than the host has.
    Files {
        kernel: OsString,
        launch: PathBuf,
        /// The kernel file, if the files name a source.
        compiled: Option<Vec<u8>>,
    },
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
            command: format!(
                "heddle sim --kernel {} --launch {}",
                quoted(&kernel.to_string_lossy()),
                quoted(&launch.to_string_lossy())
            ),
            recipe: Recipe::Files {
                compiled: files.into_compiled(),
                kernel,
                launch,
            },
        })
    }

    /// A kernel of a source, with the command line that runs it.
    fn of_source(kernel: SourceKernel, command: String) -> OwnKernel {
        OwnKernel {
            name: kernel.job.launches[0].kernel.clone(),
            contents: contents(&kernel.digest, &kernel.job),
            recipe: Recipe::Source(Box::new(kernel)),
            command,
        }
    }

    /// Loads the kernel.
    ///
    /// # Errors
    /// Files that have changed.
    fn asked(&self) -> Result<Asked, Failure> {
        let (kernel, launch) = match &self.recipe {
            Recipe::Files { kernel, launch, .. } => (kernel, launch),
            Recipe::Source(kernel) => return Ok(Asked::Source(SourceKernel::clone(kernel))),
        };
        let files = FromFiles::read(kernel, launch)?;
        if contents(files.digest(), files.job()) != self.contents {
            let what = format!("{}: its files have changed meanwhile", launch.display());
            return Err(Failure::input_with(
                what,
                "leave them as they are during the runs",
            ));
        }
        Ok(Asked::Files(files))
    }
}

impl Kernel for OwnKernel {
    fn name(&self) -> &str {
        &self.name
    }

    fn contents(&self) -> &Value {
        &self.contents
    }

    fn place(&self) -> Option<Place<'_>> {
        Some(match &self.recipe {
            Recipe::Files {
                compiled: Some(elf),
                ..
            } => Place::Compiled(elf),
            Recipe::Files { kernel, launch, .. } => Place::Files { kernel, launch },
            Recipe::Source(kernel) => Place::Compiled(&kernel.elf),
        })
    }

    fn command(&self) -> Option<String> {
        Some(self.command.clone())
    }

    fn load(&self) -> Result<Box<dyn Loaded>, Foreign> {
        let mut asked = self.asked()?;
        mark_results(asked.job_mut());
        Ok(Box::new(asked))
    }
}

impl Loaded for Asked {
    fn job(&self) -> &Job {
        self.job()
    }

    fn refused(&self, error: &Error) -> Foreign {
        self.failure(error).into()
    }
}
