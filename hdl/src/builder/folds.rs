//! Loops that carry values from iteration to iteration.

use super::graph::{Carried, ExprId, Fold, Graph, Item, Kind, Node, Repeat, SignalId};
use super::index::Span;
use super::{Expr, Index, ModuleBuilder};
use crate::error::{Caller, Reason};
use std::panic::Location;

impl ModuleBuilder {
    /// A value carried through the iterations of a loop: it starts as `init`, and every iteration
    /// replaces it by the result of `next`. Counting, priority and one-hot to index are folds;
    /// a chain of wires inside [`each`](Self::each) would look like a combinational loop to simulators.
    ///
    /// An array that a fold reads is one vector in Verilog, because `always @*` accepts no arrays.
    #[track_caller]
    pub fn fold<'m>(
        &'m self,
        name: &str,
        init: Expr<'m>,
        span: impl Into<Span>,
        next: impl FnOnce(Index, Expr<'m>) -> Expr<'m>,
    ) -> Expr<'m> {
        let [carried] = self.folds([(name, init)], span, |n, [carried]| [next(n, carried)]);
        carried
    }

    /// Several named values carried through one loop, for example a position and whether one was
    /// found. In an iteration, values are replaced in order, so the `next` of a value cannot read the values before it.
    #[track_caller]
    pub fn folds<'m, const N: usize>(
        &'m self,
        init: [(&str, Expr<'m>); N],
        span: impl Into<Span>,
        next: impl FnOnce(Index, [Expr<'m>; N]) -> [Expr<'m>; N],
    ) -> [Expr<'m>; N] {
        let at = Location::caller();
        self.with(|g| g.refuse_in_fold("a fold", at));
        let signals = init.map(|(name, value)| {
            let width = value.width().max(1);
            self.with(|g| g.declare(name.to_owned(), Kind::Carry, width, None, at))
        });
        let span = span.into();
        let scope = self.with(|g| g.enter(Repeat::Fold { span }, at));
        let carried = signals.map(|signal| self.read(self.with(|g| g.all(signal)), at));
        let next = next(self.index_of(scope), carried);
        self.with(|g| {
            g.leave();
            let values = init.iter().zip(next);
            let carried = signals
                .iter()
                .zip(values)
                .map(|(&signal, (init, next))| Carried {
                    signal,
                    init: init.1.id,
                    next: next.id,
                });
            let carried = carried.collect();
            g.carry(Fold { carried, scope }, at);
        });
        carried
    }
}

impl Graph {
    fn carry(&mut self, fold: Fold, at: Caller) {
        for (position, &Carried { init, next, .. }) in fold.carried.iter().enumerate() {
            if let (Some(left), Some(right)) = (self.width(init), self.width(next))
                && left != right
            {
                let operation = "fold";
                let reason = Reason::Widths {
                    operation,
                    left,
                    right,
                };
                self.report(at, reason);
            }
            let replaced = fold.carried[..position]
                .iter()
                .map(|carried| carried.signal);
            if let Some(read) = self.first_read(next, &replaced.collect::<Vec<_>>()) {
                let carried = self.signals[read].name.clone();
                self.report(at, Reason::FoldOrder { carried });
            }
        }
        let fold = self.folds.push(fold);
        self.item(Item::Fold(fold));
    }

    /// The first of these signals that an expression reads.
    fn first_read(&self, expr: ExprId, signals: &[SignalId]) -> Option<SignalId> {
        let mut seen = vec![false; self.exprs.len()];
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            let node = &self.exprs[expr].node;
            if let Node::Read(part) = node
                && signals.contains(&part.signal)
            {
                return Some(part.signal);
            }
            if !std::mem::replace(&mut seen[expr.index()], true) {
                open.extend(node.operands());
            }
        }
        None
    }
}
