//! Sections of the machine configuration.

use super::MOST_THREADS;
use crate::{ParamError, require, require_power_of_two};
use serde::{Deserialize, Serialize};

/// Threads of a shader core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Core {
    /// Threads of a warp; power of two, 2 to 64.
    pub warp_size: usize,
    /// Lanes that execute in a cycle; power of two, at most `warp_size`. A warp occupies the issue stage for
    /// `warp_size / simd_width` cycles.
    pub simd_width: usize,
    /// The most warps resident on a core; 2 to 64.
    pub warps: usize,
    /// The most blocks resident on a core; 1 to 64.
    pub blocks: usize,
    /// Private stack of a thread in bytes; multiple of 16.
    pub stack_bytes: u32,
    /// Shared memory of a core in bytes, for all of its blocks; 16 to 2^30. No paper says how much there is (GPU-14).
    pub shared_bytes: u32,
    /// Width of a PC in instruction words; 4 to 32.
    pub pc_bits: u32,
}

/// The pipelines in which a core's instructions execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pipes {
    /// One SIMD pipeline, which an instruction occupies for as many cycles as its lanes take.
    One,
    /// Three pipelines of the same width (vaidya2013, section 2.2): FPU, EM for division and square roots,
    /// SEND for memory and barriers. Other floating point goes to EM or FPU. One instruction is issued each cycle, to a
    /// free pipe.
    FpuEmSend,
}

/// The pipes of a core, and for each kind of instruction the cycles from its issue until its warp may issue the next one; 1 to
/// 1000 each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pipeline {
    /// The pipelines in which instructions execute.
    pub pipes: Pipes,
    /// Integer and logic.
    pub alu_cycles: u32,
    /// Integer multiplication.
    pub multiply_cycles: u32,
    /// Integer division.
    pub divide_cycles: u32,
    /// Floating point, except division and square root.
    pub float_cycles: u32,
    /// Floating-point division and square root.
    pub float_divide_cycles: u32,
    /// Branches and jumps, until the threads' PCs are known.
    pub branch_cycles: u32,
    /// Address generation of memory instructions.
    pub address_cycles: u32,
}

/// The key that orders threads of different call depth in stack-less arbitration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nesting {
    /// Nothing: plain minimum PC.
    None,
    /// The stack pointer, as in the paper.
    Sp,
    /// The number of calls minus returns, recognised by the link-register hints; for compiled code.
    CallDepth,
}

/// Stack-less reconvergence (collange2011).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stackless {
    /// How the nesting key is computed.
    pub nesting: Nesting,
    /// Width of the nesting key; 1 to 32. `sp` needs 32.
    pub key_bits: u32,
    /// Pipeline registers in the arbiter's tree; 0 to 8.
    pub tree_latency: u32,
}

/// Which side of a divergent branch runs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The taken side, as in fung2009 (section 3.2).
    Taken,
    /// The fall-through side, as in the notes.
    FallThrough,
}

/// Reconvergence stacks (fung2009, section 3.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// Entries of a warp's stack; 3 to 256. Any divergence fits in `2 * warp_size - 1` entries, plus one
    /// for each open call that was pushed; where regions are explicit, in `warp_size` entries, plus one
    /// for each open region and call.
    pub depth: usize,
    /// The most entries popped from the stack in a cycle; 1 to 8.
    pub pops: usize,
    /// Which side of a divergent branch runs first.
    pub first: First,
    /// Which side runs first where regions are explicit (mechanism `stack`).
    pub explicit_first: First,
    /// The longest side of a branch, in instructions, that is predicated where regions are explicit, without
    /// use of the stack; 0 to 64, 0 for none.
    pub predicated: usize,
    /// Cycles from an update of a stack to the answer; 0 to 5.
    pub latency: u32,
}

