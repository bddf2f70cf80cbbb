//! RTL of `pc_warp_lut`: a bank of entries for each way, read by two look-ups at once.
//!
//! The second look-up reads the table as updated by the first: if both are in the same set, the entry that
//! the first uses replaces its way in the row that the second reads. From there on the second needs no special
//! rules, and if both write the same entry, the second's write comes last and includes both changes.
//!
//! A retirement finds its entry through the first look-up's read port and frees it through the first's write port (DWF-7).

mod invariants;
mod pipeline;
mod replacement;
mod slots;

use crate::blocks::{Walker, lowest_one_hot, one_hot_mux, walker};
use crate::{Array, Drives, Expr, Hardware, Index, ModuleBuilder, Reads, Wire};
use heddle_contract::Property;
use heddle_contract::terms::Terms;
use heddle_contract::units::PcWarpLut;
use heddle_contract::units::pc_warp_lut::{In, Out, Params};
use slots::Closed;

/// A look-up.
#[derive(Clone, Copy)]
struct LookUp<'m> {
    name: &'static str,
    pc: Expr<'m>,
    /// Lanes that the look-up requests.
    lanes: Expr<'m>,
    set: Expr<'m>,
    /// Whether the look-up takes effect.
    update_en: Expr<'m>,
    /// Whether it waits for lanes that the other look-up takes; `None` if it never waits.
    waits: Option<Wire<'m>>,
    /// The set as the look-up sees it, by way: entries with the PC, entries without lanes, the fields.
    hit_ways: Wire<'m>,
    free: Wire<'m>,
    occ: Array<'m>,
    idx: Array<'m>,
    leaves: Entry<'m>,
}

/// The entry that a look-up writes to the way that it uses (one-hot).
#[derive(Clone, Copy)]
struct Entry<'m> {
    way: Wire<'m>,
    occ: Wire<'m>,
    idx: Wire<'m>,
}

/// The answer to a look-up.
#[derive(Clone, Copy)]
struct Answer<'m> {
    hit: Expr<'m>,
    old: Expr<'m>,
    old_lanes: Expr<'m>,
    create: Expr<'m>,
    new_lanes: Expr<'m>,
    evict: Expr<'m>,
    /// Lanes that the threads take.
    lanes: Expr<'m>,
}

/// Values shared by the parts of the description.
#[derive(Clone, Copy)]
struct Lut<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    walk: Walker<'m>,
    first: LookUp<'m>,
    second: LookUp<'m>,
    /// Both look-ups are in the same set.
    same_set: Expr<'m>,
    /// The row that the first port writes.
    first_row: Expr<'m>,
}

impl Hardware for PcWarpLut {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        if p.pipelined() {
            return pipeline::build(m, p, &input, &output);
        }
        let lut = Lut::new(m, p, &input);
        lut.banks();
        let [first_victim, second_victim] = lut.victims();
        m.section(
            "The first look-up: lanes that its warp has already go to a new warp; at a miss all \
             lanes go to a new warp.",
        );
        let first = lut.answer(lut.first, first_victim, input.fresh_first, None);
        m.section(
            "The second look-up: its new warp is fresh_second_i if the first creates a warp, else \
             fresh_first_i.",
        );
        let update_en_fresh = input.first & first.create;
        let fresh = update_en_fresh.mux(input.fresh_second, input.fresh_first);
        let fresh = fresh.named("second_fresh");
        let closed = match lut.second.waits {
            Some(_) => Some(first.lanes.masked(input.first).named("second_closed")),
            None => None,
        };
        let second = lut.answer(lut.second, second_victim, fresh, closed);
        output.init_done.set(lut.walk.done);
        output.first_hit.set(first.hit);
        output.first_old.set(first.old);
        output.first_old_lanes.set(first.old_lanes);
        output.first_create.set(first.create);
        output.first_new.set(input.fresh_first);
        output.first_new_lanes.set(first.new_lanes);
        output.first_evict.set(first.evict);
        output.second_hit.set(second.hit);
        output.second_old.set(second.old);
        output.second_old_lanes.set(second.old_lanes);
        output.second_create.set(second.create);
        output.second_new.set(fresh);
        output.second_new_lanes.set(second.new_lanes);
        output.second_evict.set(second.evict);
    }

    fn invariants(p: &Params, _: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        match p.pipelined() {
            false => invariants::invariants(p),
            true => Vec::new(),
        }
    }
}

impl<'a, 'm> Lut<'a, 'm> {
    fn new(m: &'m ModuleBuilder, p: &'a Params, input: &'a In<Reads<'m>>) -> Self {
        m.section("After reset every entry is freed.");
        let walk = walker(m, p.sets());
        m.section("The look-ups. A retirement uses the port of the first look-up.");
        let pc = input.retire.mux(input.retire_pc, input.first_pc);
        let update_en = (input.update & input.first).named("first_update_en");
        let first = look_up(
            m,
            p,
            "first",
            pc.named("first_key"),
            input.first_lanes,
            update_en,
        );
        let waits = (p.slots() > 1).then(|| m.wire("second_waits", 1));
        let goes = input.update & input.second;
        let update_en = waits.map_or(goes, |waits| goes & !waits);
        let update_en = update_en.named("second_update_en");
        let second = LookUp {
            waits,
            ..look_up(
                m,
                p,
                "second",
                input.second_pc,
                input.second_lanes,
                update_en,
            )
        };
        let same_set = (input.first & first.set.eq(second.set)).named("same_set");
        let first_row = walk.until_done(walk.row, first.set).named("first_row");
        Self {
            m,
            p,
            input,
            walk,
            first,
            second,
            same_set,
            first_row,
        }
    }

