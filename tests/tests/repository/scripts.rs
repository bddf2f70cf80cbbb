//! The work lists of `scripts`: each test of the workspace is in a group of `scripts/test.toml`, except those that only the night
//! compiles, and each mechanism is in a stage of the night at full size.

use crate::packages::{ROOT, packages};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Test targets that only `scripts/nightly` compiles.
const AT_NIGHT: [&str; 1] = ["blocks"];

/// Names of the test targets in a folder `tests`: its files, and its folders with a `main.rs`.
fn targets(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| {
        path.join("main.rs").is_file() || path.extension().is_some_and(|end| end == "rs")
    });
    let names = paths.map(|path| path.file_stem().unwrap().to_str().unwrap().into());
    names.collect()
}

/// Test targets of all packages of the workspace.
fn all_targets() -> BTreeSet<String> {
    let folders = packages()
        .into_iter()
        .map(|package| Path::new(ROOT).join(package));
    folders
        .flat_map(|folder| targets(&folder.join("tests")))
        .collect()
}

/// The names after `--test` in the commands of a plan.
fn named_targets(plan: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(Path::new(ROOT).join("scripts").join(plan)).unwrap();
    let plan: toml::Table = text.parse().unwrap();
    let groups = plan["stage"].as_array().unwrap().iter();
    let commands = groups.flat_map(|group| group["command"].as_array().unwrap());
    let words = commands.flat_map(|part| part.as_str().unwrap().split_whitespace());
    let words: Vec<&str> = words.collect();
    let named = words.windows(2).filter(|pair| pair[0] == "--test");
    named.map(|pair| pair[1].into()).collect()
}

#[test]
fn every_test_target_stands_in_a_group() {
    let mut named = named_targets("test.toml");
    for target in AT_NIGHT {
        assert!(named_targets("nightly.toml").contains(target), "{target}");
        named.insert(target.into());
    }
    assert_eq!(all_targets(), named);
}

/// One stage takes the mechanisms that no other one names.
#[test]
fn every_mechanism_runs_at_full_size() {
    let text = fs::read_to_string(Path::new(ROOT).join("scripts/nightly.toml")).unwrap();
    let plan: toml::Table = text.parse().unwrap();
    let commands = plan["stage"].as_array().unwrap().iter();
    let words = commands.map(|stage| stage["command"].as_array().unwrap());
    let own = words.filter(|words| words[0].as_str() == Some("scripts/full-size"));
    let named: Vec<&str> = own.map(|words| words[1].as_str().unwrap()).collect();
    assert_eq!(named, ["all"]);
}

/// The night ends within its budget, and within twice of it where every stage takes all of its limit.
#[test]
fn the_night_fits() {
    let text = fs::read_to_string(Path::new(ROOT).join("scripts/nightly.toml")).unwrap();
    let plan: toml::Table = text.parse().unwrap();
    let number = |value: &toml::Value| value.as_float().or(value.as_integer().map(|n| n as f64));
    let budget = number(&plan["minutes"]).expect("minutes");
    let stages = plan["stage"].as_array().unwrap();
    let sum = |key: &str| -> f64 {
        let minutes = stages.iter().map(|stage| stage.get(key).and_then(number));
        minutes.map(|minutes| minutes.expect(key)).sum()
    };
    assert!(sum("minutes") <= budget, "{} of {budget}", sum("minutes"));
    assert!(sum("limit") <= 2.0 * budget, "{}", sum("limit"));
}
