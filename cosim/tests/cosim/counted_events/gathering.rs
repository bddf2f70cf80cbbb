//! A naive table of the warps that threads of a PC may still join, and the events that it counts.

use heddle_contract::config::Replacement;
use heddle_contract::units::pc_warp_lut::Params;

/// The events of a cycle, or their sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Events {
    /// Cycles in which threads entered the pool.
    pub inserts: u64,
    /// Halves of which a thread joined a warp that was there.
    pub merges: u64,
    /// Halves of which a thread went to a new warp.
    pub creations: u64,
    /// Halves that found a lane taken in the warp of their PC.
    pub conflicts: u64,
    /// Halves whose new warp took the entry of a warp with another PC.
    pub evictions: u64,
    /// Cycles in which threads joined the chosen warp.
    pub forwards: u64,
}

impl Events {
    pub(super) fn add(&mut self, more: &Events) {
        self.inserts += more.inserts;
        self.merges += more.merges;
        self.creations += more.creations;
        self.conflicts += more.conflicts;
        self.evictions += more.evictions;
        self.forwards += more.forwards;
    }
}

/// A warp that threads of its PC may join.
#[derive(Clone, Copy, Debug)]
struct Open {
    pc: u64,
    warp: usize,
    used: u64,
}

/// The table: for each set of PCs a warp in each way in use (fung2009, 4.2).
pub(super) struct Gathering {
    sets: Vec<Vec<Option<Open>>>,
    /// For FIFO, how many warps each set has given up.
    given_up: Vec<usize>,
    replacement: Replacement,
    time: u64,
}

impl Gathering {
    pub(super) fn new(params: &Params) -> Self {
        Gathering {
            sets: vec![vec![None; params.ways()]; params.sets()],
            given_up: vec![0; params.sets()],
            replacement: params.replacement(),
            time: 0,
        }
    }

    fn set(&self, pc: u64) -> usize {
        pc as usize % self.sets.len()
    }

    /// The warp that threads of this PC may join.
    pub(super) fn warp(&self, pc: u64) -> Option<usize> {
        let mut ways = self.sets[self.set(pc)].iter().flatten();
        ways.find(|open| open.pc == pc).map(|open| open.warp)
    }

    /// From now on threads of this PC join this warp. Returns whether a warp with another PC was given up for it.
    pub(super) fn gather(&mut self, pc: u64, warp: usize) -> bool {
        self.time += 1;
        let set = self.set(pc);
        let ways = &self.sets[set];
        let own = ways
            .iter()
            .position(|way| way.is_some_and(|open| open.pc == pc));
        let free = ways.iter().position(Option::is_none);
        let way = own.or(free).unwrap_or_else(|| self.victim(set));
        self.sets[set][way] = Some(Open {
            pc,
            warp,
            used: self.time,
        });
        let evicts = own.or(free).is_none();
        self.given_up[set] += usize::from(evicts);
        evicts
    }

    /// The way of a full set that is given up.
    fn victim(&self, set: usize) -> usize {
        let ways = &self.sets[set];
        let used = |way: &usize| ways[*way].map(|open| open.used);
        match self.replacement {
            Replacement::Lru => (0..ways.len()).min_by_key(used).expect("a set has a way"),
            Replacement::Fifo => self.given_up[set] % ways.len(),
        }
    }

    /// The warp leaves: nobody joins it.
    pub(super) fn leave(&mut self, warp: usize) {
        let ways = self.sets.iter_mut().flatten();
        ways.filter(|way| way.is_some_and(|open| open.warp == warp))
            .for_each(|way| *way = None);
    }
}
