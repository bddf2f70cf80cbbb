//! RTL of `ignore_list_table`: a memory of tags for each way, and a register bit for each entry that says whether it is
//! occupied.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads, Wire};
use heddle_contract::units::IgnoreListTable;
use heddle_contract::units::ignore_list_table::{In, Out, Params};

/// Values shared by the parts of the description.
#[derive(Clone, Copy)]
struct Table<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    /// The set of the PC, also one-hot.
    set: Expr<'m>,
    selected: Expr<'m>,
    /// Per way of the set: it is occupied; it holds the PC.
    taken: Wire<'m>,
    hit_ways: Wire<'m>,
    /// The PC is inserted and was not on the list.
    insert_en: Expr<'m>,
}

impl Hardware for IgnoreListTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let set = input.pc.truncate(p.set_bits()).named("row");
        let hit_ways = m.wire("hit_ways", p.ways() as u32);
        let ignored = hit_ways.any().named("found");
        let table = Table {
            m,
            p,
            set,
            selected: set.decode(p.sets() as u32).named("selected"),
            taken: m.wire("taken", p.ways() as u32),
            hit_ways,
            insert_en: (input.insert & !ignored).named("insert_en"),
        };
        let way = table.insertion();
        let tag = input.pc.bits(p.pc_bits() - 1, p.set_bits());
        table.entries(tag, way);
        output.ignored.set(ignored);
        m.unused(input.look);
    }
}

impl<'m> Table<'_, 'm> {
    /// The way that an insertion writes, one-hot. Entries are never freed, so the ways taken in rotation are the lowest free
    /// ones until all are taken.
    fn insertion(self) -> Expr<'m> {
        const REASON: &str = "replacement: the paper does not say which way of a full set is \
                              replaced";
        let Self { m, p, .. } = self;
        let ways = p.ways() as u32;
        if ways == 1 {
            return m.ones(1).named("way");
        }
        m.section("Insertions take the ways of a set in turn.");
        let turns = m.registers("turn", p.sets(), ways.ilog2()).overhead(REASON);
        m.each("set", p.sets(), |n| {
            let turn = turns.register(n).reset(0);
            turn.next_when(self.insert_en & self.selected.bit(n), *turn + 1);
        });
        let turn = turns.index(self.set).named("set_turn");
        turn.decode(ways).named("way")
    }

    /// A tag, and a bit that says whether the entry is occupied, for each way of each set.
    fn entries(self, tag: Expr<'m>, way: Expr<'m>) {
        let Self { m, p, set, .. } = self;
        m.section("Entries by way: a tag, and a bit that says whether the entry is occupied.");
        let tag = tag.named("tag");
        m.each("way", p.ways(), |n| {
            let tags = m.memory("tags", p.sets(), p.tag_bits());
            let occupied = m.register("occupied", p.sets() as u32).reset(0);
            let way_we = (self.insert_en & way.bit(n)).named("way_we");
            tags.write(set, way_we, tag);
            occupied.next(occupied | self.selected.masked(way_we));
            self.taken.set_bit(n, (occupied & self.selected).any());
            let holds = tags.read(set).eq(tag);
            self.hit_ways.set_bit(n, self.taken.bit(n) & holds);
        });
    }
}
