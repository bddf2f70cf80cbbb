//! Sections of the machine configuration.

use super::MOST_THREADS;
use super::keys::{choices, section};
use crate::{ParamError, require};

section! {
    /// The threads of a shader core.
    pub struct Core of "core" {
        /// Threads of a warp.
        warp_size: usize(power of two, 2 to 64) "threads";
        /// Lanes that execute in a cycle. A warp occupies the issue stage for `warp_size / simd_width` cycles.
        simd_width: usize(power of two, 1 to 64; "at most `core.warp_size`") "lanes";
        /// The most warps resident on a core.
        warps: usize(2 to 64; "in all cores together at most 1,048,576 threads") "warps";
        /// The most blocks resident on a core.
        blocks: usize(1 to 64) "blocks";
        /// Private stack of a thread.
        stack_bytes: u32(multiple of 16, 16 to 16_777_216) "bytes";
        /// Shared memory of a core, for all of its blocks. No paper says how much there is (GPU-14).
        shared_bytes: u32(16 to 1_073_741_824) "bytes";
        /// Width of a PC, which counts instruction words.
        pc_bits: u32(4 to 32) "bits";
    }
}

choices! {
    /// The pipelines in which a core's instructions execute.
    pub enum Pipes {
        /// One SIMD pipeline, which an instruction occupies for as many cycles as its lanes take.
        One = "one",
        /// Three pipelines of the same width (vaidya2013, section 2.2): FPU, EM for division and square roots,
        /// SEND for memory and barriers. Other floating point goes to EM or FPU. One instruction is issued each cycle, to a
        /// free pipe.
        FpuEmSend = "fpu_em_send",
    }
}

section! {
    /// The pipes of a core, and for each kind of instruction the cycles from its issue until its warp may issue the next one.
    pub struct Pipeline of "pipeline" {
        /// The pipelines in which instructions execute.
        pipes: Pipes;
        /// Integer and logic.
        alu_cycles: u32(1 to 1000) "cycles";
        /// Integer multiplication.
        multiply_cycles: u32(1 to 1000) "cycles";
        /// Integer division.
        divide_cycles: u32(1 to 1000) "cycles";
        /// Floating point, except division and square root.
        float_cycles: u32(1 to 1000) "cycles";
        /// Floating-point division and square root.
        float_divide_cycles: u32(1 to 1000) "cycles";
        /// Branches and jumps, until the threads' PCs are known.
        branch_cycles: u32(1 to 1000) "cycles";
        /// Address generation of memory instructions.
        address_cycles: u32(1 to 1000) "cycles";
    }
}

choices! {
    /// The key that orders threads of different call depth in stack-less arbitration.
    pub enum Nesting {
        /// Nothing: plain minimum PC.
        None = "none",
        /// The stack pointer, as in the paper.
        Sp = "sp",
        /// The number of calls minus returns, recognised by the link-register hints; for compiled code.
        CallDepth = "call_depth",
    }
}

section! {
    /// Stack-less reconvergence (collange2011).
    pub struct Stackless of "stackless" {
        /// How the nesting key is computed.
        nesting: Nesting;
        /// Width of the nesting key.
        key_bits: u32(1 to 32; "32 with `nesting = \"sp\"`") "bits";
        /// Pipeline registers in the arbiter's tree.
        tree_latency: u32(0 to 8) "cycles";
        /// Pipeline registers between the choice of a request and its grant.
        grant_latency: u32(0 to 1) "cycles";
        /// Pipeline registers between a grant, or a fetch, and the table of thread PCs.
        park_latency: u32(0 to 1) "cycles";
        /// Pipeline registers of the reads and comparisons of thread PCs. Operands follow their grant by the sum of both.
        table_latency: u32(0 to 2) "cycles";
    }
}

choices! {
    /// Which side of a divergent branch runs first.
    pub enum First {
        /// The taken side, as in fung2009 (section 3.2).
        Taken = "taken",
        /// The fall-through side, as in the notes.
        FallThrough = "fall_through",
    }
}

choices! {
    /// Where the instructions of an explicit stack are placed.
    pub enum Placement {
        /// As a compiler would: short sides are predicated, with `predicated` as their limit.
        Compiled = "compiled",
        /// As the notes draw them: nothing is predicated, every branch that may diverge is a BRA behind its SSY, and lanes leave loops
        /// with BRK or PBRK.
        Notes = "notes",
    }
}

section! {
    /// Reconvergence stacks (fung2009, section 3.2).
    pub struct Stack of "stack" {
        /// Entries of a warp's stack. Any divergence fits in `2 * warp_size - 1` entries, plus one for each open call that was
        /// pushed; where regions are explicit, in `warp_size` entries, plus one for each open region and call.
        depth: usize(3 to 256) "entries";
        /// The most entries popped from the stack in a cycle.
        pops: usize(1 to 8) "entries per cycle";
        /// Which side of a divergent branch runs first.
        first: First;
        /// Which side runs first where regions are explicit (mechanism `stack`).
        explicit_first: First;
        /// Where the instructions of the stack are placed where regions are explicit (mechanism `stack`).
        placement: Placement;
        /// The longest side of a branch that is predicated where regions are explicit, without use of the stack; 0 for none. Not read
        /// with `placement = "notes"`.
        predicated: usize(0 to 64) "instructions";
        /// Cycles from an update of a stack to the answer.
        latency: u32(0 to 5) "cycles";
    }
}

choices! {
    /// Which of the ready threads issue next.
    pub enum Order {
        /// In rotation: "issued fairly in a round-robin queue" (fung2009, section 2.2).
        RoundRobin = "round_robin",
        /// Always the threads with the lowest numbers, so that few threads run ahead and few share the cache (KRN-35).
        FirstFirst = "first_first",
    }
}

section! {
    /// Threads without warps.
    pub struct Mimd of "mimd" {
        /// Which threads issue next.
        order: Order;
    }
}

impl Stack {
    /// The longest side of a branch that is predicated, in instructions; 0 for none.
    pub fn longest_predicated(&self) -> usize {
        match self.placement {
            Placement::Compiled => self.predicated,
            // EXS-16: the notes draw their if/else with SSY, BRA and SYNC, and say that code would predicate it.
            Placement::Notes => 0,
        }
    }
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
        self.check()?;
        require("core", "simd_width", self.simd_width, 1..=self.warp_size)?;
        Ok(())
    }
}

impl Pipeline {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        self.check()
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
        self.check()?;
        match self.nesting {
            Nesting::Sp => whole_address("stackless", self.key_bits),
            Nesting::None | Nesting::CallDepth => Ok(()),
        }
    }
}

impl Stack {
    /// RST-12: a warp that needs more than the depth ends the run with a fault.
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        self.check()
    }
}

impl Mimd {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        self.check()
    }
}
