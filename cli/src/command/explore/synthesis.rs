//! The points of the front on a target of synthesis, and a budget of LUTs.

use super::cost;
use crate::cli::{Explore, Global};
use crate::command::silicon::{self, Synthesiser};
use crate::failure::Failure;
use heddle_area::Cost;
use heddle_study::explore::{Answer, Found, Points, Silicon, Synthesis};

/// What synthesises, if the options ask for it. A tool that is missing is told before the first run (EXP-13).
///
/// # Errors
/// A tool or a library is missing; a budget of LUTs for what has none.
pub fn synthesiser(options: &Explore) -> Result<Option<Synthesiser>, Failure> {
    let Some(target) = &options.synth else {
        return Ok(None);
    };
    if options.budget_luts.is_some() && target.is_cells() {
        return Err(Failure::input_with(
            format!("--budget-luts: {target} has standard cells, and no LUTs"),
            "name an FPGA, as with --synth ecp5, or leave --budget-luts out",
        ));
    }
    Synthesiser::new(target.clone(), !options.no_clock).map(Some)
}

/// Synthesises the points of the front.
///
/// # Errors
/// As `heddle synth`.
pub fn of(
    global: &Global,
    options: &Explore,
    synthesiser: &Synthesiser,
    points: &Points,
    found: &Found,
) -> Result<Synthesis, Failure> {
    let cost = |&number: &usize| {
        let point = &points.all[number];
        cost::of(point.mechanism, &point.config).map_err(Failure::input)
    };
    let costs = found.front.iter().map(cost);
    let costs = costs.collect::<Result<Vec<Cost>, Failure>>()?;
    let costs: Vec<&Cost> = costs.iter().collect();
    let silicon = synthesiser
        .all(global, &costs, options.effort.jobs())
        .map_err(|failure| {
            failure.also("(the runs are kept; --no-clock leaves place and route out)")
        })?;
    let silicon = silicon.iter().map(in_all);
    Ok(Synthesis {
        target: synthesiser.target.to_string(),
        device: synthesiser.target.device(),
        budget_luts: options.budget_luts,
        by_point: found.front.iter().copied().zip(silicon).collect(),
    })
}

/// All instances of a point's units.
fn in_all(silicon: &silicon::Silicon) -> Silicon {
    let area = silicon.area();
    Silicon {
        luts: area.luts,
        um2: area.um2,
        flip_flops: area.flip_flops,
        memories: area.memories_described(),
        memory_bits: area.memory_bits(),
        mhz: silicon.mhz(),
    }
}

/// A front whose points all take more LUTs than the budget has no winner.
///
/// # Errors
/// No point is within the budget: the fewest LUTs there are.
pub fn within(answer: &Answer<'_>) -> Result<(), Failure> {
    let Some(synthesis) = answer.synthesis.as_ref() else {
        return Ok(());
    };
    let (Some(budget), Some((point, luts)), None) =
        (synthesis.budget_luts, synthesis.least(), answer.winner())
    else {
        return Ok(());
    };
    let (target, name) = (&synthesis.target, &answer.points.all[point].name);
    let what = format!(
        "no point of the front takes at most {budget} LUTs of {target}: the least is {luts}, of {name}"
    );
    Err(Failure::ran(what)
        .help("raise --budget-luts, or give --space smaller or other machines; the runs are kept"))
}
