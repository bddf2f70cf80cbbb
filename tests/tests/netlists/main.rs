//! The result of synthesising the units: netlists behave like the golden units.

mod block_rams;
mod damaged;
mod golden;
mod storage;
mod support;
