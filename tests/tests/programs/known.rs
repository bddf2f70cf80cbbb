//! A program whose ELF and results are committed, so that the comparison with the host is tested without a compiler.
//!
//! `HEDDLE_BLESS=1 cargo test --workspace --test programs -- --ignored known` writes them again; it needs clang-19.

use crate::compile::{Compiled, Expected, run};
use crate::generator::Program;
use crate::launch::PRESETS;
use crate::runs::{Machines, difference};
use heddle_isa::Program as Elf;
use heddle_sim::Mechanism;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

const BLESS: &str = "HEDDLE_BLESS=1 cargo test --workspace --test programs -- --ignored known";

/// The seed of a program with barriers, two jump tables, loops with several exits, recursion and a table of functions.
const SEED: u64 = 2454;

const ELF: &[u8] = include_bytes!("../../data/programs/known.elf");
const SOURCE: &str = include_str!("../../data/programs/known.c");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/programs")
}

/// The file with the host's output, one word in hexadecimal digits per line.
fn results(preset: &str) -> PathBuf {
    folder().join(format!("known_{preset}.txt"))
}

fn elf() -> Arc<Elf> {
    Arc::new(Elf::parse("known.elf", ELF).unwrap())
}

fn expected() -> Expected {
    PRESETS.map(|(preset, _)| {
        let text = fs::read_to_string(results(preset)).unwrap();
        let words = text
            .lines()
            .map(|line| u32::from_str_radix(line, 16).unwrap());
        words.flat_map(u32::to_le_bytes).collect()
    })
}

#[test]
fn the_known_program_does_as_on_the_host() {
    let (machines, name) = (Machines::new(), Program::new(SEED).name);
    let mistakes = machines.mistakes(&elf(), &name, SEED, &expected());
    assert_eq!(mistakes, []);
    assert_eq!(machines.races(&elf(), &name, SEED), None);
}

#[test]
fn a_word_that_differs_is_found_in_every_run() {
    let mut expected = expected();
    for output in &mut expected {
        output[84] ^= 1;
    }
    let name = Program::new(SEED).name;
    let mistakes = Machines::new().mistakes(&elf(), &name, SEED, &expected);
    assert_eq!(mistakes.len(), PRESETS.len() * Mechanism::ALL.len());
    for mistake in mistakes {
        let said = mistake.to_string();
        assert!(said.contains("word 21 of the output is 0x"), "{said}");
    }
}

#[test]
fn an_input_that_differs_is_found() {
    let name = Program::new(SEED).name;
    let mistakes = Machines::new().mistakes(&elf(), &name, SEED + 4, &expected());
    assert_eq!(
        mistakes.len(),
        PRESETS.len() * Mechanism::ALL.len(),
        "{mistakes:?}"
    );
}

#[test]
fn outputs_of_different_lengths_differ() {
    assert_eq!(difference(&[1, 2, 3, 4], &[1, 2, 3, 4]), None);
    let said = difference(&[1, 2, 3, 4], &[]).expect("a difference");
    assert_eq!(said, "4 bytes in place of 0");
}

#[test]
fn the_known_program_is_what_its_seed_says() {
    let found = Program::new(SEED).file();
    assert_eq!(
        found, SOURCE,
        "the generator has changed; accept with {BLESS}"
    );
}

#[test]
#[ignore = "writes the known program anew, or compares it; needs clang-19"]
fn known_files_are_what_the_compilers_make() {
    let program = Program::new(SEED);
    let scratch = tempfile::tempdir().unwrap();
    let compiled = Compiled::write(&[&program], scratch.path()).unwrap();
    let built = compiled.build(&[&program]);
    let results_now = built.unwrap_or_else(|said| panic!("{said}")).expected;
    // A program with a barrier at risk keeps its source lines, which name the folder.
    let strip = [OsStr::new("--strip-debug"), compiled.elf.as_os_str()];
    run("llvm-objcopy-19", &strip).unwrap_or_else(|said| panic!("{said}"));
    if env::var_os("HEDDLE_BLESS").is_some_and(|value| value == "1") {
        return write(&program, &compiled, &results_now[0]);
    }
    assert_eq!(results_now, [expected()], "accept with {BLESS}");
    assert_eq!(fs::read(&compiled.elf).unwrap(), ELF, "accept with {BLESS}");
}

fn write(program: &Program, compiled: &Compiled, expected: &Expected) {
    fs::write(folder().join("known.c"), program.file()).unwrap();
    fs::copy(&compiled.elf, folder().join("known.elf")).unwrap();
    for ((preset, _), output) in PRESETS.into_iter().zip(expected) {
        let words = output
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        let lines = words.map(|word| format!("{word:08x}\n"));
        fs::write(results(preset), lines.collect::<String>()).unwrap();
    }
}
