//! What synthesis makes of the units: netlists do as the golden units do.

mod block_rams;
mod damaged;
mod golden;
mod storage;
mod support;
