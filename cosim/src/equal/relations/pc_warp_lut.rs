//! `pc_warp_lut`: the same entries on both sides, from the set on that the RTL has cleared. For LRU the golden unit holds when an
//! entry was used, and the RTL the rank of its way. Entries in use were used before now, and two of them at different times: else
//! there would be no oldest one.

use super::{Golden, Is, Property, Word, all, count, inside, memory};
use heddle_contract::config::Replacement;
use heddle_contract::units::pc_warp_lut::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    if p.pipelined() {
        return Vec::new();
    }
    let table = Table { p, golden };
    let mut relation = table.entries();
    relation.push(match p.replacement() {
        Replacement::Lru => table.ranks(),
        Replacement::Fifo => table.turns(),
    });
    relation
}

struct Table<'a> {
    p: &'a Params,
    golden: &'a Golden<'a>,
}

impl Table<'_> {
    /// Number of the sets that the RTL has cleared.
    fn walk(&self) -> Word {
        inside("walk_q", self.p.set_bits() + 1)
    }

    /// A field of the golden entry in a way of a set.
    fn field(&self, name: &str, set: usize, way: usize) -> Word {
        let at = set * self.p.ways() + way;
        self.golden.word(&format!("entries[{at}].{name}"))
    }

    /// The same field in the RTL.
    fn register(&self, path: &str, set: usize, way: usize, width: u32) -> Word {
        let (group, name) = path.split_once('.').expect("a block and a name");
        memory(&format!("{group}[{way}].{name}"), self.p.sets(), width)[set]
    }

    /// Whether something holds for all ways of all sets.
    fn everywhere(&self, holds: impl Fn(usize, usize) -> Is) -> Is {
        let holds = &holds;
        let sets = 0..self.p.sets();
        all(sets.flat_map(|set| (0..self.p.ways()).map(move |way| holds(set, way))))
    }

    fn entries(&self) -> Vec<Property> {
        let (p, walk) = (self.p, self.walk());
        let taken = |set, way| self.field("taken", set, way);
        let in_use = (0..p.sets()).flat_map(|set| (0..p.ways()).map(move |way| (set, way)));
        let in_use = in_use.map(|(set, way)| taken(set, way).any());
        vec![
            Property::new(
                "walk_is_walk",
                "both have cleared as many sets",
                (self.golden.word("walk.left") + walk).eq(p.sets()),
            ),
            Property::new(
                "taken_is_occ",
                "the same lanes are taken; the golden unit has no entries at first",
                self.everywhere(|set, way| {
                    let occ = self.register("g_way.occ_q", set, way, p.lanes() as u32);
                    taken(set, way).eq(occ.masked(walk.gt(set)))
                }),
            ),
            Property::new(
                "entries_are_entries",
                "entries in use have the same PC and warp",
                self.everywhere(|set, way| {
                    let pc = self.register("g_way.pc_q", set, way, p.pc_bits());
                    let warp = self.register("g_way.idx_q", set, way, p.warp_bits());
                    let same = self.field("pc", set, way).eq(pc)
                        & self.field("warp", set, way).eq(warp);
                    taken(set, way).any().implies(same)
                }),
            ),
            Property::new(
                "used_counts_entries",
                "the golden unit counts the entries in use",
                self.golden.word("used").eq(count(in_use)),
            ),
        ]
    }

    /// The order of use. An entry that is not in use has a rank too, which nothing depends on until it is taken.
    fn ranks(&self) -> Property {
        let (p, now) = (self.p, self.golden.word("now"));
        let in_use = |set, way| self.field("taken", set, way).any();
        let used = |set, way| self.field("used", set, way);
        let rank = |set, way| self.register("g_rank.rank_q", set, way, p.ways().ilog2());
        let is_later = |set, one: usize, other: usize| {
            let both = in_use(set, one) & in_use(set, other);
            let later = used(set, one).gt(used(set, other));
            let earlier = used(set, one).lt(used(set, other));
            let nearer = rank(set, one).lt(rank(set, other));
            both.implies((later & nearer) | (earlier & !nearer))
        };
        let ordered = self.everywhere(|set, way| {
            let others = (way + 1..p.ways()).map(|other| is_later(set, way, other));
            used(set, way).le(now) & in_use(set, way).implies(used(set, way).lt(now)) & all(others)
        });
        Property::new(
            "later_is_nearer",
            "of two entries of a set the one that was used later has the lower rank",
            ordered,
        )
    }

    /// The way of each set that is evicted next.
    fn turns(&self) -> Property {
        let (p, walk) = (self.p, self.walk());
        let turns = memory("turn_q", p.sets(), p.ways().ilog2());
        let pointer = |set: usize| self.golden.word(&format!("pointers[{set}]"));
        let same = |set: usize| pointer(set).eq(turns[set].masked(walk.gt(set)));
        Property::new(
            "pointers_are_turns",
            "the same way is evicted next",
            all((0..p.sets()).map(same)),
        )
    }
}
