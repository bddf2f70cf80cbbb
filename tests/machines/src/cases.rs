//! Random cases.

use proptest::test_runner::{Config, RngSeed};

/// The same cases in every run.
pub fn cases(cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    }
}
