//! The programs that compile and change Verilog, and how they are called.

use super::BuildError;
use heddle_system::{Search, Tied, tied};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

const VERILATOR: &str = "verilator";
/// The program that the script [`VERILATOR`] eventually starts. The script itself takes as long as translating a
/// small model.
const TRANSLATOR: &str = "verilator_bin";
const COMPILER: &str = "g++";
const YOSYS: &str = "yosys";
const ABC: &str = "yosys-abc";
const IVERILOG: &str = "iverilog";
const VVP: &str = "vvp";

/// Oldest Verilator that works, as printed and as a number: the first version with this generated interface
/// that was tested.
const OLDEST: (&str, u32) = ("5.006", 5_006);

/// How often a program with a time limit is polled.
const POLL: Duration = Duration::from_millis(5);

/// The unit of processor times in Linux.
const TICK: Duration = Duration::from_millis(10);

/// A program may take at most this many times its limit of processor time in wall time.
const WAITS: u32 = 20;

/// How many error lines of a program are shown.
const SHOWN_LINES: usize = 8;

/// The tools of this machine.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    /// The versions that the tools report; part of every cache key.
    pub versions: String,
    /// Verilator's C++ sources and headers.
    pub include: PathBuf,
    /// The folder with the files of [`TRANSLATOR`], if that is the program that [`VERILATOR`] starts.
    root: Option<PathBuf>,
}

impl Tools {
    /// Finds the tools; reads their versions only once per process.
    pub fn find() -> Result<Self, BuildError> {
        static FOUND: OnceLock<Tools> = OnceLock::new();
        if let Some(tools) = FOUND.get() {
            return Ok(tools.clone());
        }
        let tools = Self::ask()?;
        Ok(FOUND.get_or_init(|| tools).clone())
    }

    fn ask() -> Result<Self, BuildError> {
        let verilator = answer(VERILATOR, &["--version"])?;
        let compiler = answer(COMPILER, &["--version"])?;
        if version_number(&verilator).is_none_or(|version| version < OLDEST.1) {
            return Err(BuildError::ToolTooOld {
                found: verilator,
                needed: OLDEST.0,
            });
        }
        let root = PathBuf::from(answer(VERILATOR, &["--getenv", "VERILATOR_ROOT"])?);
        let is_its_own = answer(TRANSLATOR, &["--version"]).is_ok_and(|found| found == verilator);
        Ok(Self {
            versions: format!("{verilator}\n{compiler}\n{}", root.display()),
            include: root.join("include"),
            root: is_its_own.then_some(root),
        })
    }

    /// Runs Verilator with arguments added by `with`.
    pub fn verilator(&self, top: &str, with: impl FnOnce(&mut Command)) -> Result<(), BuildError> {
        let mut command = match &self.root {
            Some(root) => {
                let mut command = command(TRANSLATOR)?;
                command.env("VERILATOR_ROOT", root);
                command
            }
            None => command(VERILATOR)?,
        };
        with(&mut command);
        run(VERILATOR, &mut command, top).map(drop)
    }
}

/// `5.006` and `5.040` are releases 6 and 40 of series 5.
fn version_number(text: &str) -> Option<u32> {
    let (series, release) = text.split_whitespace().nth(1)?.split_once('.')?;
    Some(series.parse::<u32>().ok()? * 1000 + release.parse::<u32>().ok()?)
}

/// A program of this machine, which ends with this process: nothing else would stop a proof that takes too long.
fn command(tool: &'static str) -> Result<Tied, BuildError> {
    static SEARCH: OnceLock<Search> = OnceLock::new();
    let search = SEARCH.get_or_init(Search::of_this_machine);
    let found = search.find(&[tool]).ok_or(BuildError::ToolMissing {
        tool,
        reason: io::Error::other("neither HEDDLE_TOOLS nor the installation nor PATH has it"),
    })?;
    Ok(tied(found))
}

/// The first line that a program prints.
fn answer(tool: &'static str, arguments: &[&str]) -> Result<String, BuildError> {
    let output = run(tool, command(tool)?.args(arguments), tool)?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next().unwrap_or_default().trim().into())
}

/// Runs the C++ compiler with arguments added by `with`.
pub(super) fn compiler(top: &str, with: impl FnOnce(&mut Command)) -> Result<(), BuildError> {
    let mut command = command(COMPILER)?;
    with(&mut command);
    run(COMPILER, &mut command, top).map(drop)
}

/// Runs a Yosys script in a folder; errors name `top`.
pub(crate) fn yosys(top: &str, folder: &Path, script: &str) -> Result<(), BuildError> {
    let mut command = command(YOSYS)?;
    // Yosys leaves a folder of ABC where it is interrupted; there it goes with ours.
    command.env("TMPDIR", folder);
    command.current_dir(folder).args(["-q", "-p", script]);
    run(YOSYS, &mut command, top).map(drop)
}

