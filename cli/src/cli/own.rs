//! Options that name kernels of the user's among many runs.

use super::source::{SourceLaunch, SourceOptions};
use super::workloads;
use crate::language::Language;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use heddle_sim::launch::split_kernel;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Kernels of the user's. The memory that they leave is compared, too.
#[derive(Debug, Args)]
#[command(next_help_heading = "Kernels of your own")]
pub struct OwnKernels {
    /// ELF file or OpenCL C (.cl), and the kernel in it if the launch file does not say; may be given several times, each
    /// with its --launch.
    #[arg(long, value_name = "FILE[:NAME]", requires = "launch")]
    pub kernel: Vec<OsString>,
    /// Launch file of the --kernel before it.
    #[arg(long, value_name = "FILE.toml", requires = "kernel")]
    pub launch: Vec<PathBuf>,
    /// How the source FILE.cl is launched.
    #[command(flatten)]
    pub source_launch: SourceLaunch,
    /// How it is compiled.
    #[command(flatten)]
    pub source: SourceOptions,
}

/// What many runs are made of.
#[derive(Clone, Debug)]
pub enum Named {
    /// A built-in workload.
    Workload(String),
    /// A source, perhaps with the kernel in it.
    Source(OsString),
    /// A folder of captured launches.
    Captured(PathBuf),
}

impl Named {
    /// A source or a folder; a name of something else is that of a folder.
    pub fn file(text: &OsStr) -> Named {
        match Language::of(split_kernel(text).0).is_some() {
            true => Named::Source(text.into()),
            false => Named::Captured(text.into()),
        }
    }

    /// The name of a workload, if it is one.
    pub fn workload(&self) -> Option<&str> {
        match self {
            Named::Workload(name) => Some(name),
            Named::Source(_) | Named::Captured(_) => None,
        }
    }
}

/// A built-in workload, a source, or a folder that is there.
#[derive(Clone)]
pub struct NamedParser;

impl TypedValueParser for NamedParser {
    type Value = Named;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Named, clap::Error> {
        let name = value.to_str().map(heddle_kernels::by_name);
        let file = Named::file(value);
        match (name, &file) {
            (Some(Ok(workload)), _) => Ok(Named::Workload(workload.name().into())),
            (_, Named::Source(_)) => Ok(file),
            _ if Path::new(value).is_dir() || is_path(value) => Ok(file),
            _ => {
                let name = workloads().parse_ref(command, argument, value);
                name.map(Named::Workload)
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = heddle_kernels::named().map(|workload| workload.name());
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// What has folders in it is no name of a workload.
fn is_path(value: &OsStr) -> bool {
    Path::new(value).components().count() > 1
}

/// A source or a folder of captured launches.
pub fn file_parser() -> impl TypedValueParser<Value = Named> {
    clap::builder::OsStringValueParser::new().map(|text| Named::file(&text))
}
