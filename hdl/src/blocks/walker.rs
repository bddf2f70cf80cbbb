//! Walks over memories after reset.

use crate::builder::index_bits;
use crate::{Expr, ModuleBuilder, Operand};

/// A walk over the rows of memories that need a defined start.
#[derive(Clone, Copy, Debug)]
pub struct Walker<'m> {
    /// Whether the walk is over: low for as many cycles after reset as there are rows.
    pub done: Expr<'m>,
    /// The row that is written in this cycle, while the walk is not over.
    pub row: Expr<'m>,
}

impl<'m> Walker<'m> {
    /// `walking` during the walk, `then` after it: for the address and the data of a write port.
    #[track_caller]
    pub fn until_done(self, walking: impl Operand<'m>, then: Expr<'m>) -> Expr<'m> {
        let walking = walking.beside(then);
        self.done.mux(then, walking)
    }
}

/// A walk over `rows` rows after reset, one row a cycle; `rows` is a power of two, 2 or more.
///
/// One register: the row, with an extra bit that says that no row is left.
#[track_caller]
pub fn walker<'m>(m: &'m ModuleBuilder, rows: usize) -> Walker<'m> {
    assert!(
        rows.is_power_of_two() && rows > 1,
        "a walk is over a power of two of rows, not {rows}"
    );
    let bits = index_bits(rows);
    let walk = m.register("walk", bits + 1).reset(0);
    let walk = walk.overhead("memories have no reset: a walk writes them once");
    let done = walk.bit(bits).named("init_done");
    walk.next_when(!done, walk + 1);
    let row = walk.truncate(bits);
    Walker { done, row }
}
