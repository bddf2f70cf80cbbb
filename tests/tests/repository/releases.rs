//! Scripts of a release: what they refuse before they build, and what an archive holds.

use crate::files::{ROOT, read};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// What `scripts/release` starts before it builds.
const SCRIPTS: [&str; 4] = [
    "release",
    "python-tools",
    "python-tools-profile.txt",
    "rustc-with-profile",
];

/// A repository with the scripts of a release alone, and programs that take the place of the toolchain's.
struct Fake {
    folder: TempDir,
}

impl Fake {
    /// With a compiler of LLVM 22, and without `llvm-profdata`.
    fn new() -> Fake {
        let fake = Fake {
            folder: tempfile::tempdir().unwrap(),
        };
        for name in SCRIPTS {
            let script = read(&format!("scripts/{name}"));
            fake.program(&format!("scripts/{name}"), &script);
        }
        fake.program("scripts/setup", "#!/bin/sh\n");
        let sysroot = fake.path("sysroot");
        let rustc = format!(
            "#!/bin/sh\ncase $1 in\n--print) echo {} ;;\n\
             -vV) printf 'rustc 1.95.0\\nhost: h\\nLLVM version: 22.1.2\\n' ;;\nesac\n",
            sysroot.display()
        );
        fake.program("bin/rustc", &rustc);
        fake.program("bin/cargo", "#!/bin/sh\necho 'cargo starts' >&2\nexit 9\n");
        fake.git(&["init", "--quiet"]);
        fake.git(&["add", "scripts"]);
        fake.git(&["commit", "--quiet", "-m", "scripts"]);
        fake
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A child process puts the program there: a child that another test starts meanwhile would inherit a file that this process has
    /// open for writing, and such a file cannot be executed.
    fn program(&self, name: &str, text: &str) {
        let written = self.path("text");
        fs::write(&written, text).unwrap();
        let mut install = Command::new("install");
        install.args(["-D", "-m", "755"]).arg(written);
        assert!(install.arg(self.path(name)).status().unwrap().success());
    }

    fn profdata(&self, version: &str) {
        let text = format!("#!/bin/sh\nprintf 'LLVM:\\n  LLVM version {version}\\n'\n");
        self.program("sysroot/lib/rustlib/h/bin/llvm-profdata", &text);
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=n", "-c", "user.email=e", "-C"]);
        let status = git.arg(self.folder.path()).args(arguments).status();
        assert!(status.unwrap().success());
    }

    /// Exit code of a release, and what it says.
    fn release(&self, arguments: &[&str]) -> (i32, String) {
        let path = std::env::var("PATH").unwrap();
        let mut release = Command::new(self.path("scripts/release"));
        release.args(arguments);
        release.env("PATH", format!("{}:{path}", self.path("bin").display()));
        release.env_remove("CARGO_TARGET_DIR");
        let output = release.output().expect("bash starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), said)
    }

    fn refuses(&self, arguments: &[&str], words: &[&str]) {
        let (code, said) = self.release(arguments);
        assert_eq!(code, 2, "{said}");
        for word in words {
            assert!(said.contains(word), "{word}: {said}");
        }
        assert!(!said.contains("cargo starts"), "{said}");
    }
}

/// The remedies where no profile can be measured.
const REMEDIES: [&str; 2] = ["rustup component add llvm-tools", "--without-profile"];

#[test]
fn a_release_has_a_profile_or_is_asked_to_have_none() {
    let fake = Fake::new();
    fake.program("bin/grep", "#!/bin/sh\n");
    fake.program("scripts/python-tools", "#!/bin/sh\nexit 1\n");
    fake.git(&["commit", "--quiet", "--all", "-m", "no network"]);
    fake.refuses(&[], &["llvm-profdata is missing", REMEDIES[0], REMEDIES[1]]);
    fake.profdata("22.1.8");
    let found = fake.release(&[]);
    assert!(found.1.contains("cargo starts"), "{}", found.1);
    fs::remove_dir_all(fake.path("sysroot")).unwrap();
    let without = fake.release(&["--without-profile"]);
    assert!(without.1.contains("cargo starts"), "{}", without.1);
}

#[test]
fn another_llvm_than_that_of_rustc_is_refused() {
    let fake = Fake::new();
    fake.program("bin/grep", "#!/bin/sh\n");
    fake.profdata("21.1.0");
    fake.refuses(
        &[],
        &["LLVM 21.1.0", "LLVM 22.1.2", REMEDIES[0], REMEDIES[1]],
    );
    // One that does not start says no version.
    fake.program(
        "sysroot/lib/rustlib/h/bin/llvm-profdata",
        "#!/bin/sh\nexit 127\n",
    );
    fake.refuses(&[], &["LLVM unknown", REMEDIES[1]]);
}

#[test]
fn a_processor_that_cannot_measure_is_refused() {
    let fake = Fake::new();
    fake.profdata("22.1.8");
    fake.program("bin/grep", "#!/bin/sh\nexit 1\n");
    fake.refuses(&[], &["x86-64-v3", "avx2", REMEDIES[1]]);
}

#[test]
fn changes_and_wrong_arguments_are_refused() {
    let fake = Fake::new();
    fake.refuses(&["--profile"], &["--profile", "use: scripts/release"]);
    fake.refuses(&["a", "b"], &["use: scripts/release"]);
    fs::write(fake.path("scripts/setup"), "#!/bin/sh\n# changed\n").unwrap();
    fake.refuses(&["--without-profile"], &["commit them", "git stash"]);
}

fn run(script: &str, arguments: &[&Path]) -> Output {
    let mut command = Command::new(Path::new(ROOT).join("scripts").join(script));
    let output = command.args(arguments).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    output
}

/// A folder with two files, written in an order, with modes for others.
fn folder(within: &Path, names: [&str; 2], mode: u32) -> PathBuf {
    let root = within.join("heddle");
    for name in names {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, name).unwrap();
        let executable = if name.starts_with("bin") { 0o111 } else { 0 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode | executable)).unwrap();
    }
    root
}

