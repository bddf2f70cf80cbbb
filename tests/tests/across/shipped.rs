//! Presets as they are shipped, with all their cores and their own tables, on the small input of every
//! workload: without a unit's RTL, and with it. At night, in the stages `shipped` and `in-loop-shipped`.

use crate::rtl_in_the_gpu::check;
use crate::support;
use heddle_cosim::{NAMES, by_name};
use heddle_machines::shipped;
use heddle_sim::{Gpu, Mechanism};

/// A run that is left out.
struct LeftOut {
    preset: &'static str,
    workload: &'static str,
    mechanism: Mechanism,
    reason: &'static str,
}

const DEEP: &str =
    "the explicit stack holds the regions that are open in every call, more than the preset has";

/// What cannot be run; `scripts/nightly.toml` says it too.
const LEFT_OUT: &[LeftOut] = &[];

fn is_left_out(preset: &str, workload: &str, mechanism: Mechanism) -> bool {
    LEFT_OUT.iter().any(|run| {
        let same = (run.preset, run.workload, run.mechanism) == (preset, workload, mechanism);
        if same {
            println!(
                "left out: {workload}, {mechanism}, {preset}: {}",
                run.reason
            );
        }
        same
    })
}

fn every_result_is_right(preset: &str) {
    let config = shipped(preset);
    let gpu = Gpu::new(&config).unwrap();
    let mut wrong = Vec::new();
    for workload in heddle_kernels::named() {
        let job = support::job(workload, &config);
        for mechanism in Mechanism::ALL {
            let promised = workload.is_race_free() || mechanism.keeps_step();
            if !promised || is_left_out(preset, workload.name(), mechanism) {
                continue;
            }
            let start = std::time::Instant::now();
            let report = gpu.run(&job, mechanism, &support::limits()).unwrap();
            println!(
                "{preset} {} {mechanism}: {:.2} s {} {}",
                workload.name(),
                start.elapsed().as_secs_f64(),
                report.statistics.cycles,
                report.outcome
            );
            if !report.outcome.is_complete() {
                wrong.push((workload.name(), mechanism));
                continue;
            }
            support::assert_result(workload, mechanism.name(), &report);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The RTL of every unit that runs kernels: never another answer than the golden unit's, and the right
/// result with the RTL in the loop. A part of the kernels for each unit, those of several launches among them.
fn rtl_agrees(preset: &str) {
    let config = shipped(preset);
    let folder = tempfile::tempdir().unwrap();
    for (turn, name) in NAMES.iter().enumerate() {
        let Ok(modes) = by_name(name).unwrap().kernel_modes() else {
            continue;
        };
        for workload in heddle_kernels::all().iter().skip(turn % 5).step_by(5) {
            let job = support::job(*workload, &config);
            let what = format!("{name}, {preset}");
            let start = std::time::Instant::now();
            let Ok([shadow, in_loop]) = (modes.both)(&check(&config, &job, folder.path())) else {
                println!("no {name} {preset}");
                break;
            };
            println!(
                "{preset} {} {name}: {:.2} s",
                workload.name(),
                start.elapsed().as_secs_f64()
            );
            assert!(shadow.outcome.passed(), "{what}: {:?}", shadow.outcome);
            assert!(shadow.outcome.cycles > 0, "{what}: nothing was compared");
            support::assert_result(*workload, &what, &in_loop.report);
        }
    }
}

macro_rules! presets {
    ($($preset:ident)*) => {
        mod results {
            $(#[test]
            #[ignore = "at night: minutes"]
            fn $preset() {
                super::every_result_is_right(stringify!($preset));
            })*
        }

        mod rtl {
            $(#[test]
            #[ignore = "at night: minutes"]
            fn $preset() {
                super::rtl_agrees(stringify!($preset));
            })*
        }
    };
}
presets!(tiny collange2011 fung2009 lashgar2012 vaidya2013);
