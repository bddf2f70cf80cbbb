//! Stack-less reconvergence.

use super::Configured;
use heddle_contract::units::{
    StacklessFrontEnd, StacklessSubsystem, ThreadPcTable, UnifiedArbiter, stackless_front_end,
    stackless_subsystem, thread_pc_table, unified_arbiter,
};

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
            // One tree level in each stage: the operands of the lanes are registered, and so is the chosen one.
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

/// Warps, arbiter, grant latency, operand latency.
type Shape = (usize, (usize, u32, u32, u32, u32, u32), u32, u32);

const FRONT_ENDS: [Shape; 10] = [
    (4, (4, 16, 8, 32, 16, 0), 0, 0),
    // A number of warps that is no power of two.
    (24, (32, 24, 8, 32, 128, 1), 0, 0),
    (64, (8, 10, 32, 20, 1024, 2), 0, 0),
    (2, (2, 4, 1, 8, 4, 0), 0, 0),
    (24, (32, 24, 8, 32, 128, 7), 0, 0),
    (3, (4, 9, 2, 16, 8, 8), 0, 0),
    // A registered grant, operands after it, and both.
    (5, (4, 16, 8, 32, 16, 0), 1, 0),
    (4, (4, 8, 8, 32, 16, 1), 0, 1),
    (24, (8, 10, 8, 32, 128, 3), 1, 1),
    (6, (4, 12, 4, 16, 16, 0), 1, 2),
];

fn front_end((warps, shape, grant, operands): Shape) -> stackless_front_end::Params {
    stackless_front_end::Params::new(warps, arbiter(shape), grant, operands)
        .expect("within the limits")
}

impl Configured for StacklessFrontEnd {
    fn configurations() -> Vec<Self::Params> {
        FRONT_ENDS.map(front_end).into()
    }
}

impl Configured for StacklessSubsystem {
    fn configurations() -> Vec<Self::Params> {
        let params = |shape, park| {
            stackless_subsystem::Params::new(front_end(shape), park).expect("within the limits")
        };
        let at_once = FRONT_ENDS.map(|shape| params(shape, 0));
        // A register before a table of 0 to 2 registers.
        let later = [
            (4, (4, 8, 8, 32, 16, 0), 0, 1),
            (5, (8, 12, 4, 20, 32, 2), 1, 2),
            (24, (32, 24, 8, 32, 128, 5), 1, 3),
        ];
        at_once
            .into_iter()
            .chain(later.map(|shape| params(shape, 1)))
            .collect()
    }
}

impl Configured for ThreadPcTable {
    fn configurations() -> Vec<Self::Params> {
        // Warps, lanes, PC bits, latency.
        let shapes = [
            (4, 4, 16, 0),
            (24, 32, 24, 0),
            (64, 64, 32, 0),
            (3, 2, 4, 0),
            (5, 4, 8, 1),
            (24, 8, 24, 2),
            (3, 2, 4, 2),
        ];
        let params = |(warps, lanes, pc_bits, latency)| {
            thread_pc_table::Params::new(warps, lanes, pc_bits, latency).expect("within the limits")
        };
        shapes.map(params).into()
    }
}
