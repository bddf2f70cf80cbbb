//! The definition of `implicit`.

use super::Implicit;
use crate::definition::{About, Cores, Definition, Planned, Prepared, with_lanes};
use heddle_contract::Config;
use heddle_contract::hardware::Hardware;
use heddle_gpu_core::{Needs, PcUse, Scheduler};

/// See the [module](super).
pub(crate) struct Kind;

impl Definition for Kind {
    fn about(&self) -> About {
        About {
            summary: "a stack of addresses and masks for each warp, the lower address first; a reconstruction \
                      of figure 5's third bar",
            source: "collange2011",
            section: "table 1, sections 2.2 and 5.2",
            program: None,
            machine: None,
            hardware: Hardware::Undescribed,
            units: &[],
            keeps_step: true,
            has_stacks: true,
            waits_as_a_whole: false,
            is_independent: false,
        }
    }

    fn plan<'a>(&self, config: &'a Config) -> Planned<'a> {
        with_lanes!(config.core.warp_size, plan(config))
    }
}

fn plan<const W: usize>(config: &Config) -> Planned<'_> {
    Ok(Box::new(move |_, _| Prepared {
        needs: Needs {
            // The stack stores PCs: a program has to fit `pc_bits`.
            pc: Some(PcUse::default()),
            ..Needs::of_width(W)
        },
        cores: Box::new(ImplicitCores::<W>(config)),
    }))
}

/// Cores with warps of `W` lanes.
struct ImplicitCores<'a, const W: usize>(&'a Config);

impl<const W: usize> Cores for ImplicitCores<'_, W> {
    fn golden(&self, _core: usize) -> Box<dyn Scheduler + Send> {
        Box::new(Implicit::<W>::new(self.0))
    }
}
