//! How many warp splits there are, and the most that there were at the end of a cycle.

use heddle_types::{WarpId, WarpMask};

/// The most warps of a core: a bit of a [`WarpMask`] each.
const WARPS: usize = 64;

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Census {
    /// Warp splits of each original warp.
    of_warp: [u16; WARPS],
    /// Warp splits of the core.
    all: u16,
    /// Original warps with more warp splits than before, in this cycle.
    grown: WarpMask,
    most_of_warp: u16,
    most: u16,
}

impl Default for Census {
    fn default() -> Self {
        Census {
            of_warp: [0; WARPS],
            all: 0,
            grown: WarpMask::NONE,
            most_of_warp: 0,
            most: 0,
        }
    }
}

impl Census {
    /// An original warp has another warp split.
    pub fn add(&mut self, warp: WarpId) {
        self.of_warp[warp.index()] += 1;
        self.all += 1;
        self.grown.insert(warp);
    }

    /// A warp split of an original warp has ended.
    pub fn remove(&mut self, warp: WarpId) {
        self.of_warp[warp.index()] -= 1;
        self.all -= 1;
    }

    /// A cycle ends.
    #[inline(always)]
    pub fn end_cycle(&mut self) {
        if !self.grown.is_empty() {
            self.note();
        }
    }

    fn note(&mut self) {
        for warp in std::mem::take(&mut self.grown) {
            self.most_of_warp = self.most_of_warp.max(self.of_warp[warp.index()]);
        }
        self.most = self.most.max(self.all);
    }

    /// The most of an original warp, and of the core, since the last call.
    pub fn take(&mut self) -> [u64; 2] {
        let most = [self.most_of_warp, self.most].map(u64::from);
        self.most_of_warp = self.of_warp.iter().copied().max().unwrap_or(0);
        self.most = self.all;
        most
    }
}
