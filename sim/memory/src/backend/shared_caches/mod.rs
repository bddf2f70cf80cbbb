//! Caches that all cores share: data cluster, L3, LLC, and a memory of constant latency after them (vaidya2013,
//! section 2.3 and table 3).
//!
//! CPT-18: requests pass the data cluster in the order in which they leave the cores, `l3.lines_per_cycle` lines a cycle.
//! Then they look up their line in its bank of the L3, which serves one line a cycle. A line that hits is with the
//! core `l3.cycles` later. A line that misses is looked up in the LLC, which takes `llc.cycles` more, and then in
//! memory, which takes `memory.miss_cycles` more. Both caches write back and fetch a line on a store miss; a line
//! that is written back from above is not fetched. The cycle in which a line will be available is known as soon as
//! the line is requested, so another request for it waits until that cycle.

mod level;

use super::counts::{BackendCounts, SharedCounts};
use super::outbox::Outbox;
use crate::packet::{Kind, Packet, Reply};
use heddle_contract::Config;
use heddle_types::Cycle;
use level::Level;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct SharedCaches {
    outbox: Outbox,
    levels: Levels,
    /// Replies that earlier ones may still overtake, by cycle, core and order of the requests.
    due: BinaryHeap<Reverse<(Cycle, u16, u64, Reply)>>,
    requests: u64,
}

/// The levels that requests pass, one after the other.
#[derive(Clone, Debug)]
struct Levels {
    cluster: Cluster,
    l3: Level,
    llc: Level,
    /// Whether every access hits in the L3.
    perfect: bool,
    memory_cycles: u64,
    counts: BackendCounts,
}

/// The path from all cores to the L3.
#[derive(Clone, Debug)]
struct Cluster {
    lines_per_cycle: u32,
    /// The last cycle in which lines passed, and how many passed in it.
    cycle: Cycle,
    passed: u32,
}

impl Cluster {
    /// Lets a line pass that arrives in cycle `at`, after all earlier ones; returns the cycle in which it passes.
    fn pass(&mut self, at: Cycle) -> Cycle {
        let earliest = self.cycle + u64::from(self.passed == self.lines_per_cycle);
        if at.max(earliest) > self.cycle {
            (self.cycle, self.passed) = (at.max(earliest), 0);
        }
        self.passed += 1;
        self.cycle
    }
}

impl SharedCaches {
    pub fn new(config: &Config) -> Self {
        let (l3, llc, line) = (&config.l3, &config.llc, config.memory.line_bytes);
        let l3 = Level::new(l3.bytes / line, l3.ways, l3.banks, l3.cycles);
        let llc = Level::new(llc.bytes / line, llc.ways, llc.banks, llc.cycles);
        SharedCaches::of_levels(config, l3, llc)
    }

    /// Caches as [`Self::new`] makes them, in the memory of these, which belonged to the same machine.
    pub fn renewed(self, config: &Config) -> Self {
        let Levels { l3, llc, .. } = self.levels;
        SharedCaches::of_levels(config, l3.renewed(), llc.renewed())
    }

    fn of_levels(config: &Config, l3: Level, llc: Level) -> Self {
        SharedCaches {
            outbox: Outbox::new(config.cores),
            levels: Levels::new(config, l3, llc),
            due: BinaryHeap::new(),
            requests: 0,
        }
    }

    pub fn send(&mut self, packet: Packet) {
        self.outbox.push(packet);
    }

    pub fn next(&self) -> Cycle {
        let due = self
            .due
            .peek()
            .map_or(Cycle::NEVER, |Reverse((cycle, ..))| {
                cycle.saturating_sub(self.lookahead())
            });
        self.outbox.next().min(due)
    }

    pub fn lookahead(&self) -> u64 {
        self.levels.l3.cycles
    }

    pub fn lead(&self) -> u64 {
        0
    }

    pub fn counts(&self) -> &BackendCounts {
        &self.levels.counts
    }

