//! Command sequences computed by hand from the timing of `fung2009`: tCL 9, tWL 4, tRP 13, tRC 34, tRAS 21, tRCD 12,
//! tRRD 8, tCCD 2, tWR 13, tWTR 5. A line takes 8 cycles on the bus, and the controller adds 8 cycles.

use super::super::interleave::DramLocation;
use super::controller::{Command, Controller};
use crate::backend::ModuleCounts;
use crate::packet::{Kind, Packet};
use Kind::{Atomic, Read, Write};
use heddle_contract::Config;
use heddle_contract::config::Source;
use heddle_types::Cycle;

/// A request: the cycle in which the controller accepts it, and its parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub cycle: Cycle,
    pub kind: Kind,
    pub bank: usize,
    pub row: u32,
    pub line: u32,
}

/// The outcome of some requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Log {
    pub commands: Vec<(u64, Command)>,
    /// The index of each request, and the cycle in which its reply is ready for the network.
    pub answers: Vec<(u32, u64)>,
    pub counts: ModuleCounts,
}

/// Runs requests in order of their cycles until all are answered; `skip` selects whether cycles without anything to
/// do are left out.
pub(super) fn run(config: &Config, wishes: &[Wish], skip: bool) -> Log {
    let mut controller = Controller::new(config);
    let mut log = Log::default();
    let mut waiting = wishes.iter().enumerate().peekable();
    let mut now = Cycle::ZERO;
    while log.answers.len() < wishes.len() {
        while let Some((tag, wish)) = waiting.next_if(|(_, wish)| wish.cycle <= now) {
            assert!(!controller.is_full(), "the test sends too much at once");
            let (bank, row) = (wish.bank, wish.row);
            controller.accept(packet(tag, wish), DramLocation { bank, row }, now);
        }
        if let Some(issued) = controller.step(now, true, &mut log.counts) {
            log.commands.push((now.number(), issued.command));
            let answer = issued
                .answer
                .map(|(packet, cycle)| (packet.tag, cycle.number()));
            log.answers.extend(answer);
        }
        let arrival = waiting.peek().map_or(Cycle::NEVER, |(_, wish)| wish.cycle);
        now = match skip {
            true => controller.next().min(arrival.max(now + 1)),
            false => now + 1,
        };
        assert!(
            now.number() < 1_000_000,
            "requests are not answered: {log:?}"
        );
    }
    log
}

fn packet(tag: usize, wish: &Wish) -> Packet {
    Packet {
        core: 0,
        tag: tag as u32,
        line: wish.line,
        kind: wish.kind,
        cycle: wish.cycle,
    }
}

pub(super) fn machine(sets: &[&str]) -> Config {
    let sets: Vec<String> = sets.iter().map(|set| (*set).into()).collect();
    Config::load(&Source::Preset("fung2009".into()), &sets).expect("a valid machine")
}

/// A request with a line of its own.
fn wish(number: usize, (cycle, kind, bank, row): (u64, Kind, usize, u32)) -> Wish {
    let line = number as u32;
    Wish {
        cycle: Cycle::new(cycle),
        kind,
        bank,
        row,
        line,
    }
}

fn log(sets: &[&str], wishes: &[(u64, Kind, usize, u32)]) -> Log {
    let wishes: Vec<Wish> = wishes
        .iter()
        .enumerate()
        .map(|(i, w)| wish(i, *w))
        .collect();
    run(&machine(sets), &wishes, true)
}

/// Cycle, command and bank of every command.
fn commands(log: &Log) -> Vec<String> {
    let text = |(cycle, command): &(u64, Command)| match command {
        Command::Activate(place) => format!("{cycle} ACT {}:{}", place.bank, place.row),
        Command::Precharge(place) => format!("{cycle} PRE {}", place.bank),
        Command::Read(place) => format!("{cycle} RD {}", place.bank),
        Command::Write(place) => format!("{cycle} WR {}", place.bank),
    };
    log.commands.iter().map(text).collect()
}

/// Row hits, misses, conflicts.
fn rows(log: &Log) -> (u64, u64, u64) {
    let counts = &log.counts;
    (counts.row_hits, counts.row_misses, counts.row_conflicts)
}

#[test]
fn a_row_miss_and_a_row_hit() {
    // tRCD before the first read; its data is on the bus from 21 to 28, the other's from 29 to 36.
    let log = log(&[], &[(0, Read, 0, 5), (0, Read, 0, 5)]);
    assert_eq!(commands(&log), ["0 ACT 0:5", "12 RD 0", "20 RD 0"]);
    // The controller adds 8 cycles after the last data.
    assert_eq!(log.answers, [(0, 29 + 8), (1, 37 + 8)]);
    assert_eq!(rows(&log), (1, 1, 0));
    assert_eq!(log.counts.bus_cycles, 16);
    assert_eq!(log.counts.queued_cycles, 12 + 20);
}

