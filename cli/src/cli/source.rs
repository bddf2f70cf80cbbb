//! Options of commands that take kernels in OpenCL C and C.

use super::workloads;
use crate::language::Language;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use heddle_compiler::{BLOCK_ORDER, BlockOrder};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// How a source is compiled.
#[derive(Debug, Default, Args)]
pub struct SourceOptions {
    /// Define a macro of the source.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// Look for included files in this folder too.
    #[arg(short = 'I', value_name = "DIR")]
    pub includes: Vec<String>,
    /// The options of clBuildProgram that begin with -cl-, such as -cl-std=CL1.2, -cl-mad-enable,
    /// -cl-fast-relaxed-math.
    #[arg(short = 'c', value_name = "l-OPTION")]
    pub language: Vec<String>,
    /// How much the program is optimised; 2 if it is not said.
    #[arg(short = 'O', value_name = "LEVEL", value_parser = ["0", "1", "2", "3", "s"])]
    pub level: Option<String>,
    /// The order of basic blocks: `topological` puts each behind its predecessors, and those of a loop
    /// side by side, which machines need that let the lowest PC go first; `clang` saves jumps.
    #[arg(long, value_name = "ORDER", value_parser = orders())]
    pub block_order: Option<String>,
}

impl SourceOptions {
    /// As `clBuildProgram` takes them.
    pub fn options(&self) -> Vec<String> {
        let order = self.block_order.iter();
        let order = order.map(|order| format!("{BLOCK_ORDER}{order}"));
        self.but_order().chain(order).collect()
    }

    /// As words of a command line.
    pub fn words(&self) -> Vec<String> {
        let order = self.block_order.iter();
        let order = order.flat_map(|order| ["--block-order".into(), order.clone()]);
        self.but_order().chain(order).collect()
    }

    /// What is written alike in both.
    fn but_order(&self) -> impl Iterator<Item = String> {
        let valued = [
            ("-D", &self.defines),
            ("-I", &self.includes),
            ("-c", &self.language),
        ];
        let all = valued.into_iter().flat_map(|(option, values)| {
            let values = values.iter();
            values.map(move |value| format!("{option}{value}"))
        });
        let level = self.level.iter().map(|level| format!("-O{level}"));
        all.chain(level)
    }

    /// What is given, if anything is.
    pub fn given(&self) -> Option<&'static str> {
        first([(
            "-D, -I, -O, -cl- or --block-order",
            !self.options().is_empty(),
        )])
    }
}

fn orders() -> PossibleValuesParser {
    BlockOrder::ALL.map(|(name, _)| name).into()
}

/// What a kernel of a source is launched with.
#[derive(Debug, Args)]
pub struct SourceLaunch {
    /// Threads in x, y, z.
    #[arg(long, value_name = "X[,Y[,Z]]", value_delimiter = ',')]
    pub global: Vec<u32>,
    /// Threads of a block in x, y, z; without it what divides --global best and fits on a core.
    #[arg(long, value_name = "X[,Y[,Z]]", value_delimiter = ',')]
    pub local: Vec<u32>,
    /// An argument for each parameter, in order.
    ///
    /// A buffer is `zero:N`, `random:N` or `index:N` with N elements of the parameter's type (random numbers of
    /// floating point lie between 0 and 1, index counts from 0), or `file:NAME` with the bytes of a file. Local memory is
    /// `local:BYTES`. A value is a number, numbers with commas between them for a vector, or `file:NAME` for a structure.
    #[arg(long, value_name = "ARG", num_args = 1.., allow_negative_numbers = true)]
    pub args: Vec<String>,
}

impl SourceLaunch {
    /// The options that were given, as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let sizes = [("--global", &self.global), ("--local", &self.local)];
        let sizes = sizes.into_iter().filter(|(_, sizes)| !sizes.is_empty());
        let sizes = sizes.flat_map(|(option, sizes)| {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            [option.into(), sizes.join(",")]
        });
        let args = (!self.args.is_empty()).then(|| "--args".to_owned());
        let args = args.into_iter().chain(self.args.iter().cloned());
        sizes.chain(args).collect()
    }

    /// An option that is given, if one is.
    pub fn given(&self) -> Option<&'static str> {
        first([
            ("--global", !self.global.is_empty()),
            ("--local", !self.local.is_empty()),
            ("--args", !self.args.is_empty()),
        ])
    }
}

/// What `heddle run` does with a kernel of a source.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of a source FILE.cl or FILE.c")]
pub struct OfSource {
    /// The kernel, if the source has several.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    #[command(flatten)]
    pub launch: SourceLaunch,
    /// Write a buffer to a file; may be given several times.
    #[arg(long, value_name = "PARAMETER=FILE")]
    pub dump: Vec<String>,
    /// Compare a buffer with a file, byte by byte; exit code 1 if they differ.
    #[arg(long, value_name = "PARAMETER=FILE")]
    pub expect: Vec<String>,
    #[command(flatten)]
    pub source: SourceOptions,
}

impl OfSource {
    /// An option that is given, if one is.
    pub fn given(&self) -> Option<&'static str> {
        first([("--kernel", self.kernel.is_some())])
            .or_else(|| self.launch.given())
            .or_else(|| {
                first([
                    ("--dump", !self.dump.is_empty()),
                    ("--expect", !self.expect.is_empty()),
                ])
            })
            .or_else(|| self.source.given())
    }
}

/// The first option that is given.
fn first<const N: usize>(options: [(&'static str, bool); N]) -> Option<&'static str> {
    let given = options.into_iter().find(|(_, is_given)| *is_given);
    given.map(|(option, _)| option)
}

/// What `heddle run` runs.
#[derive(Clone, Debug)]
pub enum Runnable {
    /// A built-in workload, and the function of it to log if one is named.
    Workload(String, Option<String>),
    /// A source.
    Source(PathBuf),
}

/// A built-in workload, or a source.
#[derive(Clone)]
pub struct RunnableParser;

impl TypedValueParser for RunnableParser {
    type Value = Runnable;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Runnable, clap::Error> {
        if Language::of(Path::new(value)).is_some() {
            return Ok(Runnable::Source(value.into()));
        }
        let whole = value.to_str().unwrap_or_default();
        let (name, function) = match whole.split_once(':') {
            Some((name, function)) if !function.is_empty() => (OsStr::new(name), Some(function)),
            _ => (value, None),
        };
        let name = workloads().parse_ref(command, argument, name)?;
        Ok(Runnable::Workload(name, function.map(str::to_owned)))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = heddle_kernels::named().map(|workload| workload.name());
        Some(Box::new(names.map(PossibleValue::new)))
    }
}
