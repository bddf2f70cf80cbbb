//! Where the lanes of the top go, and what is equal: all that the choice needs to know, in bits.

use super::tops::Stored;
use super::{Cut, Stack, Told, Turn, pops};
use crate::Expr;
use heddle_contract::config::First;

/// Lanes that go somewhere.
#[derive(Clone, Copy)]
pub(super) struct Side<'m> {
    pub lanes: Expr<'m>,
    pub pc: Expr<'m>,
    /// There are some.
    pub any: Expr<'m>,
    /// That is where the top waits.
    pub arrives: Expr<'m>,
}

/// See the [module](self).
#[derive(Clone, Copy)]
pub(super) struct Parts<'m> {
    pub turn: Turn<'m>,
    pub update: Expr<'m>,
    pub push: Expr<'m>,
    pub compare: Expr<'m>,
    pub entries: Expr<'m>,
    /// One of the candidates from the old top on is the bottom of the stack, a bit each.
    pub bottom: Expr<'m>,
    /// As many entries as there can be, and one less.
    pub full: Expr<'m>,
    pub nearly_full: Expr<'m>,
    /// Lanes whose threads have not ended after this step.
    pub threads: Expr<'m>,
    pub alive: Expr<'m>,
    pub first: Side<'m>,
    pub second: Side<'m>,
    /// These sides go to where what is pushed waits.
    pub first_meets: Expr<'m>,
    pub second_meets: Expr<'m>,
    /// Lanes that leave the top and wait below: there are some.
    pub leaving: Expr<'m>,
    /// The top under what is pushed.
    pub waiting: Side<'m>,
    pub old_reconverge: Expr<'m>,
    pub old_waits: Expr<'m>,
}

impl<'m> Stack<'_, 'm> {
    pub(super) fn parts(&self, told: Told<'m>, stored: Stored<'m>) -> Parts<'m> {
        let Self { m, p, .. } = self;
        let (name, other) = match p.first() {
            First::Taken => ("taken", "fall-through"),
            First::FallThrough => ("fall-through", "taken"),
        };
        m.section(format!(
            "The sides of a branch: the {name} side runs first, the {other} side second."
        ));
        let top = stored.top;
        let waiting = (top.lanes & !told.exit).named("waiting_lanes");
        let left = (waiting & !told.leave).named("left");
        let taken = (left & told.taken, told.target);
        let others = (left & !told.taken, told.next);
        let (first, second) = match p.first() {
            First::Taken => (taken, others),
            First::FallThrough => (others, taken),
        };
        let meets = |name: &str, pc: Expr<'m>| pc.eq(told.reconverge).named(name);
        let side = |name: &str, (lanes, pc): (Expr<'m>, Expr<'m>)| {
            let lanes = lanes.named(format!("{name}_lanes"));
            Side {
                lanes,
                pc,
                any: lanes.any().named(format!("{name}_any")),
                arrives: pc.eq(top.reconverge).named(format!("{name}_arrives")),
            }
        };
        let threads = (stored.threads & !(top.lanes & told.exit)).named("new_threads");
        let depth = p.depth() as u64;
        let bottom = (0..=pops(p) as u64).rev().map(|n| stored.entries.eq(n + 1));
        Parts {
            turn: told.turn,
            update: told.update,
            push: told.push,
            compare: told.compare,
            entries: stored.entries,
            first: side("first", first),
            second: side("second", second),
            first_meets: meets("first_meets", first.1),
            second_meets: meets("second_meets", second.1),
            waiting: Side {
                lanes: waiting,
                pc: told.reconverge,
                any: waiting.any().named("waiting_any"),
                arrives: told.reconverge.eq(top.reconverge).named("waiting_arrives"),
            },
            leaving: (waiting & told.leave).any().named("leaving"),
            threads,
            alive: threads.any().named("alive"),
            bottom: m.cat(bottom).named("bottom"),
            full: stored.entries.eq(depth).named("full"),
            nearly_full: stored.entries.eq(depth - 1).named("nearly_full"),
            old_reconverge: top.reconverge,
            old_waits: top.waits,
        }
    }

    pub(super) fn hold_parts(&self, cut: Cut, parts: Parts<'m>) -> Parts<'m> {
        let hold = |name: &str, value| self.hold(cut, name, value);
        self.describe(cut, "who goes where, and what is equal");
        let side = |name: &str, side: Side<'m>| {
            let name = |field: &str| format!("{name}_{field}");
            Side {
                lanes: hold(&name("lanes"), side.lanes),
                pc: hold(&name("pc"), side.pc),
                any: hold(&name("any"), side.any),
                arrives: hold(&name("arrives"), side.arrives),
            }
        };
        Parts {
            turn: self.hold_turn(cut, parts.turn),
            update: self.hold_flag(cut, "update", parts.update),
            push: hold("push", parts.push),
            compare: hold("compare", parts.compare),
            entries: hold("entries", parts.entries),
            bottom: hold("bottom", parts.bottom),
            full: hold("full", parts.full),
            nearly_full: hold("nearly_full", parts.nearly_full),
            threads: hold("threads", parts.threads),
            alive: hold("alive", parts.alive),
            first: side("first", parts.first),
            second: side("second", parts.second),
            first_meets: hold("first_meets", parts.first_meets),
            second_meets: hold("second_meets", parts.second_meets),
            leaving: hold("leaving", parts.leaving),
            waiting: side("waiting", parts.waiting),
            old_reconverge: hold("old_reconverge", parts.old_reconverge),
            old_waits: hold("old_waits", parts.old_waits),
        }
    }
}
