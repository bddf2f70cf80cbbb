//! Programs compiled for the GPU, several in a file: a compiler spends most of its time on starting.

use crate::generator::Program;
use crate::gpu;
use crate::host::Host;
use crate::launch::PRESETS;
use heddle_isa::Program as Elf;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The output that a program must write on each machine of [`PRESETS`].
pub type Expected = [Vec<u8>; PRESETS.len()];

/// Programs for the GPU, and what they must do.
pub struct Built {
    pub elf: Arc<Elf>,
    /// The warnings of the compiler, among them those of barriers at risk.
    pub log: String,
    /// What each program must write.
    pub expected: Vec<Expected>,
}

/// The compiled files of programs of one language and optimisation level, in a separate folder.
pub struct Compiled {
    pub source: PathBuf,
    pub elf: PathBuf,
    host: Host,
}

/// Runs a tool in the root of the workspace; returns its output if it fails.
pub fn run<S: AsRef<OsStr>>(tool: &str, arguments: &[S]) -> Result<(), String> {
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(ROOT)
        .output()
        .map_err(|error| missing(tool, &error))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{tool} failed:\n{said}"))
}

fn missing(tool: &str, error: &std::io::Error) -> String {
    format!("{tool}: {error}; compilers are installed by: scripts/setup --kernels")
}

/// The text of a file of programs of one generator and language.
fn text(programs: &[&Program]) -> String {
    let sources: Vec<&str> = programs.iter().map(|program| &*program.source).collect();
    format!("{}\n{}", programs[0].prelude, sources.concat())
}

impl Compiled {
    /// Writes the programs into an existing folder, with nothing compiled yet.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn write(programs: &[&Program], folder: &Path) -> Result<Self, String> {
        let language = programs[0].language;
        let source = folder.join("programs").with_extension(language.ending());
        fs::write(&source, text(programs)).map_err(|error| error.to_string())?;
        Ok(Compiled {
            elf: source.with_extension("elf"),
            host: Host::new(language, &source),
            source,
        })
    }

    /// Compiles the programs as Heddle compiles kernels, and runs them on the host.
    ///
    /// # Errors
    /// The message of a compiler or of the host's program.
    pub fn build(&self, programs: &[&Program]) -> Result<Built, String> {
        let (elf, log) = self.build_as_shipped(programs)?;
        Ok(Built {
            elf,
            log,
            expected: self.host.run(programs)?,
        })
    }

    /// Compiles the programs as Heddle compiles kernels; returns the warnings too.
    ///
    /// # Errors
    /// The message of a compiler.
    pub fn build_as_shipped(&self, programs: &[&Program]) -> Result<(Arc<Elf>, String), String> {
        let Program {
            language, level, ..
        } = programs[0];
        let log = gpu::as_shipped(*language, level, &self.source, &self.elf)?;
        Ok((self.read_elf()?, log))
    }

    /// Compiles programs in C by clang alone.
    ///
    /// # Errors
    /// The message of clang.
    pub fn build_by_clang_alone(&self, level: &str) -> Result<Arc<Elf>, String> {
        gpu::by_clang_alone(level, &self.source, &self.elf)?;
        self.read_elf()
    }

    fn read_elf(&self) -> Result<Arc<Elf>, String> {
        let bytes = fs::read(&self.elf).map_err(|error| error.to_string())?;
        let elf = Elf::parse("programs.elf", &bytes).map_err(|error| error.to_string())?;
        Ok(Arc::new(elf))
    }
}
