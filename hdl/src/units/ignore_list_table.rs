//! RTL of `ignore_list_table`: a memory of tags for each way, a bit for each occupied entry in registers.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads, Wire};
use heddle_contract::units::IgnoreListTable;
use heddle_contract::units::ignore_list_table::{In, Out, Params};

/// What the parts of the description share.
#[derive(Clone, Copy)]
struct Table<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    /// The set of the PC, and the same one-hot.
    set: Expr<'m>,
    selected: Expr<'m>,
    /// Per way of the set: it holds something, and the PC.
    taken: Wire<'m>,
    hits: Wire<'m>,
    /// The PC is new on the list.
    inserts: Expr<'m>,
}

impl Hardware for IgnoreListTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let set = input.pc.truncate(p.set_bits()).named("row");
        let hits = m.wire("hits", p.ways() as u32);
        let ignored = hits.any().named("found");
        let table = Table {
            m,
            p,
            set,
            selected: set.decode(p.sets() as u32).named("selected"),
            taken: m.wire("taken", p.ways() as u32),
            hits,
            inserts: (input.insert & !ignored).named("inserts"),
        };
        let way = table.insertion();
        let tag = input.pc.bits(p.pc_bits() - 1, p.set_bits());
        table.entries(tag, way);
        output.ignored.set(ignored);
        m.unused(input.look);
    }
}

impl<'m> Table<'_, 'm> {
    /// The way that an insertion writes, one-hot. Entries are never freed, so the way whose turn it is is the lowest free
    /// one until all are taken.
    fn insertion(self) -> Expr<'m> {
        const REASON: &str = "the paper does not say which way of a full set gives way";
        let Self { m, p, .. } = self;
        let ways = p.ways() as u32;
        if ways == 1 {
            return m.ones(1).named("way");
        }
        m.section("The ways of a set are taken in turn.");
        let turns = m.registers("turn", p.sets(), ways.ilog2()).overhead(REASON);
        m.each("set", p.sets(), |n| {
            let turn = turns.register(n).reset(0);
            turn.next_when(self.inserts & self.selected.bit(n), *turn + 1);
        });
        let turn = turns.index(self.set).named("set_turn");
        turn.decode(ways).named("way")
    }

    /// A tag, and a bit that says that it is occupied, for each way of each set.
    fn entries(self, tag: Expr<'m>, way: Expr<'m>) {
        let Self { m, p, set, .. } = self;
        m.section("Entries: a tag, and whether it is occupied, by way.");
        let tag = tag.named("tag");
        m.each("way", p.ways(), |n| {
            let tags = m.memory("tags", p.sets(), p.tag_bits());
            let occupied = m.register("occupied", p.sets() as u32).reset(0);
            let writes = (self.inserts & way.bit(n)).named("writes");
            tags.write(set, writes, tag);
            occupied.next(occupied | self.selected.masked(writes));
            self.taken.set_bit(n, (occupied & self.selected).any());
            let holds = tags.read(set).eq(tag);
            self.hits.set_bit(n, self.taken.bit(n) & holds);
        });
    }
}
