//! Configurations that every test of the units runs over: each tree latency, few and many lanes,
//! narrow and wide ports, few and many warps.

use heddle_contract::config::{First, Replacement, Source};
use heddle_contract::units::{
    DwfScheduler, PcWarpLut, ReconvergenceStack, SpillQueue, StacklessFrontEnd, ThreadPcTable,
    UnifiedArbiter, WarpAllocator, WarpPool, WarpUpdateRegisters, pc_warp_lut, reconvergence_stack,
    spill_queue, stackless_front_end, thread_pc_table, unified_arbiter, warp_allocator, warp_pool,
    warp_update_registers,
};
use heddle_contract::{Config, Unit};
use heddle_cosim::Checked;

/// A unit with its configurations.
pub trait Configured: Checked {
    /// Three or more, one for each tree latency at least.
    fn configurations() -> Vec<Self::Params>;
}

/// Lanes, PC bits, key bits, address bits, line bytes, tree latency.
fn arbiter(shape: (usize, u32, u32, u32, u32, u32)) -> unified_arbiter::Params {
    let (lanes, pc, key, address, line, latency) = shape;
    unified_arbiter::Params::new(lanes, pc, key, address, line, latency).expect("within the limits")
}

impl Configured for UnifiedArbiter {
    fn configurations() -> Vec<Self::Params> {
        let shapes = [
            (4, 16, 8, 32, 16, 0),
            (32, 24, 8, 32, 128, 1),
            (64, 32, 32, 40, 64, 2),
            // Operands wider than addresses, one-bit keys, two lanes.
            (2, 12, 1, 8, 4, 0),
        ];
        shapes.map(arbiter).into()
    }
}

impl Configured for StacklessFrontEnd {
    fn configurations() -> Vec<Self::Params> {
        let shapes = [
            (4, (4, 16, 8, 32, 16, 0)),
            // A number of warps that is no power of two.
            (24, (32, 24, 8, 32, 128, 1)),
            (64, (8, 10, 32, 20, 1024, 2)),
            (2, (2, 4, 1, 8, 4, 0)),
        ];
        let params = |(warps, shape)| {
            stackless_front_end::Params::new(warps, arbiter(shape)).expect("within the limits")
        };
        shapes.map(params).into()
    }
}

impl Configured for ThreadPcTable {
    fn configurations() -> Vec<Self::Params> {
        // Warps, lanes, PC bits.
        let shapes = [(4, 4, 16), (24, 32, 24), (64, 64, 32), (3, 2, 4)];
        let params = |(warps, lanes, pc_bits)| {
            thread_pc_table::Params::new(warps, lanes, pc_bits).expect("within the limits")
        };
        shapes.map(params).into()
    }
}

impl Configured for ReconvergenceStack {
    fn configurations() -> Vec<Self::Params> {
        use First::{FallThrough, Taken};
        // Warps, lanes, PC bits, depth, pops.
        let shapes = [
            ((4, 4, 16, 32, 2), Taken),
            // 2W - 1 entries.
            ((24, 32, 24, 63, 4), FallThrough),
            ((5, 8, 9, 16, 1), Taken),
            // More pops than a stack has entries.
            ((2, 2, 4, 3, 8), FallThrough),
        ];
        let params = |((warps, lanes, pc_bits, depth, pops), first)| {
            reconvergence_stack::Params::new(warps, lanes, pc_bits, depth, pops, first)
                .expect("within the limits")
        };
        shapes.map(params).into()
    }
}

impl Configured for WarpUpdateRegisters {
    fn configurations() -> Vec<Self::Params> {
        // Lanes, bits of a thread number, PC bits; fung2009 first.
        let shapes = [(32, 10, 24), (4, 5, 16), (8, 2, 4), (64, 16, 32)];
        let params = |(lanes, tid_bits, pc_bits)| {
            warp_update_registers::Params::new(lanes, tid_bits, pc_bits).expect("within the limits")
        };
        shapes.map(params).into()
    }
}

