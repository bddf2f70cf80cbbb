//! The golden units of dynamic warp formation against models that are naive, and against examples
//! worked out by hand.

mod allocator;
mod groups;
mod lut;
mod pool;
mod registers;
mod slots;
mod spill;

use proptest::test_runner::{Config, RngSeed};

/// The same cases in every run.
fn config(cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    }
}
