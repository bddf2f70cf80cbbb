//! RV32IMAF: decoding, exact floating point, ELF loading, functional execution.
#![forbid(unsafe_code)]
