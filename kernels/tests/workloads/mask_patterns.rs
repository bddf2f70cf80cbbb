//! `mask_patterns` on the machine of vaidya2013 under each mode of compaction: the cycles of figure 8 and
//! the savings of table 2.

use heddle_contract::config::Compress;
use heddle_kernels::mask_patterns::{MaskPatterns, PATTERNS, Pattern, launch};
use heddle_kernels::{Room, Size, Workload};
use heddle_machines::{because, changed};
use heddle_sim::report::Statistics;
use heddle_sim::{Gpu, Limits, Mechanism};

/// Instructions of a turn, and the number of warps that execute it.
const TURN: u64 = 9;
const WARPS: u64 = 2;

fn run(place: usize, turns: u32, mode: Compress) -> Statistics {
    let why = because("each mode is measured").twin("nightly: shipped");
    let mode = format!("compaction.mode={}", mode.name());
    let config = changed("vaidya2013", &[&mode], why);
    let room = Room::new(config.core.warps, config.core.warp_size);
    let mut job = MaskPatterns.job(Size::Small, 0, room);
    job.launches = vec![launch(place, turns, Size::Small, room)];
    let limits = Limits {
        max_cycles: 1_000_000,
    };
    let gpu = Gpu::new(&config).expect("a valid machine");
    let report = gpu.run(&job, Mechanism::Pdom, &limits);
    let report = report.expect("a valid job");
    assert!(report.outcome.is_complete(), "{}", report.outcome);
    report.statistics
}

fn alu_cycles(statistics: &Statistics, mode: Compress) -> u64 {
    let cycles = statistics.compaction.expect("there are warps").cycles;
    match mode {
        Compress::None => cycles.none,
        Compress::Ivb => cycles.ivb,
        Compress::Bcc => cycles.bcc,
        Compress::Scc => cycles.scc,
    }
}

/// ALU cycles of one instruction summed over all paths of a pattern, and machine cycles of one turn of each path, under each
/// mode. Both are differences between runs with many and with few turns, so that they contain nothing else.
fn cycles(pattern: Pattern) -> [(u64, u64); 4] {
    const TURNS: [u32; 2] = [8, 24];
    let place = PATTERNS.iter().position(|&p| p == pattern);
    let place = place.expect("one of the launches");
    Compress::ALL.map(|mode| {
        let [few, many] = TURNS.map(|turns| run(place, turns, mode));
        let alu = alu_cycles(&many, mode) - alu_cycles(&few, mode);
        let turns = u64::from(TURNS[1] - TURNS[0]);
        let times = turns * TURN * WARPS;
        assert_eq!(alu % times, 0, "{pattern:?}, {mode:?}");
        (alu / times, (many.cycles - few.cycles) / turns)
    })
}

fn alu(pattern: Pattern) -> [u64; 4] {
    cycles(pattern).map(|(alu, _)| alu)
}

#[test]
fn balanced_branches_take_what_figure_8_shows() {
    let masks = [0xffff, 0x00ff, 0xff0f, 0xf0f0, 0xaaaa];
    let cycles = masks.map(|mask| alu(Pattern::Balanced(mask)));
    let of = |mode: usize| cycles.map(|by_mode| by_mode[mode]);
    assert_eq!(of(0), [4, 8, 8, 8, 8]);
    assert_eq!(of(1), [4, 4, 6, 8, 8]);
    assert_eq!(of(2), [4, 4, 4, 4, 8]);
    assert_eq!(of(3), [4; 5]);
}

/// The percentage of the cycles without compaction that each mode saves in addition to the previous mode.
fn saved([none, ivb, bcc, scc]: [u64; 4]) -> [u64; 3] {
    [none - ivb, ivb - bcc, bcc - scc].map(|cycles| 100 * cycles / none)
}

#[test]
fn nested_branches_save_what_table_2_says() {
    let nested = [1, 2, 3, 4].map(|levels| alu(Pattern::Nested(levels)));
    assert_eq!(nested.map(|[none, ..]| none), [8, 16, 32, 64]); // a path as long as all lanes together
    let table = [[0, 0, 50], [0, 0, 75], [0, 50, 25], [50, 25, 0]];
    assert_eq!(nested.map(saved), table);
}

/// If the ALU saves cycles, the machine saves cycles; if nothing is saved, nothing changes.
#[test]
fn time_follows_the_cycles_of_the_alu() {
    for pattern in PATTERNS {
        let cycles = cycles(pattern);
        for pair in cycles.windows(2) {
            let [(alu, time), (less_alu, less_time)] = [pair[0], pair[1]];
            assert_eq!(
                less_time.cmp(&time),
                less_alu.cmp(&alu),
                "{pattern:?}: {cycles:?}"
            );
        }
    }
}
