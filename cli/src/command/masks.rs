//! `heddle masks`: what intra-warp compaction would save on recorded instructions (vaidya2013, section 5).

use crate::cli::{Global, Masks};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use heddle_sim::compaction::{Executed, Shape};
use heddle_traces::{Kernel, LANES, Record};
use heddle_types::LaneMask;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Counts of instructions.
#[derive(Clone, Debug)]
struct Counts {
    shape: Shape,
    /// Whether instructions without active lanes are left out.
    skip_empty: bool,
    /// Instructions by their number of active lanes, from 0 to all.
    histogram: Vec<u64>,
    executed: Executed,
}

/// A trace and its counts.
struct Trace {
    file: PathBuf,
    kernel: Kernel,
    counts: Counts,
}

/// Reads the traces and prints the cycles that each mode would take.
pub fn execute(global: &Global, options: &Masks) -> Result<(), Failure> {
    let none = Counts::new(shape(global, options)?, options.skip_empty);
    let mut files = Vec::new();
    for file in &options.files {
        files.extend(heddle_traces::trace_files(file)?);
    }
    let progress = Progress::new(global, "traces", Some(files.len() as u64));
    let mut traces = Vec::new();
    for file in files {
        traces.push(Trace::read(file, none.clone())?);
        progress.set(traces.len() as u64);
    }
    drop(progress);
    let mut total = none;
    for trace in &traces {
        total.merge(&trace.counts);
    }
    if global.json {
        return output::json(&as_json(&total, &traces));
    }
    show(&total, &traces)
}

/// The shape of the instructions that the masks stand for.
fn shape(global: &Global, options: &Masks) -> Result<Shape, Failure> {
    for (option, value) in [("--simd", options.simd), ("--alu", options.alu)] {
        if !value.is_power_of_two() || value > LANES {
            let what = format!("{option} {value}");
            let remedy = format!("give a power of two, 1 to {LANES}: a mask has {LANES} lanes");
            return Err(Failure::input_with(what, remedy));
        }
    }
    let skip_empty = global.machine()?.compaction.skip_empty;
    Ok(Shape::new(options.simd, options.alu, skip_empty))
}

impl Trace {
    /// Counts a trace, starting from empty counts.
    fn read(file: PathBuf, mut counts: Counts) -> Result<Self, Failure> {
        let kernel = heddle_traces::read(&file, |record| counts.count(record))?;
        Ok(Trace {
            file,
            kernel,
            counts,
        })
    }
}

impl Counts {
    fn new(shape: Shape, skip_empty: bool) -> Self {
        Counts {
            shape,
            skip_empty,
            histogram: vec![0; shape.width() as usize + 1],
            executed: Executed::default(),
        }
    }

    /// Counts a warp instruction as instructions of narrower warps: parts without active lanes do not count, as long as
    /// another part has some (CPT-6).
    fn count(&mut self, record: &Record) {
        let mask = LaneMask::new(record.mask.into());
        if mask.is_empty() && !self.skip_empty {
            return self.count_part(mask);
        }
        let width = self.shape.width() as usize;
        let parts = (0..LANES as usize)
            .step_by(width)
            .map(|first| mask.part(first, width));
        let some = parts.filter(|part| !part.is_empty());
        some.for_each(|part| self.count_part(part));
    }

    fn count_part(&mut self, part: LaneMask) {
        self.histogram[part.count() as usize] += 1;
        self.executed.count(self.shape, part);
    }

    fn merge(&mut self, other: &Counts) {
        let Counts {
            // The same in all counts that are merged.
            shape: _,
            skip_empty: _,
            histogram,
            executed,
        } = other;
        self.executed.merge(executed);
        for (mine, theirs) in self.histogram.iter_mut().zip(histogram) {
            *mine += theirs;
        }
    }

    /// Active lanes divided by lanes, averaged over instructions; 0 without instructions.
    fn efficiency(&self) -> f64 {
        let by_active = (0..).zip(&self.histogram);
        let active: u64 = by_active.map(|(active, count)| active * count).sum();
        share(
            active,
            self.executed.instructions * u64::from(self.shape.width()),
        )
    }