    pub fn advance(&mut self, sent: Cycle, _until: Cycle, replies: &mut Vec<Reply>) {
        while self.outbox.next() < sent {
            self.outbox.take(self.outbox.next(), |packet| {
                let cycle = self.levels.answer(&packet);
                self.requests += 1;
                let place = (cycle, packet.core, self.requests, packet.reply(cycle));
                self.due.push(Reverse(place));
            });
        }
        let safe = sent + self.lookahead();
        while let Some(Reverse((cycle, .., reply))) = self.due.peek()
            && *cycle < safe
        {
            replies.push(*reply);
            self.due.pop();
        }
    }
}

impl Levels {
    fn new(config: &Config, l3: Level, llc: Level) -> Self {
        let cluster = Cluster {
            lines_per_cycle: config.l3.lines_per_cycle,
            cycle: Cycle::ZERO,
            passed: 0,
        };
        Levels {
            cluster,
            l3,
            llc,
            perfect: config.l3.perfect,
            memory_cycles: config.memory.miss_cycles.into(),
            counts: BackendCounts {
                shared: Some(SharedCounts::default()),
                ..BackendCounts::new(1)
            },
        }
    }

    /// The cycle in which a request is answered. Requests must come in the order in which they leave their cores.
    fn answer(&mut self, packet: &Packet) -> Cycle {
        let at = self.cluster.pass(packet.cycle);
        let cycle = self.in_l3(packet, at);
        if let Some(counts) = &mut self.counts.shared {
            counts.data_cluster.lines += 1;
            counts.data_cluster.waiting_cycles += at - packet.cycle;
            (counts.l3, counts.llc) = (self.l3.counts, self.llc.counts);
        }
        cycle
    }

    /// The cycle in which a request is answered that reaches the L3 in cycle `at`.
    fn in_l3(&mut self, packet: &Packet, at: Cycle) -> Cycle {
        let dirty = packet.kind != Kind::Read;
        let looked = match self.perfect {
            true => self.l3.pass(packet.line, at),
            false => self.l3.look(packet.line, at, dirty),
        };
        looked.unwrap_or_else(|absent| {
            let there = self.in_llc(packet, absent);
            if let Some(line) = self.l3.take(packet.line, there, dirty) {
                self.write_back(line, absent);
            }
            there
        })
    }

    /// The cycle in which a line is available that is looked up in the LLC from cycle `at` on.
    fn in_llc(&mut self, packet: &Packet, at: Cycle) -> Cycle {
        self.llc
            .look(packet.line, at, false)
            .unwrap_or_else(|absent| {
                let there = absent + self.memory_cycles;
                let reads = &mut self.counts.modules[0].reads;
                reads.requests += 1;
                reads.latency_cycles += there - packet.cycle;
                self.in_memory(packet.line, there, false);
                there
            })
    }

    /// A dirty line of the L3 is written back to the LLC.
    fn write_back(&mut self, line: u32, at: Cycle) {
        if let Err(absent) = self.llc.look(line, at, true) {
            self.in_memory(line, absent, true);
        }
    }