#[test]
fn a_row_hit_later_needs_no_activate() {
    let log = log(&[], &[(0, Read, 0, 5), (100, Read, 0, 5)]);
    assert_eq!(commands(&log), ["0 ACT 0:5", "12 RD 0", "100 RD 0"]);
}

#[test]
fn a_row_conflict() {
    // Closed at 0 + tRAS (the line has left the row at 20), opened at 21 + tRP = 0 + tRC.
    let log = log(&[], &[(0, Read, 0, 5), (0, Read, 0, 6)]);
    let expected = ["0 ACT 0:5", "12 RD 0", "21 PRE 0", "34 ACT 0:6", "46 RD 0"];
    assert_eq!(commands(&log), expected);
    assert_eq!(rows(&log), (0, 1, 1));
    assert_eq!((log.counts.activates, log.counts.precharges), (2, 1));
}

#[test]
fn t_ras_t_rp_and_t_rc_each_hold_a_conflict_up() {
    let conflict = [(0, Read, 0, 5), (0, Read, 0, 6)];
    let late = |set| commands(&log(&[set], &conflict))[2..].to_vec();
    assert_eq!(late("dram.t_ras=30"), ["30 PRE 0", "43 ACT 0:6", "55 RD 0"]);
    assert_eq!(late("dram.t_rp=20"), ["21 PRE 0", "41 ACT 0:6", "53 RD 0"]);
    assert_eq!(late("dram.t_rc=50"), ["21 PRE 0", "50 ACT 0:6", "62 RD 0"]);
    // With tRAS 1 the row stays open until the line has been read: 12 + 8.
    assert_eq!(late("dram.t_ras=1"), ["20 PRE 0", "34 ACT 0:6", "46 RD 0"]);
}

#[test]
fn banks_work_at_the_same_time() {
    // One activate every tRRD. Reads at 12, 20 (8 + tRCD), 28, 36; the bus is never idle.
    let wishes = [0, 1, 2, 3].map(|bank| (0, Read, bank, 5));
    let parallel = log(&[], &wishes);
    let expected = [
        "0 ACT 0:5",
        "8 ACT 1:5",
        "12 RD 0",
        "16 ACT 2:5",
        "20 RD 1",
        "24 ACT 3:5",
        "28 RD 2",
        "36 RD 3",
    ];
    assert_eq!(commands(&parallel), expected);
    // Four rows of one bank: tRC between two activates.
    let serial = log(&[], &[5, 6, 7, 8].map(|row| (0, Read, 0, row)));
    assert_eq!(serial.answers[3].1, 3 * 34 + 12 + 9 + 8 + 8);
    assert_eq!(parallel.answers[3].1, 36 + 9 + 8 + 8);
}

#[test]
fn t_rrd_holds_the_second_activate_up() {
    let apart = log(&["dram.t_rrd=10"], &[(0, Read, 0, 5), (0, Read, 1, 5)]);
    let expected = ["0 ACT 0:5", "10 ACT 1:5", "12 RD 0", "22 RD 1"];
    assert_eq!(commands(&apart), expected);
    // The activate could go at 12 as well, but a cycle has one command and columns go first.
    let same = log(&["dram.t_rrd=12"], &[(0, Read, 0, 5), (0, Read, 1, 5)]);
    let expected = ["0 ACT 0:5", "12 RD 0", "13 ACT 1:5", "25 RD 1"];
    assert_eq!(commands(&same), expected);
}

#[test]
fn t_ccd_counts_where_lines_are_short() {
    // With 64 bytes a cycle, a line takes one cycle on the bus.
    let wishes = [(0, Read, 0, 5), (0, Read, 0, 5)];
    let log = log(&["dram.bus_bytes=64", "dram.t_ccd=3"], &wishes);
    assert_eq!(commands(&log), ["0 ACT 0:5", "12 RD 0", "15 RD 0"]);
}

#[test]
fn a_read_after_a_write_waits_for_t_wtr() {
    // Data from 12 + tWL to 23, then tWTR: 29. The same holds for the other bank, although that is ready at 20.
    let same = log(&[], &[(0, Write, 0, 5), (0, Read, 0, 5)]);
    assert_eq!(commands(&same), ["0 ACT 0:5", "12 WR 0", "29 RD 0"]);
    let other = log(&[], &[(0, Write, 0, 5), (0, Read, 1, 5)]);
    let expected = ["0 ACT 0:5", "8 ACT 1:5", "12 WR 0", "29 RD 1"];
    assert_eq!(commands(&other), expected);
    // The write is answered after its last data on the bus.
    assert_eq!(other.answers[0], (0, 24 + 8));
}

