//! Programs compiled for the GPU and for the host, several in a file: a compiler spends most of its time on starting.

use crate::generator::{INPUT_WORDS, OUTPUT_WORDS, PRELUDE, Program};
use crate::launch::{PRESETS, Shape};
use heddle_isa::Program as Elf;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const HOST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/host");

/// The output that a program must write on each machine of [`PRESETS`].
pub type Expected = [Vec<u8>; PRESETS.len()];

/// The compiled files of programs of one optimisation level, in a separate folder.
pub struct Compiled {
    pub source: PathBuf,
    pub elf: PathBuf,
    host: PathBuf,
}

/// Runs a tool in the root of the workspace; returns its output if it fails.
fn run<S: AsRef<OsStr>>(tool: &str, arguments: &[S]) -> Result<(), String> {
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

impl Compiled {
    /// Uses an existing folder, with nothing compiled yet.
    pub fn new(folder: &Path) -> Self {
        Compiled {
            source: folder.join("programs.c"),
            elf: folder.join("programs.elf"),
            host: folder.join("programs"),
        }
    }

    /// Compiles programs of one optimisation level, and runs them on the host.
    ///
    /// # Errors
    /// The message of a compiler or of the host's program.
    pub fn build(&self, programs: &[&Program]) -> Result<(Arc<Elf>, Vec<Expected>), String> {
        let sources: Vec<&str> = programs.iter().map(|program| &*program.source).collect();
        let text = format!("{PRELUDE}\n{}", sources.concat());
        fs::write(&self.source, text).map_err(|error| error.to_string())?;
        self.for_gpu(programs[0].level)?;
        self.for_host()?;
        Ok((self.parse()?, self.run_on_host(programs)?))
    }

    /// Compiles a source for the GPU alone.
    ///
    /// # Errors
    /// The message of the compiler.
    pub fn gpu_only(&self, source: &str, level: &str) -> Result<Arc<Elf>, String> {
        fs::write(&self.source, source).map_err(|error| error.to_string())?;
        self.for_gpu(level)?;
        self.parse()
    }

    fn parse(&self) -> Result<Arc<Elf>, String> {
        let bytes = fs::read(&self.elf).map_err(|error| error.to_string())?;
        let elf = Elf::parse("programs.elf", &bytes).map_err(|error| error.to_string())?;
        Ok(Arc::new(elf))
    }

    /// Convergent functions keep clang from merging two barriers; relocations show where jump tables are. Warnings are off
    /// because random programs have constant conditions and other questionable code.
    fn for_gpu(&self, level: &str) -> Result<(), String> {
        let flags = ["@kernels/flags", "-w", level, "-o"];
        let mut arguments = flags.map(OsStr::new).to_vec();
        arguments.extend([self.elf.as_os_str(), self.source.as_os_str()]);
        run("clang-19", &arguments)
    }

    fn for_host(&self) -> Result<(), String> {
        let include = format!("-I{HOST}");
        let runner = format!("{HOST}/run.c");
        let flags = [
            "-std=gnu17",
            "-O0",
            "-ffp-contract=off",
            "-w",
            &include,
            &runner,
            "-o",
        ];
        let mut arguments = flags.map(OsStr::new).to_vec();
        arguments.extend([self.host.as_os_str(), self.source.as_os_str()]);
        run("cc", &arguments)
    }

    fn run_on_host(&self, programs: &[&Program]) -> Result<Vec<Expected>, String> {
        let mut command = Command::new(&self.host);
        command.args([INPUT_WORDS.to_string(), OUTPUT_WORDS.to_string()]);
        let mut input = Vec::new();
        for program in programs {
            for shape in Shape::on_presets(program.seed) {
                let numbers = [shape.blocks, shape.threads].map(|number| number.to_string());
                command.arg(&program.name).args(numbers);
                input.extend(shape.input());
            }
        }
        let output = answer(&mut command, &input)?;
        Ok(cut(programs, &output))
    }
}

/// The output of a program for an input that is written to its pipe.
fn answer(command: &mut Command, input: &[u8]) -> Result<Vec<u8>, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that ended early explains that in its output.
    let written = pipe.write_all(input);
    drop(pipe);
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    if output.status.success() && written.is_ok() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "the host's program ended with {}: {said}",
        output.status
    ))
}

/// Cuts the concatenated outputs of all programs into the output of each.
fn cut(programs: &[&Program], output: &[u8]) -> Vec<Expected> {
    let mut rest = output;
    let mut next = |shape: Shape| {
        let (own, behind) = rest.split_at(shape.output_bytes() as usize);
        rest = behind;
        own.to_vec()
    };
    let expected = programs
        .iter()
        .map(|program| Shape::on_presets(program.seed).map(&mut next));
    let expected = expected.collect();
    assert!(rest.is_empty(), "{} bytes more than asked for", rest.len());
    expected
}