/// Which of the ready threads issue next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// In rotation: "issued fairly in a round-robin queue" (fung2009, section 2.2).
    RoundRobin,
    /// Always the threads with the lowest numbers, so that few threads run ahead and few share the cache (KRN-35).
    FirstFirst,
}

/// Threads without warps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mimd {
    /// Which threads issue next.
    pub order: Order,
}

pub(super) fn multiple(
    section: &'static str,
    name: &'static str,
    value: u64,
    of: u64,
) -> Result<(), ParamError> {
    if value > 0 && value.is_multiple_of(of) {
        return Ok(());
    }
    let allowed = format!("a positive multiple of {of}");
    Err(ParamError {
        unit: section,
        name,
        value: value.to_string(),
        allowed,
    })
}

impl Core {
    /// Threads of a core.
    pub fn threads(&self) -> usize {
        self.warps * self.warp_size
    }

    /// Checks the threads of all cores together.
    pub(super) fn require_all(&self, cores: usize) -> Result<(), ParamError> {
        let most = MOST_THREADS / self.threads();
        if cores <= most {
            return Ok(());
        }
        let each = self.threads();
        Err(ParamError {
            unit: "machine",
            name: "cores",
            value: cores.to_string(),
            allowed: format!("at most {most}, with {each} threads each {MOST_THREADS} in all"),
        })
    }

    pub(super) fn validate(&self) -> Result<(), ParamError> {
        const SECTION: &str = "core";
        require(SECTION, "warp_size", self.warp_size, 2..=64)?;
        require_power_of_two(SECTION, "warp_size", self.warp_size as u64)?;
        require(SECTION, "simd_width", self.simd_width, 1..=self.warp_size)?;
        require_power_of_two(SECTION, "simd_width", self.simd_width as u64)?;
        require(SECTION, "warps", self.warps, 2..=64)?;
        require(SECTION, "blocks", self.blocks, 1..=64)?;
        require(SECTION, "pc_bits", self.pc_bits, 4..=32)?;
        require(SECTION, "stack_bytes", self.stack_bytes, 16..=1 << 24)?;
        require(SECTION, "shared_bytes", self.shared_bytes, 16..=1 << 30)?;
        multiple(SECTION, "stack_bytes", self.stack_bytes.into(), 16)
    }
}

impl Pipeline {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        for (name, value) in [
            ("alu_cycles", self.alu_cycles),
            ("multiply_cycles", self.multiply_cycles),
            ("divide_cycles", self.divide_cycles),
            ("float_cycles", self.float_cycles),
            ("float_divide_cycles", self.float_divide_cycles),
            ("branch_cycles", self.branch_cycles),
            ("address_cycles", self.address_cycles),
        ] {
            require("pipeline", name, value, 1..=1000)?;
        }
        Ok(())
    }
}

/// Checks the width of a key that is a stack pointer: the key needs all 32 bits.
fn whole_address(section: &'static str, key_bits: u32) -> Result<(), ParamError> {
    if key_bits == 32 {
        return Ok(());
    }
    Err(ParamError {
        unit: section,
        name: "key_bits",
        value: key_bits.to_string(),
        allowed: "32, as nesting = \"sp\" needs".into(),
    })
}

impl Stackless {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        const SECTION: &str = "stackless";
        require(SECTION, "key_bits", self.key_bits, 1..=32)?;
        if self.nesting == Nesting::Sp {
            whole_address(SECTION, self.key_bits)?;
        }
        require(SECTION, "tree_latency", self.tree_latency, 0..=8)?;
        Ok(())
    }
}

impl Stack {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        const SECTION: &str = "stack";
        // RST-12: a warp that needs more than the depth ends the run with a fault.
        require(SECTION, "depth", self.depth, 3..=256)?;
        require(SECTION, "pops", self.pops, 1..=8)?;
        require(SECTION, "predicated", self.predicated, 0..=64)?;
        require(SECTION, "latency", self.latency, 0..=5)?;
        Ok(())
    }
}
