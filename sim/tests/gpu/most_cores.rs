//! How many cores a machine can have: stacks of all threads lie in 4 GiB of addresses. The page of the kernel ABI has the numbers.
//!
//! `HEDDLE_BLESS=1 cargo test -p heddle-sim --test gpu most_cores` writes them.

use crate::support::{Asm, job, words};
use heddle_contract::Config;
use heddle_contract::config::{MOST_CORES, PRESETS, Source};
use heddle_sim::Job;
use heddle_sim::launch::layout::Layout;
use std::fmt::Write;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/kernel-abi.md");
const MARKS: [&str; 2] = [
    "<!-- cores: written by a test of `gpu` -->\n",
    "<!-- end of cores -->",
];

fn kernel() -> Job {
    let mut a = Asm::kernel();
    a.ret();
    job(a, 1, 1, vec![words("out", 1)])
}

/// The message for so many cores of a preset, if they are too many.
fn refused(preset: &str, cores: usize, job: &Job) -> Option<String> {
    match Config::load(&Source::Preset(preset.into()), &[format!("cores={cores}")]) {
        Ok(config) => Layout::new(job, &config).err().map(|e| e.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

fn most_cores(preset: &str, job: &Job) -> usize {
    let all: Vec<usize> = (1..=MOST_CORES).collect();
    all.partition_point(|cores| refused(preset, *cores, job).is_none())
}

#[test]
fn the_page_says_how_many_cores_a_machine_can_have() {
    let job = kernel();
    let mut table = "| preset | cores at most |\n| --- | ---: |\n".to_owned();
    for (preset, _) in PRESETS {
        writeln!(table, "| {preset} | {} |", most_cores(preset, &job)).unwrap();
    }
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(MARKS[0]).expect("the page has the marks");
    let (found, behind) = rest.split_once(MARKS[1]).expect("the page has the marks");
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        let [begin, end] = MARKS;
        std::fs::write(PAGE, format!("{before}{begin}{table}{end}{behind}")).unwrap();
        return;
    }
    assert_eq!(found, table);
}

#[test]
fn a_machine_of_too_many_cores_is_told_their_number() {
    let job = kernel();
    let too_many = 1 + most_cores("fung2009", &job);
    let text = refused("fung2009", too_many, &job).unwrap();
    let told = format!("for cores = {too_many} in 4 GiB of addresses");
    assert!(text.ends_with(&told), "{text}");
}
