//! Peak bandwidth and Little's law under streams and random accesses.

use crate::load::{Measured, closed_loop, machine};
use heddle_memory::Kind;

const CYCLES: u64 = 20_000;

fn read(line: u32) -> (Kind, u32) {
    (Kind::Read, line)
}

/// Scatters numbers over all rows, as evenly as random numbers (the finaliser of MurmurHash3).
fn scattered(number: u32) -> u32 {
    let mut mixed = number;
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85eb_ca6b);
    mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xc2b2_ae35);
    (mixed ^ (mixed >> 16)) >> 6
}

fn reads_in_a_row(sets: &[&str]) -> Measured {
    closed_loop(&machine(sets), 32, CYCLES, read)
}

#[test]
fn a_stream_of_reads_keeps_the_buses_busy() {
    let stream = reads_in_a_row(&[]);
    assert!(stream.bus() > 0.95, "{}", stream.bus());
    // A line takes 8 cycles of one of 8 buses: hardly less than one line a cycle.
    let lines = stream.answered as f64 / stream.cycles as f64;
    assert!((lines - stream.bus()).abs() < 1e-9);
    // A row of 32 lines is opened once.
    let total = stream.counts.total();
    assert!(total.activates * 31 < stream.answered, "{total:?}");
}

#[test]
fn a_stream_of_writes_does_too() {
    let stream = closed_loop(&machine(&[]), 32, CYCLES, |line| (Kind::Write, line));
    assert!(stream.bus() > 0.95, "{}", stream.bus());
}

/// Share of the time in which the buses are busy when every read needs another row.
fn random_rows(sets: &[&str]) -> f64 {
    let random = closed_loop(&machine(sets), 32, CYCLES, |n| read(scattered(n)));
    let total = random.counts.total();
    assert!(total.row_hits * 20 < total.reads.requests, "{total:?}");
    random.bus()
}

#[test]
fn random_rows_are_as_fast_as_banks_work_at_the_same_time() {
    // Two banks open at most one row each tRC, each for 8 cycles of data.
    let two = random_rows(&["dram.banks=2"]);
    let most = 2.0 * 8.0 / 34.0;
    assert!(two <= most && two > most * 0.9, "{two}");
    // Eight banks could do more than the bus, if the controller sees a request for each of them.
    let eight = random_rows(&[]);
    assert!(eight > 0.9, "{eight}");
    let few = random_rows(&["dram.queue=4"]);
    assert!(few < 0.85 * eight, "{few}");
    // In order of arrival, a row is opened while the one before is read, and no sooner.
    let fifo = random_rows(&["dram.scheduling=fifo"]);
    assert!(fifo < 0.6 * few, "{fifo}");
}

#[test]
fn one_bank_is_as_fast_as_its_row_cycle() {
    // Every line in another row of bank 0 of module 0: tRC for each.
    let rows = closed_loop(&machine(&[]), 4, CYCLES, |n| read(n * 8 * 32 * 8));
    let cycles = rows.cycles as f64 / rows.answered as f64;
    assert!((34.0..34.5).contains(&cycles), "{cycles}");
}

#[test]
fn outstanding_is_throughput_times_latency() {
    let mixed = |n: u32| match n % 7 {
        0..3 => read(n),
        3 => (Kind::Write, n),
        4 => (Kind::Atomic, scattered(n)),
        _ => read(scattered(n)),
    };
    for outstanding in [1, 4, 32] {
        let run = closed_loop(&machine(&[]), outstanding, CYCLES, mixed);
        let total = run.counts.total();
        let kinds = [total.reads, total.writes, total.atomics];
        let requests: u64 = kinds.iter().map(|kind| kind.requests).sum();
        let latency: u64 = kinds.iter().map(|kind| kind.latency_cycles).sum();
        assert_eq!(requests, run.answered);
        let mean_outstanding = run.outstanding as f64 / run.cycles as f64;
        let throughput = run.answered as f64 / run.cycles as f64;
        let mean_latency = latency as f64 / requests as f64;
        let ratio = throughput * mean_latency / mean_outstanding;
        assert!((0.99..1.01).contains(&ratio), "{outstanding}: {ratio}");
    }
}

#[test]
fn a_narrow_network_is_the_limit() {
    // A reply of 72 bytes over 8 bytes a cycle: 9 cycles, where the memory takes 8.
    let narrow = reads_in_a_row(&["network.flit_bytes=8"]);
    let most = 8.0 / 9.0;
    assert!(
        narrow.bus() <= most && narrow.bus() > most * 0.95,
        "{}",
        narrow.bus()
    );
}
