//! `warp_pool`: the same entries on both sides. The golden unit's are clear at reset, the RTL's when the walk has passed them; and
//! the golden unit holds which lanes have a thread.

use super::{Golden, Is, Property, Word, each, inside, mask, memory};
use heddle_contract::units::warp_pool::{Params, cleared};

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let pool = Pool { p, golden };
    let walk = Property::new(
        "walk_is_walk",
        "both have cleared as many entries, and those may be read",
        (golden.word("walk.left") + pool.walk()).eq(p.warps()) & cleared(p).eq(pool.walk()),
    );
    [vec![walk], pool.threads(), pool.fields()].concat()
}

struct Pool<'a> {
    p: &'a Params,
    golden: &'a Golden<'a>,
}

impl Pool<'_> {
    /// Number of the entries that the RTL has cleared.
    fn walk(&self) -> Word {
        inside("walk_q", self.p.warp_bits() + 1)
    }

    fn field(&self, name: &str, warp: usize) -> Word {
        self.golden.word(&format!("entries[{warp}].{name}"))
    }

    fn tid(&self, warp: usize, lane: usize) -> Word {
        let at = warp * self.p.lanes() + lane;
        self.golden.word(&format!("tids[{at}]"))
    }

    /// For each entry, whether a golden word is that of the RTL if the walk has passed the entry, and else `clear`.
    fn same(&self, word: impl Fn(usize) -> Word, path: &str, width: u32, clear: u64) -> Vec<Is> {
        let (walk, words) = (self.walk(), memory(path, self.p.warps(), width));
        let same = |warp: usize| word(warp).eq(walk.gt(warp).mux(words[warp], clear));
        (0..self.p.warps()).map(same).collect()
    }

    /// The threads, and the lanes that have one.
    fn threads(&self) -> Vec<Property> {
        let p = self.p;
        let tids = (0..p.lanes()).flat_map(|lane| {
            let path = format!("g_lane[{lane}].tid_q");
            self.same(|warp| self.tid(warp, lane), &path, p.tid_bits(), p.no_thread())
        });
        let lanes = (0..p.warps()).map(|warp| {
            let lanes = (0..p.lanes()).map(|lane| self.tid(warp, lane).ne(p.no_thread()));
            self.field("lanes", warp).eq(mask(lanes))
        });
        let what = "the golden unit's lanes are those that have a thread, which it is asked for";
        let tids = each("tid_is_tid", "a lane has the same thread", tids);
        tids.chain(each("lanes_have_threads", what, lanes)).collect()
    }

    fn fields(&self) -> Vec<Property> {
        let p = self.p;
        let pcs = self.same(|warp| self.field("pc", warp), "pc_q", p.pc_bits(), 0);
        let next = self.same(|warp| self.field("next", warp), "next_q", p.warp_bits(), 0);
        let pcs = each("pc_is_pc", "a warp has the same PC", pcs);
        pcs.chain(each("next_is_next", "the same warp follows", next)).collect()
    }
}
