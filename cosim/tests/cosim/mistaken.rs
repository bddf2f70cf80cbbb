//! Deliberate mistakes in golden units, which proofs of equality have to find: one for each unit that is proven equal, in
//! `mistaken.toml`. They are put into copies of the sources, which `scripts/golden` compiles: those of units inside of others are in another
//! copy than those of the others.
//!
//! The copy always lies in the same folder, and Cargo's target folder beside it, so that what has no mistake is compiled once.

use crate::equal::question;
use crate::mutation::CHANGES;
use heddle_contract::Config;
use heddle_cosim::by_name;
use heddle_cosim::equal::{Answer, Equal, Report};
use heddle_machines::{because, changed};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const PLACE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/mistaken");

/// A line of a golden unit, and its replacement.
#[derive(Clone, Debug, Deserialize)]
struct Mistake {
    unit: String,
    before: String,
    after: String,
    /// What is wrong then.
    why: String,
    /// The copy of the sources that has it.
    #[serde(default)]
    copy: u32,
    /// Changes of the machine on which it is looked for.
    #[serde(default)]
    machine: Vec<String>,
}

#[derive(Deserialize)]
struct Table {
    mistake: Vec<Mistake>,
}

impl Table {
    fn read() -> Self {
        toml::from_str(include_str!("mistaken.toml")).expect("the table of mistakes")
    }
}

impl Mistake {
    /// The unit's source below the root of a workspace.
    fn source(&self, root: &Path) -> PathBuf {
        root.join(format!("sim/units/src/{}.rs", self.unit))
    }

    /// The machine on which it is looked for.
    fn machine(&self) -> Config {
        let changes = self.machine.iter().map(String::as_str);
        let changes: Vec<&str> = CHANGES.into_iter().chain(changes).collect();
        let why = because(
            "compiled mistakes are searched for on the machine of the mutants; what is larger takes minutes for each cycle, or is cleared for many cycles before a mistake shows",
        );
        changed("tiny", &changes, why.twin("nightly: in-loop-shipped"))
    }

    /// A source with the mistake.
    fn put_into(&self, text: &str) -> String {
        let is_it = |line: &&str| line.trim() == self.before;
        let times = text.lines().filter(is_it).count();
        assert_eq!(
            times, 1,
            "{}: `{}`; choose another mistake",
            self.unit, self.before
        );
        text.replacen(&self.before, &self.after, 1)
    }
}

#[test]
fn every_mistake_has_its_line() {
    for mistake in Table::read().mistake {
        let text = fs::read_to_string(mistake.source(Path::new(ROOT))).expect("a golden unit");
        assert_ne!(mistake.put_into(&text), text, "{}", mistake.why);
    }
}

/// Runs a program; a failure is the test's.
fn run(program: &mut Command) {
    let status = program.status().expect("it is installed");
    assert!(status.success(), "{program:?}: {status}");
}

/// Copies the sources of the workspace.
fn copy(to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("a folder");
    let entries = fs::read_dir(ROOT).expect("the workspace");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let sources = paths.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && !["target", "out"].contains(&&*name)
    });
    // Times stay: Cargo compiles what is newer than before.
    run(Command::new("cp").arg("-a").args(sources).arg(to));
}

/// The IR of golden units with these mistakes.
fn compiled(mistakes: &[Mistake]) -> PathBuf {
    let place = Path::new(PLACE);
    let (sources, ir) = (place.join("sources"), place.join("mistaken.ll"));
    copy(&sources);
    for mistake in mistakes {
        let path = mistake.source(&sources);
        let text = fs::read_to_string(&path).expect("a golden unit");
        fs::write(&path, mistake.put_into(&text)).expect("a copy");
    }
    let script = sources.join("scripts/golden");
    let target = place.join("target");
    let mut compile = Command::new(script);
    compile
        .arg("--out")
        .arg(&ir)
        .env("CARGO_TARGET_DIR", target);
    run(&mut compile);
    ir
}

fn prove(mistake: &Mistake, golden: &Path, folder: &Path) -> Report {
    let (config, unit) = (mistake.machine(), by_name(&mistake.unit).expect("a unit"));
    let verilog = unit.verilog(&config).expect("a unit of the preset");
    let equal = Equal {
        golden: Some(golden.into()),
        ..question(verilog, folder)
    };
    unit.equal(&equal, &config).expect("the tools are there")
}

#[test]
#[ignore = "at night: compiles the golden units"]
fn every_mistake_is_found() {
    let mut mistakes = Table::read().mistake;
    mistakes.sort_by_key(|mistake| mistake.copy);
    let copies = mistakes.chunk_by(|one, next| one.copy == next.copy);
    copies.for_each(are_found);
}

fn are_found(mistakes: &[Mistake]) {
    let ir = compiled(mistakes);
    let folder = tempfile::tempdir().expect("a folder");
    for mistake in mistakes {
        let report = prove(mistake, &ir, folder.path());
        let (unit, seconds) = (&mistake.unit, report.seconds);
        println!("{unit}: {:?}, {seconds:.1} s", report.shown);
        let differs = matches!(report.answer, Answer::Differs { .. });
        assert!(differs && report.shown.is_some(), "{mistake:?}: {report:?}");
    }
}
