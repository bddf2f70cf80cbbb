//! RTL of `mheap_lut`: a memory of entries for each way. A look-up reads all ways of its set.

mod one_at_a_time;

use crate::blocks::{Recency, Use, Walker, encode, lowest_one_hot, one_hot_mux, walker};
use crate::{Array, Drives, Expr, Hardware, ModuleBuilder, Reads, Wire};
use heddle_contract::units::MheapLut;
use heddle_contract::units::mheap_lut::{In, Out, Params};

/// Why ranks do not count as storage.
const REASON: &str = "replacement: table V counts no bits for a policy";

/// A read port: how the ways of a set compare with a PC.
#[derive(Clone, Copy)]
struct Lookup<'m> {
    name: &'static str,
    pc: Expr<'m>,
    set: Expr<'m>,
    /// Per way: it holds the PC.
    hit_ways: Wire<'m>,
    /// Per way: it is free.
    free_ways: Wire<'m>,
    /// Per way: heap index of its PC's group.
    way_indices: Array<'m>,
}

/// The result of a look-up, and the way that it uses.
#[derive(Clone, Copy)]
struct Answer<'m> {
    /// The number of the entry.
    entry: Expr<'m>,
    /// Heap index of the group that the entry belongs to so far; the top bit marks a free entry.
    index: Expr<'m>,
}

/// A write port.
#[derive(Clone, Copy)]
struct Write<'m> {
    set: Expr<'m>,
    /// Per way: whether it is written.
    ways: Expr<'m>,
    pc: Expr<'m>,
    index: Expr<'m>,
}

impl Hardware for MheapLut {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        if p.heap_latency() > 1 {
            return one_at_a_time::build(m, p, &input, &output);
        }
        m.section("After reset a walk over the sets frees all ways of one set each cycle.");
        let walker = walker(m, p.sets());
        output.idle.set(walker.done);
        let writes = writes(m, p, &input, walker);
        m.section("Entries: a memory per way. The top bit of an index says that the way is free.");
        let first = Lookup::new(m, p, "first", input.first_pc);
        let second = Lookup::new(m, p, "second", input.second_pc);
        ways(m, p, writes, [first, second]);
        let [first_hit, second_hit] = [first, second].map(|look_up| look_up.hit());
        let first_use_en = (input.first & (first_hit | input.first_create)).named("first_use_en");
        let same_set = (first_use_en & first.set.eq(second.set)).named("same_set");
        let ways = ["first_way", "second_way"].map(|name| m.wire(name, p.ways() as u32));
        let taken = ways[0].masked(same_set).named("taken");
        let lost = (*second.hit_ways & taken).any();
        let room = (!lost).named("second_room");
        let second_use_en = input.second & room & (second_hit | input.second_create);
        m.section(
            "Ranks of the ways: rank 0 is the most recently used. The second look-up sees the ranks \
             after the first.",
        );
        let recency = Recency {
            sets: p.sets(),
            ways: p.ways(),
            walk: walker,
            first_row: walker.until_done(walker.row, first.set).named("rank_row"),
            same_set,
            reason: REASON,
        };
        let victims = recency.last(
            m,
            [
                first.use_en(ways[0], first_use_en),
                second.use_en(ways[1], second_use_en.named("second_use_en")),
            ],
        );
        m.section(
            "The way of a look-up: the way that hits, else the lowest free way, else the least \
             recently used way.",
        );
        let answer = first.answer(m, first_hit, *first.free_ways, ways[0], victims[0]);
        output.first_hit.set(first_hit);
        output.first_entry.set(answer.entry);
        output.first_used.set(answer.is_used());
        output.first_index.set(answer.index);
        m.section("Two look-ups that miss in the same set take two different ways.");
        let free_ways = (*second.free_ways & !taken).named("second_remaining");
        let answer = second.answer(m, second_hit, free_ways, ways[1], victims[1]);
        output.second_hit.set(second_hit);
        output.second_room.set(room);
        output.second_entry.set(answer.entry);
        output.second_used.set(answer.is_used());
        output.second_index.set(answer.index);
    }
}

fn set_bits(p: &Params) -> u32 {
    p.sets().ilog2()
}

/// The write ports; the walk uses the first one.
fn writes<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    walker: Walker<'m>,
) -> [Write<'m>; 2] {
    let port = |write: Expr<'m>, entry: Expr<'m>, pc, index| {
        let way_bits = p.ways().ilog2();
        let ways = entry.truncate(way_bits).decode(p.ways() as u32);
        let ways = ways.masked(write);
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
        set: walker.until_done(walker.row, first.set).named("first_row"),
        ways: walker.until_done(all, first.ways).named("first_ways"),
        pc: walker.until_done(0, first.pc).named("first_value_pc"),
        index: walker
            .until_done(none, first.index)
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
            lookup.way_indices.set(n, index.read(lookup.set));
            let is_free = lookup.way_indices.at(n).part(p.index_bits() - 1, 1);
            let holds = pc.read(lookup.set).eq(lookup.pc);
            lookup.free_ways.set_bit(n, is_free);
            lookup.hit_ways.set_bit(n, holds & !is_free);
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
            hit_ways: m.wire(named("hit_ways"), p.ways() as u32),
            free_ways: m.wire(named("free_ways"), p.ways() as u32),
            way_indices: m.array(named("way_indices"), p.ways(), p.index_bits()),
        }
    }

    fn hit(&self) -> Expr<'m> {
        self.hit_ways.any().named(format!("{}_hit", self.name))
    }

    /// The use of a way by the look-up, if the look-up takes effect.
    fn use_en(&self, way: Wire<'m>, update_en: Expr<'m>) -> Use<'m> {
        Use {
            name: self.name,
            set: self.set,
            way,
            update_en,
        }
    }

    /// The answer of the ways: the hit, else the lowest way in `free_ways`, else the victim.
    fn answer(
        self,
        m: &'m ModuleBuilder,
        hit: Expr<'m>,
        free_ways: Expr<'m>,
        way: Wire<'m>,
        victim: Expr<'m>,
    ) -> Answer<'m> {
        let named = |what: &str| format!("{}_{what}", self.name);
        let free = lowest_one_hot(&named("free"), free_ways);
        let other = free_ways.any().mux(free, victim);
        way.set(hit.mux(*self.hit_ways, other));
        let number = encode(m, &named("number"), *way);
        Answer {
            entry: self.set.cat(number),
            index: one_hot_mux(m, &named("held"), *way, *self.way_indices),
        }
    }
}

impl<'m> Answer<'m> {
    /// Whether the entry is in use.
    fn is_used(&self) -> Expr<'m> {
        !self.index.bit(self.index.width() - 1)
    }
}
