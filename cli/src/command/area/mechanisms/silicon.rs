//! Units of mechanisms in a device or in standard cells.

use super::Own;
use crate::cli::Global;
use crate::command::synthesis;
use crate::failure::Failure;
use crate::progress::Progress;
use heddle_area::UnitCost;
use heddle_synth::{Area, Clock, Effort, Job, Lab, Target};
use serde_json::{Value, json};
use std::sync::atomic::AtomicU64;

/// The units of a mechanism, synthesised.
pub struct Silicon {
    pub units: Vec<Synthesised>,
}

/// One instance of a unit, synthesised alone.
pub struct Synthesised {
    pub unit: &'static str,
    pub instances: usize,
    pub area: Area,
    pub clock: Option<Clock>,
}

/// All instances of all units.
#[derive(Default)]
pub struct Sum {
    pub luts: Option<usize>,
    pub um2: Option<f64>,
    pub flip_flops: usize,
    pub memory_bits: usize,
    pub mhz: Option<f64>,
}

/// Synthesises the units of all mechanisms, with the seeds and the clock that `heddle synth` takes by itself, whose kept results
/// are found again.
///
/// # Errors
/// As `heddle synth`.
pub fn synthesise(
    global: &Global,
    target: &Target,
    timed: bool,
    own: &mut [Own],
) -> Result<(), Failure> {
    let effort = Effort {
        seeds: vec![1, 2, 3],
        clock_ns: 5.0,
        timed,
        simulated: false,
    };
    let job = |unit: &UnitCost| {
        let memory = target.memory_style();
        let job = synthesis::job(unit.unit, &unit.machine, target, memory, &effort)?;
        Ok((unit.unit, unit.instances, job))
    };
    let mut work: Vec<Vec<(&'static str, usize, Job)>> = Vec::new();
    for paid in own.iter().filter_map(|own| own.hardware.as_ref()) {
        let jobs = paid.cost.units.iter().map(job);
        work.push(jobs.collect::<Result<_, Failure>>()?);
    }
    let lab = synthesis::lab()?;
    let done = AtomicU64::new(0);
    let steps: usize = work.iter().flatten().map(|(.., job)| job.steps()).sum();
    let progress = Progress::new(global, "steps of synthesis", Some(steps as u64));
    let results = progress.watch(&done, || {
        let of_mechanism = |jobs: &Vec<_>| synthesised(&lab, jobs, &done);
        work.iter()
            .map(of_mechanism)
            .collect::<Result<Vec<_>, Failure>>()
    })?;
    let paid = own.iter_mut().filter_map(|own| own.hardware.as_mut());
    for (paid, units) in paid.zip(results) {
        paid.silicon = Some(Silicon { units });
    }
    Ok(())
}

fn synthesised(
    lab: &Lab,
    jobs: &[(&'static str, usize, Job)],
    done: &AtomicU64,
) -> Result<Vec<Synthesised>, Failure> {
    let unit = |(unit, instances, job): &(&'static str, usize, Job)| {
        let result = lab.synthesise(job, done)?;
        Ok(Synthesised {
            unit,
            instances: *instances,
            area: result.area,
            clock: result.clock,
        })
    };
    jobs.iter().map(unit).collect()
}

impl Synthesised {
    /// LUTs, or square micrometres.
    pub fn size(&self) -> String {
        size(self.area.luts, self.area.um2)
    }

    /// The clock, if it was asked for.
    pub fn mhz(&self) -> Option<f64> {
        self.clock.as_ref().map(|clock| clock.mhz)
    }
}

impl Sum {
    /// LUTs, or square micrometres.
    pub fn size(&self) -> String {
        size(self.luts, self.um2)
    }
}

fn size(luts: Option<usize>, um2: Option<f64>) -> String {
    match (luts, um2) {
        (Some(luts), _) => luts.to_string(),
        (None, um2) => format!("{:.0}", um2.unwrap_or_default()),
    }
}

impl Silicon {
    /// CST-6: all instances, at the clock of the slowest unit.
    pub fn sum(&self) -> Sum {
        let mut sum = Sum::default();
        for unit in &self.units {
            let (area, count) = (&unit.area, unit.instances);
            sum.luts = area.luts.map(|luts| sum.luts.unwrap_or(0) + luts * count);
            sum.um2 = area
                .um2
                .map(|um2| sum.um2.unwrap_or(0.0) + um2 * count as f64);
            sum.flip_flops += area.flip_flops * count;
            sum.memory_bits += area.memory_bits() * count;
        }
        let clocks = self.units.iter().filter_map(Synthesised::mhz);
        sum.mhz = clocks.min_by(f64::total_cmp);
        sum
    }

    /// JSON for programs.
    pub fn as_json(&self) -> Value {
        let sum = self.sum();
        let units = self.units.iter().map(|unit| {
            json!({
                "unit": unit.unit,
                "instances": unit.instances,
                "area": unit.area,
                "memory_bits": unit.area.memory_bits(),
                "clock": unit.clock,
            })
        });
        json!({
            "units": units.collect::<Vec<_>>(),
            "luts": sum.luts,
            "um2": sum.um2,
            "flip_flops": sum.flip_flops,
            "memory_bits": sum.memory_bits,
            "mhz": sum.mhz,
        })
    }
}