    /// The fraction of a mode's cycles that a better mode saves, for both modes that others are compared
    /// with.
    fn savings(&self) -> Value {
        let cycles = &self.executed.cycles;
        let [none, ivb] =
            [cycles.none, cycles.ivb].map(|of: u64| move |better: u64| share(of - better, of));
        json!({
            "against_none": { "ivb": none(cycles.ivb), "bcc": none(cycles.bcc), "scc": none(cycles.scc) },
            "against_ivb": { "bcc": ivb(cycles.bcc), "scc": ivb(cycles.scc) },
        })
    }

    /// Instructions by the number of quads that their active lanes would fill, the classes of figure 9: none, 1 to a quad, and
    /// so on.
    fn classes(&self) -> Vec<(String, u64)> {
        let quad = (self.shape.width() / self.shape.quads()) as usize;
        let none = ("0".to_owned(), self.histogram[0]);
        let class = |(number, counts): (usize, &[u64])| {
            let name = format!("{}-{}", number * quad + 1, (number + 1) * quad);
            (name, counts.iter().sum())
        };
        let filled = self.histogram[1..].chunks(quad).enumerate().map(class);
        std::iter::once(none).chain(filled).collect()
    }
}

fn share(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 0.0,
        _ => part as f64 / whole as f64,
    }
}

fn as_json(total: &Counts, traces: &[Trace]) -> Value {
    let of = |counts: &Counts| {
        let classes = counts.classes().into_iter().map(|(class, count)| {
            let fraction = share(count, counts.executed.instructions);
            json!({ "class": class, "instructions": count, "fraction": fraction })
        });
        json!({
            "instructions": counts.executed.instructions,
            "simd_efficiency": counts.efficiency(),
            "histogram": counts.histogram,
            "classes": classes.collect::<Vec<_>>(),
            "cycles": counts.executed.cycles,
            "savings": counts.savings(),
        })
    };
    let trace = |trace: &Trace| {
        let mut value = of(&trace.counts);
        value["file"] = json!(trace.file);
        value["kernel"] = json!(trace.kernel.name);
        value["version"] = json!(trace.kernel.version);
        value["blocks"] = json!(trace.kernel.blocks);
        value["warps"] = json!(trace.kernel.warps);
        value["records"] = json!(trace.kernel.instructions);
        value
    };
    let mut value = of(total);
    value["simd"] = json!(total.shape.width());
    value["alu"] = json!(total.shape.width() / total.shape.quads());
    value["skip_empty"] = json!(total.skip_empty);
    value["traces"] = traces.iter().map(trace).collect();
    value
}

fn show(total: &Counts, traces: &[Trace]) -> Result<(), Failure> {
    let heading = [
        "kernel",
        "trace",
        "instructions",
        "SIMD efficiency",
        "none",
        "ivb",
        "bcc",
        "scc",
    ];
    let mut table = output::table(&heading, &[2, 3, 4, 5, 6, 7]);
    let mut row = |kernel: &str, file: &str, counts: &Counts| {
        let cycles = &counts.executed.cycles;
        table.add_row([
            kernel,
            file,
            &counts.executed.instructions.to_string(),
            &format!("{:.1} %", 100.0 * counts.efficiency()),
            &cycles.none.to_string(),
            &cycles.ivb.to_string(),
            &cycles.bcc.to_string(),
            &cycles.scc.to_string(),
        ]);
    };
    for trace in traces {
        row(&trace.kernel.name, &name(&trace.file), &trace.counts);
    }
    if traces.len() > 1 {
        row("all", "", total);
    }
    output::line(&table.to_string())?;
    let classes = total.classes().into_iter().map(|(class, count)| {
        let percent = 100.0 * share(count, total.executed.instructions);
        format!("{class} lanes {percent:.1} %")
    });
    let classes: Vec<String> = classes.collect();
    output::line(&format!("active: {}", classes.join(", ")))?;
    let savings = total.savings();
    let saved = |against: &str, mode: &str| {
        let part = savings[against][mode]
            .as_f64()
            .expect("a part of the cycles");
        format!("{mode} {:.1} %", 100.0 * part)
    };
    let line = |against: &str, key: &str, modes: &[&str]| {
        let saved: Vec<String> = modes.iter().map(|mode| saved(key, mode)).collect();
        output::line(&format!("cycles below {against}: {}", saved.join(", ")))
    };
    line("none", "against_none", &["ivb", "bcc", "scc"])?;
    line("ivb", "against_ivb", &["bcc", "scc"])
}

fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into()
}
