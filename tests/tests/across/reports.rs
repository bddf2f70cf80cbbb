//! The reports of runs, down to the last count, as committed in `tests/data/reports`: a change that only makes the golden GPU
//! faster must not alter them.
//!
//! A line has mechanism, workload, cycles and the digest of the report's JSON. If a change is meant to alter reports, the command
//! in the failure message writes the files again.

use heddle_sim::{Mechanism, Report};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::env::var_os;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const BLESS: &str =
    "HEDDLE_THOROUGH=1 HEDDLE_BLESS=1 cargo test --workspace --test across -- shipped::results";

/// Bytes of a digest: enough that no two reports have the same.
const DIGEST: usize = 8;

/// Digests of the reports of one preset, by mechanism and workload.
pub(super) struct Reports {
    preset: String,
    digests: BTreeMap<(&'static str, &'static str), String>,
}

impl Reports {
    /// An empty set of reports.
    pub fn of(preset: &str) -> Self {
        Reports {
            preset: preset.into(),
            digests: BTreeMap::new(),
        }
    }

    /// Adds the digest of a run.
    pub fn add(&mut self, mechanism: Mechanism, workload: &'static str, report: &Report) {
        let json = serde_json::to_string(report).expect("a report has a JSON");
        let mut digest = report.statistics.cycles.to_string() + " ";
        for byte in &Sha256::digest(json)[..DIGEST] {
            write!(digest, "{byte:02x}").expect("a String takes all text");
        }
        self.digests.insert((mechanism.name(), workload), digest);
    }

    fn file(&self) -> PathBuf {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reports");
        folder.join(format!("{}.txt", self.preset))
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let digests = self.digests.iter();
        digests.map(|((mechanism, workload), digest)| format!("{mechanism} {workload} {digest}"))
    }

    /// Fails unless every added digest is as committed; with `all`, also unless all committed digests were added.
    pub fn assert_committed(&self, all: bool) {
        let file = self.file();
        if all && var_os("HEDDLE_BLESS").is_some() {
            let text: String = self.lines().map(|line| line + "\n").collect();
            return fs::write(file, text).unwrap();
        }
        let text = fs::read_to_string(&file).unwrap();
        let committed: Vec<&str> = text.lines().collect();
        for line in self.lines() {
            let known = committed.contains(&line.as_str());
            assert!(
                known,
                "{}: no line `{line}`; if that is meant: {BLESS}",
                file.display()
            );
        }
        assert!(
            !all || self.digests.len() == committed.len(),
            "{}: {BLESS}",
            file.display()
        );
    }
}
