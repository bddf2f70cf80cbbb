//! Units of mechanisms in a device or in standard cells.

use super::synthesis;
use crate::cli::Global;
use crate::failure::Failure;
use crate::progress::Progress;
use heddle_area::{Cost, UnitCost};
use heddle_synth::{Area, Clock, Effort, Job, Lab, Target};
use heddle_system::parallel;
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

/// What synthesises for a target: its tools and its library are there.
pub struct Synthesiser {
    pub target: Target,
    effort: Effort,
    lab: Lab,
}

/// A unit of a mechanism, and the place of its job among those that differ.
struct Part {
    unit: &'static str,
    instances: usize,
    job: usize,
}

impl Synthesiser {
    /// With the seeds and the clock that `heddle synth` takes by itself, whose kept results are found again.
    ///
    /// # Errors
    /// A tool or a library is missing, or there is no place for results.
    pub fn new(target: Target, timed: bool) -> Result<Self, Failure> {
        let lab = synthesis::lab()?;
        lab.check(&target, timed)?;
        let effort = Effort {
            seeds: vec![1, 2, 3],
            clock_ns: 5.0,
            timed,
            simulated: false,
        };
        Ok(Self {
            target,
            effort,
            lab,
        })
    }

    /// Synthesises the units of all mechanisms, on up to `threads` host threads; the same unit once.
    ///
    /// # Errors
    /// As `heddle synth`.
    pub fn all(
        &self,
        global: &Global,
        costs: &[&Cost],
        threads: usize,
    ) -> Result<Vec<Silicon>, Failure> {
        let mut jobs = Vec::new();
        let mut mechanisms: Vec<Vec<Part>> = Vec::new();
        for cost in costs {
            let parts = cost.units.iter().map(|unit| self.part(unit, &mut jobs));
            mechanisms.push(parts.collect::<Result<_, Failure>>()?);
        }
        let done = AtomicU64::new(0);
        let steps: usize = jobs.iter().map(Job::steps).sum();
        let progress = Progress::new(global, "steps of synthesis", Some(steps as u64));
        let results = progress.watch(&done, || {
            parallel::try_map(threads, &jobs, |job| self.lab.synthesise(job, &done))
        })?;
        let synthesised = |part: &Part| Synthesised {
            unit: part.unit,
            instances: part.instances,
            area: results[part.job].area.clone(),
            clock: results[part.job].clock.clone(),
        };
        let silicon = mechanisms.iter().map(|parts| Silicon {
            units: parts.iter().map(synthesised).collect(),
        });
        Ok(silicon.collect())
    }

    /// A unit, whose job is added if there is none like it.
    fn part(&self, unit: &UnitCost, jobs: &mut Vec<Job>) -> Result<Part, Failure> {
        let memory = self.target.memory_style();
        let job = synthesis::job(unit.unit, &unit.machine, &self.target, memory, &self.effort)?;
        let known = jobs
            .iter()
            .position(|known| (&known.unit, &known.files) == (&job.unit, &job.files));
        let place = known.unwrap_or(jobs.len());
        if place == jobs.len() {
            jobs.push(job);
        }
        Ok(Part {
            unit: unit.unit,
            instances: unit.instances,
            job: place,
        })
    }
}

impl Synthesised {
    /// The clock, if it was asked for.
    pub fn mhz(&self) -> Option<f64> {
        self.clock.as_ref().map(|clock| clock.mhz)
    }
}

impl Silicon {
    /// CST-6: that of all instances.
    pub fn area(&self) -> Area {
        Area::sum(self.units.iter().map(|unit| (&unit.area, unit.instances)))
    }

    /// CST-6: the clock of the slowest unit.
    pub fn mhz(&self) -> Option<f64> {
        let clocks = self.units.iter().filter_map(Synthesised::mhz);
        clocks.min_by(f64::total_cmp)
    }

    /// JSON for programs.
    pub fn as_json(&self) -> Value {
        let area = self.area();
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
            "luts": area.luts,
            "um2": area.um2,
            "flip_flops": area.flip_flops,
            "memory_bits": area.memory_bits(),
            "mhz": self.mhz(),
        })
    }
}
