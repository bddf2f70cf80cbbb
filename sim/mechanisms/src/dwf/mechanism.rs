//! The definition of `dwf`.

use super::Dwf;
use super::exact::{Exact, PostDominators};
use super::memory_side::{Sliced, Whole};
use super::tables::TABLES;
use super::unit::{Scheduled, Unit as SchedulerUnit};
use crate::definition::{About, Cores, Definition, Planned, Prepared, with_lanes};
use crate::external::External;
use heddle_contract::config::{HeapUpdates, Policy};
use heddle_contract::hardware::{Hardware, Part, Registers, Units, Width};
use heddle_contract::units::dwf_scheduler;
use heddle_contract::{Config, Golden, ParamError, Unit, require, units};
use heddle_gpu_core::{Needs, PcUse, Scheduler, Table};
use heddle_units::DwfScheduler;
use std::sync::Arc;

/// See the [module](super).
pub(crate) struct Kind;

impl Definition for Kind {
    fn about(&self) -> About {
        About {
            summary: "threads regroup into warps at every instruction",
            source: "fung2009",
            section: "section 4",
            program: Some("immediate post-dominators, for the policy pdom-priority alone"),
            machine: Some("a TID for every thread of a core, and room for it in the spill queue"),
            hardware: Hardware::Units(Units {
                parts: const { &[Part::of_warps(units::DwfSubsystem::NAME)] },
                executes: Width::Warp,
                registers: Registers::AddressOfEachLane,
            }),
            units: &[units::DwfScheduler::NAME, units::DwfSubsystem::NAME],
            keeps_step: false,
            has_stacks: false,
            waits_as_a_whole: false,
            is_independent: false,
        }
    }

    fn tables(&self) -> &'static [Table] {
        TABLES
    }

    fn plan<'a>(&self, config: &'a Config) -> Planned<'a> {
        let dwf = &config.dwf;
        match dwf.lane_aware && !dwf.ideal && dwf.policy != Policy::PdomPriority {
            true => with_lanes!(config.core.warp_size, scheduled(config)),
            false => with_lanes!(config.core.warp_size, exact(config)),
        }
    }
}

/// Cores that form their warps as the unit `dwf_scheduler` does.
fn scheduled<const W: usize>(config: &Config) -> Planned<'_> {
    let params = params(config)?;
    check_threads(config)?;
    Ok(Box::new(move |_, _| Prepared {
        needs: Needs {
            pc: Some(PcUse::default()),
            ..Needs::of_width(config.core.warp_size)
        },
        cores: Box::new(ScheduledCores::<W> { config, params }),
    }))
}

/// The parameters of the unit in the cores. The ports around a heap are the same whenever its updates take effect.
fn params(config: &Config) -> Result<dwf_scheduler::Params, ParamError> {
    let mut queued = config.clone();
    queued.dwf.heap_updates = HeapUpdates::Queued;
    units::DwfScheduler::params(&queued)
}

/// Every thread needs a TID different from the one that means none, and room in the spill queue.
fn check_threads(config: &Config) -> Result<(), ParamError> {
    const UNIT: &str = "dwf";
    let threads = config.core.threads();
    let least = (threads + 1).next_power_of_two();
    let (bits, entries) = (
        config.dwf.tid_bits(&config.core),
        config.dwf.spill_entries(&config.core),
    );
    require(UNIT, "tid_bits", bits, least.ilog2()..=16)?;
    require(UNIT, "spill_entries", entries, least..=65536)?;
    Ok(())
}

/// Cores for variants without hardware.
fn exact<const W: usize>(config: &Config) -> Planned<'_> {
    Ok(Box::new(move |program, code| {
        let points = Arc::new(PostDominators::new(program, code));
        Prepared {
            needs: Needs::of_width(W),
            cores: Box::new(ExactCores::<W> { config, points }),
        }
    }))
}

/// Cores with warps of `W` lanes.
struct ScheduledCores<'a, const W: usize> {
    config: &'a Config,
    params: dwf_scheduler::Params,
}

impl<const W: usize> ScheduledCores<'_, W> {
    fn scheduler<U: SchedulerUnit>(&self, core: usize, unit: U) -> Dwf<W, Scheduled<W, U>> {
        let scheduled = Scheduled::new(self.config, &self.params, core, unit);
        Dwf::new(self.config, scheduled)
    }

    /// A scheduler behind the registers of the machine's memory side.
    fn sliced<U: SchedulerUnit>(&self, core: usize, unit: U) -> Dwf<W, Scheduled<W, Sliced<U>>> {
        self.scheduler(core, Sliced::new(&self.params, unit))
    }

    fn has_slices(&self) -> bool {
        self.config.dwf.spill_latency > 0
    }
}

impl<const W: usize> Cores for ScheduledCores<'_, W> {
    fn golden(&self, core: usize) -> Box<dyn Scheduler + Send> {
        let unit = match self.config.dwf.heap_updates {
            HeapUpdates::Queued => DwfScheduler::new(&self.params),
            // DWF-54: an experiment of the golden GPU, which the unit has no parameter for.
            HeapUpdates::Owed => DwfScheduler::with_owed_updates(&self.params),
        };
        match self.has_slices() {
            true => Box::new(self.sliced(core, unit)),
            false => Box::new(self.scheduler(core, unit)),
        }
    }

    fn around<'a>(&self, core: usize, unit: External<'a>) -> Option<Box<dyn Scheduler + 'a>> {
        match unit {
            External::DwfScheduler(unit) if self.has_slices() => {
                Some(Box::new(self.sliced(core, unit)))
            }
            External::DwfScheduler(unit) => Some(Box::new(self.scheduler(core, unit))),
            External::DwfSubsystem(unit) => Some(Box::new(self.scheduler(core, Whole::new(unit)))),
            _ => None,
        }
    }
}

/// Cores with warps of `W` lanes and a scheduler without limits.
struct ExactCores<'a, const W: usize> {
    config: &'a Config,
    points: Arc<PostDominators>,
}

impl<const W: usize> Cores for ExactCores<'_, W> {
    fn golden(&self, _core: usize) -> Box<dyn Scheduler + Send> {
        let formation = Exact::new(self.config, self.points.clone());
        Box::new(Dwf::<W, _>::new(self.config, formation))
    }
}
