//! Presets as they are shipped, with all their cores and their own tables, on the small input of every
//! workload: without a unit's RTL, and with it. At night in the stages `shipped` and `in-loop-shipped`.

use crate::rtl_in_the_gpu::check;
use crate::support;
use heddle_contract::config::PRESETS;
use heddle_cosim::{NAMES, by_name};
use heddle_kernels::Workload;
use heddle_machines::{part, shipped};
use heddle_sim::{Gpu, Mechanism};

/// Preset, workload and mechanism of the runs that cannot end well, and how they end.
const REFUSED: [(&str, &str, Mechanism, &str); 1] = [(
    "tiny",
    "recursion",
    Mechanism::Stack,
    "the warp's reconvergence stack is full",
)];

fn refusal(preset: &str, workload: &str, mechanism: Mechanism) -> Option<&'static str> {
    let run = (preset, workload, mechanism);
    let found = REFUSED.iter().find(|(p, w, m, _)| (*p, *w, *m) == run);
    found.map(|(.., how)| *how)
}

/// Under each mechanism, every workload runs on one of the presets, which take turns; on all of them at night.
fn every_result_is_right(preset: &str) {
    let place = PRESETS.iter().position(|(name, _)| *name == preset);
    let place = place.expect("a preset");
    let config = shipped(preset);
    let gpu = Gpu::new(&config).unwrap();
    for (turn, mechanism) in Mechanism::ALL.into_iter().enumerate() {
        let promised = |w: &&dyn Workload| w.is_race_free() || mechanism.keeps_step();
        let presets = PRESETS.len();
        for workload in part(heddle_kernels::named(), (place + turn) % presets, presets)
            .into_iter()
            .filter(promised)
        {
            let job = support::job(workload, &config);
            let report = gpu.run(&job, mechanism, &support::limits()).unwrap();
            match refusal(preset, workload.name(), mechanism) {
                Some(how) => assert!(report.outcome.to_string().contains(how)),
                None => support::assert_result(workload, mechanism.name(), &report),
            }
        }
    }
}

/// The RTL of every unit that runs kernels never answers otherwise than the golden unit, and gives the
/// right result in the loop. One kernel in five for each unit, another fifth for the next unit.
///
/// That both runs take the same cycles is not asked for here: with several cores they do not always
/// (docs/decisions.md, open questions).
fn rtl_agrees(preset: &str) {
    let config = shipped(preset);
    let folder = tempfile::tempdir().unwrap();
    let modes = NAMES
        .iter()
        .map(|name| by_name(name).unwrap().kernel_modes());
    for (turn, modes) in modes.flatten().enumerate() {
        for workload in part(heddle_kernels::all(), turn % 5, 5) {
            let job = support::job(*workload, &config);
            let check = check(&config, &job, folder.path());
            let [shadow, in_loop] = (modes.both)(&check).unwrap();
            let what = format!("{}, {preset}", shadow.outcome.unit);
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
            fn $preset() {
                super::every_result_is_right(stringify!($preset));
            })*
        }

        mod rtl {
            $(#[test]
            #[ignore = "at night: a minute for each preset"]
            fn $preset() {
                super::rtl_agrees(stringify!($preset));
            })*
        }
    };
}
presets!(tiny collange2011 fung2009 lashgar2012 vaidya2013);
