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

/// The same, unless `PROPTEST_CASES` and `PROPTEST_RNG_SEED` request more and different ones.
pub fn asked_cases(otherwise: u32) -> Config {
    let is_set = |name| std::env::var_os(name).is_some();
    let (asked, fixed) = (Config::default(), cases(otherwise));
    Config {
        cases: match is_set("PROPTEST_CASES") {
            true => asked.cases,
            false => fixed.cases,
        },
        rng_seed: match is_set("PROPTEST_RNG_SEED") {
            true => asked.rng_seed,
            false => fixed.rng_seed,
        },
        ..fixed
    }
}
