//! Tests across Heddle's crates.
#![forbid(unsafe_code)]
