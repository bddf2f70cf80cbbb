//! Configurations that every test of the units runs over: each tree latency, few and many lanes,
//! narrow and wide ports, few and many warps.

use heddle_contract::Unit;
use heddle_contract::config::{Compress, First, Replacement};
use heddle_contract::units::quads::Quads;
use heddle_contract::units::{
    BccSequencer, CycleCompressor, DwfScheduler, DwrSynchronizer, IgnoreListTable,
    MajorityScheduler, MaxHeap, MheapLut, PartnerSyncTable, PcWarpLut, ReconvergenceStack,
    SccControl, SlotCrossbar, SpillQueue, StacklessFrontEnd, SubWarpCombiner, SwizzleCrossbar,
    ThreadPcTable, TimestampQueue, TournamentScheduler, UnifiedArbiter, UnswizzleCrossbar,
    WarpAllocator, WarpPool, WarpUpdateRegisters, bcc_sequencer, cycle_compressor,
    dwr_synchronizer, ignore_list_table, max_heap, max_heap::Order, mheap_lut, partner_sync_table,
    pc_warp_lut, reconvergence_stack, scc_control, slot_crossbar, spill_queue, stackless_front_end,
    sub_warp_combiner, swizzle_crossbar, thread_pc_table, unified_arbiter, unswizzle_crossbar,
    warp_allocator, warp_pool, warp_scheduler::Shape, warp_update_registers,
};
use heddle_cosim::Checked;
use heddle_machines::{because, changed, part};

/// A unit with its configurations.
pub trait Configured: Checked {
    /// Three or more, one for each tree latency at least.
    fn configurations() -> Vec<Self::Params>;

