//! Options of `heddle compile`.

use clap::Args;
use std::path::PathBuf;

/// Options of `heddle compile`.
#[derive(Debug, Args)]
pub struct Compile {
    /// OpenCL C.
    #[arg(value_name = "FILE.cl")]
    pub file: PathBuf,
    /// The kernel file to write.
    #[arg(short, long, value_name = "FILE.elf")]
    pub out: PathBuf,
    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// Look for included files in this folder too.
    #[arg(short = 'I', value_name = "DIR")]
    pub includes: Vec<String>,
    /// The options of clBuildProgram that begin with -cl-, such as -cl-std=CL1.2, -cl-mad-enable,
    /// -cl-fast-relaxed-math.
    #[arg(short = 'c', value_name = "l-OPTION")]
    pub language: Vec<String>,
    /// Note source lines, for `heddle sim --profile`.
    #[arg(short = 'g')]
    pub lines: bool,
    /// No warnings.
    #[arg(short = 'w')]
    pub no_warnings: bool,
    /// -Werror: warnings are errors.
    #[arg(short = 'W', value_name = "error", value_parser = ["error"])]
    pub warnings_are: Option<String>,
}

impl Compile {
    /// As `clBuildProgram` takes them.
    pub fn options(&self) -> Vec<String> {
        let valued = [
            ("-D", &self.defines),
            ("-I", &self.includes),
            ("-c", &self.language),
        ];
        let valued = valued.into_iter().flat_map(|(option, values)| {
            let values = values.iter();
            values.map(move |value| format!("{option}{value}"))
        });
        let flags = [
            (self.lines, "-g"),
            (self.no_warnings, "-w"),
            (self.warnings_are.is_some(), "-Werror"),
        ];
        let flags = flags.into_iter().filter(|(is_given, _)| *is_given);
        valued
            .chain(flags.map(|(_, flag)| flag.to_owned()))
            .collect()
    }
}
