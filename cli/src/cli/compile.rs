//! Options of `heddle compile`.

use super::SourceOptions;
use clap::Args;
use std::path::PathBuf;

/// Options of `heddle compile`.
#[derive(Debug, Args)]
pub struct Compile {
    /// OpenCL C (.cl), or C or assembly for the kernel ABI (.c, .S).
    #[arg(value_name = "FILE.cl|FILE.c")]
    pub file: PathBuf,
    /// The kernel file to write.
    #[arg(short, long, value_name = "FILE.elf")]
    pub out: PathBuf,
    #[command(flatten)]
    pub source: SourceOptions,
    /// Note source lines, for `heddle sim --profile`.
    #[arg(short = 'g')]
    pub lines: bool,
    /// No warnings.
    #[arg(short = 'w')]
    pub no_warnings: bool,
    /// -Werror: warnings are errors.
    #[arg(short = 'W', value_name = "error", value_parser = ["error"])]
    pub warnings_are: Option<String>,
    /// An object or archive of which what the program needs is linked; C only, may be given several times.
    #[arg(long, value_name = "FILE")]
    pub library: Vec<PathBuf>,
    /// An option of LLVM's optimiser, such as --llvm=-unroll-threshold=2000; C only, may be given
    /// several times.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub llvm: Vec<String>,
}

impl Compile {
    /// As `clBuildProgram` takes them.
    pub fn options(&self) -> Vec<String> {
        let flags = [
            (self.lines, "-g"),
            (self.no_warnings, "-w"),
            (self.warnings_are.is_some(), "-Werror"),
        ];
        let flags = flags.into_iter().filter(|(is_given, _)| *is_given);
        let flags = flags.map(|(_, flag)| flag.to_owned());
        self.source.options().into_iter().chain(flags).collect()
    }
}
