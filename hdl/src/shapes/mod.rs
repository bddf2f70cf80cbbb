//! Shapes that many units have: functions over the builder, to be called where the hardware stands.
//!
//! | shape | makes |
//! | --- | --- |
//! | [`lowest`], [`highest`], [`lowest_or`], [`lowest_one_hot`] | priority encoders |
//! | [`encode`], [`count_ones`], [`one_hot_mux`] | numbers of ones, selection by one-hot |
//! | [`matches`](fn@matches) | who of a row holds a key: the match lines of a CAM |
//! | [`Offer`], [`register_slice`], [`skid_buffer`] | valid/ready handshakes and how to cut them |
//! | [`fifo`] | a queue of any depth |
//! | [`ring`](fn@ring) | a queue that takes several in a cycle and lets several go |
//! | [`free_list`] | numbers to be handed out and taken back |
//! | [`walker`](fn@walker) | a walk over memories after reset |
//! | [`Recency`], [`Later`] | which way of a set was used longest ago |
//!
//! A row is selected by a run-time index with [`Elements::index`](crate::Elements::index).
//!
//! The name that a shape is given is that of its result, or the prefix of what it declares. Values
//! of which bits are taken, or that are used several times, need names of their own, as everywhere.

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
pub use handshake::{Offer, register_slice, skid_buffer};
pub use priority::{highest, lowest, lowest_one_hot, lowest_or};
pub use recency::{Later, Recency, Use};
pub(crate) use ring::is_filled;
pub use ring::{Ring, ring};
pub use select::{count_ones, encode, one_hot_mux};
pub use walker::{Walker, walker};

use crate::build::index_bits;
use crate::{Expr, ModuleBuilder};

/// `position + step` around a ring of `length` places; `position` is one of them, `step` at most
/// `length` and just as wide.
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
