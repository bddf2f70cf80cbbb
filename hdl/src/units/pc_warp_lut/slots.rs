//! Which lanes of their home lane threads take, if home lanes have several.
//!
//! Each home lane orders its lanes: first the lanes that are free in the warp, then the taken ones, both from the
//! lowest on. Threads take as many lanes from the front of this order as there are threads.

use crate::blocks::count_ones;
use crate::units::slot_crossbar::rank;
use crate::{Expr, Index, ModuleBuilder, Wire};
use heddle_contract::units::pc_warp_lut::Params;

/// Lanes that are closed to a look-up, and whether the look-up waits for them.
#[derive(Clone, Copy)]
pub(super) struct Closed<'m> {
    pub lanes: Expr<'m>,
    pub waits: Wire<'m>,
}

/// The slots of a home lane.
#[derive(Clone, Copy)]
struct Home<'m> {
    /// Slots in which threads arrive.
    threads: Expr<'m>,
    /// Open slots: the free ones, and the taken ones.
    free: Expr<'m>,
    taken: Expr<'m>,
}

/// The lanes that threads arriving in the lanes `request` take in a warp with the occupied lanes `occ`. No lanes if they
/// wait for closed lanes.
pub(super) fn place<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    name: &str,
    request: Expr<'m>,
    occ: Expr<'m>,
    closed: Option<Closed<'m>>,
) -> Expr<'m> {
    let named = |what: &str| format!("{name}_{what}");
    let placed = m.wire(named("placed"), p.lanes() as u32);
    let waits = closed.map(|_| m.wire(named("home_waits"), p.home_lanes() as u32));
    m.each(&named("home"), p.home_lanes(), |h| {
        let used = gather(m, p, "used", occ, h);
        let closed = closed.map(|closed| gather(m, p, "closed", closed.lanes, h));
        let open = |slots: Expr<'m>| closed.map_or(slots, |closed| slots & !closed);
        let home = Home {
            threads: gather(m, p, "threads", request, h),
            free: open(!used).named("free"),
            taken: open(used).named("taken"),
        };
        let threads = count_ones(m, "thread_count", home.threads);
        let free = count_ones(m, "free_count", home.free);
        if let (Some(waits), Some(closed)) = (waits, closed) {
            waits.set_bit(h, threads.gt(free) & (closed & !used).any());
        }
        m.each("slot", p.slots(), |s| {
            let update_en = home.update_en(m, [threads, free], p.slots(), s);
            placed.set_bit(s * p.home_lanes() + h, update_en);
        });
    });
    match (closed, waits) {
        (Some(closed), Some(waits)) => {
            closed.waits.set(waits.any());
            placed.masked(!closed.waits).named(named("lanes"))
        }
        _ => *placed,
    }
}

/// The lanes of a home lane.
fn gather<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    name: &str,
    lanes: Expr<'m>,
    home: Index,
) -> Expr<'m> {
    let slots = m.wire(name, p.slots() as u32);
    m.each(&format!("{name}_lane"), p.slots(), |s| {
        slots.set_bit(s, lanes.bit(s * p.home_lanes() + home));
    });
    *slots
}

impl<'m> Home<'m> {
    /// Whether a slot is taken, given the number of threads and the number of free slots.
    fn update_en(
        self,
        m: &'m ModuleBuilder,
        [threads, free]: [Expr<'m>; 2],
        slots: usize,
        slot: Index,
    ) -> Expr<'m> {
        let wide = |number: Expr<'m>| number.zero_extend(threads.width() + 1);
        let free_rank = rank(m, "free_rank", slots, slot, |n| self.free.bit(n));
        let taken_rank = rank(m, "taken_rank", slots, slot, |n| self.taken.bit(n));
        let join_en = self.free.bit(slot) & wide(free_rank).lt(wide(threads));
        let behind = (wide(taken_rank) + wide(free)).lt(wide(threads));
        join_en | (self.taken.bit(slot) & behind)
    }
}
