//! RTL of `mheap_lut`: a memory of entries for each way. A look-up reads all ways of its set.

use crate::shapes::{Walker, encode, lowest, walker};
use crate::{Array, Drives, Expr, Hardware, ModuleBuilder, Reads, Wire};
use heddle_contract::units::MheapLut;
use heddle_contract::units::mheap_lut::{In, Out, Params};

/// A read port: what the ways of a set say to a PC.
#[derive(Clone, Copy)]
struct Lookup<'m> {
    name: &'static str,
    pc: Expr<'m>,
    set: Expr<'m>,
    /// Per way: it holds the PC.
    hits: Wire<'m>,
    /// Per way: it is free.
    frees: Wire<'m>,
    /// Per way: where its PC is in the heap.
    indexes: Array<'m>,
}

/// What a look-up finds.
#[derive(Clone, Copy)]
struct Answer<'m> {
    hit: Expr<'m>,
    hit_way: Expr<'m>,
    /// It hits or there is a free way.
    fits: Expr<'m>,
    free_way: Expr<'m>,
    /// The number of the entry that hits, or of the free one.
    entry: Expr<'m>,
}

/// A write port.
#[derive(Clone, Copy)]
struct Write<'m> {
    set: Expr<'m>,
    /// Per way: it is written.
    ways: Expr<'m>,
    pc: Expr<'m>,
    index: Expr<'m>,
}

impl Hardware for MheapLut {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("After reset a walk frees all ways of a set in each cycle.");
        let walker = walker(m, p.sets());
        output.ready.set(walker.ready);
        let writes = writes(m, p, &input, walker);
        m.section("Entries, a memory per way. The top bit of an index says that the way is free.");
        let first = Lookup::new(m, p, "first", input.first_pc);
        let second = Lookup::new(m, p, "second", input.second_pc);
        ways(m, p, writes, [first, second]);
        m.section("The way that hits, or the lowest free one.");
        let answer = first.answer(m, *first.frees);
        output.first_hit.set(answer.hit);
        output.first_index.set(first.indexes.index(answer.hit_way));
        output.first_fits.set(answer.fits);
        output.first_entry.set(answer.entry);
        m.section("Two that miss in one set take two ways.");
        let takes = (input.first & !answer.hit & first.set.eq(second.set)).named("takes");
        let taken = answer.free_way.decode(p.ways() as u32).masked(takes);
        let answer = second.answer(m, (*second.frees & !taken).named("second_left"));
        output.second_hit.set(answer.hit);
        output
            .second_index
            .set(second.indexes.index(answer.hit_way));
        output.second_fits.set(answer.fits);
        output.second_entry.set(answer.entry);
        m.unused(input.second);
    }
}

fn set_bits(p: &Params) -> u32 {
    p.sets().ilog2()
}

/// The write ports; the walk takes the first.
fn writes<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    walker: Walker<'m>,
) -> [Write<'m>; 2] {
    let port = |write: Expr<'m>, entry: Expr<'m>, pc, index| {
        let way_bits = p.ways().ilog2();
        let ways = match way_bits {
            0 => write,
            _ => entry
                .truncate(way_bits)
                .decode(p.ways() as u32)
                .masked(write),
        };
        let set = entry.part(way_bits, set_bits(p));
        Write {
            set,
            ways,
            pc,
            index,
        }
    };
    let first = port(
        input.write_first,
        input.write_first_entry,
        input.write_first_pc,
        input.write_first_index,
    );
    let second = port(
        input.write_second,
        input.write_second_entry,
        input.write_second_pc,
        input.write_second_index,
    );
    let (all, none) = (m.ones(p.ways() as u32), m.ones(p.index_bits()));
    let first = Write {
        set: walker.until_ready(walker.row, first.set).named("first_row"),
        ways: walker.until_ready(all, first.ways).named("first_ways"),
        pc: walker.until_ready(0, first.pc).named("first_value_pc"),
        index: walker
            .until_ready(none, first.index)
            .named("first_value_index"),
    };
    let ways = second.ways.named("second_ways");
    [first, Write { ways, ..second }]
}

/// The memories, with two read and two write ports each.
fn ways<'m>(m: &'m ModuleBuilder, p: &Params, writes: [Write<'m>; 2], lookups: [Lookup<'m>; 2]) {
    m.each("way", p.ways(), |n| {
        let pc = m.memory("pc", p.sets(), p.pc_bits());
        let index = m.memory("index", p.sets(), p.index_bits());
        for write in writes {
            pc.write(write.set, write.ways.bit(n), write.pc);
            index.write(write.set, write.ways.bit(n), write.index);
        }
        for lookup in lookups {
            lookup.indexes.set(n, index.read(lookup.set));
            let is_free = lookup.indexes.at(n).part(p.index_bits() - 1, 1);
            let holds = pc.read(lookup.set).eq(lookup.pc);
            lookup.frees.set_bit(n, is_free);
            lookup.hits.set_bit(n, holds & !is_free);
        }
    });
}

impl<'m> Lookup<'m> {
    fn new(m: &'m ModuleBuilder, p: &Params, name: &'static str, pc: Expr<'m>) -> Self {
        let named = |what: &str| format!("{name}_{what}");
        Self {
            name,
            pc,
            set: pc.truncate(set_bits(p)),
            hits: m.wire(named("hits"), p.ways() as u32),
            frees: m.wire(named("frees"), p.ways() as u32),
            indexes: m.array(named("indexes"), p.ways(), p.index_bits()),
        }
    }

    /// What the ways say, if those in `frees` are to be had. A single way has no number.
    fn answer(self, m: &'m ModuleBuilder, frees: Expr<'m>) -> Answer<'m> {
        let named = |what: &str| format!("{}_{what}", self.name);
        let hit = self.hits.any().named(named("hit"));
        if frees.width() == 1 {
            let way = m.constant(0, 1);
            return Answer {
                hit,
                hit_way: way,
                fits: hit | frees,
                free_way: way,
                entry: self.set,
            };
        }
        let hit_way = encode(m, &named("hit_way"), *self.hits);
        let free_way = lowest(m, &named("free_way"), frees);
        Answer {
            hit,
            hit_way,
            fits: hit | frees.any(),
            free_way,
            entry: self.set.cat(hit.mux(hit_way, free_way)),
        }
    }
}
