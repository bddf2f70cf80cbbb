//! The tables of dynamic warp formation: their storage equals that of fung2009, table V, and they are
//! clean in odd sizes; so is the scheduler made of them.

use crate::common::lint::lint;
use crate::common::styles;
use crate::common::tables::{design, others, storage};
use heddle_contract::config::Replacement;
use heddle_contract::units::{
    DwfScheduler, PcWarpLut, SlotCrossbar, SpillQueue, WarpAllocator, WarpPool,
    WarpUpdateRegisters, pc_warp_lut, slot_crossbar, spill_queue, warp_allocator, warp_pool,
    warp_update_registers,
};
use heddle_contract::{Config, Unit};
use heddle_hdl::{Design, Hardware, Style};
use heddle_machines::{because, changed, shipped};

const FUNG2009: &str = "fung2009";

#[test]
fn storage_is_that_of_table_v_and_all_else_has_a_reason() {
    assert_eq!(
        storage::<WarpUpdateRegisters>(FUNG2009),
        (432, others(&[("done_q", 32)]))
    );
    let lut = others(&[("walk_q", 4 + 1), ("g_rank.rank_q", 64 * 2)]);
    assert_eq!(storage::<PcWarpLut>(FUNG2009), (4032, lut));
    assert_eq!(
        storage::<WarpPool>(FUNG2009),
        (44928, others(&[("walk_q", 7 + 1)]))
    );
    let allocator = others(&[("walk_q", 7 + 1), ("head_q", 7), ("count_q", 7 + 1)]);
    assert_eq!(storage::<WarpAllocator>(FUNG2009), (896, allocator));
    let spill = [
        ("offset_q", 32),
        ("head_q", 10),
        ("tail_q", 10),
        ("fetching_q", 3),
    ];
    assert_eq!(storage::<SpillQueue>(FUNG2009), (0, others(&spill)));
}

#[test]
fn registers_and_tables_of_all_sizes_are_clean() {
    for (lanes, tid, pc, warps) in [(4, 2, 4, 4), (5, 16, 32, 1024), (64, 11, 7, 64)] {
        for serial in [false, true] {
            let registers = warp_update_registers::Params::new(lanes, tid, pc, serial);
            lint(&design::<WarpUpdateRegisters>(
                &registers.expect("parameters within their limits"),
            ));
        }
        let pool = warp_pool::Params::new(warps, lanes, tid, pc).expect("as above");
        lint(&design::<WarpPool>(&pool));
        let allocator = warp_allocator::Params::new(warps).expect("as above");
        lint(&design::<WarpAllocator>(&allocator));
    }
}

#[test]
fn look_up_tables_of_all_sizes_are_clean() {
    use Replacement::{Fifo, Lru};
    for (sets, ways, replacement, lanes, pc, warp) in [
        (8, 1, Lru, 4, 4, 2),
        (2, 1, Fifo, 5, 32, 10),
        (2, 2, Lru, 64, 5, 3),
        (4, 2, Fifo, 4, 24, 5),
        (64, 16, Lru, 5, 9, 6),
        (2, 16, Fifo, 8, 16, 7),
    ] {
        for pipelined in [false, true] {
            let lut =
                pc_warp_lut::Params::new(sets, ways, replacement, lanes, pc, warp, 1, pipelined);
            lint(&design::<PcWarpLut>(
                &lut.expect("parameters within their limits"),
            ));
        }
    }
}

#[test]
#[ignore = "at night: three tools read many sizes"]
fn home_lanes_with_slots_are_clean_in_all_sizes() {
    for (lanes, slots, ways) in [(4, 2, 1), (4, 4, 2), (6, 3, 4), (64, 8, 2), (32, 32, 1)] {
        for pipelined in [false, true] {
            let lut =
                pc_warp_lut::Params::new(4, ways, Replacement::Lru, lanes, 9, 6, slots, pipelined);
            lint(&design::<PcWarpLut>(&lut.expect("a divisor of the lanes")));
        }
        let crossbar = slot_crossbar::Params::new(lanes, slots, 7);
        let crossbar = design::<SlotCrossbar>(&crossbar.expect("a divisor of the lanes"));
        assert!(crossbar.top().storage.is_empty(), "it has no state");
        lint(&crossbar);
    }
}

