//! `heddle exec`: the user's host program, with the golden GPU as its OpenCL device.

pub mod library;
mod reports;
mod view;

use crate::cli::{Exec, Global};
use crate::console::{self, printable};
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_system::{Claim, in_foreground, sweep, tied};
use library::Library;
use reports::Whole;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

/// Runs the program with Heddle's library in place of `libOpenCL.so.1`, and reports its launches.
pub fn execute(global: &Global, options: &Exec) -> Result<(), Failure> {
    global.machine()?;
    check_unit(options)?;
    let library = Library::prepare()?;
    Planned::new()
        .folder("--out", options.out.as_ref())
        .folder("--capture", options.capture.as_ref())
        .folder("--trace", options.trace.as_ref())
        .folder("--record", options.record.as_ref())
        .file("--report", options.report.as_ref())
        .file("--view", options.view.as_ref())
        .check()?;
    let folders = Folders::new(options, library.folder())?;
    let start = Instant::now();
    let status = run(global, options, &library, &folders)?;
    folders.tidy();
    let launches = reports::read(&folders.reports)?;
    let whole = Whole {
        program: options.program.iter().map(shown).collect(),
        exit_code: status.code(),
        launches,
        wall_seconds: start.elapsed().as_secs_f64(),
    };
    if let Some(folder) = &options.out {
        let text = serde_json::to_vec_pretty(&whole).expect("reports have string keys");
        output::files(folder, [("whole.json", text.as_slice())])?;
    }
    if let (Some(file), Some(recordings)) = (&options.view, &folders.recordings) {
        view::write(&whole.launches, recordings, file)?;
    }
    show(global, options, &whole)?;
    succeeded(status, &options.program[0])?;
    whole.agreed()
}

/// Shows the launches. Standard output belongs to the program (USR-10).
fn show(global: &Global, options: &Exec, whole: &Whole) -> Result<(), Failure> {
    let text = match global.json {
        true => serde_json::to_string_pretty(whole).expect("reports have string keys"),
        false => printable(&whole.table()).into_owned(),
    };
    match &options.report {
        Some(file) => output::stream(file, |out| writeln!(out, "{text}")),
        None if options.quiet => Ok(()),
        None => {
            console::note(&text);
            Ok(())
        }
    }
}

/// Refuses a unit that cannot run kernels, or not under the requested mechanism.
fn check_unit(options: &Exec) -> Result<(), Failure> {
    let Some(name) = &options.cosim else {
        return Ok(());
    };
    let unit = heddle_cosim::by_name(name).expect("an option names units that there are");
    let known = unit.kernel_modes()?.mechanisms;
    match options.mechanism {
        Some(mechanism) if !known.contains(&mechanism) => Err(heddle_sim::Error::NotUnder {
            unit: unit.name,
            mechanism,
            known,
        }
        .into()),
        _ => Ok(()),
    }
}

/// The folders that the library writes to, which no other run uses at the same time.
struct Folders {
    reports: PathBuf,
    capture: Option<PathBuf>,
    trace: Option<PathBuf>,
    recordings: Option<PathBuf>,
    _claims: Vec<Claim>,
}

impl Folders {
    /// The folders that the options name, which have to be empty; reports that were not requested go into a temporary folder.
    fn new(options: &Exec, temporary: &Path) -> Result<Folders, Failure> {
        let named = [
            ("--out", &options.out),
            ("--capture", &options.capture),
            ("--trace", &options.trace),
            ("--record", &options.record),
        ];
        let claim = |(option, folder): (_, &Option<PathBuf>)| {
            let folder = folder.as_ref().map(|folder| claim(option, folder));
            folder.transpose()
        };
        // A killed run has left its claims on all folders: they go even if the first folder is refused.
        let claims = named
            .into_iter()
            .filter_map(|named| claim(named).transpose());
        let claims = claims.collect::<Result<Vec<_>, Failure>>()?;
        let empty = |(option, folder): (_, &Option<PathBuf>)| {
            let folder = folder.as_ref().map(|folder| empty(option, folder));
            folder.transpose()
        };
        let [reports, capture, trace, recordings] = named.map(empty);
        let for_view = options.view.is_some().then(|| temporary.join("recordings"));
        Ok(Folders {
            reports: reports?.unwrap_or_else(|| temporary.join("reports")),
            capture: capture?,
            trace: trace?,
            recordings: recordings?.or(for_view),
            _claims: claims,
        })
    }

    /// Removes what the program left half written when it was ended.
    fn tidy(&self) {
        let folders = [&self.capture, &self.trace, &self.recordings];
        let folders = folders.into_iter().flatten();
        folders
            .chain([&self.reports])
            .for_each(|folder| sweep(folder));
    }
}

/// Claims the folder of an option for this run, and removes drafts that a killed run left in it.
fn claim(option: &str, folder: &Path) -> Result<Claim, Failure> {
    let claimed = std::fs::create_dir_all(folder).and_then(|()| Claim::try_take(folder));
    let claim = claimed.map_err(|error| unusable(option, folder, &error))?;
    sweep(folder);
    claim.ok_or_else(|| {
        let what = format!(
            "{option} {}: another run of Heddle uses the folder",
            folder.display()
        );
        Failure::input_with(what, "choose another one")
    })
}

