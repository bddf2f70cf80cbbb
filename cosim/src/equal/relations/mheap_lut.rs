//! `mheap_lut`: the same entries on both sides, from the set on that the RTL has cleared. The golden unit holds when an entry was
//! used, and the RTL the rank of its way.

use super::{Golden, Is, Property, Word, all, count, each};
use heddle_contract::Direction;
use heddle_contract::terms::ports;
use heddle_contract::units::mheap_lut::{In, Params, written};

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let input = ports::<In<_>>(p, Direction::In);
    let written = (0..p.entries()).map(|entry| written(p, &input, entry));
    let table = Table { p, golden };
    // With a latency look-ups have registers, and the contract keeps no PCs; of a large table it does not either.
    match written.collect::<Option<Vec<Word>>>() {
        Some(written) => [table.written(&written), inside(p, golden)].concat(),
        None => Vec::new(),
    }
}

/// The relation without what the contract of the table keeps, for a table inside of another unit.
pub(super) fn inside(p: &Params, golden: &Golden) -> Vec<Property> {
    let table = Table { p, golden };
    [table.entries(), table.ranks()].concat()
}

struct Table<'a> {
    p: &'a Params,
    golden: &'a Golden<'a>,
}

impl Table<'_> {
    /// Number of the sets that the RTL has cleared.
    fn walk(&self) -> Word {
        self.golden.inside("walk_q", self.p.sets().ilog2() + 1)
    }

    /// A field of the golden entry in a way of a set.
    fn field(&self, name: &str, set: usize, way: usize) -> Word {
        let at = set * self.p.ways() + way;
        self.golden.word(&format!("entries[{at}].{name}"))
    }

    fn in_use(&self, set: usize, way: usize) -> Is {
        self.field("in_use", set, way).any()
    }

    /// Something that is said of each way of each set.
    fn everywhere(&self, says: impl Fn(usize, usize) -> Is) -> impl Iterator<Item = Is> {
        let ways = self.p.ways();
        let entries = 0..self.p.sets() * ways;
        entries.map(move |at| says(at / ways, at % ways))
    }

    /// Something that is said of each pair of ways of each set, the lower way first.
    fn of_pairs(&self, says: impl Fn(usize, usize, usize) -> Is) -> impl Iterator<Item = Is> {
        let ways = self.p.ways();
        self.everywhere(move |set, one| all((one + 1..ways).map(|other| says(set, one, other))))
    }

    /// What the contract keeps of each entry (PRP-15), so that its assumptions say that no PC is in two entries. The least
    /// recently used of two that hold one PC would be another one than the lowest.
    fn written(&self, entries: &[Word]) -> Vec<Property> {
        let (p, ways) = (self.p, self.p.ways());
        let same = self.everywhere(|set, way| {
            let (written, in_use) = (entries[set * ways + way], self.in_use(set, way));
            let pc = written.part(0, p.pc_bits());
            !(in_use ^ written.top()) & in_use.implies(pc.eq(self.field("pc", set, way)))
        });
        let one = self.of_pairs(|set, one, other| {
            let both = self.in_use(set, one) & self.in_use(set, other);
            let pc = |way| self.field("pc", set, way);
            !both | pc(one).ne(pc(other))
        });
        let same = each("written_is_entry", "an entry has the PC that was written", same);
        let one = each("pc_in_one_entry", "no PC is in two entries of a set", one);
        same.chain(one).collect()
    }

    fn entries(&self) -> Vec<Property> {
        let (p, walk) = (self.p, self.walk());
        let index = |set: usize, way| {
            let indices = self.golden.memory(&format!("g_way[{way}].index_q"), p.sets(), p.index_bits());
            indices[set]
        };
        let in_use = self.everywhere(|set, way| self.in_use(set, way));
        let used = each(
            "used_is_used",
            "the same entry is in use; the golden unit has no entries at first",
            self.everywhere(|set, way| {
                let used = walk.gt(set) & !index(set, way).top();
                !(self.in_use(set, way) ^ used)
            }),
        );
        let same = each(
            "used_entry_is_entry",
            "an entry in use has the same PC and index",
            self.everywhere(|set, way| {
                let pc = self.golden.memory(&format!("g_way[{way}].pc_q"), p.sets(), p.pc_bits())[set];
                let same = self.field("pc", set, way).eq(pc)
                    & self.field("index", set, way).eq(index(set, way));
                self.in_use(set, way).implies(same)
            }),
        );
        let walk = Property::new(
            "walk_is_walk",
            "both have cleared as many sets",
            (self.golden.word("walk.left") + walk).eq(p.sets()),
        );
        let live = Property::new(
            "live_counts_entries",
            "the golden unit counts the entries in use",
            self.golden.word("live").eq(count(in_use)),
        );
        [walk, live].into_iter().chain(used).chain(same).collect()
    }

    /// The order of use, which is that of the ways at first.
    fn ranks(&self) -> Vec<Property> {
        let (p, walk) = (self.p, self.walk());
        let used = |set, way| self.field("used", set, way);
        let rank = |set: usize, way| {
            let ranks = self.golden.memory(&format!("g_rank[{way}].rank_q"), p.sets(), p.ways().ilog2());
            ranks[set]
        };
        let past = each(
            "use_is_past",
            "an entry was used no later than now",
            self.everywhere(|set, way| used(set, way).le(self.golden.word("now"))),
        );
        let order = each(
            "later_is_nearer",
            "of two entries of a set the one that was used later has the lower rank",
            self.of_pairs(|set, one, other| {
                let (first, second) = (used(set, one), used(set, other));
                let (nearer, farther) = (rank(set, one), rank(set, other));
                let is_later = first.gt(second) & (walk.le(set) | nearer.lt(farther));
                is_later | (walk.gt(set) & first.lt(second) & nearer.gt(farther))
            }),
        );
        past.chain(order).collect()
    }
}
