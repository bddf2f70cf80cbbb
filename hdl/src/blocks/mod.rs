//! Building blocks that many units use: functions over the builder, called where the hardware is to be.
//!
//! | block | makes |
//! | --- | --- |
//! | [`lowest`], [`highest`], [`lowest_or`], [`lowest_one_hot`] | priority encoders |
//! | [`encode`], [`count_ones`], [`one_hot_mux`], [`lowest_mux`] | numbers of ones, selection by one-hot and by priority |
//! | [`matches`](fn@matches) | which elements of an array hold a key: the match lines of a CAM |
//! | [`Offer`], [`register_slice`], [`skid_buffer`], [`half_rate_slice`] | valid/ready handshakes and how to cut them |
//! | [`fifo`] | a queue of any depth |
//! | [`ring`](fn@ring) | a queue with several inputs and outputs in each cycle |
//! | [`free_list`] | numbers that are handed out and returned |
//! | [`walker`](fn@walker) | a walk over memories after reset |
//! | [`Recency`], [`Later`] | the least recently used way of a set |
//!
//! [`Elements::index`](crate::Elements::index) selects an element of an array by a run-time index.
//!
//! The name that a block is given names its result, or is the prefix of the names that it declares. Values
//! whose bits are selected, or that are used several times, need their own names, as everywhere.

mod cam;
mod fifo;
mod free_list;
mod handshake;
mod priority;
mod recency;
mod ring;
mod select;
mod walker;

pub use cam::matches;
pub use fifo::{Fifo, fifo};
pub use free_list::{FreeList, free_list};
pub use handshake::{HalfRate, Offer, half_rate_slice, register_slice, skid_buffer};
pub use priority::{highest, lowest, lowest_one_hot, lowest_or};
pub use recency::{Later, Recency, Use};
pub(crate) use ring::is_filled;
pub use ring::{Ring, ring};
pub use select::{count_ones, encode, lowest_mux, one_hot_mux};
pub use walker::{Walker, walker};

use crate::builder::index_bits;
use crate::{Expr, ModuleBuilder};

/// `position + step` around a ring of `length` places; `position` is one of these places, `step` is at most
/// `length` and has the width of `position`.
#[track_caller]
fn around<'m>(m: &'m ModuleBuilder, length: usize, position: Expr<'m>, step: u64) -> Expr<'m> {
    let bits = index_bits(length);
    if length == 1 {
        return m.constant(0, bits);
    }
    if step == length as u64 {
        return position;
    }
    if length.is_power_of_two() {
        return position + step;
    }
    let first_beyond = length as u64 - step;
    position
        .ge(first_beyond)
        .mux(position - first_beyond, position + step)
}
