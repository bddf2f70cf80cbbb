//! The choice of a request in one cycle, its grant in the next (SLR-26).
//!
//! The oldest replay and the oldest request of any kind are found side by side, and one of the two is selected at the end:
//! the age matrix is not behind the question whether there is a replay.

use super::{Requests, Tag, warps};
use crate::blocks::encode;
use crate::{Expr, Index, ModuleBuilder, Wire};
use heddle_contract::units::stackless_front_end::Params;

/// Chooses the oldest replay, or the oldest request if there is no replay.
pub(super) fn choose<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    requests: Requests<'m>,
    granted: Wire<'m>,
) {
    let Requests {
        ask,
        pending,
        replay,
        ..
    } = requests;
    m.section(
        "Choice: replays first, then the oldest request. older_q: lower warps whose request is older; \
         in one cycle the lower warp counts as older. behind: warps whose request is younger than \
         that of a higher warp.",
    );
    let older = m.registers("older", p.warps(), warps(p));
    let below = |n: Index| !m.ones(warps(p)).shift_left(n);
    let replays = (pending & replay).named("replays");
    let has_replay = replays.any().named("has_replay");
    let none = m.constant(0, warps(p));
    let behind = |name: &str, candidates: Expr<'m>| {
        m.fold(name, none, p.warps(), |n, found| {
            let younger = !older.at(n) & below(n);
            candidates.bit(n).mux(found | younger, found)
        })
    };
    let behind_replays = behind("behind_replays", replays);
    let behind_any = behind("behind_any", pending);
    m.each("warp", p.warps(), |i| {
        let row = older.at(i).named("row");
        older
            .register(i)
            .next(ask.bit(i).mux(m.ones(warps(p)), row & !ask) & below(i));
        let first = |candidates: Expr<'m>, behind: Expr<'m>| {
            candidates.bit(i) & !((candidates & row).any() | behind.bit(i))
        };
        let first_replay = first(replays, behind_replays).named("first_replay");
        let first_any = first(pending, behind_any).named("first_any");
        granted.set_bit(i, has_replay.mux(first_replay, first_any));
    });
}

/// The request that was chosen in the cycle before.
pub(super) fn grant<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    requests: Requests<'m>,
    granted: Expr<'m>,
) -> Tag<'m> {
    m.section("The grant, a cycle after the choice.");
    let warp = encode(m, "chosen_warp", granted);
    let memory = (granted & requests.memory).any();
    Tag {
        busy: m.register("grant", 1).reset(0).next(requests.pending.any()),
        warp: m.register("grant_warp", p.warp_bits()).next(warp),
        memory: m.register("grant_memory", 1).next(memory),
    }
}
