//! The reconvergence stack, and dynamic warp formation.

use super::Configured;
use heddle_contract::Unit;
use heddle_contract::config::{First, Replacement};
use heddle_contract::units::{
    DwfScheduler, DwfSubsystem, PcWarpLut, ReconvergenceStack, SlotCrossbar, SpillQueue,
    WarpAllocator, WarpPool, WarpUpdateRegisters, pc_warp_lut, reconvergence_stack, slot_crossbar,
    spill_queue, warp_allocator, warp_pool, warp_update_registers,
};
use heddle_machines::{because, changed};

impl Configured for ReconvergenceStack {
    fn configurations() -> Vec<Self::Params> {
        use First::{FallThrough, Taken};
        // Warps, lanes, PC bits, depth, pops; latency.
        let shapes = [
            ((4, 4, 16, 32, 2), Taken, 0),
            // 2W - 1 entries.
            ((24, 32, 24, 63, 4), FallThrough, 0),
            ((24, 32, 24, 128, 2), Taken, 5),
            ((5, 8, 9, 16, 1), Taken, 0),
            ((4, 4, 16, 32, 3), FallThrough, 2),
            // More pops than a stack has entries.
            ((2, 2, 4, 3, 8), FallThrough, 0),
            ((3, 4, 5, 9, 2), Taken, 1),
            ((2, 2, 4, 3, 8), FallThrough, 3),
            ((4, 4, 16, 32, 2), Taken, 4),
        ];
        let params = |((warps, lanes, pc_bits, depth, pops), first, latency)| {
            reconvergence_stack::Params::new(warps, lanes, pc_bits, depth, pops, first, latency)
                .expect("within the limits")
        };
        shapes.map(params).into()
    }
}

impl Configured for WarpUpdateRegisters {
    fn configurations() -> Vec<Self::Params> {
        // Lanes, bits of a thread number, PC bits; fung2009 first.
        let shapes = [(32, 10, 24), (4, 5, 16), (8, 2, 4), (64, 16, 32)];
        let params = |((lanes, tid_bits, pc_bits), serial)| {
            warp_update_registers::Params::new(lanes, tid_bits, pc_bits, serial)
                .expect("within the limits")
        };
        let forms = [false, true].into_iter();
        forms
            .flat_map(|serial| shapes.map(|shape| params((shape, serial))))
            .collect()
    }
}

impl Configured for PcWarpLut {
    fn configurations() -> Vec<Self::Params> {
        use Replacement::{Fifo, Lru};
        // Sets, ways, lanes, PC bits, bits of a warp's number; fung2009 first.
        let shapes = [
            ((16, 4, 32, 24, 7), Lru),
            ((4, 2, 4, 16, 4), Lru),
            // One way, and as few PCs as possible.
            ((2, 1, 4, 4, 2), Fifo),
            ((4, 4, 16, 10, 5), Fifo),
            ((2, 8, 64, 32, 10), Lru),
        ];
        let params = |((sets, ways, lanes, pc_bits, warp_bits), replacement), slots, pipelined| {
            pc_warp_lut::Params::new(
                sets,
                ways,
                replacement,
                lanes,
                pc_bits,
                warp_bits,
                slots,
                pipelined,
            )
            .expect("within the limits")
        };
        // Home lanes with several slots: fung2009, two slots each, a single home lane, six lanes in two home lanes.
        let several = [
            (shapes[0], 4),
            (shapes[3], 2),
            (shapes[1], 4),
            (((4, 2, 6, 12, 5), Lru), 3),
        ];
        let all: Vec<_> = shapes
            .map(|shape| (shape, 1))
            .into_iter()
            .chain(several)
            .collect();
        let forms = [false, true].into_iter();
        let of = |pipelined| {
            all.iter()
                .map(move |(shape, slots)| params(*shape, *slots, pipelined))
        };
        forms.flat_map(of).collect()
    }
}

