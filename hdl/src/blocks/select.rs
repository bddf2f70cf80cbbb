//! The 1 bits of a value: their positions, their number, and the values that they select.

use crate::builder::{bits_of, index_bits};
use crate::{Elements, Expr, ModuleBuilder};

/// The position of the only 1 of `one_hot`, just wide enough; 0 if no bit is 1, the bitwise or of the
/// positions of all ones if several are. Combinational, no priority.
#[track_caller]
pub fn encode<'m>(m: &'m ModuleBuilder, name: &str, one_hot: Expr<'m>) -> Expr<'m> {
    let bits = index_bits(one_hot.width() as usize);
    m.fold(
        name,
        m.constant(0, bits),
        one_hot.width() as usize,
        |n, position| position | m.number(n, bits).masked(one_hot.bit(n)),
    )
}

/// How many bits of `bits` are 1; wide enough for all of them. Combinational.
#[track_caller]
pub fn count_ones<'m>(m: &'m ModuleBuilder, name: &str, bits: Expr<'m>) -> Expr<'m> {
    let width = bits_of(u64::from(bits.width()));
    m.fold(
        name,
        m.constant(0, width),
        bits.width() as usize,
        |n, count| count + bits.bit(n).zero_extend(width),
    )
}

/// The element of `values` at the only 1 of `select`, which has a bit for each element; zero if no bit is
/// 1, the bitwise or of all selected elements if several are. Combinational, no priority.
#[track_caller]
pub fn one_hot_mux<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    select: Expr<'m>,
    values: Elements<'m>,
) -> Expr<'m> {
    let none = m.constant(0, values.width());
    m.fold(name, none, values.count(), |n, chosen| {
        chosen | values.at(n).masked(select.bit(n))
    })
}

/// The element of `values` at the lowest 1 of `select`, which has a bit for each element; if no bit is 1, an element that is not
/// specified. Combinational: a tree of multiplexers, each of which waits only for the bits below it.
#[track_caller]
pub fn lowest_mux<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    select: Expr<'m>,
    values: Elements<'m>,
) -> Expr<'m> {
    // The last bit is never looked at: its element is chosen if nothing else is.
    let (mut any, mut best) = (select, values);
    for level in 1.. {
        let below = best.count();
        if below == 1 {
            break;
        }
        let nodes = below.div_ceil(2);
        let next = m.array(format!("{name}{level}"), nodes, values.width());
        m.each(&format!("{name}_level{level}"), below / 2, |i| {
            let (left, right) = (best.at(2 * i), best.at(2 * i + 1));
            next.set(i, any.bit(2 * i).mux(left, right));
        });
        if below % 2 == 1 {
            next.set(nodes - 1, best.at(below - 1));
        }
        best = *next;
        if nodes > 1 {
            let above = m.wire(format!("{name}_any{level}"), nodes as u32 - 1);
            m.each(&format!("{name}_any_of{level}"), nodes - 1, |i| {
                above.set_bit(i, any.bit(2 * i) | any.bit(2 * i + 1));
            });
            any = *above;
        }
    }
    best.at(0)
}
