//! Constraint files, read by the tools they are for: SDC by OpenSTA, LPF by nextpnr, XDC by Tcl.

mod lpf;
mod sdc;
mod templates;
mod tools;
mod xdc;
