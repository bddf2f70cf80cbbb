//! The choice of a request in one cycle, its grant in the next (SLR-26).
//!
//! The oldest replay and the oldest request of any kind are found side by side, and one of the two is selected at the end:
//! the age matrix is not behind the question whether there is a replay. The register has the number of the warp, which finds its
//! common PC, and one bit for each warp, so that no decoder is behind it.

use super::{Requests, Tag, warps};
use crate::blocks::encode;
use crate::{Expr, Index, ModuleBuilder, Wire};
use heddle_contract::units::stackless_front_end::Params;

/// The request that was chosen in the cycle before, and its warp as one bit of all.
pub(super) fn grant<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    requests: Requests<'m>,
    chosen: Wire<'m>,
) -> (Tag<'m>, Expr<'m>) {
    let memory = choose(m, p, requests, chosen);
    m.section("The grant, a cycle after the choice.");
    let warp = encode(m, "chosen_warp", *chosen);
    let grant = Tag {
        busy: m.register("grant", 1).reset(0).next(requests.pending.any()),
        warp: m.register("grant_warp", p.warp_bits()).next(warp),
        memory: m.register("grant_memory", 1).next(memory),
    };
    let granted = m.register("granted", warps(p)).reset(0).next(*chosen);
    (grant, granted)
}

/// Chooses the oldest replay, or the oldest request if there is no replay; returns whether it is for a line, which a replay
/// always is.
fn choose<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    requests: Requests<'m>,
    chosen: Wire<'m>,
) -> Expr<'m> {
    let Requests {
        ask,
        pending,
        memory,
        replay,
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
    let oldest = m.wire("oldest", warps(p));
    m.each("warp", p.warps(), |i| {
        let row = older.at(i).named("row");
        older
            .register(i)
            .next(ask.bit(i).mux(m.ones(warps(p)), row & !ask) & below(i));
        let first = |candidates: Expr<'m>, behind: Expr<'m>| {
            candidates.bit(i) & !((candidates & row).any() | behind.bit(i))
        };
        let replay = first(replays, behind_replays).named("oldest_replay");
        oldest.set_bit(i, first(pending, behind_any));
        chosen.set_bit(i, has_replay.mux(replay, oldest.bit(i)));
    });
    has_replay | (*oldest & memory).any()
}
