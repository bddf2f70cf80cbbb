//! The table that looks up one PC at a time: a set is read in one cycle, one of its ways is chosen and taken in the
//! next cycle, and used in the third, in which the next set may be read. Look-ups write PCs and the heap writes indexes, so
//! each memory has one write port.

use super::{REASON, set_bits};
use crate::blocks::{Later, Walker, encode, lowest_one_hot, walker};
use crate::{Drives, Expr, ModuleBuilder, Reads, Register};
use heddle_contract::units::mheap_lut::{In, Out, Params};

const LOOK_UP: &str = "control: a look-up from one of its cycles to the next";

/// Values shared by the parts of the description.
struct Table<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    walker: Walker<'m>,
    asked: Asked<'m>,
    found: Found<'m>,
    write: Write<'m>,
}

/// The look-up in flight.
#[derive(Clone, Copy)]
struct Asked<'m> {
    /// The look-up came in the cycle before.
    select: Register<'m>,
    /// The look-up came two cycles ago, and uses its way.
    use_en: Register<'m>,
    create: Register<'m>,
    set: Expr<'m>,
    /// Bits of the PC above those of the set.
    tag: Expr<'m>,
    /// Per way: it holds the PC.
    hit_ways: Register<'m>,
    /// Per way: it is free.
    free_ways: Register<'m>,
}

/// The write of a cycle.
#[derive(Clone, Copy)]
struct Write<'m> {
    set: Expr<'m>,
    /// Per way: whether its index is written.
    way_indices: Expr<'m>,
    /// Per way: whether it is freed.
    free_ways: Expr<'m>,
    index: Expr<'m>,
}

/// The result of the last look-up, until the next one is chosen.
#[derive(Clone, Copy)]
struct Found<'m> {
    hit: Register<'m>,
    used: Register<'m>,
    set: Register<'m>,
    /// The way, one-hot and as a number.
    way: Register<'m>,
    number: Register<'m>,
}

pub(super) fn build<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) {
    no_second(m, input, output);
    m.section("After reset a walk over the sets frees all ways of one set each cycle.");
    let walker = walker(m, p.sets());
    m.section(
        "A look-up reads its set in the first cycle, chooses and takes a way in the second, and uses \
         this way in the third.",
    );
    let table = Table {
        m,
        p,
        input,
        walker,
        asked: asked(m, p, input),
        found: found(m, p),
        write: write(m, p, input),
    };
    output.idle.set(walker.done & !table.asked.select);
    let taken = table.choose();
    table.tags(taken);
    table.answer(output);
}

fn no_second<'m>(m: &'m ModuleBuilder, i: &In<Reads<'m>>, o: &Out<Drives<'m>>) {
    m.unused(i.write_first_pc);
    for input in [i.second, i.second_pc, i.second_create] {
        m.unused(input);
    }
    let [entry, pc, index] = [
        i.write_second_entry,
        i.write_second_pc,
        i.write_second_index,
    ];
    for input in [i.write_second, entry, pc, index] {
        m.unused(input);
    }
    let bits = [o.second_hit, o.second_room, o.second_used];
    for sink in bits.into_iter().chain([o.second_entry, o.second_index]) {
        sink.set(0);
    }
}

fn asked<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Asked<'m> {
    let control = |name: &str, width| m.register(name, width).overhead(LOOK_UP);
    let select = control("select", 1).reset(0);
    select.next(input.first);
    let create = control("asked_create", 1);
    create.next_when(input.first, input.first_create);
    let pc = control("asked_pc", p.pc_bits());
    pc.next_when(input.first, input.first_pc);
    Asked {
        select,
        use_en: control("use_en", 1).reset(0),
        create,
        set: pc.truncate(set_bits(p)),
        tag: tag(p, *pc),
        hit_ways: control("hit_ways", p.ways() as u32),
        free_ways: control("free_ways", p.ways() as u32),
    }
}

fn found<'m>(m: &'m ModuleBuilder, p: &Params) -> Found<'m> {
    let found = |name: &str, width| {
        let register = m.register(format!("found_{name}"), width);
        register.reset(0).overhead(LOOK_UP)
    };
    Found {
        hit: found("hit", 1),
        used: found("used", 1),
        set: found("set", set_bits(p)),
        way: found("way", p.ways() as u32),
        number: found("number", p.ways().ilog2()),
    }
}

fn tag<'m>(p: &Params, pc: Expr<'m>) -> Expr<'m> {
    pc.part(set_bits(p), p.pc_bits() - set_bits(p))
}

