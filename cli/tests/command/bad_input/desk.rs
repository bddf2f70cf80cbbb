//! A folder in which the user works, and the transcript of what happens there.

use crate::bad_input::support::assembler::{Asm, reg::*};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A launch file for `k.elf`, whose kernel `k` writes thread ids to its only argument.
pub const LAUNCH: &str = r#"kernel = "k"
grid = [2, 1, 1]
block = [8, 1, 1]
args = [{buffer = "out"}]

[[buffer]]
name = "out"
bytes = 64
out = true
"#;

/// A folder with a valid kernel and its launch file.
pub struct Desk {
    folder: TempDir,
    transcript: String,
}

/// Files and folders by path; contents of files.
type Listing = BTreeMap<PathBuf, Option<Vec<u8>>>;

impl Desk {
    pub fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let desk = Desk {
            folder,
            transcript: String::new(),
        };
        let mut a = Asm::kernel();
        a.put(A0, 0);
        a.ret();
        desk.write("k.elf", a.image().bytes());
        desk.write("k.toml", LAUNCH);
        desk
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `heddle` in this folder, with words separated by spaces.
    pub fn heddle(&self, arguments: &str) -> Command {
        let mut command = crate::program::heddle();
        command.args(arguments.split(' '));
        self.surround(&mut command);
        command
    }

    /// Sets the folder and the environment variables of a command.
    pub fn surround(&self, command: &mut Command) {
        command.current_dir(self.folder.path());
        command.env("NO_COLOR", "1").env("LANG", "C.UTF-8");
        command.env_remove("LC_ALL");
    }

    /// Runs a command that is refused: exit code 2, nothing on standard output.
    pub fn refused(&mut self, arguments: &str) {
        let command = self.heddle(arguments);
        let output = self.fails(command, arguments, 2);
        assert!(
            output.stdout.is_empty(),
            "{arguments}: it printed something"
        );
    }

    /// Runs a command that starts and fails: exit code 1.
    pub fn failed(&mut self, arguments: &str) {
        let command = self.heddle(arguments);
        self.fails(command, arguments, 1);
    }

    /// Checks that a command fails with this exit code, writes no file, and says what to do.
    pub fn fails(&mut self, command: Command, shown: &str, code: i32) -> Output {
        let (output, text) = self.answer(command, shown, code);
        self.transcript += &format!("$ heddle {shown}\n{text}exit code {code}\n\n");
        output
    }

    /// As `fails`, for an answer that differs every time; returns its standard error too.
    pub fn answer(&self, mut command: Command, shown: &str, code: i32) -> (Output, String) {
        let before = listing(self.folder.path());
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!(output.status.code(), Some(code), "{shown}: {text}");
        assert!(!text.contains("panicked"), "{shown}: {text}");
        let remedies = ["help:", "tip:", "For more information"];
        assert!(remedies.iter().any(|r| text.contains(r)), "{shown}: {text}");
        assert!(
            before == listing(self.folder.path()),
            "{shown}: it left files behind"
        );
        (output, text)
    }

    /// The commands and answers, without parts that differ between machines.
    pub fn transcript(&self) -> String {
        let folder = self.folder.path().display().to_string();
        let lines = self
            .transcript
            .lines()
            .filter(|line| !is_progress(line))
            .map(|line| match line.split_once(": ") {
                // These lists grow with Heddle.
                Some(("  [possible values", _)) => "  [possible values: ...]",
                _ => line,
            });
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        text.replace(&folder, "FOLDER")
    }
}

/// Whether a line shows progress: a slow machine builds a model for longer than the ten seconds without such lines.
fn is_progress(line: &str) -> bool {
    line.starts_with("heddle: ") && line.contains(" after ") && line.ends_with(" s")
}

fn listing(folder: &Path) -> Listing {
    let mut all = Listing::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(listing(&path));
            all.insert(path, None);
        } else if path.is_file() && path.metadata().unwrap().len() < 1 << 20 {
            let contents = fs::read(&path).unwrap();
            all.insert(path, Some(contents));
        } else {
            all.insert(path, None);
        }
    }
    all
}
