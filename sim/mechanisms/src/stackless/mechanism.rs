//! The definition of `stackless`.

use super::Stackless;
use super::front_end::FrontEnd;
use super::subsystem::Subsystem;
use super::thread_pcs::{InTable, InThreads, ThreadPcs};
use crate::alu::{Alu, Compressed, Counted};
use crate::definition::{About, Cores, Definition, Planned, Prepared, with_lanes};
use crate::external::External;
use heddle_contract::config::Nesting;
use heddle_contract::hardware::{Hardware, Part, Registers, Units, Width};
use heddle_contract::units::stackless_front_end;
use heddle_contract::{Config, Golden, Unit, units};
use heddle_gpu_core::{Needs, PcUse, Scheduler};
use heddle_units::StacklessFrontEnd;

/// See the [module](super).
pub(crate) struct Kind;

impl Definition for Kind {
    fn about(&self) -> About {
        About {
            summary: "a PC for each thread; the smallest nesting:PC of a warp runs next",
            source: "collange2011",
            section: "sections 4.1 to 4.3",
            program: None,
            machine: None,
            hardware: Hardware::Units(Units {
                parts: const { &[Part::of_warps(units::StacklessSubsystem::NAME)] },
                executes: Width::Warp,
                registers: Registers::OneAddress,
            }),
            units: &[
                units::StacklessSubsystem::NAME,
                units::StacklessFrontEnd::NAME,
                units::ThreadPcTable::NAME,
                units::CycleCompressor::NAME,
            ],
            keeps_step: true,
            has_stacks: false,
            waits_as_a_whole: false,
            is_independent: false,
        }
    }

    fn plan<'a>(&self, config: &'a Config) -> Planned<'a> {
        with_lanes!(config.core.warp_size, plan(config))
    }
}

fn plan<const W: usize>(config: &Config) -> Planned<'_> {
    let params = units::StacklessFrontEnd::params(config)?;
    Ok(Box::new(move |_, _| Prepared {
        needs: needs(config),
        cores: Box::new(StacklessCores::<W> { config, params }),
    }))
}

fn needs(config: &Config) -> Needs {
    Needs {
        width: config.core.warp_size,
        depth_limit: match config.stackless.nesting {
            Nesting::CallDepth => u32::MAX >> (32 - config.stackless.key_bits),
            Nesting::None | Nesting::Sp => u32::MAX,
        },
        pc: Some(PcUse::default()),
    }
}

/// Cores with warps of `W` lanes.
struct StacklessCores<'a, const W: usize> {
    config: &'a Config,
    params: stackless_front_end::Params,
}

impl<const W: usize> StacklessCores<'_, W> {
    fn scheduler<F, T, A>(&self, front_end: F, pcs: T, alu: A) -> Stackless<W, F, T, A>
    where
        F: FrontEnd,
        T: ThreadPcs,
        A: Alu<W>,
    {
        Stackless::new(self.config, &self.params, front_end, pcs, alu)
    }
}

impl<const W: usize> Cores for StacklessCores<'_, W> {
    fn golden(&self, _core: usize) -> Box<dyn Scheduler + Send> {
        let front_end = StacklessFrontEnd::new(&self.params);
        Box::new(self.scheduler(front_end, InThreads, Counted))
    }

    fn around<'a>(&self, _core: usize, unit: External<'a>) -> Option<Box<dyn Scheduler + 'a>> {
        match unit {
            External::StacklessFrontEnd(front_end) => {
                Some(Box::new(self.scheduler(front_end, InThreads, Counted)))
            }
            External::StacklessSubsystem(subsystem) => Some(Box::new(self.scheduler(
                Subsystem::new(subsystem),
                InThreads,
                Counted,
            ))),
            External::ThreadPcTable(table) => {
                let front_end = StacklessFrontEnd::new(&self.params);
                Some(Box::new(self.scheduler(
                    front_end,
                    InTable::new(table, self.config.stackless.park_latency > 0),
                    Counted,
                )))
            }
            External::CycleCompressor(unit) => {
                let front_end = StacklessFrontEnd::new(&self.params);
                let alu = Compressed::new::<W>(unit);
                Some(Box::new(self.scheduler(front_end, InThreads, alu)))
            }
            _ => None,
        }
    }
}
