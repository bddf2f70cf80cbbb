//! Heddle's embedded hardware description language and the RTL units written in it.
#![forbid(unsafe_code)]
