//! Random machines that the configuration accepts, and queues at their least: no run deadlocks, and a run is the same whether it
//! is plain, profiled, traced, checked for races or simulated by several host threads.
//!
//! `HEDDLE_MACHINES=COUNT,SEED cargo test --workspace --test gpu -- --ignored --nocapture machines::` runs machines of
//! consecutive seeds; the nightly run does that. A machine that fails is printed with its seed and as options of the command.

mod draw;
mod least;
mod machine;
mod mechanisms;
mod memory;
mod traffic;
mod ways;

use heddle_machines::{count_and_seed, on_all_threads};
use machine::Machine;

/// The default if the environment does not request anything else.
const COUNT_AND_SEED: (usize, u64) = (24, 1);

/// Runs the machines of consecutive seeds.
fn agree(count: usize, seed: u64) {
    println!("{count} machines from seed {seed} on");
    let seeds: Vec<u64> = (0..count as u64).map(|at| seed.wrapping_add(at)).collect();
    let tried = on_all_threads(&seeds, |seed| vec![ways::tried(&Machine::new(*seed))]);
    let failures = tried.iter().filter_map(|tried| tried.failure());
    let failures: Vec<String> = failures.collect();
    assert!(
        failures.is_empty(),
        "{} of {count} machines:\n{}",
        failures.len(),
        failures.join("\n")
    );
    let runs: usize = tried.iter().map(|tried| tried.runs).sum();
    let refused: usize = tried.iter().map(|tried| tried.refused).sum();
    println!("{count} machines agree in {runs} runs; {refused} mechanisms refused their machine");
}

#[test]
fn random_machines_agree() {
    agree(4, 1);
}

#[test]
#[ignore = "at night, 300 machines"]
fn new_machines_agree() {
    let (count, seed) = count_and_seed("HEDDLE_MACHINES", COUNT_AND_SEED);
    agree(count, seed);
}