#[test]
fn equal_contents_are_equal_archives() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let archive = |within: &Path, folder: &Path| -> Vec<u8> {
        let file = within.join("a.tar.xz");
        run("archive", &[folder, &file, Path::new("1700000000")]);
        fs::read(file).unwrap()
    };
    let names = ["bin/heddle", "share/page"];
    let one = folder(first.path(), names, 0o600);
    let two = folder(second.path(), [names[1], names[0]], 0o664);
    let bytes = archive(first.path(), &one);
    assert_eq!(bytes, archive(second.path(), &two));
    let mut list = Command::new("tar");
    list.arg("-tvf").arg(first.path().join("a.tar.xz"));
    let list = String::from_utf8(list.env("TZ", "UTC").output().unwrap().stdout).unwrap();
    for line in [
        "-rwxr-xr-x 0/0              10 2023-11-14 22:13 heddle/bin/heddle",
        "-rw-r--r-- 0/0              10 2023-11-14 22:13 heddle/share/page",
    ] {
        assert!(list.contains(line), "{list}");
    }
}

/// Names and versions of the crates of others that Cargo links, by its own tree.
fn linked() -> BTreeSet<String> {
    let mut tree = Command::new(env!("CARGO"));
    tree.args([
        "tree",
        "--locked",
        "--offline",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]);
    tree.args([
        "--edges",
        "normal,no-proc-macro",
        "--target",
        "x86_64-unknown-linux-gnu",
    ]);
    tree.args(["-p", "heddle-command", "-p", "heddle-opencl"]);
    let output = tree.current_dir(ROOT).output().expect("cargo starts");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    // Ours are followed by their folder.
    let others = text
        .lines()
        .filter(|line| !line.is_empty() && !line.contains('/'));
    let names = others.map(|line| line.trim_end_matches(" (*)").replacen(" v", " ", 1));
    names.collect()
}

#[test]
fn every_linked_crate_is_among_the_licences() {
    let output = run("licences", &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    let (list, texts) = text
        .split_once("\n\n")
        .unwrap()
        .1
        .split_once("\n\n")
        .unwrap();
    let named = list.lines().map(|line| line.split_once(": ").expect(line));
    let mut names = BTreeSet::new();
    for (name, licences) in named {
        assert!(
            licences.starts_with(|first: char| first.is_ascii_uppercase()),
            "{name}: {licences}"
        );
        for number in licences.split(" [").skip(1) {
            assert!(texts.contains(&format!("\n[{number}\n")), "{name} {number}");
        }
        names.insert(name.to_owned());
    }
    assert_eq!(names, linked());
    assert!(names.len() > 100);
    // The sources in C that a crate brings have licences of their own.
    assert!(texts.contains("zstd/LICENSE") && texts.contains("xz/COPYING"));
}
