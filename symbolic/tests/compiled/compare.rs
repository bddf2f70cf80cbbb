//! Functions, compared with their gates.

use crate::rust::{GIVES, Source, TAKES, gates, ir, native};
use heddle_symbolic::Module;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// What a comparison saw of a function.
pub struct Compared {
    pub name: String,
    /// Nodes of its gates.
    pub nodes: usize,
    /// How long it took to make them.
    pub time: Duration,
    /// Inputs, and those on which it panics.
    pub runs: usize,
    pub panics: usize,
    /// Number of different outputs.
    pub outputs: usize,
}

/// A function, and the widths of its inputs.
pub type Case = (Source, [usize; TAKES]);

/// Name, body, and widths of inputs of a function.
pub type Function = (&'static str, &'static str, [usize; TAKES]);

/// Compares functions with their gates, and prints how large these are.
pub fn compare_functions(functions: &[Function]) {
    let case = |(name, text, widths): &Function| {
        let (name, text) = ((*name).to_owned(), (*text).to_owned());
        (Source { name, text }, *widths)
    };
    for Compared {
        name, nodes, time, ..
    } in compare(functions.iter().map(case).collect(), 1024)
    {
        println!("{name}: {nodes} nodes, {time:?}");
    }
}

/// Compares functions with their gates on a number of inputs each.
///
/// # Panics
/// If a function gives something else than its gates, or panics where they do not say so.
pub fn compare(cases: Vec<Case>, count: usize) -> Vec<Compared> {
    let (sources, widths): (Vec<Source>, Vec<[usize; TAKES]>) = cases.into_iter().unzip();
    let mut calls = Vec::new();
    for (seed, (source, widths)) in sources.iter().zip(&widths).enumerate() {
        let inputs = inputs(*widths, count, seed as u64).into_iter();
        calls.extend(inputs.map(|words| (source.name.clone(), words)));
    }
    let (text, expected) = std::thread::scope(|scope| {
        let expected = scope.spawn(|| native(&sources, &calls));
        (ir(&sources), expected.join().expect("a thread"))
    });
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}\n{}", line(&text, e.line)));
    assert_eq!(expected.len(), calls.len(), "a line for each call");
    let of_functions = calls.chunks(count).zip(expected.chunks(count));
    let cases = sources.iter().zip(&widths).zip(of_functions);
    let compared = cases.map(|((source, widths), (calls, expected))| {
        let inputs: Vec<[u64; TAKES]> = calls.iter().map(|(_, words)| *words).collect();
        compare_one(&module, source, *widths, &inputs, expected)
            .map_err(|fault| format!("{fault}\n{}", source.text))
    });
    let (compared, faults): (Vec<_>, Vec<_>) = compared.partition(Result::is_ok);
    let faults: Vec<String> = faults.into_iter().filter_map(Result::err).collect();
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n\n")
    );
    compared.into_iter().flatten().collect()
}

/// Compares a function with its gates; an error says where they differ.
fn compare_one(
    module: &Module,
    source: &Source,
    widths: [usize; TAKES],
    inputs: &[[u64; TAKES]],
    expected: &[Option<[u64; GIVES]>],
) -> Result<Compared, String> {
    let name = &source.name;
    let start = Instant::now();
    let gates = gates(module, name, widths).map_err(|e| format!("{name} is refused: {e}"))?;
    let time = start.elapsed();
    for (inputs, expected) in inputs.chunks(64).zip(expected.chunks(64)) {
        let given = gates.give(inputs, widths)?;
        for ((input, given), expected) in inputs.iter().zip(given).zip(expected) {
            if given != *expected {
                return Err(format!(
                    "{name} of {input:?} is {expected:?}, its gates give {given:?}"
                ));
            }
        }
    }
    let outputs: BTreeSet<_> = expected.iter().flatten().collect();
    Ok(Compared {
        name: name.clone(),
        nodes: gates.size(),
        time,
        runs: inputs.len(),
        panics: expected.iter().filter(|words| words.is_none()).count(),
        outputs: outputs.len(),
    })
}

fn line(text: &str, line: usize) -> &str {
    text.lines().nth(line.saturating_sub(1)).unwrap_or("")
}

fn inputs(widths: [usize; TAKES], count: usize, seed: u64) -> Vec<[u64; TAKES]> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut word = |width: usize| match width {
        0 => 0,
        width => random.next_u64() >> (64 - width),
    };
    (0..count).map(|_| widths.map(&mut word)).collect()
}
