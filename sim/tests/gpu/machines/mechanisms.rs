//! Random keys of the mechanisms.

use super::draw::Draw;

/// Entries of a stack beside those of a warp's splits: the calls of random programs nest less deep.
const CALLS: u32 = 16;

impl Draw {
    /// Every mechanism's keys.
    pub fn mechanisms(&mut self) {
        self.stackless();
        self.stack();
        self.dwf();
        self.dwf_tables();
        self.dwr();
        self.name("compaction.mode", &["none", "ivb", "bcc", "scc"]);
        self.flag("compaction.skip_empty");
        self.number("compaction.issue_latency", 0, 3);
        self.number("compaction.write_latency", 0, 1);
        self.name("mimd.order", &["round_robin", "first_first"]);
    }

    fn stackless(&mut self) {
        match self.name("stackless.nesting", &["none", "sp", "call_depth"]) {
            "sp" => self.set("stackless.key_bits", 32),
            _ => drop(self.number("stackless.key_bits", 1, 32)),
        }
        self.number("stackless.tree_latency", 0, 8);
        self.number("stackless.grant_latency", 0, 1);
        self.number("stackless.park_latency", 0, 1);
        self.number("stackless.table_latency", 0, 2);
    }

    fn stack(&mut self) {
        let splits = 2 * self.warp_size();
        self.number("stack.depth", splits + CALLS, 256);
        self.number("stack.pops", 1, 8);
        self.name("stack.first", &["taken", "fall_through"]);
        self.name("stack.explicit_first", &["taken", "fall_through"]);
        self.name("stack.placement", &["compiled", "notes"]);
        self.number("stack.predicated", 0, 64);
        self.number("stack.latency", 0, 5);
    }

    fn warp_size(&self) -> u32 {
        let size = self
            .sets
            .iter()
            .find_map(|set| set.strip_prefix("core.warp_size="));
        size.and_then(|size| size.parse().ok()).expect("a number")
    }

    fn dwf(&mut self) {
        let policies = ["majority", "minority", "pc", "timestamp", "pdom-priority"];
        self.name("dwf.policy", &policies);
        let structure = self.name("dwf.structure", &["heap", "tournament", "winner_tree"]);
        if structure == "tournament" {
            self.flag("dwf.sticky");
        }
        let [any_lane, ideal] = [self.random.one_in(4), self.random.one_in(8)];
        self.set("dwf.lane_aware", !any_lane);
        self.set("dwf.ideal", ideal);
        self.name("dwf.home_lanes", &["warp", "pipeline"]);
        self.name("dwf.swizzle", &["straight", "alternate", "rotate", "xor"]);
        self.name("dwf.miss", &["warp", "thread"]);
        // As few bits as the threads need, where the preset gives the bits of its own threads.
        let threads = self.random.below(3);
        self.set("dwf.tid_bits", 12 + threads);
        // A tree of winners takes one update in a cycle.
        let stages = if structure == "winner_tree" {
            &["3"][..]
        } else {
            &["0", "3"]
        };
        self.name("dwf.formation_latency", stages);
    }

    /// Small tables spill more, and builds for tests check the contents of all tables in every cycle.
    fn dwf_tables(&mut self) {
        self.power("dwf.pool", 4, 32);
        for (table, least) in [("lut", 1), ("heap_lut", 2)] {
            let ways = self.power(&format!("dwf.{table}_ways"), least, 8);
            self.power(&format!("dwf.{table}_entries"), 2 * ways, 32);
        }
        self.name("dwf.lut_replacement", &["lru", "fifo"]);
        self.number("dwf.heap", 2, 32);
        if self.number("dwf.heap_latency", 1, 2) == 1 {
            self.name("dwf.heap_updates", &["queued", "owed"]);
        }
        self.number("dwf.queue", 2, 16);
        self.number("dwf.tournament_latency", 0, 4);
        self.number("dwf.spill_fetches", 1, 16);
    }

    fn dwr(&mut self) {
        self.name("dwr.lats", &["static", "dynamic", "none"]);
        self.number("dwr.barrier_cycles", 1, 200);
        self.flag("dwr.barrier_slot");
        self.flag("dwr.ignored_stalls");
        self.number("dwr.wait_cycles", 0, 1000);
        let ways = self.power("dwr.ignore_ways", 1, 16);
        self.power("dwr.ignore_entries", 2 * ways, 64);
    }
}
