//! `ignore_list_table`: the golden unit fills free ways first and then replaces the oldest one; the RTL takes the ways in turn, which is
//! the same because no way becomes free again. It keeps tags, not PCs.

use super::{Golden, Is, Property, Word, all, any, mask};
use heddle_contract::units::ignore_list_table::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let table = Table { p, golden };
    let entries = || (0..p.sets()).flat_map(|set| (0..p.ways()).map(move |way| (set, way)));
    let mut relation = vec![
        Property::new(
            "entries_are_occupied",
            "the same entries are taken",
            all(entries().map(|(set, way)| {
                !(table.some(set, way) ^ table.occupied(way).bit(set))
            })),
        ),
        Property::new(
            "tags_are_of_pcs",
            "an entry has the tag of its PC, which belongs to its set",
            all(entries().map(|(set, way)| {
                table.some(set, way).implies(table.is_pc(set, way))
            })),
        ),
    ];
    if p.ways() > 1 {
        let turns = golden.row("turn_q", p.sets(), p.ways().ilog2());
        relation.push(Property::new(
            "turn_is_oldest",
            "the turn is that of the oldest way, or of the first free one",
            all((0..p.sets()).map(|set| table.is_turn(set, turns[set]))),
        ));
    }
    if p.arrive_latency() > 0 {
        relation.push(Property::new(
            "late_is_asked",
            "the PC that is answered, and the ways that hold it, are those of the PC that was asked for",
            table.is_late(),
        ));
    }
    relation
}

struct Table<'a> {
    p: &'a Params,
    golden: &'a Golden<'a>,
}

impl Table<'_> {
    fn some(&self, set: usize, way: usize) -> Is {
        self.golden.word(&format!("sets[{set}].ways[{way}].some")).any()
    }

    fn pc(&self, set: usize, way: usize) -> Word {
        self.golden.word(&format!("sets[{set}].ways[{way}]"))
    }

    fn occupied(&self, way: usize) -> Word {
        self.golden.inside(&format!("g_way[{way}].occupied_q"), self.p.sets() as u32)
    }

    /// Whether an entry's PC is that of the tag in the RTL.
    fn is_pc(&self, set: usize, way: usize) -> Is {
        let path = format!("g_way[{way}].tags_q");
        let tag = self.golden.memory(&path, self.p.sets(), self.p.tag_bits())[set];
        let bits = (0..self.p.set_bits()).map(|bit| Is::from(set >> bit & 1 == 1));
        let bits = bits.chain((0..self.p.tag_bits()).map(|bit| tag.bit(bit as usize)));
        Word::eq(mask(bits), self.pc(set, way))
    }

    fn is_turn(&self, set: usize, turn: Word) -> Is {
        let oldest = self.golden.word(&format!("sets[{set}].oldest"));
        let ways = || 0..self.p.ways();
        let is_full = all(ways().map(|way| self.some(set, way)));
        let lowest = all(ways().map(|way| !(self.some(set, way) ^ turn.gt(way))));
        (is_full & oldest.eq(turn)) | (!is_full & oldest.none() & lowest)
    }

    fn is_late(&self) -> Is {
        let asked = self.golden.word("asked");
        let hits = self.golden.inside("hits_q", self.p.ways() as u32);
        let holds = |way: usize| {
            any((0..self.p.sets()).map(|set| self.some(set, way) & self.pc(set, way).eq(asked)))
        };
        let held = all((0..self.p.ways()).map(|way| !(hits.bit(way) ^ holds(way))));
        asked.eq(self.golden.inside("pc_q", self.p.pc_bits())) & held
    }
}
