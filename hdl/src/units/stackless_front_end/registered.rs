//! The choice of a request in one cycle, its grant in the next (SLR-26).
//!
//! The oldest replay and the oldest request of any kind are found side by side, and one of the two is selected at the end:
//! the age matrix is not behind the question whether there is a replay. The register has one bit for each warp: the number of the
//! warp and the kind of its request, which stays as it is while the warp waits, are found behind it.

use super::{Requests, warps};
use crate::{Expr, Index, ModuleBuilder, Wire};
use heddle_contract::units::stackless_front_end::Params;

/// Whether a request was chosen in the cycle before, and of which warp, one bit each.
pub(super) fn grant<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    requests: Requests<'m>,
    chosen: Wire<'m>,
) -> (Expr<'m>, Expr<'m>) {
    choose(m, p, requests, chosen);
    m.section("The grant, a cycle after the choice.");
    let busy = m.register("busy_grant", 1).reset(0);
    let granted = m.register("granted", warps(p)).reset(0);
    (
        busy.next(requests.pending.any()),
        granted.next(*chosen),
    )
}

/// Chooses the oldest replay, or the oldest request if there is no replay.
fn choose<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    requests: Requests<'m>,
    chosen: Wire<'m>,
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
        let replay = first(replays, behind_replays).named("oldest_replay");
        let any = first(pending, behind_any);
        chosen.set_bit(i, has_replay.mux(replay, any));
    });
}
