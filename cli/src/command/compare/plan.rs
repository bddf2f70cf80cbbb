//! The runs that a comparison needs.

use super::subjects::{self, unique};
use crate::cli::{Compare, Global};
use crate::failure::Failure;
use heddle_study::Plan;

/// Plans all combinations: workloads, then the user's kernels.
///
/// # Errors
/// A name that occurs twice, an invalid machine, a baseline that is not among the mechanisms.
pub fn plan(global: &Global, options: &Compare) -> Result<Plan, Failure> {
    let mechanisms = options.mechanism.clone();
    unique("mechanism", mechanisms.iter().map(|m| m.name()))?;
    unique("key of --vary", options.vary.iter().map(|v| v.key.as_str()))?;
    let baseline = baseline(options)?;
    let subjects = subjects::of(global, &options.named, &options.own, options.size)?;
    check_count(options, subjects.len())?;
    let settings = combinations(options);
    let max_cycles = options.effort.max_cycles;
    let base = global.base();
    Ok(Plan::new(
        &base, settings, subjects, mechanisms, baseline, max_cycles,
    )?)
}

fn baseline(options: &Compare) -> Result<usize, Failure> {
    let Some(baseline) = options.baseline else {
        return Ok(0);
    };
    let place = options.mechanism.iter().position(|&m| m == baseline);
    place.ok_or_else(|| {
        let name = baseline.name();
        let what = format!("--baseline {name} is not among the mechanisms");
        Failure::input_with(what, format!("add {name} to --mechanism"))
    })
}

/// The maximum number of runs, more than anybody waits for; all of them are planned before the first one starts.
const MOST_RUNS: usize = 10_000;

fn check_count(options: &Compare, subjects: usize) -> Result<(), Failure> {
    let values = options.vary.iter().map(|vary| vary.values.len());
    let factors = values.chain([subjects, options.mechanism.len()]);
    let runs = factors.fold(1, usize::saturating_mul);
    if runs <= MOST_RUNS {
        return Ok(());
    }
    let what = format!("{runs} runs are asked for, more than {MOST_RUNS}");
    let remedy = "give --vary fewer values or keys, or name fewer workloads and mechanisms";
    Err(Failure::input_with(what, remedy))
}

/// Every combination of a value of the first key with a value of the second, and so on.
fn combinations(options: &Compare) -> Vec<Vec<String>> {
    options
        .vary
        .iter()
        .fold(vec![Vec::new()], |settings: Vec<Vec<String>>, vary| {
            let with = |setting: Vec<String>| {
                let longer = vary.overrides();
                longer.map(move |set| [setting.as_slice(), &[set]].concat())
            };
            settings.into_iter().flat_map(with).collect()
        })
}
