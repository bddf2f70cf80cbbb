//! Helpers for tests that run kernels.

use heddle_contract::Config;
use heddle_contract::config::PRESETS;
use heddle_kernels::{Room, Size, Workload};
use heddle_sim::{Job, Limits, Report};

/// A module with a test for each preset; each test calls a function with the preset's name.
#[macro_export]
macro_rules! on_every_preset {
    ($module:ident: $test:ident $(, $attribute:meta)?) => {
        mod $module {
            $crate::on_every_preset!(@ tiny $test $($attribute)?);
            $crate::on_every_preset!(@ collange2011 $test $($attribute)?);
            $crate::on_every_preset!(@ fung2009 $test $($attribute)?);
            $crate::on_every_preset!(@ lashgar2012 $test $($attribute)?);
            $crate::on_every_preset!(@ vaidya2013 $test $($attribute)?);
        }
    };
    (@ $preset:ident $test:ident $($attribute:meta)?) => {
        #[test]
        $(#[$attribute])?
        fn $preset() {
            super::$test(stringify!($preset));
        }
    };
}

/// Seed of all inputs.
pub const SEED: u64 = 3;

/// The index of a preset.
pub fn place(preset: &str) -> usize {
    let mut presets = PRESETS.iter();
    let place = presets.position(|(name, _)| *name == preset);
    place.expect("a preset")
}

/// The small job of a workload, in blocks that fit on a core.
pub fn job(workload: &dyn Workload, config: &Config) -> Job {
    let room = Room::new(config.core.warps, config.core.warp_size);
    workload.job(Size::Small, SEED, room)
}

/// Limits far beyond the needs of any small job.
pub fn limits() -> Limits {
    Limits {
        max_cycles: 50_000_000,
    }
}

/// Fails unless the run completed with the reference's result; `what` identifies the run.
pub fn assert_result(workload: &dyn Workload, what: &str, report: &Report) {
    assert!(
        report.outcome.is_complete(),
        "{}, {what}: {}",
        workload.name(),
        report.outcome
    );
    let outputs = report
        .buffers
        .iter()
        .map(|buffer| (buffer.name.clone(), buffer.bytes.clone()));
    let outputs: Vec<(String, Vec<u8>)> = outputs.collect();
    if let Err(difference) = workload.check(Size::Small, SEED, &outputs) {
        panic!("{}, {what}: {difference}", workload.name());
    }
}
