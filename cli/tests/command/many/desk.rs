//! A folder to work in, the command, and programs for it.

use heddle_machines::seed_of_night;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder to work in, empty at first.
pub struct Desk(TempDir);

impl Desk {
    pub fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The command in the folder.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = crate::program::heddle();
        command.current_dir(self.0.path()).env("NO_COLOR", "1");
        command.args(arguments.split_whitespace());
        command
    }

    /// Runs the command in the folder.
    pub fn heddle(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("it starts")
    }

    /// Standard output of a command that succeeds.
    pub fn prints(&self, arguments: &str) -> String {
        let output = self.heddle(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn json(&self, arguments: &str) -> Value {
        serde_json::from_str(&self.prints(&format!("{arguments} --json"))).unwrap()
    }

    /// Exit code and standard error of a command that does not succeed.
    pub fn fails(&self, arguments: &str) -> (i32, String) {
        let output = self.heddle(arguments);
        (
            output.status.code().expect("it exits"),
            words(&output.stderr),
        )
    }

    /// Files of a folder and its subfolders, with their contents.
    pub fn files(&self, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.path(folder), Path::new(""), &mut files);
        files
    }
}

/// The words of a message, which is wrapped at the width of a terminal.
pub fn words(message: &[u8]) -> String {
    let text = String::from_utf8_lossy(message).replace('│', " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

fn collect(folder: &Path, prefix: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = prefix.join(path.file_name().unwrap());
        match path.is_dir() {
            true => collect(&path, &name, files),
            false => drop(files.insert(name, fs::read(path).unwrap())),
        }
    }
}

/// Workloads that the seed of the night draws, others for each turn.
pub fn drawn_programs<const COUNT: usize>(turn: usize) -> [&'static str; COUNT] {
    let all: Vec<_> = heddle_kernels::named().map(|own| own.name()).collect();
    let first = seed_of_night() as usize % all.len() + turn;
    std::array::from_fn(|place| all[(first + place * (all.len() / COUNT)) % all.len()])
}
