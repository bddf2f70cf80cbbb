//! One core over time (fung2009, figure 16).

use super::active_threads::NOTHING_ISSUED;
use super::{Chart, Rows};
use crate::plot::{Curve, Paint, Series, areas, lines};
use crate::report::data::Experiment;
use crate::report::lab::Lab;
use crate::result::RunResult;
use serde_json::Value;

/// The core that is shown: the first, because any core would do.
pub const CORE: usize = 0;
/// Maximum number of places on the x axis of an area chart: as many as can be distinguished.
const PLACES: usize = 128;
const CYCLE: &str = "cycle";

/// Curves for each variant of the instructions per cycle and of the threads that have not ended; then, for
/// each variant, the use of cycles, and the progress of threads.
pub fn timeline(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let workloads = experiment.workloads(lab.data());
    let runs = experiment.variants.iter().flat_map(|variant| {
        let workloads = workloads.iter();
        workloads.map(move |workload| Run::new(lab, experiment, variant, workload))
    });
    let runs: Vec<Run<'_>> = runs.collect();
    let mut charts = vec![
        curves(experiment, &runs, "IPC", |run| run.ipc()),
        curves(experiment, &runs, "threads that have not ended", |run| {
            run.numbers("live_threads")
        }),
    ];
    charts.extend(runs.iter().map(|run| run.classes_over_time(experiment)));
    charts.extend(runs.iter().map(|run| run.executed_over_time(experiment)));
    (charts, Rows::default())
}

fn curves(
    experiment: &Experiment,
    runs: &[Run<'_>],
    unit: &str,
    values: impl Fn(&Run<'_>) -> Vec<f64>,
) -> Chart {
    let curves = runs.iter().map(|run| run.curve(&run.label, values(run)));
    let curves: Vec<Curve> = curves.collect();
    Chart::of(experiment, unit.into(), |title| {
        lines(title, [CYCLE, unit], &curves)
    })
}

/// The timeline of a run; empty if it failed.
struct Run<'a> {
    label: String,
    result: &'a RunResult,
    /// Number of cycles of a bucket.
    width: f64,
}

impl<'a> Run<'a> {
    fn new(lab: &'a Lab<'_>, experiment: &Experiment, variant: &str, workload: &str) -> Self {
        let (_, result) = lab.made(experiment.planned(&lab.machines, variant, workload));
        Run {
            label: lab.data().label(variant),
            result,
            width: result.number("timeline.bucket_cycles").unwrap_or(1.0),
        }
    }

    fn numbers(&self, key: &str) -> Vec<f64> {
        let values = self.result.value(&format!("timeline.{key}"));
        numbers(values)
    }

    /// Names of the classes, with their cycles in each bucket.
    fn classes(&self) -> Vec<(String, Vec<f64>)> {
        let classes = self.result.value("timeline.classes");
        let classes = classes.and_then(Value::as_array).into_iter().flatten();
        let class = |class: &Value| {
            let name = class["class"].as_str()?.to_owned();
            Some((name, numbers(class.get("cycles"))))
        };
        classes.filter_map(class).collect()
    }

    /// Thread instructions per cycle; the last bucket may be shorter.
    fn ipc(&self) -> Vec<f64> {
        let classes = self.classes();
        let instructions = self.numbers("thread_instructions").into_iter();
        let ipc = instructions.enumerate().map(|(bucket, instructions)| {
            let cycles = classes.iter().filter_map(|(_, cycles)| cycles.get(bucket));
            instructions / cycles.sum::<f64>().max(1.0)
        });
        ipc.collect()
    }

    /// A curve with a point in the middle of each bucket.
    fn curve(&self, label: &str, values: Vec<f64>) -> Curve {
        let middle = |(bucket, value)| ((bucket as f64 + 0.5) * self.width, value);
        Curve {
            label: label.into(),
            points: values.into_iter().enumerate().map(middle).collect(),
        }
    }

    /// A chart of the classes' shares of the cycles.
    fn classes_over_time(&self, experiment: &Experiment) -> Chart {
        let classes = self.classes();
        let buckets = classes.first().map_or(0, |(_, cycles)| cycles.len());
        let merged = buckets.div_ceil(PLACES).max(1);
        let merge = |cycles: &[f64]| -> Vec<f64> {
            cycles
                .chunks(merged)
                .map(|part| part.iter().sum())
                .collect()
        };
        let classes: Vec<(String, Vec<f64>)> = classes
            .into_iter()
            .map(|(name, cycles)| (name, merge(&cycles)))
            .collect();
        let total = |place: usize| -> f64 { classes.iter().map(|(_, cycles)| cycles[place]).sum() };
        let series = classes.iter().map(|(name, cycles)| Series {
            label: name.clone(),
            values: cycles
                .iter()
                .enumerate()
                .map(|(place, cycles)| Some(100.0 * cycles / total(place).max(1.0)))
                .collect(),
        });
        let series: Vec<Series> = series.collect();
        let width = self.width * merged as f64;
        let places = 0..buckets.div_ceil(merged);
        let places: Vec<f64> = places.map(|place| (place as f64 + 0.5) * width).collect();
        let paint = Paint::Ramp(NOTHING_ISSUED);
        let caption = format!("{}: threads of the warps that are issued", self.label);
        let axes = [CYCLE, "% of cycles"];
        Chart::of(experiment, caption, |title| {
            areas(title, axes, &places, &series, paint)
        })
    }

    /// A chart of the instructions that threads have executed, from the thread with most to the one with fewest.
    fn executed_over_time(&self, experiment: &Experiment) -> Chart {
        let parts = [
            "most",
            "upper_quartile",
            "median",
            "lower_quartile",
            "least",
        ];
        let curves = parts.map(|part| {
            let executed = self.numbers(&format!("executed.{part}"));
            self.curve(&part.replace('_', " "), executed)
        });
        let caption = format!("{}: instructions of each thread", self.label);
        let axes = [CYCLE, "instructions of a thread"];
        Chart::of(experiment, caption, |title| lines(title, axes, &curves))
    }
}

fn numbers(values: Option<&Value>) -> Vec<f64> {
    let values = values.and_then(Value::as_array).into_iter().flatten();
    values.filter_map(Value::as_f64).collect()
}
