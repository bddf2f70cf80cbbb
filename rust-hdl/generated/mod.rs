//! Units of Heddle as rust-hdl blocks, written by `heddle gen --rust-hdl`.

#[rustfmt::skip]
pub mod unified_arbiter;
#[rustfmt::skip]
pub mod stackless_front_end;
