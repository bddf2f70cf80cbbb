//! The names that exist.

use super::text::tracked;
use crate::program::heddle;
use crate::repository::ROOT;
use regex::Regex;
use std::collections::HashSet;
use std::path::Path;

/// Names that pages may use, from the command's help, the loader of machines, the expected Verilog and all sources.
pub struct Known {
    /// Commands of `heddle`.
    pub commands: HashSet<String>,
    /// Hardware units.
    pub units: HashSet<String>,
    /// Options of `heddle` and of scripts.
    pub options: HashSet<String>,
    /// Sections of the machine, each with its keys.
    pub keys: HashSet<String>,
    /// Registers and ports of the expected Verilog.
    pub signals: HashSet<String>,
    /// Names with an underscore in the sources.
    pub words: HashSet<String>,
    /// Files that git tracks.
    pub files: Vec<String>,
}

/// What `heddle` prints: its output, or its complaint.
fn said(arguments: &[&str]) -> String {
    let output = heddle().args(arguments).output().unwrap();
    let text = match output.status.success() {
        true => output.stdout,
        false => output.stderr,
    };
    String::from_utf8(text).unwrap()
}

fn found(pattern: &str, text: &str) -> HashSet<String> {
    let pattern = Regex::new(pattern).unwrap();
    let found = pattern.captures_iter(text);
    found.map(|names| names[1].to_owned()).collect()
}

/// Names with an underscore.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.contains('_')).map(String::from)
}

/// The keys of the machine: the loader names them all when it refuses one.
fn keys() -> HashSet<String> {
    let sections = found(r"(?m)^\[([a-z0-9_]+)\]$", &said(&["config"]));
    let keys = sections.iter().flat_map(|section| {
        let refused = said(&[
            "config",
            "--json",
            "--set",
            &format!("{section}.no_such_key=0"),
        ]);
        let (_, listed) = refused.split_once("expected").expect(&refused);
        let names = found("`([a-z0-9_]+)`", listed).into_iter();
        names
            .map(move |key| format!("{section}.{key}"))
            .collect::<Vec<_>>()
    });
    keys.chain(sections.clone()).collect()
}

impl Known {
    /// Reads all of them.
    pub fn new() -> Self {
        let units = found(r#""unit": "([a-z0-9_]+)""#, &said(&["units", "--json"]));
        let commands = found(r"(?m)^  ([a-z]+)  ", &said(&["--help"]));
        let mut options = HashSet::new();
        for command in &commands {
            options.extend(found("(--[a-z][a-z-]*)", &said(&[command, "--help"])));
        }
        let files = tracked();
        let (mut signals, mut all) = (HashSet::new(), HashSet::new());
        for file in &files {
            // Old names are in the list of renamed ones and in results, wrong ones in the test that plants them.
            let planted = file!().replace("known.rs", "names.rs");
            let left_out = [planted, "scripts/renamed.toml".into()].contains(file);
            let left_out = left_out || file.starts_with("results/");
            let Ok(text) = std::fs::read_to_string(Path::new(ROOT).join(file)) else {
                continue;
            };
            if left_out || file.ends_with(".md") {
                continue;
            }
            if file.starts_with("hdl/expected/") {
                signals.extend(words(&text));
            }
            if file.starts_with("scripts/") {
                options.extend(found("(--[a-z][a-z-]*)", &text));
            }
            all.extend(words(&text));
        }
        let keys = keys();
        Self {
            commands,
            units,
            options,
            keys,
            signals,
            words: all,
            files,
        }
    }
}
