//! The launches of a program: the reports that the library wrote, one for each launch.

use crate::failure::Failure;
use crate::output;
use heddle_system::input::RESULT;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// A program that has run.
#[derive(Serialize)]
pub struct Whole {
    /// The program and its arguments.
    pub program: Vec<String>,
    /// Exit code of the program; `None` if a signal ended it.
    pub exit_code: Option<i32>,
    /// The launches in order.
    pub launches: Vec<Value>,
    /// Wall time in seconds.
    pub wall_seconds: f64,
}

/// All launches of a kernel.
#[derive(Default)]
struct Kernel {
    launches: u64,
    failed: u64,
    /// Sums by mechanism. The program continued with the memory of the first mechanism.
    runs: Vec<Run>,
}

/// Sums over the launches of a kernel under a mechanism.
struct Run {
    mechanism: String,
    /// None on the functional device, which has no time.
    cycles: Option<u64>,
    instructions: u64,
    /// Number of launches that left other memory contents than the first mechanism.
    differing: u64,
}

/// The counts of a launch in a summary.
const COUNTS: [&str; 5] = [
    "cycles",
    "instructions",
    "thread_instructions",
    "ipc",
    "simd_efficiency",
];

/// The reports in a folder in the order of the launches, reduced to what a summary needs.
pub fn read(folder: &Path) -> Result<Vec<Value>, Failure> {
    let launches = read_all(folder).map_err(|error| {
        let what = format!("{}: {error}", folder.display());
        Failure::input_with(what, "leave this folder to the program while it runs")
    })?;
    Ok(launches)
}

fn read_all(folder: &Path) -> io::Result<Vec<Value>> {
    let mut launches = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let report: Value =
                serde_json::from_slice(&heddle_system::input::read(&path, RESULT)?)?;
            if report["launch"].is_object() {
                launches.push(summary(&report));
            }
        }
    }
    launches.sort_by_key(|launch| launch["number"].as_u64());
    Ok(launches)
}

fn summary(report: &Value) -> Value {
    let mut value = report["launch"].clone();
    for key in [
        "outcome",
        "compared",
        "cosim",
        "races",
        "barrier_divergence",
        "flow",
        "barriers_at_risk",
    ] {
        if !report[key].is_null() {
            value[key] = report[key].clone();
        }
    }
    for key in COUNTS {
        value[key] = report[key].clone();
    }
    value
}

impl Whole {
    /// The kernels with their launches and cycles, for people.
    pub fn table(&self) -> String {
        if self.launches.is_empty() {
            return "no kernel was launched".into();
        }
        let head = [
            "kernel",
            "launches",
            "failed",
            "mechanism",
            "cycles",
            "instructions",
            "memory differs",
        ];
        let mut table = output::table(&head, &[1, 2, 4, 5, 6]);
        for (name, kernel) in self.kernels() {
            for (index, run) in kernel.runs.iter().enumerate() {
                let of_first = |text: String| if index == 0 { text } else { String::new() };
                let cells = [
                    of_first(name.clone()),
                    of_first(kernel.launches.to_string()),
                    of_first(kernel.failed.to_string()),
                    run.mechanism.clone(),
                    run.cycles
                        .map_or("none".into(), |cycles| cycles.to_string()),
                    run.instructions.to_string(),
                    run.differing.to_string(),
                ];
                table.add_row(cells);
            }
        }
        table.to_string()
    }

    fn kernels(&self) -> BTreeMap<String, Kernel> {
        let mut kernels: BTreeMap<String, Kernel> = BTreeMap::new();
        for launch in &self.launches {
            let kernel = kernels.entry(text(&launch["kernel"])).or_default();
            kernel.launches += 1;
            kernel.failed += u64::from(has_failed(launch));
            let own = std::slice::from_ref(launch);
            let compared = launch["compared"].as_array();
            for row in compared.map_or(own, Vec::as_slice) {
                kernel.add(row);
            }
        }
        kernels
    }

    /// A failure if the RTL differed from the golden unit.
    pub fn agreed(&self) -> Result<(), Failure> {
        let disagreed = |launch: &&Value| launch["cosim"]["passed"] == json!(false);
        let mut different = self.launches.iter().filter(disagreed);
        let Some(first) = different.next() else {
            return Ok(());
        };
        let all = 1 + different.count();
        let what = format!(
            "with RTL {all} of {} launches differ from the golden GPU, launch {} (kernel `{}`) first",
            self.launches.len(),
            first["number"],
            text(&first["kernel"])
        );
        let remedy = "--out DIR keeps the reports; the last one's waveform is there too";
        Err(Failure::ran(what).code("heddle::mismatch").help(remedy))
    }
}

impl Kernel {
    fn add(&mut self, row: &Value) {
        let mechanism = text(&row["mechanism"]);
        let known = self.runs.iter().position(|run| run.mechanism == mechanism);
        let at = known.unwrap_or_else(|| {
            self.runs.push(Run {
                mechanism,
                cycles: Some(0),
                instructions: 0,
                differing: 0,
            });
            self.runs.len() - 1
        });
        let run = &mut self.runs[at];
        let cycles = run.cycles.zip(row["cycles"].as_u64());
        run.cycles = cycles.map(|(sum, cycles)| sum + cycles);
        run.instructions += row["instructions"].as_u64().unwrap_or(0);
        run.differing += u64::from(
            row["differs"]
                .as_array()
                .is_some_and(|places| !places.is_empty()),
        );
    }
}

fn has_failed(launch: &Value) -> bool {
    launch["outcome"]["kind"] != json!("completed") || launch["cosim"]["passed"] == json!(false)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().into()
}