/// Runs a testbench in Icarus Verilog on files of a folder and returns its output. The testbench also writes its waveform.
pub(crate) fn icarus(top: &str, folder: &Path, files: &[&str]) -> Result<String, BuildError> {
    const COMPILED: &str = "compiled.vvp";
    let mut compile = command(IVERILOG)?;
    compile.current_dir(folder).args(["-g2005", "-s", top]);
    run(IVERILOG, compile.args(["-o", COMPILED]).args(files), top)?;
    let mut simulate = command(VVP)?;
    simulate.current_dir(folder);
    let output = run(VVP, simulate.args(["-n", COMPILED, "+waves"]), top)?;
    Ok(String::from_utf8_lossy(&output.stdout).into())
}

/// Runs a script of ABC, which comes with Yosys, and returns its output; `None` if it takes too long. Errors
/// name `top`.
pub(crate) fn abc(
    top: &str,
    folder: &Path,
    script: &str,
    patience: Duration,
) -> Result<Option<String>, BuildError> {
    let mut command = command(ABC)?;
    command.current_dir(folder).args(["-q", script]);
    let output = run_for(ABC, &mut command, top, patience)?;
    Ok(output.map(|output| String::from_utf8_lossy(&output.stdout).into()))
}

fn run(tool: &'static str, command: &mut Command, top: &str) -> Result<Output, BuildError> {
    let output = command
        .output()
        .map_err(|reason| BuildError::ToolMissing { tool, reason })?;
    succeeded(tool, output, top)
}

/// Processor time that a process has used, if the system tells it.
fn computed(child: &Child) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    let ticks = after_name.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks
        .map(|ticks| ticks.parse::<u64>().ok())
        .sum::<Option<_>>()?;
    Some(TICK * u32::try_from(ticks).ok()?)
}

/// Runs a program and stops it after some processor time, so that the result does not depend on the load of
/// the machine, or if it waits for too long. Its output must fit into a pipe's buffer.
fn run_for(
    tool: &'static str,
    command: &mut Command,
    top: &str,
    patience: Duration,
) -> Result<Option<Output>, BuildError> {
    let missing = |reason| BuildError::ToolMissing { tool, reason };
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.stdin(Stdio::null()).spawn().map_err(missing)?;
    let start = Instant::now();
    while child.try_wait().map_err(missing)?.is_none() {
        let elapsed = start.elapsed();
        if computed(&child).unwrap_or(elapsed) > patience || elapsed > WAITS * patience {
            child.kill().map_err(missing)?;
            child.wait().map_err(missing)?;
            return Ok(None);
        }
        thread::sleep(POLL);
    }
    let output = child.wait_with_output().map_err(missing)?;
    succeeded(tool, output, top).map(Some)
}

fn succeeded(tool: &'static str, output: Output, top: &str) -> Result<Output, BuildError> {
    if output.status.success() {
        return Ok(output);
    }
    Err(BuildError::ToolFailed {
        tool,
        top: top.into(),
        errors: first_errors(&output),
    })
}

fn first_errors(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let wanted = |line: &&str| line.to_lowercase().contains("error");
    let mut lines: Vec<&str> = text.lines().filter(wanted).take(SHOWN_LINES).collect();
    if lines.is_empty() {
        lines = text.lines().take(SHOWN_LINES).collect();
    }
    match lines.is_empty() {
        true => format!("it said nothing ({})", output.status),
        false => lines.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered() {
        let number = |text| version_number(text).expect("a version");
        assert_eq!(number("Verilator 5.006 2023-01-22 rev (Debian)"), OLDEST.1);
        assert!(number("Verilator 4.228 2022-10-01") < OLDEST.1);
        assert!(number("Verilator 5.040 2025-08-30 rev v5.040") > OLDEST.1);
        assert_eq!(version_number("nonsense"), None);
    }

    #[test]
    fn a_missing_tool_is_named_with_its_remedy() {
        let error = answer("heddle-no-such-tool", &[]).expect_err("there is no such program");
        let text = error.to_string();
        assert!(text.contains("heddle-no-such-tool"), "{text}");
        assert!(error.remedy().contains("scripts/setup"));
    }

    #[test]
    fn patience_ends() {
        let sleep = |seconds: &str| {
            let mut command = Command::new("sleep");
            let patience = Duration::from_millis(20);
            run_for("sleep", command.arg(seconds), "top", patience)
        };
        assert!(sleep("0").expect("it runs").is_some());
        assert!(sleep("60").expect("it runs").is_none());
        assert!(matches!(sleep("x"), Err(BuildError::ToolFailed { .. })));
    }

    #[test]
    fn processor_time_counts_where_the_system_tells() {
        let mut command = Command::new("sh");
        command.args(["-c", "while :; do :; done"]);
        let (start, patience) = (Instant::now(), Duration::from_millis(200));
        assert!(
            run_for("sh", &mut command, "top", patience)
                .expect("it runs")
                .is_none()
        );
        assert!(start.elapsed() >= patience);
    }

    #[test]
    fn a_failing_tool_shows_its_first_errors() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo note >&2; echo %Error: it broke >&2; exit 1"]);
        let error = run("sh", &mut command, "top")
            .expect_err("it fails")
            .to_string();
        assert!(
            error.contains("%Error: it broke") && !error.contains("note"),
            "{error}"
        );
    }
}