/// The tables hold the same bits; only the crossbar and the logic that places threads are new.
#[test]
fn home_lanes_with_slots_cost_no_storage() {
    let why = because("home lanes are the subject").twin("nightly: verilog");
    let config = changed(FUNG2009, &["dwf.home_lanes=pipeline"], why);
    let of = |config: &Config| {
        design::<DwfScheduler>(&DwfScheduler::params(config).expect("a unit of the preset"))
    };
    let [slots, lanes] = [of(&config), of(&shipped(FUNG2009))];
    let inside = &slots.top().instances;
    assert_eq!(
        inside
            .iter()
            .filter(|unit| *unit == "slot_crossbar")
            .count(),
        1
    );
    assert!(!lanes.top().instances.contains(&"slot_crossbar".into()));
    lint(&slots);
    let bits = |design: &Design| {
        let modules = design.modules.iter();
        modules
            .flat_map(|module| &module.storage)
            .map(|storage| storage.bits())
            .sum::<usize>()
    };
    assert_eq!(bits(&slots), bits(&lanes));
}

#[test]
fn spill_queues_of_all_sizes_are_clean() {
    for (entries, lanes, tid, pc, address, fetches) in [
        (4, 2, 2, 4, 8, 1),
        (4, 2, 2, 4, 8, 16),
        (128, 2, 2, 4, 8, 3),
        (65536, 64, 16, 32, 40, 16),
        (16, 3, 5, 9, 31, 15),
    ] {
        let queue = spill_queue::Params::new(entries, lanes, tid, pc, address, fetches);
        lint(&design::<SpillQueue>(
            &queue.expect("parameters within their limits"),
        ));
    }
}

#[test]
fn the_scheduler_has_the_group_scheduler_of_the_machine_and_is_clean() {
    for (preset, changes, groups) in [
        ("fung2009", &[][..], "majority_scheduler"),
        ("tiny", &["dwf.policy=minority"], "majority_scheduler"),
        (
            "tiny",
            &["dwf.policy=pc", "dwf.structure=tournament"],
            "tournament_scheduler",
        ),
        (
            "tiny",
            &["dwf.formation_latency=3", "dwf.structure=winner_tree"],
            "winner_tree",
        ),
        (
            "tiny",
            &["dwf.policy=timestamp", "core.warp_size=8"],
            "timestamp_queue",
        ),
    ] {
        let why =
            because("policy and structure choose the group scheduler").twin("nightly: verilog");
        let config = changed(preset, changes, why);
        let design = design::<DwfScheduler>(&DwfScheduler::params(&config).expect("as above"));
        let inside = &design.top().instances;
        // With stages there are two sets of update registers.
        let registers = if config.dwf.is_pipelined() { 2 } else { 1 };
        let mut expected = vec!["warp_update_registers"; registers];
        expected.extend([
            "pc_warp_lut",
            "warp_pool",
            "warp_allocator",
            groups,
            "spill_queue",
        ]);
        assert_eq!(inside, &expected);
        // With stages, the registers between them are the assembly's own.
        let own = design.top().storage.iter();
        assert!(
            own.filter(|own| own.reason.is_none()).count() == 0,
            "all state is in the units"
        );
        lint(&design);
    }
}

#[test]
#[ignore = "at night: three tools read many sizes"]
fn tables_are_clean_in_every_style() {
    fn clean<U: Hardware>(config: &Config, style: Style) {
        let params = U::params(config).expect("a unit of the machine");
        let design = Design::styled::<U>(&params, style);
        lint(&design.unwrap_or_else(|errors| panic!("{errors}")));
    }
    let config = shipped("tiny");
    for style in styles() {
        clean::<WarpUpdateRegisters>(&config, style);
        clean::<PcWarpLut>(&config, style);
        clean::<WarpPool>(&config, style);
        clean::<WarpAllocator>(&config, style);
        clean::<SpillQueue>(&config, style);
    }
}