impl Configured for SlotCrossbar {
    fn configurations() -> Vec<Self::Params> {
        // Lanes, slots, bits of a thread number; fung2009 first.
        let shapes = [
            (32, 4, 10),
            (4, 2, 5),
            // A single home lane, and home lanes with one slot each.
            (8, 8, 16),
            (4, 1, 2),
            (6, 3, 7),
        ];
        let params = |(lanes, slots, tid_bits)| {
            slot_crossbar::Params::new(lanes, slots, tid_bits).expect("within the limits")
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
        // Entries, lanes, bits of a thread number, PC bits, address bits, fetches; fung2009 first.
        let shapes = [
            (1024, 32, 10, 24, 32, 4),
            (32, 4, 5, 16, 32, 16),
            // An entry is a byte.
            (4, 2, 2, 4, 8, 1),
            (8, 64, 16, 32, 40, 15),
        ];
        let params = |(entries, lanes, tid_bits, pc_bits, address_bits, fetches)| {
            spill_queue::Params::new(entries, lanes, tid_bits, pc_bits, address_bits, fetches)
                .expect("within the limits")
        };
        shapes.map(params).into()
    }
}

const STAGES: &str = "dwf.formation_latency=3";

/// Schedulers so small that they spill all the time.
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

/// The parameters of a unit in a changed machine.
fn machine<U: Unit>(preset: &str, sets: &[&str]) -> U::Params {
    let why = because("every policy, and schedulers so small that they spill all the time")
        .twin("nightly: in-loop-shipped");
    U::params(&changed(preset, sets, why)).expect("it is right")
}

/// The parameters of a unit in a small machine.
fn small<U: Unit>(sets: &[&str]) -> U::Params {
    machine::<U>(
        "fung2009",
        &[&SMALL[..], &["dwf.heap_lut_ways=2"], sets].concat(),
    )
}

// Every group scheduler and order, large and small, some of which spill all the time.
impl Configured for DwfScheduler {
    fn configurations() -> Vec<Self::Params> {
        let (machine, small) = (machine::<Self>, small::<Self>);
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
            machine("fung2009", &["dwf.heap_latency=2"]),
            small(&["dwf.tid_bits=7", "dwf.heap_latency=2"]),
            small(&[
                "dwf.structure=tournament",
                "dwf.tournament_latency=2",
                "dwf.sticky=false",
            ]),
            machine("fung2009", &["dwf.home_lanes=pipeline"]),
            small(&["dwf.tid_bits=7", "dwf.home_lanes=pipeline"]),
            small(&[
                "dwf.home_lanes=pipeline",
                "core.simd_width=4",
                "dwf.structure=tournament",
            ]),
            machine(
                "tiny",
                &[
                    "dwf.home_lanes=pipeline",
                    "core.simd_width=1",
                    "dwf.policy=timestamp",
                ],
            ),
            machine("fung2009", &[STAGES]),
            machine("tiny", &[STAGES, "dwf.policy=timestamp"]),
            small(&[
                STAGES,
                "dwf.tid_bits=7",
                "dwf.policy=minority",
                "dwf.lut_replacement=fifo",
            ]),
            small(&[
                STAGES,
                "dwf.structure=tournament",
                "dwf.tournament_latency=2",
                "dwf.sticky=false",
            ]),
            small(&[STAGES, "dwf.tid_bits=7", "dwf.home_lanes=pipeline"]),
            machine("fung2009", &[STAGES, "dwf.structure=winner_tree"]),
            small(&[
                STAGES,
                "dwf.tid_bits=7",
                "dwf.structure=winner_tree",
                "dwf.policy=minority",
            ]),
        ]
    }
}

// Without registers as the scheduler; with them in both forms of the scheduler, and with threads that spread over all lanes.
impl Configured for DwfSubsystem {
    fn configurations() -> Vec<Self::Params> {
        const REGISTERS: &str = "dwf.spill_latency=1";
        let (machine, small) = (machine::<Self>, small::<Self>);
        vec![
            machine("fung2009", &[]),
            small(&["dwf.tid_bits=7"]),
            small(&[STAGES, "dwf.tid_bits=7"]),
            machine("fung2009", &[REGISTERS]),
            machine("tiny", &[REGISTERS, "dwf.policy=timestamp"]),
            small(&[REGISTERS, "dwf.tid_bits=7"]),
            small(&[REGISTERS, "dwf.tid_bits=7", "dwf.home_lanes=pipeline"]),
            small(&[REGISTERS, "dwf.policy=minority", "dwf.spill_fetches=1"]),
            machine("tiny", &[REGISTERS, STAGES, "dwf.structure=winner_tree"]),
            small(&[
                REGISTERS,
                STAGES,
                "dwf.tid_bits=7",
                "dwf.structure=winner_tree",
                "dwf.policy=minority",
            ]),
            small(&[
                REGISTERS,
                STAGES,
                "dwf.structure=tournament",
                "dwf.home_lanes=pipeline",
            ]),
        ]
    }
}
