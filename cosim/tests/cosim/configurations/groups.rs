//! Schedulers of groups of warps.

use super::Configured;
use heddle_contract::units::{
    MajorityScheduler, MaxHeap, MheapLut, TimestampQueue, TournamentScheduler, WinnerTree,
    max_heap, max_heap::Order, mheap_lut, warp_scheduler::Shape,
};

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

/// Shapes of the group schedulers: fung2009, tiny, and small ones for each order. If the queue had fewer than four
/// entries, a second link and an update of the chosen group would never coincide.
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

impl Configured for WinnerTree {
    fn configurations() -> Vec<Self::Params> {
        let shapes = group_shapes().into_iter();
        let params = |shape| WinnerTree::shaped(shape).expect("within the limits");
        shapes.map(params).collect()
    }
}

impl Configured for TimestampQueue {
    fn configurations() -> Vec<Self::Params> {
        let shapes = group_shapes().into_iter();
        let params = |shape| TimestampQueue::shaped(shape).expect("within the limits");
        shapes.map(params).collect()
    }
}