impl Configured for PcWarpLut {
    fn configurations() -> Vec<Self::Params> {
        use Replacement::{Fifo, Lru};
        // Sets, ways, lanes, PC bits, bits of a warp's number; fung2009 first.
        let shapes = [
            ((16, 4, 32, 24, 7), Lru),
            ((4, 2, 4, 16, 4), Lru),
            // One way, and as few PCs as can be.
            ((2, 1, 4, 4, 2), Fifo),
            ((4, 4, 16, 10, 5), Fifo),
            ((2, 8, 64, 32, 10), Lru),
        ];
        let params = |((sets, ways, lanes, pc_bits, warp_bits), replacement)| {
            pc_warp_lut::Params::new(sets, ways, replacement, lanes, pc_bits, warp_bits)
                .expect("within the limits")
        };
        shapes.map(params).into()
    }
}

impl Configured for WarpPool {
    fn configurations() -> Vec<Self::Params> {
        // Warps, lanes, bits of a thread number, PC bits; fung2009 first.
        let shapes = [
            (128, 32, 10, 24),
            (16, 4, 5, 16),
            (4, 2, 2, 4),
            (8, 64, 16, 32),
        ];
        let params = |(warps, lanes, tid_bits, pc_bits)| {
            warp_pool::Params::new(warps, lanes, tid_bits, pc_bits).expect("within the limits")
        };
        shapes.map(params).into()
    }
}

impl Configured for WarpAllocator {
    fn configurations() -> Vec<Self::Params> {
        // fung2009 first.
        let params = |warps| warp_allocator::Params::new(warps).expect("within the limits");
        [128, 16, 4, 1024].map(params).into()
    }
}

impl Configured for SpillQueue {
    fn configurations() -> Vec<Self::Params> {
        // Places, lanes, bits of a thread number, PC bits, address bits; fung2009 first.
        let shapes = [
            (1024, 32, 10, 24, 32),
            (32, 4, 5, 16, 32),
            // A place is a byte.
            (4, 2, 2, 4, 8),
            (8, 64, 16, 32, 40),
        ];
        let params = |(entries, lanes, tid_bits, pc_bits, address_bits)| {
            spill_queue::Params::new(entries, lanes, tid_bits, pc_bits, address_bits)
                .expect("within the limits")
        };
        shapes.map(params).into()
    }
}

// Every group scheduler and order, large and small, some that spill all the time.
impl Configured for DwfScheduler {
    fn configurations() -> Vec<Self::Params> {
        const SMALL: [&str; 9] = [
            "core.warp_size=8",
            "core.simd_width=2",
            "core.warps=8",
            "core.pc_bits=10",
            "dwf.pool=16",
            "dwf.lut_entries=8",
            "dwf.lut_ways=2",
            "dwf.heap=4",
            "dwf.heap_lut_entries=4",
        ];
        let machine = |preset: &str, sets: &[&str]| {
            let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
            let config = Config::load(&Source::Preset(preset.into()), &sets).expect("it is right");
            DwfScheduler::params(&config).expect("it is right")
        };
        let small = |sets: &[&str]| {
            machine(
                "fung2009",
                &[&SMALL[..], &["dwf.heap_lut_ways=2"], sets].concat(),
            )
        };
        vec![
            machine("fung2009", &[]),
            machine("tiny", &["dwf.policy=timestamp"]),
            small(&["dwf.tid_bits=7"]),
            small(&[
                "dwf.tid_bits=7",
                "dwf.policy=minority",
                "dwf.lut_replacement=fifo",
            ]),
            small(&["dwf.policy=pc", "dwf.lut_ways=1", "dwf.queue=2"]),
            small(&[
                "dwf.structure=tournament",
                "dwf.tournament_latency=2",
                "dwf.sticky=false",
            ]),
        ]
    }
}