    /// The LLC inserts a line that it does not have; a dirty line that it replaces goes to memory.
    fn in_memory(&mut self, line: u32, there: Cycle, dirty: bool) {
        if self.llc.take(line, there, dirty).is_some() {
            self.counts.modules[0].writes.requests += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caches(l3: impl FnOnce(&mut heddle_contract::config::L3)) -> SharedCaches {
        let mut config = Config::preset("vaidya2013").unwrap();
        config.memory.miss_cycles = 100;
        l3(&mut config.l3);
        SharedCaches::new(&config)
    }

    /// Sends a request for each (core, cycle, line) and returns (core, tag, cycle) of the replies.
    fn run(
        caches: &mut SharedCaches,
        kind: Kind,
        sent: &[(u16, u64, u32)],
    ) -> Vec<(u16, u32, u64)> {
        for (tag, &(core, cycle, line)) in sent.iter().enumerate() {
            let tag = tag as u32;
            caches.send(Packet {
                core,
                tag,
                line,
                kind,
                cycle: Cycle::new(cycle),
            });
        }
        let mut replies = Vec::new();
        while caches.next() != Cycle::NEVER {
            let next = caches.next();
            let before = replies.len();
            caches.advance(next + 1, next + 1, &mut replies);
            // A reply that is handed out was not known to be safe any earlier, and is handed out in time.
            for reply in &replies[before..] {
                assert!(reply.cycle > next && reply.cycle <= next + caches.lookahead());
            }
        }
        let notice = |reply: &Reply| (reply.core, reply.tag, reply.cycle.number());
        replies.iter().map(notice).collect()
    }

    #[test]
    fn a_line_comes_from_memory_once_and_from_the_l3_then() {
        let mut caches = caches(|_| {});
        // Another core requests the line while it is in flight.
        let replies = run(
            &mut caches,
            Kind::Read,
            &[(0, 10, 5), (1, 50, 5), (2, 200, 5)],
        );
        assert_eq!(replies, [(0, 0, 127), (1, 1, 127), (2, 2, 207)]);
        let counts = caches.counts().shared.unwrap();
        assert_eq!(
            (counts.l3.accesses, counts.l3.misses, counts.l3.pending_hits),
            (3, 1, 1)
        );
        assert_eq!((counts.llc.accesses, counts.llc.misses), (1, 1));
        assert_eq!(caches.counts().modules[0].reads.requests, 1);
    }

    #[test]
    fn the_data_cluster_lets_one_or_two_lines_pass_in_a_cycle() {
        let asked = [(0, 3, 0), (1, 3, 1), (2, 3, 2), (3, 9, 3)];
        for (lines_per_cycle, cycles) in [(1, [10, 11, 12, 16]), (2, [10, 10, 11, 16])] {
            let mut caches = caches(|l3| {
                (l3.perfect, l3.lines_per_cycle) = (true, lines_per_cycle);
            });
            let replies = run(&mut caches, Kind::Read, &asked);
            assert_eq!(replies.iter().map(|r| r.2).collect::<Vec<_>>(), cycles);
        }
    }

    #[test]
    fn a_bank_takes_a_line_a_cycle() {
        let mut caches = caches(|l3| (l3.perfect, l3.lines_per_cycle) = (true, 4));
        let replies = run(&mut caches, Kind::Read, &[(0, 3, 0), (1, 3, 4), (2, 3, 1)]);
        assert_eq!(replies, [(0, 0, 10), (2, 2, 10), (1, 1, 11)]);
        assert_eq!(caches.counts().shared.unwrap().l3.bank_cycles, 1);
    }

    #[test]
    fn what_leaves_the_l3_is_found_in_the_llc() {
        // Two ways and one set.
        let mut caches = caches(|l3| (l3.ways, l3.bytes) = (2, 128));
        run(
            &mut caches,
            Kind::Write,
            &[(0, 0, 0), (0, 200, 1), (0, 400, 2)],
        );
        let replies = run(&mut caches, Kind::Read, &[(0, 600, 0)]);
        assert_eq!(replies, [(0, 0, 617)]);
        let counts = caches.counts().shared.unwrap();
        assert_eq!((counts.l3.written, counts.l3.misses), (2, 4));
        assert_eq!((counts.llc.written, counts.llc.misses), (0, 3));
    }

    #[test]
    fn written_lines_go_to_memory_in_the_end() {
        let mut config = Config::preset("vaidya2013").unwrap();
        (config.l3.ways, config.l3.bytes) = (1, 64);
        (config.llc.ways, config.llc.bytes) = (1, 64);
        let mut caches = SharedCaches::new(&config);
        run(
            &mut caches,
            Kind::Write,
            &[(0, 0, 0), (0, 400, 1), (0, 800, 2)],
        );
        // Line 0 was written back to the LLC, and made room there for the next.
        assert_eq!(caches.counts().modules[0].writes.requests, 1);
    }
}