    /// Those whose RTL is compiled: one in two, all of them at night.
    fn compiled() -> Vec<Self::Params> {
        part(Self::configurations(), 0, 2)
    }
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
            // A level a stage: the words of the lanes are registers, and so is the chosen one.
            (32, 24, 32, 32, 128, 7),
            (32, 24, 8, 32, 128, 3),
            (8, 6, 8, 32, 512, 4),
            (4, 20, 3, 12, 16, 8),
            (16, 10, 4, 20, 32, 6),
            (2, 4, 2, 16, 1024, 2),
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
            (24, (32, 24, 8, 32, 128, 7)),
            (3, (4, 9, 2, 16, 8, 8)),
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
            // One way, and as few PCs as can be.
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
        // Of home lanes with slots: fung2009, two of each, a single home lane, six lanes in two.
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
            // One home lane, and one slot of each.
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

impl Configured for MheapLut {
    fn configurations() -> Vec<Self::Params> {
        // Sets, ways, PC bits, bits of an index; fung2009 first, then tiny.
        let shapes = [
            (16, 8, 24, 7),
            (4, 4, 16, 4),
            (2, 2, 4, 3),
            (8, 2, 32, 9),
            (4, 16, 12, 6),
        ];
        let params = |latency, (sets, ways, pc_bits, index_bits)| {
            mheap_lut::Params::new(sets, ways, pc_bits, latency, index_bits)
                .expect("within the limits")
        };
        let all = [1, 2].map(|latency| shapes.map(|shape| params(latency, shape)));
        all.concat()
    }
}

type Resized = (usize, usize, usize, u32, [usize; 2]);

/// Large warps, sub-warps of each, their lanes, PC bits, sets and ways of the ignore list; lashgar2012
/// first, then tiny.
const RESIZED: [Resized; 5] = [
    (16, 8, 8, 32, [4, 8]),
    (4, 2, 2, 16, [4, 2]),
    (3, 4, 1, 4, [2, 1]),
    (64, 2, 32, 24, [8, 2]),
    (2, 4, 5, 12, [2, 16]),
];

impl Configured for IgnoreListTable {
    fn configurations() -> Vec<Self::Params> {
        let params = |(_, _, _, pc_bits, [sets, ways]): Resized| {
            ignore_list_table::Params::new(sets, ways, pc_bits).expect("within the limits")
        };
        RESIZED.map(params).into()
    }
}

impl Configured for PartnerSyncTable {
    fn configurations() -> Vec<Self::Params> {
        let params = |(warps, partners, _, pc_bits, _)| {
            partner_sync_table::Params::new(warps, partners, pc_bits).expect("within the limits")
        };
        RESIZED.map(params).into()
    }
}

impl Configured for SubWarpCombiner {
    fn configurations() -> Vec<Self::Params> {
        let params = |(warps, partners, lanes, pc_bits, _)| {
            sub_warp_combiner::Params::new(warps, partners, lanes, pc_bits)
                .expect("within the limits")
        };
        RESIZED.map(params).into()
    }
}

impl Configured for DwrSynchronizer {
    fn configurations() -> Vec<Self::Params> {
        let params = |(warps, partners, lanes, pc_bits, list)| {
            dwr_synchronizer::Params::new(warps, partners, lanes, pc_bits, list)
                .expect("within the limits")
        };
        RESIZED.map(params).into()
    }
}

impl Configured for MaxHeap {
    fn configurations() -> Vec<Self::Params> {
        use Order::{Majority, Minority, Pc};
        // Entries, bits of a PC, a count, a pointer, a LUT#; fung2009 first, then tiny.
        let shapes = [
            (Majority, (64, 24, 10, 8, 8)),
            (Majority, (8, 16, 5, 5, 5)),
            (Minority, (8, 16, 5, 5, 5)),
            (Pc, (31, 9, 11, 4, 9)),
            (Majority, (4, 4, 16, 11, 2)),
            (Minority, (64, 32, 2, 2, 11)),
        ];
        let params = |latency, (order, (entries, pc, count, pointer, lut))| {
            max_heap::Params::new(order, latency, entries, pc, count, pointer, lut)
                .expect("within the limits")
        };
        let all = [1, 2].map(|latency| shapes.map(|shape| params(latency, shape)));
        all.concat()
    }
}

impl Configured for SpillQueue {
    fn configurations() -> Vec<Self::Params> {
        // Places, lanes, bits of a thread number, PC bits, address bits, fetches; fung2009 first.
        let shapes = [
            (1024, 32, 10, 24, 32, 4),
            (32, 4, 5, 16, 32, 16),
            // A place is a byte.
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

/// Shapes of the schedulers of groups: fung2009, tiny, small ones of each order. With fewer than four
/// entries of the queue, a second link and an update of the chosen group never coincide.
fn group_shapes() -> Vec<Shape> {
    use Order::{Majority, Minority, Pc};
    // Heap, sets and ways of its table, queue, latency; bits of a PC, of a count; warps.
    let shapes = [
        (Majority, (64, 16, 8, 4, 0), (24, 10, 128)),
        (Majority, (8, 4, 4, 4, 0), (16, 5, 16)),
        (Minority, (4, 2, 2, 2, 1), (12, 6, 16)),
        (Pc, (5, 4, 4, 5, 4), (9, 5, 16)),
        (Majority, (4, 8, 2, 4, 2), (32, 8, 32)),
    ];
    let shape = |(order, sizes, widths)| {
        let (heap, lut_sets, lut_ways, queue, tournament_latency) = sizes;
        let (pc_bits, count_bits, warps) = widths;
        Shape {
            order,
            sticky: true,
            heap,
            lut_sets,
            lut_ways,
            heap_latency: 1,
            queue,
            tournament_latency,
            pc_bits,
            count_bits,
            warps,
        }
    };
    shapes.map(shape).into()
}

impl Configured for MajorityScheduler {
    fn configurations() -> Vec<Self::Params> {
        let params = |heap_latency| {
            let shapes = group_shapes().into_iter();
            shapes.map(move |shape| {
                let shape = Shape {
                    heap_latency,
                    ..shape
                };
                MajorityScheduler::shaped(shape).expect("within the limits")
            })
        };
        [1, 2].into_iter().flat_map(params).collect()
    }
}

impl Configured for TournamentScheduler {
    fn configurations() -> Vec<Self::Params> {
        let params = |(at, shape): (usize, Shape)| {
            let sticky = at.is_multiple_of(2);
            TournamentScheduler::shaped(Shape { sticky, ..shape }).expect("within the limits")
        };
        group_shapes().into_iter().enumerate().map(params).collect()
    }
}

impl Configured for TimestampQueue {
    fn configurations() -> Vec<Self::Params> {
        let shapes = group_shapes().into_iter();
        let params = |shape| TimestampQueue::shaped(shape).expect("within the limits");
        shapes.map(params).collect()
    }
}

// Every group scheduler and order, large and small, some that spill all the time.
impl Configured for DwfScheduler {
    fn configurations() -> Vec<Self::Params> {
        const STAGES: &str = "dwf.formation_latency=3";
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
            let why = because("every policy, and schedulers so small that they spill all the time")
                .twin("nightly: in-loop-shipped");
            DwfScheduler::params(&changed(preset, sets, why)).expect("it is right")
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
        ]
    }
}

/// Lanes of an instruction, of the ALU, and bits of an element.
fn quads((lanes, alu, element_bits): (usize, usize, u32)) -> Quads {
    Quads::new("a test", lanes, alu, element_bits).expect("within the limits")
}

impl Configured for BccSequencer {
    fn configurations() -> Vec<Self::Params> {
        use Compress::{Bcc, Ivb, None};
        let shapes = [
            // vaidya2013 first.
            ((16, 4, 32), Bcc, false, 0),
            ((16, 4, 32), Ivb, true, 0),
            ((8, 4, 32), None, false, 0),
            // Quads of 8 lanes, of one lane, and a single one.
            ((64, 4, 16), Ivb, false, 0),
            ((8, 1, 32), Bcc, true, 0),
            ((16, 16, 32), Bcc, false, 0),
            // With a row of registers.
            ((16, 4, 32), Bcc, false, 1),
            ((16, 4, 32), Ivb, true, 1),
        ];
        let params = |(shape, mode, skip_empty, latency)| {
            bcc_sequencer::Params::new(quads(shape), mode, skip_empty, latency)
                .expect("no lane is moved")
        };
        shapes.map(params).into()
    }
}

impl Configured for SccControl {
    fn configurations() -> Vec<Self::Params> {
        let shapes = [
            // vaidya2013 first.
            ((16, 4, 32), false, 0),
            ((8, 4, 32), true, 0),
            ((64, 8, 32), false, 0),
            ((16, 4, 64), true, 0),
            ((8, 1, 32), false, 0),
            ((4, 4, 32), false, 0),
            // With rows of registers.
            ((16, 4, 32), false, 1),
            ((16, 4, 32), false, 2),
            ((64, 8, 32), true, 2),
            ((8, 1, 32), false, 2),
            ((4, 4, 32), true, 2),
        ];
        let params = |(shape, skip_empty, latency)| {
            scc_control::Params::new(quads(shape), skip_empty, latency).expect("within the limits")
        };
        shapes.map(params).into()
    }
}

/// Shapes for crossbars; vaidya2013 first.
fn crossbars() -> Vec<swizzle_crossbar::Params> {
    let shapes = [(16, 4, 32), (8, 4, 64), (64, 8, 16), (8, 1, 32), (4, 4, 32)];
    let params = |shape: (usize, usize, u32)| {
        swizzle_crossbar::Params::new(quads(shape), shape.2).expect("within the limits")
    };
    shapes.map(params).into()
}

impl Configured for SwizzleCrossbar {
    fn configurations() -> Vec<Self::Params> {
        crossbars()
    }
}

impl Configured for UnswizzleCrossbar {
    fn configurations() -> Vec<Self::Params> {
        let params = |latency| {
            move |crossbar| {
                unswizzle_crossbar::Params::new(crossbar, latency).expect("within the limits")
            }
        };
        let at_once = crossbars().into_iter().map(params(0));
        at_once
            .chain(crossbars().into_iter().map(params(1)))
            .collect()
    }
}

impl Configured for CycleCompressor {
    fn configurations() -> Vec<Self::Params> {
        use Compress::{Bcc, Ivb, None, Scc};
        let rest = [
            (Scc, false, 4, (0, 0)),
            (Bcc, true, 1, (0, 0)),
            (Ivb, false, 2, (0, 0)),
            (None, true, 16, (0, 0)),
            (Scc, true, 3, (0, 0)),
            // With rows of registers.
            (Scc, false, 4, (3, 1)),
            (Bcc, true, 1, (2, 1)),
            (Scc, false, 2, (2, 0)),
            (Ivb, false, 3, (1, 1)),
            (Scc, true, 3, (3, 1)),
        ];
        let params = |(crossbar, (mode, skip_empty, alu_latency, rows))| {
            let (issue, write) = rows;
            cycle_compressor::Params::new(crossbar, mode, skip_empty, alu_latency, issue, write)
                .expect("within the limits")
        };
        let shapes = crossbars().into_iter().cycle();
        shapes.zip(rest).map(params).collect()
    }
}
