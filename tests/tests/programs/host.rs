//! Programs on the host: those in C are compiled with coroutines as threads, those in OpenCL C run on `pocl`.

use crate::compile::{Expected, run};
use crate::generator::{INPUT_WORDS, OUTPUT_WORDS, Program};
use crate::language::Language;
use crate::launch::Shape;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/host");
const OPENCL_PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../opencl/programs");

/// Where Debian's ICD loader finds Debian's implementations.
const VENDORS: &str = "/etc/OpenCL/vendors";

/// A file of programs on the host.
pub struct Host {
    language: Language,
    source: PathBuf,
}

impl Host {
    pub fn new(language: Language, source: &Path) -> Self {
        Host {
            language,
            source: source.into(),
        }
    }

    /// Runs programs; returns their outputs.
    ///
    /// # Errors
    /// The message of a compiler or of the host's program.
    pub fn run(&self, programs: &[&Program]) -> Result<Vec<Expected>, String> {
        let mut command = match self.language {
            Language::C => self.coroutines()?,
            Language::OpenClC => self.pocl(),
        };
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

    /// The programs compiled for the host.
    fn coroutines(&self) -> Result<Command, String> {
        let program = self.source.with_extension("");
        let (include, runner) = (format!("-I{FOLDER}"), format!("{FOLDER}/run.c"));
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
        arguments.extend([program.as_os_str(), self.source.as_os_str()]);
        run("cc", &arguments)?;
        Ok(Command::new(program))
    }

    fn pocl(&self) -> Command {
        let mut command = Command::new(opencl_program());
        command
            .arg(self.source.with_extension(""))
            .arg(POCL_OPTIONS);
        // Debian's current loader reads the first variable, the Khronos loader the second.
        command.env("OCL_ICD_VENDORS", VENDORS);
        command.env("OPENCL_VENDOR_PATH", VENDORS);
        // The compiled kernels are not needed later.
        command.env("POCL_CACHE_DIR", self.source.with_extension("pocl"));
        command
    }
}

const POCL_OPTIONS: &str = "-w -cl-opt-disable";

/// The host program for kernels in OpenCL C, compiled against the system's headers and ICD loader.
fn opencl_program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("opencl");
        let (include, source) = (format!("-I{OPENCL_PROGRAMS}"), format!("{FOLDER}/opencl.c"));
        let output = program.display().to_string();
        let arguments = [
            "-std=gnu17",
            "-O2",
            "-w",
            &include,
            "-o",
            &output,
            &source,
            "-lOpenCL",
        ];
        run("cc", &arguments).unwrap_or_else(|said| panic!("{said}; scripts/setup --oracles"));
        program
    })
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
