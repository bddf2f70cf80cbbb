//! OpenCL C and OpenCL programs, from the command line.

mod exec;
mod kernel_names;
mod quicksort;
mod recorded;
mod source;

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with the files of a test.
struct Desk(TempDir);

impl Desk {
    fn new(files: &[(&str, &str)]) -> Desk {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Desk(folder)
    }

    fn folder(&self) -> &Path {
        self.0.path()
    }

    fn heddle(&self, arguments: &[&str]) -> Output {
        let mut command = crate::program::heddle();
        command.current_dir(self.folder());
        command.args(arguments).output().unwrap()
    }

    /// Standard output of a command that has to succeed.
    fn text(&self, arguments: &[&str]) -> String {
        text_of(self.heddle(arguments))
    }

    /// The error output of a command that has to end with this exit code.
    fn failure(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.heddle(arguments);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn compile(&self, source: &str, program: &str) {
        let mut gcc = Command::new("gcc");
        gcc.current_dir(self.folder());
        text_of(
            gcc.args(["-o", program, source, "-lOpenCL"])
                .output()
                .unwrap(),
        );
    }
}

fn text_of(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}
