//! The readers of user-supplied files, on inputs that are valid except for a few edits: kernel files, launch files, machines, and
//! whole launches of damaged programs. No input makes them panic, hang, or use memory out of proportion to the input; every
//! failure is a typed error.
//!
//! The cases are the same in every run. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` request more and different ones; `scripts/soak`
//! sets them.

mod edits;
mod elf;
mod memory;
mod program;
mod text;

use proptest::test_runner::{Config, RngSeed};

/// `cases` cases from a fixed seed, unless the environment says otherwise.
fn config(cases: u32) -> Config {
    let set = |name| std::env::var_os(name).is_some();
    let asked = Config::default();
    Config {
        cases: if set("PROPTEST_CASES") {
            asked.cases
        } else {
            cases
        },
        rng_seed: if set("PROPTEST_RNG_SEED") {
            asked.rng_seed
        } else {
            RngSeed::Fixed(1)
        },
        failure_persistence: None,
        ..asked
    }
}
