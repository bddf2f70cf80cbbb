//! Random caches and memories.

use super::draw::Draw;

/// Sets of a cache: any number, as a set is found by the remainder of a line number.
const SETS: (u32, u32) = (1, 256);

impl Draw {
    /// The data cache and shared memory of a core.
    pub fn memory(&mut self) {
        let line = self.power("memory.line_bytes", 4, 256);
        match self.random.one_in(8) {
            true => self.set("memory.cache_bytes", 0),
            false => self.cache("memory.cache_bytes", "memory.cache_ways", line),
        }
        self.power("memory.cache_banks", 1, 64);
        self.flag("memory.bank_conflicts");
        let hit = self.number("memory.hit_cycles", 1, 100);
        self.number("memory.shared_cycles", 1, 100);
        self.latency("memory.miss_cycles", hit.max(2), 2000);
        let all_hits = self.random.one_in(16);
        self.set("memory.all_hits", all_hits);
        // An atomic on a dirty line takes two places.
        match self.name("memory.write", &["back", "through"]) {
            "back" => self.number("memory.outgoing", 2, 4096),
            _ => self.number("memory.outgoing", 1, 4096),
        };
        self.name("memory.stack_lines", &["written", "whole"]);
        for queue in ["mshrs", "mshr_merges", "port_queue"] {
            self.number(&format!("memory.{queue}"), 1, 4096);
        }
        self.flag("memory.mshr_sharing");
        self.power("memory.shared_banks", 1, 64);
        self.name("memory.shared_atomics", &["in_turn", "together"]);
    }

    /// A cache of some ways and sets.
    fn cache(&mut self, bytes: &str, ways: &str, line: u32) {
        let ways = self.number(ways, 1, 16);
        let sets = self.within(SETS.0, SETS.1);
        self.set(bytes, line * ways * sets);
    }

    /// What serves the misses of data caches.
    pub fn backend(&mut self) {
        let line = self.line_bytes();
        match self.name("memory.backend", &["fixed", "network", "shared_caches"]) {
            "network" => {
                self.network();
                self.dram(line);
            }
            "shared_caches" => self.shared_caches(line),
            _ => {}
        }
    }

    fn line_bytes(&self) -> u32 {
        let line = self
            .sets
            .iter()
            .find_map(|set| set.strip_prefix("memory.line_bytes="));
        line.and_then(|line| line.parse().ok()).expect("a number")
    }

    fn network(&mut self) {
        self.latency("network.latency", 2, 200);
        self.number("network.flit_bytes", 4, 256);
        self.number("network.header_bytes", 0, 64);
        self.number("network.iterations", 1, 16);
        self.number("network.queue", 1, 64);
    }

    fn dram(&mut self, line: u32) {
        self.number("dram.modules", 1, 64);
        self.power("dram.banks", 1, 64);
        let row = self.power("dram.row_bytes", line, 4096);
        self.power("dram.interleave_bytes", line, row);
        self.number("dram.bus_bytes", 1, line);
        self.number("dram.queue", 1, 64);
        self.name("dram.scheduling", &["fr_fcfs", "fifo"]);
        self.number("dram.controller_cycles", 0, 100);
        for time in [
            "cl", "wl", "rp", "rc", "ras", "rcd", "rrd", "ccd", "wr", "wtr",
        ] {
            self.number(&format!("dram.t_{time}"), 1, 60);
        }
    }

    fn shared_caches(&mut self, line: u32) {
        self.number("l3.lines_per_cycle", 1, 64);
        self.flag("l3.perfect");
        self.latency("l3.cycles", 2, 200);
        self.number("llc.cycles", 1, 200);
        for level in ["l3", "llc"] {
            self.cache(&format!("{level}.bytes"), &format!("{level}.ways"), line);
            self.power(&format!("{level}.banks"), 1, 64);
        }
    }
}
