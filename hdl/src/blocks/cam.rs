//! Content-addressed search.

use crate::{Elements, Expr, ModuleBuilder};

/// A bit for each of `keys` that says whether it equals `key`. Combinational. The caller masks out
/// invalid keys.
#[track_caller]
pub fn matches<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    keys: Elements<'m>,
    key: Expr<'m>,
) -> Expr<'m> {
    let matches = m.wire(name, keys.count() as u32);
    m.each(name, keys.count(), |n| {
        matches.set_bit(n, keys.at(n).eq(key));
    });
    *matches
}
