//! The table that is asked for one PC at a time: a set is read in one cycle, one of its ways is chosen and taken in the
//! next, and used in the third, in which the next set may be read. Look-ups write PCs, the heap writes indexes, so each
//! memory has one write port.

use super::{REASON, set_bits};
use crate::shapes::{Later, Walker, encode, lowest_one_hot, walker};
use crate::{Drives, Expr, ModuleBuilder, Reads, Register};
use heddle_contract::units::mheap_lut::{In, Out, Params};

const LOOK_UP: &str = "control: a look-up between its cycles";

/// What the parts of the description share.
struct Table<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    walker: Walker<'m>,
    asked: Asked<'m>,
    found: Found<'m>,
    write: Write<'m>,
}

/// The look-up that is under way.
#[derive(Clone, Copy)]
struct Asked<'m> {
    /// It came in the cycle before.
    chooses: Register<'m>,
    /// It came in the cycle before that one, and uses its way.
    uses: Register<'m>,
    create: Register<'m>,
    set: Expr<'m>,
    /// Bits of the PC above those of the set.
    tag: Expr<'m>,
    /// Per way: it holds the PC.
    hits: Register<'m>,
    /// Per way: it is free.
    frees: Register<'m>,
}

/// A write.
#[derive(Clone, Copy)]
struct Write<'m> {
    set: Expr<'m>,
    /// Per way: its index is written.
    indexes: Expr<'m>,
    /// Per way: it is freed.
    frees: Expr<'m>,
    index: Expr<'m>,
}

/// What was chosen, until something else is.
#[derive(Clone, Copy)]
struct Found<'m> {
    hit: Register<'m>,
    used: Register<'m>,
    set: Register<'m>,
    /// One-hot, and its number.
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
    m.section("After reset a walk frees all ways of a set in each cycle.");
    let walker = walker(m, p.sets());
    m.section("A look-up: its set is read; in the next cycle a way is chosen and taken, which is used in the third.");
    let table = Table {
        m,
        p,
        input,
        walker,
        asked: asked(m, p, input),
        found: found(m, p),
        write: write(m, p, input),
    };
    output.idle.set(walker.done & !table.asked.chooses);
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
    let bits = [o.second_hit, o.second_fits, o.second_used];
    for sink in bits.into_iter().chain([o.second_entry, o.second_index]) {
        sink.set(0);
    }
}

fn asked<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Asked<'m> {
    let control = |name: &str, width| m.register(name, width).overhead(LOOK_UP);
    let chooses = control("chooses", 1).reset(0);
    chooses.next(input.first);
    let create = control("asked_create", 1);
    create.next_when(input.first, input.first_create);
    let pc = control("asked_pc", p.pc_bits());
    pc.next_when(input.first, input.first_pc);
    Asked {
        chooses,
        uses: control("uses", 1).reset(0),
        create,
        set: pc.truncate(set_bits(p)),
        tag: tag(p, *pc),
        hits: control("hits", p.ways() as u32),
        frees: control("frees", p.ways() as u32),
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
    m.section("A write: the index of an entry, or that it is free.");
    Write {
        set: input.write_first_entry.part(way_bits, set_bits(p)),
        indexes: way.masked(!is_free).named("write_index"),
        frees: way.masked(is_free).named("write_free"),
        index: input.write_first_index.truncate(index_bits),
    }
}

impl<'m> Table<'_, 'm> {
    /// The way that hits, the lowest free one, or the one that was used longest ago. Returns the way that the look-up
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
        m.section("Ranks of the ways, 0 the one used last.");
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
            takes: *asked.uses,
            reason: REASON,
        };
        let victim = recency.last(m);
        m.section("The way that hits, the lowest free one, or the one that was used longest ago.");
        let hit = asked.hits.any().named("hit");
        let some_free = asked.frees.any().named("some_free");
        let other = some_free.mux(lowest_one_hot("free", *asked.frees), victim);
        let other = other.named("other_way");
        let way = hit.mux(*asked.hits, other).named("way");
        let number = encode(m, "way_number", way);
        for (register, value) in [
            (found.hit, hit),
            (found.used, hit | !some_free),
            (found.set, asked.set),
            (found.way, way),
            (found.number, number),
        ] {
            register.next_when(*asked.chooses, value);
        }
        let creates = (asked.chooses & *asked.create).named("creates");
        asked.uses.next((asked.chooses & hit) | creates);
        other.masked(creates & !hit).named("taken_way")
    }

    /// Which entries are in use, and by which PC.
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
            "Entries {in use, PC above the set}, a memory per way. An entry is taken in the second cycle of a look-up, \
             and freed in other cycles.",
        );
        let bits = asked.tag.width();
        let set = asked.chooses.mux(asked.set, write.set);
        let row = walker.until_done(walker.row, set).named("tag_row");
        let word = asked.chooses.cat(asked.tag).named("tag_word");
        let first_set = input.first_pc.truncate(set_bits(p));
        m.each("way", p.ways(), |n| {
            let tags = m.memory("tag", p.sets(), bits + 1);
            let entry = tags.read(first_set).named("entry");
            let holds = entry.truncate(bits).eq(tag(p, input.first_pc));
            asked.hits.next_bit(n, holds & entry.bit(bits));
            asked.frees.next_bit(n, !entry.bit(bits));
            let writes = !walker.done | taken.bit(n) | write.frees.bit(n);
            tags.write(row, writes, word);
        });
    }

    /// What was found, and where the heap has it.
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
            "What was found stands until something else is. Its index is read anew in each cycle.",
        );
        output.first_hit.set(found.hit);
        output.first_used.set(found.used);
        output.first_entry.set(found.set.cat(*found.number));
        let bits = write.index.width();
        let indexes = m.array("indexes", p.ways(), bits);
        let row = walker.until_done(walker.row, write.set);
        let row = row.named("index_row");
        let word = write.index.masked(walker.done).named("index_word");
        m.each("index", p.ways(), |n| {
            let memory = m.memory("index", p.sets(), bits);
            memory.write(row, !walker.done | write.indexes.bit(n), word);
            indexes.set(n, memory.read(*found.set));
        });
        let index = indexes.index(*found.number);
        output.first_index.set(index.zero_extend(bits + 1));
    }
}
