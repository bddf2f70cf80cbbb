//! RTL of `ignore_list_table`: a memory of tags for each way, and a register bit for each entry that says whether it is
//! occupied.
//!
//! With a latency the ways that hold the PC go into registers, and an insertion of the same cycle is forwarded: it decides for its own
//! way.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads, Wire};
use heddle_contract::units::IgnoreListTable;
use heddle_contract::units::ignore_list_table::{In, Out, Params};

/// Why the registers of a look-up do not count as storage.
const LOOK_UP: &str = "the look-up that is in flight";

/// A PC, and the set that it is in.
#[derive(Clone, Copy)]
struct Place<'m> {
    pc: Expr<'m>,
    set: Expr<'m>,
}

/// Values shared by the parts of the description.
#[derive(Clone, Copy)]
struct Table<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    /// The PC that is looked up.
    asked: Place<'m>,
    /// The PC that is answered, and its set as one-hot.
    answered: Place<'m>,
    selected: Expr<'m>,
    /// Per way of the set: it is occupied; it holds the PC.
    taken: Wire<'m>,
    hit_ways: Wire<'m>,
    /// The PC that is answered is inserted and was not on the list.
    insert_en: Expr<'m>,
}

impl Hardware for IgnoreListTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let set = input.pc.truncate(p.set_bits()).named("row");
        let asked = Place { pc: input.pc, set };
        let hit_ways = m.wire("hit_ways", p.ways() as u32);
        let (answered, hits) = match p.arrive_latency() {
            0 => (asked, *hit_ways),
            _ => answer_later(m, p, asked, *hit_ways),
        };
        let ignored = hits.any().named("found");
        let table = Table {
            m,
            p,
            asked,
            answered,
            selected: answered.set.decode(p.sets() as u32).named("selected"),
            taken: m.wire("taken", p.ways() as u32),
            hit_ways,
            insert_en: (input.insert & !ignored).named("insert_en"),
        };
        let way = table.insertion();
        table.entries(way);
        output.ignored.set(ignored);
    }
}

/// The PC that was looked up in the cycle before, and the ways that hold it.
fn answer_later<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    asked: Place<'m>,
    hit_ways: Expr<'m>,
) -> (Place<'m>, Expr<'m>) {
    m.section("The PC that was looked up in the cycle before, and the ways that hold it.");
    let pc = m.register("pc", p.pc_bits()).overhead(LOOK_UP);
    let hits = m.register("hits", p.ways() as u32).overhead(LOOK_UP);
    let pc = pc.reset(0).next(asked.pc);
    let set = pc.truncate(p.set_bits()).named("answered_row");
    (Place { pc, set }, hits.reset(0).next(hit_ways))
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
        let turn = turns.index(self.answered.set).named("set_turn");
        turn.decode(ways).named("way")
    }

    /// A tag, and a bit that says whether the entry is occupied, for each way of each set.
    fn entries(self, way: Expr<'m>) {
        let Self { m, p, asked, .. } = self;
        m.section("Entries by way: a tag, and a bit that says whether the entry is occupied.");
        let tag_of = |pc: Expr<'m>| pc.bits(p.pc_bits() - 1, p.set_bits());
        let tag = tag_of(asked.pc).named("tag");
        let (asked_sets, written) = match p.arrive_latency() {
            0 => (self.selected, tag),
            _ => {
                let sets = asked.set.decode(p.sets() as u32).named("asked_sets");
                (sets, tag_of(self.answered.pc).named("written_tag"))
            }
        };
        let forward = self.forward();
        m.each("way", p.ways(), |n| {
            let tags = m.memory("tags", p.sets(), p.tag_bits());
            let occupied = m.register("occupied", p.sets() as u32).reset(0);
            let way_we = (self.insert_en & way.bit(n)).named("way_we");
            tags.write(self.answered.set, way_we, written);
            occupied.next(occupied | self.selected.masked(way_we));
            self.taken.set_bit(n, (occupied & asked_sets).any());
            let holds = tags.read(asked.set).eq(tag);
            let hit = self.taken.bit(n) & holds;
            self.hit_ways.set_bit(
                n,
                match forward {
                    None => hit,
                    Some((same_set, same_pc)) => (way_we & same_set).mux(same_pc, hit),
                },
            );
        });
    }

    /// Whether the PC that is looked up is in the set of the PC that is answered, and whether it is this PC; `None` if both
    /// are one.
    fn forward(self) -> Option<(Expr<'m>, Expr<'m>)> {
        let Self {
            asked, answered, ..
        } = self;
        (self.p.arrive_latency() > 0).then(|| {
            (
                asked.set.eq(answered.set).named("same_set"),
                asked.pc.eq(answered.pc).named("same_pc"),
            )
        })
    }
}
