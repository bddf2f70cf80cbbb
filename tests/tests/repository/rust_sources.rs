//! The code of the workspace, without comments and without tests.

use crate::packages::{ROOT, packages};
use std::fs;
use std::path::{Path, PathBuf};

/// A file of the code.
pub struct Source {
    /// Its path, relative to the root of the workspace.
    pub name: String,
    /// Its lines of code.
    pub lines: Vec<String>,
}

/// All files in the `src` of the members of the workspace that users run.
pub fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    for member in members() {
        let folder = Path::new(ROOT).join(member).join("src");
        if folder.is_dir() {
            add(&folder, &mut files);
        }
    }
    let files = files.iter();
    let files = files.filter(|file| !file.ends_with("tests.rs"));
    files.map(|file| Source::read(file)).collect()
}

impl Source {
    fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let lines = code.lines();
        let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
        let name = file.strip_prefix(ROOT).unwrap().to_string_lossy();
        Self {
            name: name.into_owned(),
            lines: lines.map(String::from).collect(),
        }
    }

    /// Whether a line contains one of these texts.
    pub fn has(&self, texts: &[&str]) -> bool {
        let has = |line: &String| texts.iter().any(|text| line.contains(text));
        self.lines.iter().any(has)
    }
}

/// Files in Rust below a folder.
fn add(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => add(&path, found),
            false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
            false => {}
        }
    }
}

/// The members of the workspace that users run.
fn members() -> Vec<String> {
    let not_run = ["tests", "tests/machines", "benches", "examples"];
    let members = packages().into_iter();
    members
        .filter(|member| !not_run.contains(&member.as_str()))
        .collect()
}
