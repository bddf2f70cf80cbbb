//! The definition of `dwr`.

use super::parts::{Apart, Parts, Whole};
use super::synchroniser::Synchroniser;
use super::tables::TABLES;
use super::{Dwr, LatTable, Resizing};
use crate::definition::{About, Cores, Definition, Planned, Prepared, with_lanes};
use crate::external::External;
use crate::pdom::{Points, Regions};
use heddle_contract::hardware::{Hardware, Part, Registers, Units, Width};
use heddle_contract::{Config, Golden, Unit, require, units};
use heddle_gpu_core::{Needs, PcUse, Scheduler, Table};
use heddle_units::DwrSynchronizer;
use std::sync::Arc;

/// See the [module](super).
pub(crate) struct Kind;

impl Definition for Kind {
    fn about(&self) -> About {
        About {
            summary: "sub-warps as wide as the pipeline, which meet before loads and stores and execute \
                      them as one large warp",
            source: "lashgar2012",
            section: "section IV",
            program: Some(
                "immediate post-dominators, and which loads and stores access global memory",
            ),
            machine: Some("sub-warps of 2 to 32 lanes"),
            hardware: Hardware::Units(Units {
                parts: const {
                    &[
                        Part::of_each_position(units::ReconvergenceStack::NAME),
                        Part::of_warps(units::DwrSynchronizer::NAME),
                    ]
                },
                executes: Width::SubWarp,
                registers: Registers::OneAddress,
            }),
            units: &[units::DwrSynchronizer::NAME, units::DwrSubsystem::NAME],
            keeps_step: false,
            has_stacks: true,
            waits_as_a_whole: true,
            is_independent: false,
        }
    }

    fn lanes(&self, config: &Config) -> usize {
        config.dwr.sub_warp(&config.core)
    }

    fn tables(&self) -> &'static [Table] {
        TABLES
    }

    fn plan<'a>(&self, config: &'a Config) -> Planned<'a> {
        // The stack of a sub-warp needs at least two lanes.
        let lanes = require("dwr", "sub_warp", self.lanes(config), 2..=32)?;
        with_lanes!(lanes, plan(config))
    }
}

fn plan<const S: usize>(config: &Config) -> Planned<'_> {
    let synchronizer = units::DwrSynchronizer::params(config)?;
    // The stacks at one position of all large warps.
    let stack = units::ReconvergenceStack::params(&Width::SubWarp.machine(config))?;
    Ok(Box::new(move |program, code| {
        let points = <Points as Regions<S>>::new(config, &stack, program, code);
        let pc = PcUse {
            own_bits: <Points as Regions<S>>::OWN_BITS,
            own_words: 0,
        };
        let resizing = Resizing {
            synchronizer,
            stack,
            points: Arc::new(points),
            lats: Arc::new(LatTable::new(program, code)),
        };
        Prepared {
            needs: Needs {
                pc: Some(pc),
                ..Needs::of_width(config.core.warp_size)
            },
            cores: Box::new(ResizingCores::<S> { config, resizing }),
        }
    }))
}

/// Cores with sub-warps of `S` lanes.
struct ResizingCores<'a, const S: usize> {
    config: &'a Config,
    resizing: Resizing,
}

impl<const S: usize> ResizingCores<'_, S> {
    fn scheduler<P: Parts>(&self, parts: P) -> Dwr<S, P> {
        Dwr::new(self.config, &self.resizing, parts)
    }

    /// A synchroniser, and golden stacks beside it.
    fn apart<U: Synchroniser>(&self, synchronizer: U) -> Apart<U> {
        let partners = self.resizing.synchronizer.partners();
        Apart::new(synchronizer, partners, &self.resizing.stack)
    }
}

impl<const S: usize> Cores for ResizingCores<'_, S> {
    fn golden(&self, _core: usize) -> Box<dyn Scheduler + Send> {
        let unit = DwrSynchronizer::new(&self.resizing.synchronizer);
        Box::new(self.scheduler(self.apart(unit)))
    }

    fn around<'a>(&self, _core: usize, unit: External<'a>) -> Option<Box<dyn Scheduler + 'a>> {
        match unit {
            External::DwrSynchronizer(unit) => Some(Box::new(self.scheduler(self.apart(unit)))),
            External::DwrSubsystem(unit) => Some(Box::new(self.scheduler(Whole::new(unit)))),
            _ => None,
        }
    }
}
