//! RTL of `slot_crossbar`: for each home lane, each lane that is taken looks for the one whose thread it gets.
//!
//! Both halves share the multiplexers, as they have no lane in common. A thread has a rank: how many of its half
//! come in lower lanes of its home lane. So has a lane that is taken; the two belong together whose ranks and halves
//! are equal.

use crate::build::index_bits;
use crate::shapes::one_hot_mux;
use crate::{Array, Drives, Expr, Hardware, Index, ModuleBuilder, Reads, Wire};
use heddle_contract::units::SlotCrossbar;
use heddle_contract::units::slot_crossbar::{In, Out, Params};

/// One side of a home lane: where threads come, or the lanes that they take.
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
            "Each home lane has lanes of its own: slot s of home lane h is lane s * homes + h.",
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

/// How many of the slots below one fulfil a condition; as wide as the number of one of `slots`.
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

/// Whether the thread that comes in a slot takes another slot.
fn belong<'m>(from: Side<'m>, source: Index, to: Side<'m>, target: Index) -> Expr<'m> {
    let both = |from: Wire<'m>, to: Wire<'m>| from.bit(source) & to.bit(target);
    let of_one_half = both(from.first, to.first) | both(from.second, to.second);
    of_one_half & from.rank.at(source).eq(to.rank.at(target))
}
