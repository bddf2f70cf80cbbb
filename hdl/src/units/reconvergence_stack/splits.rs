//! The sides to which the lanes of the top go, and the comparisons of PCs: all the bits that the choice needs.

use super::tops::Stored;
use super::{Cut, Request, Stack, Turn, pops};
use crate::Expr;
use heddle_contract::config::First;

/// Lanes that go to the same PC.
#[derive(Clone, Copy)]
pub(super) struct Side<'m> {
    pub lanes: Expr<'m>,
    pub pc: Expr<'m>,
    /// Whether the side has lanes.
    pub any: Expr<'m>,
    /// Whether the PC is the reconvergence point of the old top.
    pub at_old_reconverge: Expr<'m>,
}

/// The sides of a branch; see the [module](self).
#[derive(Clone, Copy)]
pub(super) struct Splits<'m> {
    pub turn: Turn<'m>,
    pub update: Expr<'m>,
    pub push: Expr<'m>,
    pub compare: Expr<'m>,
    pub entries: Expr<'m>,
    /// A bit for each candidate from the old top on: it is the bottom of the stack.
    pub bottom: Expr<'m>,
    /// The stack has `depth` entries, or one fewer.
    pub full: Expr<'m>,
    pub nearly_full: Expr<'m>,
    /// Lanes whose threads have not ended after this step.
    pub threads: Expr<'m>,
    pub alive: Expr<'m>,
    pub first: Side<'m>,
    pub second: Side<'m>,
    /// Whether each side goes to the reconvergence point of the pushed entries.
    pub first_at_reconverge: Expr<'m>,
    pub second_at_reconverge: Expr<'m>,
    /// Whether lanes leave the top and wait below.
    pub leaving: Expr<'m>,
    /// The top under the pushed entries.
    pub waiting: Side<'m>,
    pub old_reconverge: Expr<'m>,
    pub old_waiting: Expr<'m>,
}

impl<'m> Stack<'_, 'm> {
    pub(super) fn splits(&self, request: Request<'m>, stored: Stored<'m>) -> Splits<'m> {
        let Self { m, p, .. } = self;
        let (name, other) = match p.first() {
            First::Taken => ("taken", "fall-through"),
            First::FallThrough => ("fall-through", "taken"),
        };
        m.section(format!(
            "The sides of a branch: the {name} side runs first, the {other} side second."
        ));
        let top = stored.top;
        let waiting = (top.lanes & !request.exit).named("waiting_lanes");
        let remaining = (waiting & !request.leave).named("remaining");
        let taken = (remaining & request.taken, request.target);
        let others = (remaining & !request.taken, request.next);
        let (first, second) = match p.first() {
            First::Taken => (taken, others),
            First::FallThrough => (others, taken),
        };
        let at_reconverge = |name: &str, pc: Expr<'m>| pc.eq(request.reconverge).named(name);
        let side = |name: &str, (lanes, pc): (Expr<'m>, Expr<'m>)| {
            let lanes = lanes.named(format!("{name}_lanes"));
            Side {
                lanes,
                pc,
                any: lanes.any().named(format!("{name}_any")),
                at_old_reconverge: pc
                    .eq(top.reconverge)
                    .named(format!("{name}_at_old_reconverge")),
            }
        };
        let threads = (stored.threads & !(top.lanes & request.exit)).named("new_threads");
        let depth = p.depth() as u64;
        let bottom = (0..=pops(p) as u64).rev().map(|n| stored.entries.eq(n + 1));
        Splits {
            turn: request.turn,
            update: request.update,
            push: request.push,
            compare: request.compare,
            entries: stored.entries,
            first: side("first", first),
            second: side("second", second),
            first_at_reconverge: at_reconverge("first_at_reconverge", first.1),
            second_at_reconverge: at_reconverge("second_at_reconverge", second.1),
            waiting: Side {
                lanes: waiting,
                pc: request.reconverge,
                any: waiting.any().named("waiting_any"),
                at_old_reconverge: request
                    .reconverge
                    .eq(top.reconverge)
                    .named("waiting_at_old_reconverge"),
            },
            leaving: (waiting & request.leave).any().named("leaving"),
            threads,
            alive: threads.any().named("alive"),
            bottom: m.cat(bottom).named("bottom"),
            full: stored.entries.eq(depth).named("full"),
            nearly_full: stored.entries.eq(depth - 1).named("nearly_full"),
            old_reconverge: top.reconverge,
            old_waiting: top.waiting,
        }
    }

    pub(super) fn hold_splits(&self, cut: Cut, splits: Splits<'m>) -> Splits<'m> {
        let hold = |name: &str, value| self.hold(cut, name, value);
        self.describe(cut, "where the lanes go, and the comparisons");
        let side = |name: &str, side: Side<'m>| {
            let name = |field: &str| format!("{name}_{field}");
            Side {
                lanes: hold(&name("lanes"), side.lanes),
                pc: hold(&name("pc"), side.pc),
                any: hold(&name("any"), side.any),
                at_old_reconverge: hold(&name("at_old_reconverge"), side.at_old_reconverge),
            }
        };
        Splits {
            turn: self.hold_turn(cut, splits.turn),
            update: self.hold_flag(cut, "update", splits.update),
            push: hold("push", splits.push),
            compare: hold("compare", splits.compare),
            entries: hold("entries", splits.entries),
            bottom: hold("bottom", splits.bottom),
            full: hold("full", splits.full),
            nearly_full: hold("nearly_full", splits.nearly_full),
            threads: hold("threads", splits.threads),
            alive: hold("alive", splits.alive),
            first: side("first", splits.first),
            second: side("second", splits.second),
            first_at_reconverge: hold("first_at_reconverge", splits.first_at_reconverge),
            second_at_reconverge: hold("second_at_reconverge", splits.second_at_reconverge),
            leaving: hold("leaving", splits.leaving),
            waiting: side("waiting", splits.waiting),
            old_reconverge: hold("old_reconverge", splits.old_reconverge),
            old_waiting: hold("old_waiting", splits.old_waiting),
        }
    }
}