fn write<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Write<'m> {
    let (way_bits, index_bits) = (p.ways().ilog2(), p.index_bits() - 1);
    let way = input.write_first_entry.truncate(way_bits);
    let way = way.decode(p.ways() as u32).masked(input.write_first);
    let way = way.named("write_way");
    let is_free = input.write_first_index.bit(index_bits);
    m.section("A write sets the index of an entry, or frees the entry.");
    Write {
        set: input.write_first_entry.part(way_bits, set_bits(p)),
        way_indices: way.masked(!is_free).named("write_index"),
        free_ways: way.masked(is_free).named("write_free"),
        index: input.write_first_index.truncate(index_bits),
    }
}

impl<'m> Table<'_, 'm> {
    /// Chooses the way that hits, else the lowest free way, else the least recently used one. Returns the way that the look-up
    /// takes, one-hot.
    fn choose(&self) -> Expr<'m> {
        let Self {
            m,
            p,
            input,
            walker,
            asked,
            found,
            ..
        } = self;
        m.section("Ranks of the ways: rank 0 is the most recently used.");
        let used_way = m.wire("used_way", p.ways() as u32);
        used_way.set(*found.way);
        let recency = Later {
            sets: p.sets(),
            ways: p.ways(),
            walk: *walker,
            reads: input.first,
            read_set: input.first_pc.truncate(set_bits(p)),
            set: asked.set,
            way: used_way,
            update_en: *asked.use_en,
            reason: REASON,
        };
        let victim = recency.last(m);
        m.section(
            "The way of a look-up: the way that hits, else the lowest free way, else the least \
             recently used way.",
        );
        let hit = asked.hit_ways.any().named("hit");
        let some_free = asked.free_ways.any().named("some_free");
        let other = some_free.mux(lowest_one_hot("free", *asked.free_ways), victim);
        let other = other.named("other_way");
        let way = hit.mux(*asked.hit_ways, other).named("way");
        let number = encode(m, "way_number", way);
        for (register, value) in [
            (found.hit, hit),
            (found.used, hit | !some_free),
            (found.set, asked.set),
            (found.way, way),
            (found.number, number),
        ] {
            register.next_when(*asked.select, value);
        }
        let create_en = (asked.select & *asked.create).named("create_en");
        asked.use_en.next((asked.select & hit) | create_en);
        other.masked(create_en & !hit).named("taken_way")
    }

    /// Updates which entries are in use, and by which PC.
    fn tags(&self, taken: Expr<'m>) {
        let Self {
            m,
            p,
            input,
            walker,
            asked,
            write,
            ..
        } = self;
        m.section(
            "Entries {in use, PC bits above the set}: a memory per way. An entry is taken in the \
             second cycle of a look-up, and freed in other cycles.",
        );
        let bits = asked.tag.width();
        let set = asked.select.mux(asked.set, write.set);
        let row = walker.until_done(walker.row, set).named("tag_row");
        let word = asked.select.cat(asked.tag).named("tag_word");
        let first_set = input.first_pc.truncate(set_bits(p));
        m.each("way", p.ways(), |n| {
            let tags = m.memory("tag", p.sets(), bits + 1);
            let entry = tags.read(first_set).named("entry");
            let holds = entry.truncate(bits).eq(tag(p, input.first_pc));
            asked.hit_ways.next_bit(n, holds & entry.bit(bits));
            asked.free_ways.next_bit(n, !entry.bit(bits));
            let writes = !walker.done | taken.bit(n) | write.free_ways.bit(n);
            tags.write(row, writes, word);
        });
    }

    /// The outputs: the result, and its index in the heap.
    fn answer(&self, output: &Out<Drives<'m>>) {
        let Self {
            m,
            p,
            walker,
            found,
            write,
            ..
        } = self;
        m.section(
            "The result stays until the result of the next look-up. Its index is read anew in each \
             cycle.",
        );
        output.first_hit.set(found.hit);
        output.first_used.set(found.used);
        output.first_entry.set(found.set.cat(*found.number));
        let bits = write.index.width();
        let way_indices = m.array("way_indices", p.ways(), bits);
        let row = walker.until_done(walker.row, write.set);
        let row = row.named("index_row");
        let word = write.index.masked(walker.done).named("index_word");
        m.each("index", p.ways(), |n| {
            let memory = m.memory("index", p.sets(), bits);
            memory.write(row, !walker.done | write.way_indices.bit(n), word);
            way_indices.set(n, memory.read(*found.set));
        });
        let index = way_indices.index(*found.number);
        output.first_index.set(index.zero_extend(bits + 1));
    }
}
