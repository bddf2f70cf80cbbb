//! `heddle explore`: which hardware to build within a budget of bits.

mod built;
mod cost;
mod needs;
mod programs;
mod shown;
mod synthesis;

use crate::cli::{Csv, Explore, Global};
use crate::command::built::Program;
use crate::command::compare::subjects;
use crate::command::csv;
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_contract::Config;
use heddle_study::explore::{
    Answer, Asked, Found, FrontSearch, Points, Runs, SearchPlan, Space, bound_points, bounds,
    render_front,
};
use heddle_study::plot::panel::sheet;
use heddle_study::{Method, Subject};
use serde_json::json;
use std::slice;

/// Searches the front, writes the answer and prints it.
pub fn execute(global: &Global, options: &Explore) -> Result<(), Failure> {
    let space = match &options.space {
        Some(path) => Space::read(path).map_err(of_space)?,
        None => Space::standard(),
    };
    let subjects = subjects::of(global, &options.named, &options.own, options.size)?;
    let csv = csv::file(global, Csv::of(options.csv.as_deref()))?;
    Planned::new()
        .folder("--out", Some(&options.out))
        .file("--csv", csv)
        .check()?;
    let synthesiser = synthesis::synthesiser(options)?;
    let windows = windows(&options.windows)?;
    let points = Points::of(&space, &global.base(), options.budget_bits, &cost::bits)?;
    if points.all.is_empty() {
        return Err(no_points(options, &points));
    }
    let programs = programs::in_files(&options.out, &subjects, &global.machine()?)?;
    let plan = plan(global, options, &points, subjects.len(), windows);
    let mut runs = Runs {
        folder: &options.out,
        observer: global,
        jobs: options.effort.jobs(),
        max_cycles: options.effort.max_cycles,
        subjects: &subjects,
        points: machines(global, options, &points)?,
        needs: &needs::of,
        simulated: 0,
    };
    let found = FrontSearch::new(&plan, &mut runs).run(options.check)?;
    if let Some(failure) = &found.reference_failure {
        let reference = options.baseline.name();
        let what = format!("{reference}, which speeds are relative to, failed: {failure}");
        return Err(
            Failure::ran(what).help("name another --baseline, or change the machine with --set")
        );
    }
    let reference = points.all.len();
    let (bounds, reconvergence) = match options.no_bounds {
        true => Default::default(),
        false => bounds(&mut runs, reference + 1, reference)?,
    };
    let simulated = runs.simulated;
    let synthesis = synthesiser
        .map(|own| synthesis::of(global, options, &own, &points, &found))
        .transpose()?;
    let answer = Answer {
        asked: asked(global, options, &subjects),
        combinations: space.combinations(),
        points: &points,
        found: &found,
        bounds,
        reconvergence,
        synthesis,
        aim: options.aim,
        mean: options.mean,
    };
    give(global, options, &answer, &programs, simulated)
}

fn of_space(error: heddle_study::explore::SpaceError) -> Failure {
    Failure::input_with(&error, error.remedy()).code("heddle::space")
}

/// Windows have to grow.
fn windows(cycles: &[u64]) -> Result<Vec<u64>, Failure> {
    match cycles.is_sorted_by(|one, next| one < next) {
        true => Ok(cycles.into()),
        false => Err(Failure::input_with(
            "--windows does not grow",
            "list them from the shortest to the longest: --windows 30000,100000,400000",
        )),
    }
}

fn no_points(options: &Explore, points: &Points) -> Failure {
    let dropped = &points.dropped;
    let what = format!(
        "no machine of the space costs at most {} bits: {} cost more, {} cannot be built",
        options.budget_bits, dropped.over_budget, dropped.unbuildable
    );
    let remedy = match &dropped.first_unbuildable {
        Some(reason) => format!(
            "raise --budget-bits, or change --space; the first that cannot be built: {reason}"
        ),
        None => "raise --budget-bits, or name a --space of smaller machines".into(),
    };
    Failure::input_with(what, remedy)
}

fn plan(
    global: &Global,
    options: &Explore,
    points: &Points,
    programs: usize,
    windows: Vec<u64>,
) -> SearchPlan {
    SearchPlan {
        candidates: points.all.iter().map(|point| point.candidate()).collect(),
        programs,
        windows,
        mean: options.mean,
        resolution: options.resolution / 100.0,
        sizes: needs::SIZES.map(String::from).into(),
        seed: global.seed,
        reversed: options.reverse_screening,
    }
}

/// The machines of the points, of the reference, and of the bounds.
fn machines(
    global: &Global,
    options: &Explore,
    points: &Points,
) -> Result<Vec<(Method, Config)>, Failure> {
    let own = points.all.iter();
    let own = own.map(|point| (Method::Gpu(point.mechanism), point.config.clone()));
    let reference = (Method::Gpu(options.baseline), global.machine()?);
    let bounds = bound_points(&global.base())?;
    Ok(own.chain([reference]).chain(bounds).collect())
}

fn asked(global: &Global, options: &Explore, subjects: &[Subject]) -> Asked {
    Asked {
        machine: global.arguments(),
        budget_bits: options.budget_bits,
        aim: options.aim.name(),
        mean: options.mean.name(),
        reference: options.baseline.name(),
        programs: subjects
            .iter()
            .map(|subject| subject.name().into())
            .collect(),
        size: options.size.to_string(),
        resolution: options.resolution / 100.0,
        reversed: options.reverse_screening,
    }
}

/// Writes the files of the answer, and prints it.
fn give(
    global: &Global,
    options: &Explore,
    answer: &Answer<'_>,
    programs: &[Program],
    simulated: usize,
) -> Result<(), Failure> {
    let out = &options.out;
    built::write_points(out, answer, programs)?;
    let commands = built::commands(out, answer);
    let mut value = answer.as_json();
    value["commands"] = json!(commands);
    let json_text = serde_json::to_string_pretty(&value).expect("answers have string keys") + "\n";
    let csv = answer.as_csv();
    let chart = answer.chart();
    let files = [
        ("front.json", json_text),
        ("points.csv", csv.clone()),
        ("front.svg", sheet(&chart.title, slice::from_ref(&chart))),
        ("front.html", render_front(answer, &commands)),
    ];
    output::files(
        out,
        files.iter().map(|(name, text)| (*name, text.as_bytes())),
    )?;
    let to = Csv::of(options.csv.as_deref());
    if let Csv::File(path) = to {
        output::stream(path, |out| out.write_all(csv.as_bytes()))?;
    }
    match to {
        Csv::Stdout => output::bytes(csv.as_bytes())?,
        _ if global.json => output::json(&value)?,
        _ => {
            output::text(&shown::all(answer, &commands))?;
            output::line(&shown::summary(answer, simulated, out))?;
        }
    }
    worth_telling(answer.found)?;
    synthesis::within(answer)
}

/// A search in which every point failed has an answer, but no front.
fn worth_telling(found: &Found) -> Result<(), Failure> {
    if !found.front.is_empty() {
        return Ok(());
    }
    let first = found.tried.iter().find_map(|tried| tried.failure.as_ref());
    let first = first.map_or(String::new(), |first| format!(": {first}"));
    Err(Failure::ran(format!("every point failed{first}")).help("give the space larger structures"))
}
