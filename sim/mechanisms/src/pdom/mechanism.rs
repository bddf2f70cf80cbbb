//! The definition of `pdom`, and the cores that it shares with other mechanisms with stacks.

use super::{ExternalStacks, Pdom, Points, Regions, STACK, Stacks};
use crate::alu::{Alu, Compressed, Counted};
use crate::definition::{About, Cores, Definition, Planned, Prepared, with_lanes};
use crate::external::External;
use heddle_contract::hardware::{Hardware, Part, Registers, Units, Width};
use heddle_contract::units::reconvergence_stack;
use heddle_contract::{Config, Golden, Unit, units};
use heddle_gpu_core::{Needs, PcUse, Scheduler, Table};
use heddle_units::ReconvergenceStack;
use std::sync::Arc;

/// See the [module](super).
pub(crate) struct Kind;

impl Definition for Kind {
    fn about(&self) -> About {
        About {
            summary: "a stack for each warp, reconvergence at immediate post-dominators",
            source: "fung2009",
            section: "section 3.2",
            program: Some("immediate post-dominators"),
            machine: None,
            hardware: Hardware::Units(Units {
                parts: const { &[Part::of_warps(units::ReconvergenceStack::NAME)] },
                executes: Width::Warp,
                registers: Registers::OneAddress,
            }),
            units: &[
                units::ReconvergenceStack::NAME,
                units::CycleCompressor::NAME,
            ],
            keeps_step: true,
            has_stacks: true,
            waits_as_a_whole: true,
            is_independent: false,
        }
    }

    fn tables(&self) -> &'static [Table] {
        const { &[STACK] }
    }

    fn plan<'a>(&self, config: &'a Config) -> Planned<'a> {
        with_lanes!(config.core.warp_size, plan(config))
    }
}

fn plan<const W: usize>(config: &Config) -> Planned<'_> {
    stacked::<W, Points>(config)
}

/// Cores with reconvergence stacks and regions of kind `R`.
///
/// # Errors
/// [`ParamError`] for a machine on which the stacks cannot be built.
pub(crate) fn stacked<const W: usize, R: Regions<W> + 'static>(config: &Config) -> Planned<'_> {
    let params = units::ReconvergenceStack::params(config)?;
    Ok(Box::new(move |program, code| {
        let regions = Arc::new(R::new(config, &params, program, code));
        let pc = PcUse {
            own_bits: R::OWN_BITS,
            own_words: regions.own_words(),
        };
        Prepared {
            needs: Needs {
                pc: Some(pc),
                ..Needs::of_width(W)
            },
            cores: Box::new(StackedCores::<W, R> {
                config,
                params,
                regions,
            }),
        }
    }))
}

/// Cores with warps of `W` lanes.
struct StackedCores<'a, const W: usize, R> {
    config: &'a Config,
    params: reconvergence_stack::Params,
    regions: Arc<R>,
}

impl<const W: usize, R: Regions<W>> StackedCores<'_, W, R> {
    fn scheduler<S: Stacks, A: Alu<W>>(&self, stacks: S, alu: A) -> Pdom<W, R, S, A> {
        let regions = self.regions.clone();
        Pdom::new(self.config, &self.params, regions, stacks, alu)
    }
}

impl<const W: usize, R: Regions<W> + 'static> Cores for StackedCores<'_, W, R> {
    fn golden(&self, _core: usize) -> Box<dyn Scheduler + Send> {
        let stacks = ReconvergenceStack::new(&self.params);
        Box::new(self.scheduler(stacks, Counted))
    }

    fn around<'a>(&self, _core: usize, unit: External<'a>) -> Option<Box<dyn Scheduler + 'a>> {
        match unit {
            External::ReconvergenceStack(unit) => {
                Some(Box::new(self.scheduler(ExternalStacks::new(unit), Counted)))
            }
            External::CycleCompressor(unit) => {
                let stacks = ReconvergenceStack::new(&self.params);
                Some(Box::new(self.scheduler(stacks, Compressed::new::<W>(unit))))
            }
            _ => None,
        }
    }
}
