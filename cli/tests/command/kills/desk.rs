//! The folders of a run, and the run.

use super::cases::Case;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long processes may take to end; those that ignore SIGTERM are killed after five seconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// Names of the folders.
const FILES: &str = "files";
const CACHE: &str = "cache";
const TEMPORARY: &str = "temporary";

/// The folders of a run.
pub struct Desk<'c> {
    case: &'c Case,
    folder: TempDir,
}

impl<'c> Desk<'c> {
    /// Folders with the files of a case and an empty cache.
    pub fn new(case: &'c Case) -> Self {
        let desk = Self {
            case,
            folder: TempDir::new().unwrap(),
        };
        desk.prepare();
        desk
    }

    fn prepare(&self) {
        for name in [FILES, TEMPORARY] {
            fs::create_dir(self.at(name)).unwrap();
        }
        for (name, text) in self.case.files {
            fs::write(self.at(FILES).join(name), text).unwrap();
        }
        if self.case.name == "exec" {
            let mut gcc = Command::new("gcc");
            gcc.current_dir(self.at(FILES));
            let built = gcc.args(["-o", "twice", "twice.c", "-lOpenCL"]).status();
            assert!(built.unwrap().success());
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self) -> Child {
        // A test run in the background would pass on that it ignores SIGINT.
        let mut command = Command::new("env");
        command.args(["--default-signal", env!("CARGO_BIN_EXE_heddle")]);
        command.args(self.case.arguments);
        command.current_dir(self.at(FILES));
        if !self.case.warm {
            command.env("HEDDLE_CACHE", self.at(CACHE));
        }
        command.env("TMPDIR", self.at(TEMPORARY));
        command.stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    /// Runs the command to its end; returns the time.
    pub fn run(&self) -> Duration {
        let start = Instant::now();
        let status = self.start().wait().unwrap();
        assert!(status.success(), "{}: {status}", self.case.name);
        let time = start.elapsed();
        self.wait_for_processes(self.case.name);
        time
    }

    /// Runs the command again, in the folders that a killed run left.
    pub fn run_again(&self, place: &str) {
        let code = self.start().wait().unwrap().code();
        let refused = self.case.refuses && code == Some(2);
        assert!(code == Some(0) || refused, "{place}: then {code:?}");
        self.wait_for_processes(place);
    }

    /// Runs the command and sends it a signal after some time, unless it has ended by then.
    pub fn end(&self, signal: &str, after: Duration, place: &str) {
        let mut child = self.start();
        sleep(after);
        if child.try_wait().unwrap().is_none() {
            let mut kill = Command::new("kill");
            let sent = kill.args(["-s", signal, &child.id().to_string()]).status();
            assert!(sent.unwrap().success());
        }
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "{place}: it goes on");
            sleep(Duration::from_millis(5));
        }
        self.wait_for_processes(place);
    }

    /// Waits until no process of this desk lives.
    fn wait_for_processes(&self, place: &str) {
        let mark = format!("TMPDIR={}\0", self.at(TEMPORARY).display());
        let start = Instant::now();
        loop {
            let living = processes(&mark);
            if living.is_empty() {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{place}: {living:?} live");
            sleep(Duration::from_millis(5));
        }
    }

    /// All files, by their paths in the folders.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let mut files = BTreeSet::new();
        add_files(self.folder.path(), self.folder.path(), &mut files);
        files
    }
}

/// Adds the files below a folder, by their paths from another one; the same for a temporary folder without files.
fn add_files(folder: &Path, from: &Path, files: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let relative = path.strip_prefix(from).unwrap().to_owned();
        match entry.file_type().unwrap().is_dir() {
            true => add_files(&path, from, files),
            false => drop(files.insert(relative.clone())),
        }
        if relative.starts_with(TEMPORARY) {
            files.insert(relative);
        }
    }
}

/// Command lines of the processes whose environment has this text.
fn processes(mark: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let paths = entries.map(|entry| entry.path());
    let marked = paths.filter(|path| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(mark)
    });
    let named = marked.map(|path| {
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        format!(
            "{}: {}",
            path.display(),
            String::from_utf8_lossy(&line).replace('\0', " ")
        )
    });
    named.collect()
}
