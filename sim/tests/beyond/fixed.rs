//! The memory of constant latency.

use crate::load::machine;
use heddle_sim::memory::beyond::{Beyond, Kind, Packet};

#[test]
fn everything_is_answered_after_the_same_time() {
    let mut beyond = Beyond::new(&machine(&["memory.beyond=fixed", "memory.miss_cycles=50"]));
    assert_eq!(beyond.lookahead(), 50);
    assert_eq!(beyond.next(), u64::MAX);
    // Core by core, as cores are simulated.
    let sent = [
        (1, 10, Kind::Read),
        (1, 10, Kind::Write),
        (1, 30, Kind::Atomic),
        (0, 10, Kind::Read),
        (0, 20, Kind::Read),
    ];
    for (tag, (core, cycle, kind)) in (0..).zip(sent) {
        beyond.send(Packet {
            core,
            tag,
            line: 7,
            kind,
            cycle,
        });
    }
    assert_eq!(beyond.next(), 10);
    let mut replies = Vec::new();
    beyond.advance(30, &mut replies);
    let seen: Vec<_> = replies.iter().map(|r| (r.cycle, r.core, r.tag)).collect();
    assert_eq!(seen, [(60, 0, 3), (60, 1, 0), (60, 1, 1), (70, 0, 4)]);
    assert_eq!(beyond.next(), 30);
    beyond.advance(31, &mut replies);
    assert_eq!(replies[4].cycle, 80);
    let total = beyond.counts().total();
    assert_eq!((total.reads.requests, total.reads.latency_cycles), (3, 150));
    assert_eq!((total.writes.requests, total.atomics.requests), (1, 1));
}
