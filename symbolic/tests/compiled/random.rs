//! Random functions, compared with their gates.

use crate::compare::{Compared, compare};
use crate::generator::{Program, program};
use heddle_machines::{Random, count_and_seed, thorough};
use std::time::Duration;

/// Functions by day and at night, and the seed from which all of them are drawn; `HEDDLE_FUNCTIONS` asks for others.
const BY_DAY: usize = 40;
const AT_NIGHT: usize = 200;
const SEED: u64 = 62;

#[test]
fn random_functions_are_what_they_compute() {
    let functions = if thorough() { AT_NIGHT } else { BY_DAY };
    let (count, seed) = count_and_seed("HEDDLE_FUNCTIONS", (functions, SEED));
    let random = &mut Random::new(seed);
    let programs: Vec<Program> = (0..count)
        .map(|at| program(format!("r{at}"), random))
        .collect();
    let loops = programs
        .iter()
        .filter(|program| has_loop(&program.source.text))
        .count();
    let cases = programs
        .into_iter()
        .map(|Program { source, widths }| (source, widths));
    let compared = compare(cases.collect(), 1000);
    summary(loops, &compared);
}

fn has_loop(text: &str) -> bool {
    ["for ", "while ", "loop {"]
        .iter()
        .any(|word| text.contains(word))
}

/// Prints how varied the functions are.
fn summary(loops: usize, compared: &[Compared]) {
    let count = |is: &dyn Fn(&Compared) -> bool| compared.iter().filter(|one| is(one)).count();
    let mut sizes: Vec<usize> = compared.iter().map(|one| one.nodes).collect();
    sizes.sort_unstable();
    println!("{} functions, {loops} with loops", compared.len());
    println!(
        "{} panic on some inputs, {} on all; {} have inputs on which others of their outputs differ",
        count(&|one| one.panics > 0 && one.panics < one.runs),
        count(&|one| one.panics == one.runs),
        count(&|one| one.outputs > 1),
    );
    println!(
        "nodes: least {}, median {}, most {}, all {}",
        sizes[0],
        sizes[sizes.len() / 2],
        sizes[sizes.len() - 1],
        sizes.iter().sum::<usize>()
    );
    let slowest = compared.iter().max_by_key(|one| one.time);
    let slowest = slowest.expect("there are functions");
    println!(
        "gates made in {:?}, those of {} in {:?}",
        compared.iter().map(|one| one.time).sum::<Duration>(),
        slowest.name,
        slowest.time
    );
}