    fn banks(&self) {
        let (m, p) = (self.m, self.p);
        m.section(
            "Entries {PC, OCC, IDX}: a bank for each way. An entry without lanes (OCC = 0) is free.",
        );
        m.each("way", p.ways(), |w| self.bank(w));
    }

    /// The bank of a way, with the ports of both look-ups.
    fn bank(&self, w: Index) {
        let Self {
            m,
            p,
            input,
            walk,
            first,
            second,
            ..
        } = *self;
        let pc = m.memory("pc", p.sets(), p.pc_bits());
        let occ = m.memory("occ", p.sets(), lanes(p));
        let idx = m.memory("idx", p.sets(), p.warp_bits());
        let first_occ = occ.read(first.set).named("first_occ");
        let first_idx = idx.read(first.set).named("first_idx");
        let first_used = first_occ.any().named("first_used");
        let first_hit_ways = first_used & pc.read(first.set).eq(first.pc);
        first.sees(w, first_hit_ways, first_used, first_occ, first_idx);
        let forward = (self.same_set & first.leaves.way.bit(w)).named("forward");
        let stored_occ = occ.read(second.set).named("stored_occ");
        let second_used = (forward | stored_occ.any()).named("second_used");
        let second_pc = forward
            .mux(first.pc, pc.read(second.set))
            .named("second_pc");
        let second_occ = forward.mux(first.leaves.occ, stored_occ);
        let second_idx = forward.mux(first.leaves.idx, idx.read(second.set));
        let second_hit_ways = second_used & second_pc.eq(second.pc);
        second.sees(w, second_hit_ways, second_used, second_occ, second_idx);

        let is_retired = first.hit_ways.bit(w) & first_idx.eq(input.retire_warp);
        let clear_we = (!walk.done | (input.retire & is_retired)).named("clear_we");
        let first_we = (first.update_en & first.leaves.way.bit(w)).named("first_we");
        let write = first.leaves.occ.masked(!clear_we).named("first_occ_kept");
        pc.write(self.first_row, first_we, first.pc);
        idx.write(self.first_row, first_we, first.leaves.idx);
        occ.write(self.first_row, clear_we | first_we, write);
        let second_we = (second.update_en & second.leaves.way.bit(w)).named("second_we");
        pc.write(second.set, second_we, second.pc);
        idx.write(second.set, second_we, second.leaves.idx);
        occ.write(second.set, second_we, second.leaves.occ);
    }

    /// The answer to a look-up and the entry that it writes, given the way to evict if none is free, and the closed
    /// lanes, if lanes can be closed.
    fn answer(
        &self,
        look_up: LookUp<'m>,
        victim: Expr<'m>,
        fresh: Expr<'m>,
        closed: Option<Expr<'m>>,
    ) -> Answer<'m> {
        let LookUp {
            name,
            lanes,
            hit_ways,
            free,
            leaves,
            ..
        } = look_up;
        let m = self.m;
        let named = |what: &str| format!("{name}_{what}");
        let hit = hit_ways.any().named(named("hit"));
        let occ = one_hot_mux(m, &named("hit_occ"), *hit_ways, *look_up.occ);
        let old = one_hot_mux(m, &named("old"), *hit_ways, *look_up.idx);
        let lanes = match self.p.slots() {
            1 => lanes,
            _ => {
                let closed = closed.zip(look_up.waits);
                let closed = closed.map(|(lanes, waits)| Closed { lanes, waits });
                slots::place(m, self.p, look_up.name, lanes, occ, closed)
            }
        };
        let new_lanes = hit.mux(occ & lanes, lanes).named(named("new_lanes"));
        let create = new_lanes.any().named(named("create"));
        let empty = lowest_one_hot(&named("empty"), *free);
        let place = free.any().mux(empty, victim);
        leaves.way.set(hit.mux(hit_ways, place));
        leaves.occ.set(create.mux(new_lanes, occ | lanes));
        leaves.idx.set(create.mux(fresh, old));
        Answer {
            hit,
            old,
            old_lanes: lanes & !occ,
            create,
            new_lanes,
            evict: look_up.evicts(),
            lanes,
        }
    }
}

fn lanes(p: &Params) -> u32 {
    p.lanes() as u32
}

fn look_up<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    name: &'static str,
    pc: Expr<'m>,
    wanted: Expr<'m>,
    update_en: Expr<'m>,
) -> LookUp<'m> {
    let named = |what: &str| format!("{name}_{what}");
    let ways = p.ways();
    LookUp {
        name,
        pc,
        lanes: wanted,
        set: pc.truncate(p.set_bits()).named(named("set")),
        update_en,
        waits: None,
        hit_ways: m.wire(named("hit_ways"), ways as u32),
        free: m.wire(named("free"), ways as u32),
        occ: m.array(named("way_occ"), ways, lanes(p)),
        idx: m.array(named("way_idx"), ways, p.warp_bits()),
        leaves: Entry {
            way: m.wire(named("way"), ways as u32),
            occ: m.wire(named("occ_d"), lanes(p)),
            idx: m.wire(named("idx_d"), p.warp_bits()),
        },
    }
}

impl<'m> LookUp<'m> {
    /// Records a way as the look-up sees it.
    fn sees(&self, way: Index, hit_ways: Expr<'m>, used: Expr<'m>, occ: Expr<'m>, idx: Expr<'m>) {
        self.hit_ways.set_bit(way, hit_ways);
        self.free.set_bit(way, !used);
        self.occ.set(way, occ);
        self.idx.set(way, idx);
    }

    /// Whether no way has the PC and no way is free.
    fn evicts(&self) -> Expr<'m> {
        !(self.hit_ways | self.free).any()
    }
}
