//! A folder with the library, under the names that programs and loaders look for, and with compiled programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The folder.
pub struct Desk {
    folder: TempDir,
}

impl Desk {
    /// A folder with the library.
    pub fn new() -> Desk {
        let desk = Desk {
            folder: tempfile::tempdir().expect("a folder"),
        };
        for name in ["libOpenCL.so.1", "libOpenCL.so"] {
            let link = desk.path(name);
            std::os::unix::fs::symlink(library(), link).expect("a link to the library");
        }
        desk
    }

    /// A file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Compiles a program of this test, `NAME.c`, and links it with the library.
    pub fn compile(&self, name: &str) {
        self.compile_with(name, Some(self.folder()));
    }

    /// Compiles a program in C++, `NAME.cpp`, and links it with the library.
    pub fn compile_cpp(&self, name: &str) {
        let mut gxx = Command::new("g++");
        // Warnings about the header of others are not ours to fix.
        gxx.args(["-std=c++11", "-w"]);
        self.build(gxx, &format!("{name}.cpp"), Some(self.folder()));
    }

    /// Compiles the header of the programs in `cpp`, for [`Desk::compile_with_header`].
    pub fn precompile(&self, header: &str) {
        let mut gxx = cpp17();
        gxx.args(["-x", "c++-header", "-o"]);
        gxx.arg(self.path(&format!("{header}.gch")));
        gxx.arg(sources().join("cpp").join(header));
        text_of(gxx.output().expect("g++ is installed"));
    }

    /// Compiles a program in `cpp`, `NAME.cpp`, with a precompiled header, and links it with the library.
    pub fn compile_with_header(&self, name: &str, header: &str) {
        let mut gxx = cpp17();
        gxx.arg("-I").arg(self.folder()).args(["-include", header]);
        self.build(gxx, &format!("cpp/{name}.cpp"), Some(self.folder()));
    }

    /// Compiles a program, and links it with the `libOpenCL` in a folder, or with that of the system.
    pub fn compile_with(&self, name: &str, library: Option<&Path>) {
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE"]);
        self.build(gcc, &format!("{name}.c"), library);
    }

    /// Runs a compiler with the options of all programs.
    fn build(&self, mut gcc: Command, source: &str, library: Option<&Path>) {
        let name = Path::new(source).file_stem().expect("a source has a name");
        gcc.args(["-g", "-o"]).arg(self.folder().join(name));
        gcc.arg(sources().join(source));
        if let Some(folder) = library {
            gcc.arg("-L").arg(folder);
        }
        gcc.args(["-lOpenCL", "-lpthread"]);
        text_of(gcc.output().expect("gcc is installed"));
    }

    /// The command that runs a compiled program with the library, on the machine `tiny`.
    pub fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.path(name));
        command.env("LD_LIBRARY_PATH", self.folder());
        command.env("HEDDLE_PRESET", "tiny");
        command
    }
}

/// The folder of the programs' sources.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/opencl/programs")
}

/// The compiler of the programs in `cpp`, whose precompiled header has the same options as they have.
fn cpp17() -> Command {
    let mut gxx = Command::new("g++");
    gxx.args(["-std=c++17", "-w", "-g"]);
    gxx
}

/// The standard output of a process that must succeed.
pub fn text_of(output: Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    text
}

/// The library, which Cargo builds before the tests and puts next to them.
pub fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a file");
    test.with_file_name("libheddle_opencl.so")
}
