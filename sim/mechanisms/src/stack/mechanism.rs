//! The definition of `stack`.

use super::PlacedRegions;
use crate::definition::{About, Definition, Planned, with_lanes};
use crate::pdom::{STACK, stacked};
use heddle_contract::hardware::{Hardware, Part, Registers, Units, Width};
use heddle_contract::{Config, Unit, units};
use heddle_gpu_core::Table;

/// See the [module](super).
pub(crate) struct Kind;

impl Definition for Kind {
    fn about(&self) -> About {
        About {
            summary: "the stacks of pdom, popped by instructions: SSY, SYNC, BRK from a side table, short \
                      hammocks predicated",
            source: "notes",
            section: "Instructions that Affect Active Path and Reconvergence Stack",
            program: Some("a side table that `heddle annotate` shows"),
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
    stacked::<W, PlacedRegions>(config)
}
