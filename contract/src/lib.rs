//! Contracts of Heddle's hardware units and the machine configuration.
#![forbid(unsafe_code)]
