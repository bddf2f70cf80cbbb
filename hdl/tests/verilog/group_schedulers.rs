//! The schedulers of groups of warps: storage of heap and table is that of fung2009, table V, and
//! all are clean in odd sizes.

use crate::common::lint::lint;
use crate::common::styles;
use crate::common::tables::{design, others, storage};
use heddle_contract::Config;
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::Shape;
use heddle_contract::units::{
    MajorityScheduler, MaxHeap, MheapLut, TimestampQueue, TournamentScheduler, WinnerTree,
    max_heap, mheap_lut,
};
use heddle_hdl::{Design, Hardware, Style};
use heddle_machines::{because, changed};

const FUNG2009: &str = "fung2009";

const ORDERS: [Order; 3] = [Order::Majority, Order::Minority, Order::Pc];

#[test]
fn storage_is_that_of_table_v_and_all_else_has_a_reason() {
    assert_eq!(
        storage::<MheapLut>(FUNG2009),
        (
            3968,
            others(&[("walk_q", 4 + 1), ("g_rank.rank_q", 16 * 8 * 3)])
        )
    );
    let (stored, moving) = storage::<MaxHeap>(FUNG2009);
    assert_eq!(stored, 3712);
    // groups, down; {active, hole, entry} twice
    let bits: usize = moving.iter().map(|(_, bits)| bits).sum();
    assert_eq!(bits, 7 + 1 + 2 * (1 + 6 + 58));
    let (stored, control) = storage::<MajorityScheduler>(FUNG2009);
    assert_eq!(stored, 0);
    // Majority Entry; queue with head, tail, count; room
    let bits: usize = control.iter().map(|(_, bits)| bits).sum();
    assert_eq!(bits, (1 + 24 + 7 + 7) + (4 * 42 + 2 + 2 + 3) + 7);
    // In place of the heap: groups without the number of a table entry; warps in order.
    assert_eq!(
        storage::<TournamentScheduler>(FUNG2009).0,
        64 * (24 + 10 + 7 + 7)
    );
    assert_eq!(storage::<WinnerTree>(FUNG2009).0, 64 * (24 + 10 + 7 + 7));
    assert_eq!(storage::<TimestampQueue>(FUNG2009).0, 128 * 7);
}

#[test]
#[ignore = "at night: three tools read many sizes"]
fn heaps_and_tables_of_all_sizes_are_clean() {
    for latency in [1, 2] {
        for (sets, ways, pc, index) in [(2, 2, 4, 2), (8, 2, 4, 9), (2, 4, 32, 3), (4, 16, 9, 5)] {
            let lut = mheap_lut::Params::new(sets, ways, pc, latency, index);
            lint(&design::<MheapLut>(
                &lut.expect("parameters within their limits"),
            ));
        }
    }
    for (order, latency) in ORDERS
        .into_iter()
        .flat_map(|order| [(order, 1), (order, 2)])
    {
        for (entries, pc, count, pointer, lut) in [
            (2, 4, 2, 2, 2),
            (3, 32, 16, 11, 11),
            (5, 9, 4, 3, 6),
            (256, 24, 10, 8, 8),
        ] {
            let heap = max_heap::Params::new(order, latency, entries, pc, count, pointer, lut);
            lint(&design::<MaxHeap>(
                &heap.expect("parameters within their limits"),
            ));
        }
    }
}

/// Small and odd schedulers.
fn shapes() -> impl Iterator<Item = Shape> {
    let sizes = [
        (2, 2, 2, 2, 0, 4, 2, 4),
        (3, 4, 2, 3, 1, 5, 16, 8),
        (17, 2, 16, 16, 4, 32, 10, 1024),
        (64, 8, 2, 5, 2, 24, 10, 64),
    ];
    let latencies = |size| [(size, 1), (size, 2)];
    let sizes = sizes.into_iter().flat_map(latencies);
    let orders = ORDERS.into_iter().cycle();
    sizes.zip(orders).map(
        |(
            (
                (heap, lut_sets, lut_ways, queue, tournament_latency, pc_bits, count_bits, warps),
                heap_latency,
            ),
            order,
        )| {
            Shape {
                order,
                heap_latency,
                sticky: true,
                heap,
                lut_sets,
                lut_ways,
                queue,
                tournament_latency,
                pc_bits,
                count_bits,
                warps,
            }
        },
    )
}

#[test]
#[ignore = "at night: three tools read many sizes"]
fn schedulers_of_all_sizes_are_clean() {
    const FITS: &str = "parameters within their limits";
    for shape in shapes() {
        lint(&design::<MajorityScheduler>(
            &MajorityScheduler::shaped(shape).expect(FITS),
        ));
        lint(&design::<WinnerTree>(
            &WinnerTree::shaped(shape).expect(FITS),
        ));
        lint(&design::<TimestampQueue>(
            &TimestampQueue::shaped(shape).expect(FITS),
        ));
        for sticky in [true, false] {
            let shape = Shape { sticky, ..shape };
            let tournament = TournamentScheduler::shaped(shape).expect(FITS);
            lint(&design::<TournamentScheduler>(&tournament));
        }
    }
}

#[test]
#[ignore = "at night: three tools read many sizes"]
fn schedulers_are_clean_in_every_style() {
    fn clean<U: Hardware>(config: &Config, style: Style) {
        let params = U::params(config).expect("a unit of the machine");
        let design = Design::styled::<U>(&params, style);
        lint(&design.unwrap_or_else(|errors| panic!("{errors}")));
    }
    let why = because("a tournament of one cycle has a register").twin("nightly: verilog");
    let config = changed("tiny", &["dwf.tournament_latency=1"], why);
    for style in styles() {
        clean::<MajorityScheduler>(&config, style);
        clean::<TournamentScheduler>(&config, style);
        clean::<WinnerTree>(&config, style);
        clean::<TimestampQueue>(&config, style);
    }
}
