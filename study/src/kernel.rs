//! Kernels that the caller supplies.

use crate::error::Foreign;
use heddle_sim::Job;
use heddle_sim::launch::Arg;
use heddle_system::kept::digest;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::path::Path;

/// A kernel of the caller with its launches. Its right result is unknown; results of several runs are compared instead.
pub trait Kernel: Send + Sync {
    /// Name in tables and charts.
    fn name(&self) -> &str;

    /// Everything about the kernel that determines a result: see [`contents`].
    fn contents(&self) -> &Value;

    /// Where another command finds the kernel; `None` if it exists only in memory.
    fn place(&self) -> Option<Place<'_>> {
        None
    }

    /// A command line that runs the kernel, to which options of machine and mechanism are added; `None` if there is none.
    fn command(&self) -> Option<String> {
        None
    }

    /// Loads the kernel. Its results are the buffers that are marked `out`: see [`mark_results`].
    ///
    /// # Errors
    /// A kernel that is not there any more, or has changed.
    fn load(&self) -> Result<Box<dyn Loaded>, Foreign>;
}

/// Where another command finds a kernel.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// A kernel file, perhaps with the kernel in it (`FILE:NAME`), and its launch file.
    Files {
        /// Kernel file.
        kernel: &'a OsStr,
        /// Launch file.
        launch: &'a Path,
    },
    /// In no kernel file: the bytes of the one that a source was compiled to.
    Compiled(&'a [u8]),
}

/// A program that is ready to run.
pub trait Loaded {
    /// The job to run.
    fn job(&self) -> &Job;

    /// An error that keeps a machine from starting the job, in words that name the place at fault.
    fn refused(&self, error: &heddle_sim::Error) -> Foreign;
}

impl Loaded for Job {
    fn job(&self) -> &Job {
        self
    }

    fn refused(&self, error: &heddle_sim::Error) -> Foreign {
        format!("{error}; {}", error.remedy()).into()
    }
}

/// A kernel that is in memory.
pub struct JobKernel {
    name: String,
    contents: Value,
    job: Job,
}

impl JobKernel {
    /// A job under a name; `elf` are the bytes of its kernel file.
    pub fn new(name: &str, elf: &[u8], mut job: Job) -> Self {
        let contents = contents(&digest(elf), &job);
        mark_results(&mut job);
        Self {
            name: name.into(),
            contents,
            job,
        }
    }
}

impl Kernel for JobKernel {
    fn name(&self) -> &str {
        &self.name
    }

    fn contents(&self) -> &Value {
        &self.contents
    }

    fn load(&self) -> Result<Box<dyn Loaded>, Foreign> {
        Ok(Box::new(self.job.clone()))
    }
}

/// The [digest] of a kernel file, and a digest of the launches with the initial contents of all buffers. Names of files are not
/// included.
pub fn contents(kernel: &str, job: &Job) -> Value {
    let written = job.written();
    let buffers = written.buffers.iter();
    let buffers = buffers.map(|(name, bytes)| json!([name, digest(bytes)]));
    let launch = json!([written.launch, buffers.collect::<Vec<_>>()]);
    json!({ "elf": kernel, "launch": digest(launch.to_string()) })
}

/// Marks all buffers as results if none is marked. What a kernel prints is no result.
pub fn mark_results(job: &mut Job) {
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
