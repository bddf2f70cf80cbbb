//! Structures in a target: cells beside bits, and where the two differ.

use crate::cli::Global;
use crate::command::synthesis;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use heddle_area::{Area, Row};
use heddle_contract::Config;
use heddle_hdl::units::NAMES;
use heddle_synth::{self as synth, Effort, Job, Storage, Target};
use serde_json::{Value, json};
use std::sync::atomic::AtomicU64;

/// A unit synthesised for the target.
pub struct Cells {
    unit: String,
    /// Bits that the source of the unit counts.
    counted: usize,
    /// Bits that the paper prints, if it has the structure in this shape.
    paper: Option<usize>,
    storage: Storage,
    area: synth::Area,
}

/// Synthesises the structures of Table V and the other units, each alone.
///
/// # Errors
/// As `heddle synth`.
pub fn cells(
    global: &Global,
    config: &Config,
    target: &Target,
    area: &Area,
) -> Result<Vec<Cells>, Failure> {
    let effort = Effort {
        seeds: vec![1],
        clock_ns: 5.0,
        timed: false,
        simulated: false,
    };
    let job = |unit: &str| synthesis::job(unit, config, target, target.memory_style(), &effort);
    let jobs = units(area)
        .into_iter()
        .map(job)
        .collect::<Result<Vec<Job>, Failure>>()?;
    let lab = synthesis::lab()?;
    let done = AtomicU64::new(0);
    let progress = Progress::new(global, "units", Some(jobs.len() as u64));
    progress.watch(&done, || {
        let cells = |job: &Job| {
            let row = area.rows.iter().find(|row| row.shape.unit == job.unit);
            Ok(Cells {
                unit: job.unit.clone(),
                counted: counted(area, &job.unit),
                paper: row.and_then(|row| row.printed).map(|printed| printed.bits),
                storage: lab.storage(job)?,
                area: lab.synthesise(job, &done)?.area,
            })
        };
        jobs.iter().map(cells).collect()
    })
}

/// The structures of Table V, then the other modules that are units.
fn units(area: &Area) -> Vec<&str> {
    let mut units: Vec<&str> = area.rows.iter().map(|row| row.shape.unit).collect();
    let others = area.others.iter().map(|memory| memory.module.as_str());
    for unit in others.filter(|module| NAMES.contains(module)) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    units
}

/// Bits of a module that its source counts, without the units inside it.
fn counted(area: &Area, unit: &str) -> usize {
    let row = area.rows.iter().find(|row| row.shape.unit == unit);
    let others = area.others.iter().filter(|memory| memory.module == unit);
    row.map_or_else(
        || {
            others
                .map(|memory| memory.entries * memory.width as usize)
                .sum()
        },
        |row: &Row| row.counted,
    )
}

/// Table of bits and cells, a row for each unit.
pub fn table(target: &Target, cells: &[Cells]) -> String {
    let size = if target.is_cells() { "um2" } else { "LUTs" };
    let heading = [
        "unit",
        "paper's bits",
        "bits",
        "declared",
        "stored",
        size,
        "flip-flops",
        "memories",
        "they hold",
    ];
    let mut table = output::table(&heading, &[1, 2, 3, 4, 5, 6, 8]);
    for own in cells {
        table.add_row([
            own.unit.clone(),
            own.paper.map(|bits| bits.to_string()).unwrap_or_default(),
            own.counted.to_string(),
            own.storage.declared.to_string(),
            own.stored().to_string(),
            own.area.size_described(),
            own.area.flip_flops.to_string(),
            own.area.memories_described(),
            own.area.memory_bits().to_string(),
        ]);
    }
    table.to_string()
}

impl Cells {
    fn stored(&self) -> usize {
        self.storage.flip_flops + self.storage.memory
    }

    /// Where the columns of the unit differ, a line for each reason.
    fn parts(&self) -> Vec<String> {
        let mut parts = Vec::new();
        let more = self.storage.declared - self.counted.min(self.storage.declared);
        if more > 0 {
            parts.push(format!("declares {more} bits more: control, banks and units inside it (\"not counted\", above)"));
        }
        for (module, names, stored, declared, why) in self.grouped() {
            parts.push(format!(
                "{module}: {stored} of {declared} bits of {names} stored: {why}"
            ));
        }
        let spread = (self.area.flip_flops + self.area.memory_bits()) as i64 - self.stored() as i64;
        if spread != 0 {
            parts.push(format!("{spread:+} bits in primitives"));
        }
        parts
    }

    /// Differences, grouped by module and reason: module, names, stored bits, declared bits, reason.
    fn grouped(&self) -> Vec<(&str, String, usize, usize, &str)> {
        let mut groups: Vec<(&str, String, usize, usize, &str)> = Vec::new();
        for difference in &self.storage.differences {
            let (module, name) = (difference.module.as_str(), &difference.name);
            let why = difference.reason.unwrap_or("not known to Heddle");
            match groups
                .iter_mut()
                .find(|group| (group.0, group.4) == (module, why))
            {
                Some((_, names, stored, declared, _)) => {
                    if !names.split(", ").any(|known| known == name) {
                        *names += &format!(", {name}");
                    }
                    *stored += difference.stored;
                    *declared += difference.declared;
                }
                None => groups.push((
                    module,
                    name.clone(),
                    difference.stored,
                    difference.declared,
                    why,
                )),
            }
        }
        groups
    }
}

/// Why primitives store more or fewer bits than the netlist before they are chosen.
const IN_PRIMITIVES: &str = "in primitives: a memory has a copy for each read port, and primitives have more words or \
                             bits than it needs; registers that drive nothing in this target are left out\n";

/// Where bits and cells differ.
pub fn remarks(cells: &[Cells]) -> String {
    let lines = cells.iter().flat_map(|own| {
        own.parts()
            .into_iter()
            .map(move |part| format!("{}: {part}\n", own.unit))
    });
    lines.collect::<String>() + IN_PRIMITIVES
}

/// JSON for programs.
pub fn as_json(target: &Target, cells: &[Cells]) -> Value {
    let units = cells.iter().map(|own| {
        json!({
            "unit": own.unit,
            "bits": own.counted,
            "bits_in_paper": own.paper,
            "storage": own.storage,
            "area": own.area,
            "bits_in_primitives": own.area.flip_flops + own.area.memory_bits(),
            "parts": own.parts(),
        })
    });
    json!({ "target": target.to_string(), "units": units.collect::<Vec<_>>() })
}
