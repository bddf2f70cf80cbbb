//! A repository and a toolchain in which a release takes a second.

use crate::files::read;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

/// What a release asks of the command.
const HEDDLE: &str = "#!/bin/sh
case $1 in
--version) echo 'heddle 1.2.3 (commit unknown, release, x86-64)' ;;
mechanisms) echo '    \"mechanism\": \"pdom\"' ;;
man) mkdir -p \"$3\" && echo page > \"$3/heddle.1\" ;;
completions) echo \"$2\" ;;
esac
";

/// `scripts/release`, and what of it is as it is in a release.
const SCRIPTS: [&str; 5] = [
    "release",
    "archive",
    "python-tools",
    "python-tools-profile.txt",
    "rustc-with-profile",
];

/// A repository with the scripts of a release alone, and programs that take the place of the toolchain's.
pub struct Fake {
    folder: TempDir,
}

impl Fake {
    /// With a compiler of LLVM 22, and without `llvm-profdata`.
    pub fn new() -> Fake {
        let fake = Fake {
            folder: tempfile::tempdir().unwrap(),
        };
        for name in SCRIPTS {
            let script = read(&format!("scripts/{name}"));
            fake.program(&format!("scripts/{name}"), &script);
        }
        fake.program("scripts/setup", "#!/bin/sh\n");
        fake.program("bin/strip", "#!/bin/sh\n");
        fake.program("scripts/licences", "#!/bin/sh\necho licences\n");
        for name in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            fs::write(fake.path(name), name).unwrap();
        }
        let sysroot = fake.path("sysroot");
        let rustc = format!(
            "#!/bin/sh\ncase $1 in\n--print) echo {} ;;\n\
             -vV) printf 'rustc 1.95.0\\nhost: h\\nLLVM version: 22.1.2\\n' ;;\nesac\n",
            sysroot.display()
        );
        fake.program("bin/rustc", &rustc);
        fake.program("bin/cargo", "#!/bin/sh\necho 'cargo starts' >&2\nexit 9\n");
        fake.git(&["init", "--quiet"]);
        fake.git(&["add", "scripts", "README.md"]);
        fake.git(&["commit", "--quiet", "-m", "scripts"]);
        fake
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A child process puts the program there: a child that another test starts meanwhile would inherit a file that this process has
    /// open for writing, and such a file cannot be executed.
    pub fn program(&self, name: &str, text: &str) {
        let written = self.path("text");
        fs::write(&written, text).unwrap();
        let mut install = Command::new("install");
        install.args(["-D", "-m", "755"]).arg(written);
        assert!(install.arg(self.path(name)).status().unwrap().success());
    }

    /// Gives the toolchain a `llvm-profdata` of an LLVM. It merges counts by writing an empty profile.
    pub fn profdata(&self, version: &str) {
        let text = format!(
            "#!/bin/sh\ncase $1 in\nmerge) : > \"${{2#--output=}}\" ;;\n\
             *) printf 'LLVM:\\n  LLVM version {version}\\n' ;;\nesac\n"
        );
        self.program("sysroot/lib/rustlib/h/bin/llvm-profdata", &text);
    }

    /// Makes Cargo build a script as the command, after it has written a line with how it builds into `built`.
    pub fn cargo(&self, then: &str) {
        self.program("heddle", HEDDLE);
        let root = self.folder.path().display();
        let text = format!(
            "#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" != --target-dir ] || folder=$2; shift; done\n\
             echo \"${{folder##*/}} ${{HEDDLE_PROFILE:-none}} $RUSTFLAGS\" >> {root}/built\n\
             mkdir -p \"$folder/release\" && cp {root}/heddle \"$folder/release/\"\n\
             : > \"$folder/release/libheddle_opencl.so\"\n{then}\n"
        );
        self.program("bin/cargo", &text);
    }

    pub fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=n", "-c", "user.email=e", "-C"]);
        let status = git.arg(self.folder.path()).args(arguments).status();
        assert!(status.unwrap().success());
    }

    /// Exit code of a release, and what it says.
    pub fn release(&self, arguments: &[&str]) -> (i32, String) {
        let path = std::env::var("PATH").unwrap();
        let mut release = Command::new(self.path("scripts/release"));
        release.args(arguments);
        release.env("PATH", format!("{}:{path}", self.path("bin").display()));
        release.env_remove("CARGO_TARGET_DIR");
        let output = release.output().expect("bash starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), said)
    }

    pub fn refuses(&self, arguments: &[&str], words: &[&str]) {
        let (code, said) = self.release(arguments);
        assert_eq!(code, 2, "{said}");
        for word in words {
            assert!(said.contains(word), "{word}: {said}");
        }
        assert!(!said.contains("cargo starts"), "{said}");
    }
}