#[test]
fn a_write_after_a_read_waits_for_the_bus() {
    // The read's data ends with 28, then two cycles of turnaround; the write's data begins at 31 = 27 + tWL.
    let log = log(&[], &[(0, Read, 0, 5), (0, Write, 0, 5)]);
    assert_eq!(commands(&log), ["0 ACT 0:5", "12 RD 0", "27 WR 0"]);
}

#[test]
fn a_written_row_recovers_before_it_closes() {
    // Data until 23, then tWR: 37; tRP: 50.
    let log = log(&[], &[(0, Write, 0, 5), (0, Read, 0, 6)]);
    let expected = ["0 ACT 0:5", "12 WR 0", "37 PRE 0", "50 ACT 0:6", "62 RD 0"];
    assert_eq!(commands(&log), expected);
}

#[test]
fn first_ready_goes_before_first_come() {
    let wishes = [(0, Read, 0, 5), (0, Read, 0, 6), (0, Read, 0, 5)];
    // The third request reads the open row at 20 and keeps it open until 28.
    let ready = log(&[], &wishes);
    let expected = [
        "0 ACT 0:5",
        "12 RD 0",
        "20 RD 0",
        "28 PRE 0",
        "41 ACT 0:6",
        "53 RD 0",
    ];
    assert_eq!(commands(&ready), expected);
    assert_eq!(rows(&ready), (1, 1, 1));
    // In order of arrival every request is a conflict.
    let fifo = log(&["dram.scheduling=fifo"], &wishes);
    let expected = [
        "0 ACT 0:5",
        "12 RD 0",
        "21 PRE 0",
        "34 ACT 0:6",
        "46 RD 0",
        "55 PRE 0",
        "68 ACT 0:5",
        "80 RD 0",
    ];
    assert_eq!(commands(&fifo), expected);
    assert_eq!(rows(&fifo), (0, 1, 2));
}

#[test]
fn fifo_prepares_no_other_bank() {
    let log = log(
        &["dram.scheduling=fifo"],
        &[(0, Read, 0, 5), (0, Read, 1, 5)],
    );
    let expected = ["0 ACT 0:5", "12 RD 0", "13 ACT 1:5", "25 RD 1"];
    assert_eq!(commands(&log), expected);
}

#[test]
fn an_old_conflict_waits_while_the_open_row_is_wanted() {
    // The policy without any protection: a request for row 5 every 8 cycles starves the one for row 6.
    let mut wishes = vec![(0, Read, 0, 5), (1, Read, 0, 6)];
    wishes.extend((1..100).map(|n| (8 * n, Read, 0, 5)));
    let log = log(&[], &wishes);
    assert_eq!(log.answers.last().map(|answer| answer.0), Some(1));
}

#[test]
fn an_atomic_reads_and_writes_its_line() {
    // Read at 12, data until 28, so the write goes at 29, its data until 40.
    let one = log(&[], &[(0, Atomic, 0, 5)]);
    assert_eq!(commands(&one), ["0 ACT 0:5", "12 RD 0", "29 WR 0"]);
    assert_eq!(one.answers, [(0, 41 + 8)]);
    assert_eq!(rows(&one), (0, 1, 0));
    // A read of the same row need not wait for the write.
    let between = log(&[], &[(0, Atomic, 0, 5), (0, Read, 0, 5)]);
    let expected = ["0 ACT 0:5", "12 RD 0", "20 RD 0", "35 WR 0"];
    assert_eq!(commands(&between), expected);
}

#[test]
fn requests_to_one_line_keep_their_order() {
    let wishes = |kinds: [Kind; 3], lines: [u32; 3]| {
        let wish = |(kind, line)| Wish {
            cycle: Cycle::ZERO,
            kind,
            bank: 0,
            row: 5,
            line,
        };
        kinds.into_iter().zip(lines).map(wish).collect::<Vec<_>>()
    };
    let sequence = |wishes: Vec<Wish>| commands(&run(&machine(&[]), &wishes, true));
    // Reads pass a write that waits for the bus ...
    let passing = wishes([Read, Write, Read], [1, 2, 3]);
    let expected = ["0 ACT 0:5", "12 RD 0", "20 RD 0", "35 WR 0"];
    assert_eq!(sequence(passing), expected);
    // ... unless it writes what they read: 27 + tWL + 8 + tWTR = 44.
    let waiting = wishes([Read, Write, Read], [1, 2, 2]);
    let expected = ["0 ACT 0:5", "12 RD 0", "27 WR 0", "44 RD 0"];
    assert_eq!(sequence(waiting), expected);
    // Atomics on one word follow each other: 29 + tWL + 8 + tWTR = 46; 46 + tCL + 8 = 63.
    let atomics = wishes([Atomic, Atomic, Read], [1, 1, 2]);
    let expected = [
        "0 ACT 0:5",
        "12 RD 0",
        "20 RD 0",
        "35 WR 0",
        "52 RD 0",
        "69 WR 0",
    ];
    assert_eq!(sequence(atomics), expected);
}
