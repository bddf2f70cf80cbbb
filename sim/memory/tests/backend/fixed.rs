//! The memory of constant latency.

use crate::load::machine;
use heddle_memory::{Backend, Kind, Packet};
use heddle_types::Cycle;

#[test]
fn everything_is_answered_after_the_same_time() {
    let mut backend = Backend::new(&machine(&["memory.backend=fixed", "memory.miss_cycles=50"]));
    assert_eq!(backend.lookahead(), 50);
    assert_eq!(backend.next(), Cycle::NEVER);
    // Core by core, as cores are simulated.
    let sent = [
        (1, 10, Kind::Read),
        (1, 10, Kind::Write),
        (1, 30, Kind::Atomic),
        (0, 10, Kind::Read),
        (0, 20, Kind::Read),
    ];
    for (tag, (core, cycle, kind)) in (0..).zip(sent) {
        backend.send(Packet {
            core,
            tag,
            line: 7,
            kind,
            cycle: Cycle::new(cycle),
        });
    }
    assert_eq!(backend.next(), Cycle::new(10));
    let mut replies = Vec::new();
    backend.advance(Cycle::new(30), &mut replies);
    let seen = replies.iter().map(|r| (r.cycle.number(), r.core, r.tag));
    let seen: Vec<_> = seen.collect();
    assert_eq!(seen, [(60, 0, 3), (60, 1, 0), (60, 1, 1), (70, 0, 4)]);
    assert_eq!(backend.next(), Cycle::new(30));
    backend.advance(Cycle::new(31), &mut replies);
    assert_eq!(replies[4].cycle, Cycle::new(80));
    let total = backend.counts().total();
    assert_eq!((total.reads.requests, total.reads.latency_cycles), (3, 150));
    assert_eq!((total.writes.requests, total.atomics.requests), (1, 1));
}
