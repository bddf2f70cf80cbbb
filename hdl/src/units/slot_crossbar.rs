//! RTL of `slot_crossbar`: in each home lane, each lane that is taken selects the lane whose thread it gets.
//!
//! Both halves share the multiplexers, as they have no lane in common. A thread has a rank: how many threads of its half
//! arrive in lower lanes of its home lane. A lane that is taken has a rank too; a thread goes to the lane with the same
//! rank in the same half.

use crate::blocks::one_hot_mux;
use crate::builder::index_bits;
use crate::{Array, Drives, Expr, Hardware, Index, ModuleBuilder, Reads, Wire};
use heddle_contract::units::SlotCrossbar;
use heddle_contract::units::slot_crossbar::{In, Out, Params};

/// One side of a home lane: the lanes in which threads arrive, or the lanes that they take.
#[derive(Clone, Copy)]
struct Side<'m> {
    /// Slots of first and of second.
    first: Wire<'m>,
    second: Wire<'m>,
    /// Rank of each slot in its half.
    rank: Array<'m>,
}

impl Hardware for SlotCrossbar {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section(
            "Each of the H home lanes has its own lanes: slot s of home lane h is lane s * H + h.",
        );
        m.each("home", p.home_lanes(), |h| {
            let from = side(m, p, "from", h, [input.first_from, input.second_from]);
            let to = side(m, p, "to", h, [input.first_to, input.second_to]);
            let tid = m.array("tid", p.slots(), p.tid_bits());
            m.each("slot", p.slots(), |s| {
                tid.set(s, input.from_tid.at(s * p.home_lanes() + h));
            });
            m.each("taken", p.slots(), |s| {
                let source = m.wire("source", p.slots() as u32);
                m.each("thread", p.slots(), |t| {
                    source.set_bit(t, belong(from, t, to, s));
                });
                let taken = one_hot_mux(m, "taken_tid", *source, *tid);
                output.to_tid.at(s * p.home_lanes() + h).set(taken);
            });
        });
    }
}

/// The slots of a home lane and their ranks.
fn side<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    name: &str,
    home: Index,
    [first, second]: [Expr<'m>; 2],
) -> Side<'m> {
    let slots = p.slots() as u32;
    let named = |what: &str| format!("{name}_{what}");
    let side = Side {
        first: m.wire(named("first"), slots),
        second: m.wire(named("second"), slots),
        rank: m.array(named("rank"), p.slots(), index_bits(p.slots())),
    };
    m.each(&named("slot"), p.slots(), |s| {
        let lane = s * p.home_lanes() + home;
        side.first.set_bit(s, first.bit(lane));
        side.second.set_bit(s, second.bit(lane));
    });
    m.each(&named("order"), p.slots(), |s| {
        let is_second = side.second.bit(s);
        let own = |n| is_second.mux(side.second.bit(n), side.first.bit(n));
        side.rank.set(s, rank(m, "rank", p.slots(), s, own));
    });
    side
}

/// How many slots below a slot fulfil a condition; as wide as a slot number for `slots` slots.
pub(super) fn rank<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    slots: usize,
    slot: Index,
    holds: impl FnOnce(Index) -> Expr<'m>,
) -> Expr<'m> {
    let width = index_bits(slots);
    m.fold(name, m.constant(0, width), slot, |n, count| {
        count + holds(n).zero_extend(width)
    })
}

/// Whether the thread that arrives in slot `source` takes slot `target`.
fn belong<'m>(from: Side<'m>, source: Index, to: Side<'m>, target: Index) -> Expr<'m> {
    let both = |from: Wire<'m>, to: Wire<'m>| from.bit(source) & to.bit(target);
    let of_one_half = both(from.first, to.first) | both(from.second, to.second);
    of_one_half & from.rank.at(source).eq(to.rank.at(target))
}