/// A folder that is empty but for its claim, as an absolute path, which stays valid if the program changes its working folder.
fn empty(option: &str, folder: &Path) -> Result<PathBuf, Failure> {
    let unusable = |error| unusable(option, folder, &error);
    let mut entries = folder.read_dir().map_err(unusable)?.flatten();
    if entries.any(|entry| !Claim::is_claim(&entry.file_name())) {
        let what = format!("{option} {}: the folder is not empty", folder.display());
        return Err(Failure::input_with(what, "choose another one, or empty it"));
    }
    folder.canonicalize().map_err(unusable)
}

fn unusable(option: &str, folder: &Path, error: &io::Error) -> Failure {
    let what = format!("{option} {}: {error}", folder.display());
    Failure::input_with(what, "choose a folder that you can write to")
}

fn run(
    global: &Global,
    options: &Exec,
    library: &Library,
    folders: &Folders,
) -> Result<ExitStatus, Failure> {
    let [program, arguments @ ..] = options.program.as_slice() else {
        unreachable!("clap asks for a program");
    };
    let variables = variables(global, options, folders)?;
    let prepare = |command: &mut Command| {
        command.args(arguments).envs(variables);
        library.put_in_front(command);
    };
    let status = if io::stdin().is_terminal() {
        // Only a program of the foreground may read the terminal.
        in_foreground(program, prepare)
    } else {
        let mut command = tied(program);
        prepare(command.stdin(Stdio::inherit()));
        command.status()
    };
    status.map_err(|error| {
        let what = format!("{}: cannot be run: {error}", shown(program));
        let remedy = "name a program after --, with its folder (./NAME) if it is not on the PATH";
        Failure::input_with(what, remedy)
    })
}

/// The environment variables for the library. Empty variables hide those that the user has set.
fn variables(
    global: &Global,
    options: &Exec,
    folders: &Folders,
) -> Result<Vec<(&'static str, OsString)>, Failure> {
    let names = |mechanisms: &[heddle_sim::Mechanism]| {
        let names = mechanisms.iter().map(|mechanism| mechanism.name());
        names.collect::<Vec<_>>().join(",")
    };
    let (preset, config) = match &global.config {
        Some(file) => {
            let file = file.canonicalize();
            let file = file.map_err(|error| Failure::input(format!("--config: {error}")))?;
            (OsString::new(), file.into())
        }
        None => (global.preset().into(), OsString::new()),
    };
    let place = |folder: &Option<PathBuf>| folder.clone().unwrap_or_default().into();
    let switch = |on: bool| OsString::from(if on { "1" } else { "0" });
    let latencies = global.latencies.map_or("", |target| target.name());
    let cosim = options.cosim.as_deref().unwrap_or_default();
    let mechanism = options.mechanism.as_slice();
    let launches = options
        .launch
        .map_or(String::new(), |some| some.to_string());
    Ok(vec![
        ("HEDDLE_PRESET", preset),
        ("HEDDLE_CONFIG", config),
        ("HEDDLE_LATENCIES", latencies.into()),
        ("HEDDLE_SET", global.set.join(" ").into()),
        ("HEDDLE_MECHANISM", names(mechanism).into()),
        ("HEDDLE_FUNCTIONAL", switch(options.functional)),
        ("HEDDLE_COMPARE", names(&options.compare).into()),
        ("HEDDLE_COSIM", cosim.into()),
        ("HEDDLE_COSIM_MODE", options.mode.name().into()),
        ("HEDDLE_MAX_CYCLES", options.max_cycles.to_string().into()),
        ("HEDDLE_THREADS", options.threads.to_string().into()),
        ("HEDDLE_PROFILE", switch(options.profile)),
        ("HEDDLE_CHECK_RACES", switch(options.check_races)),
        ("HEDDLE_CHECK_FLOW", switch(options.check_flow)),
        ("HEDDLE_REPORT", folders.reports.clone().into()),
        ("HEDDLE_CAPTURE", place(&folders.capture)),
        ("HEDDLE_LAUNCHES", launches.into()),
        ("HEDDLE_TRACE", place(&folders.trace)),
        ("HEDDLE_RECORD", place(&folders.recordings)),
        (
            "HEDDLE_TRACE_CYCLES",
            options.trace_cycles.to_string().into(),
        ),
    ])
}

fn shown(argument: &OsString) -> String {
    argument.to_string_lossy().into_owned()
}

/// Ends as the program did (USR-12), with a failure that says so if it did not succeed.
fn succeeded(status: ExitStatus, program: &OsString) -> Result<(), Failure> {
    /// What shells add to the number of the signal that ended a program.
    const SIGNALLED: i32 = 128;
    if status.success() {
        return Ok(());
    }
    let signalled = || status.signal().map(|signal| SIGNALLED + signal);
    let code = status.code().or_else(signalled);
    let code = code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    let failure = Failure::ran(format!("{} ended with {status}", shown(program)));
    let remedy = "its own output says why; a launch that failed is named there";
    Err(failure.exit_code(code).help(remedy))
}
