//! Constraint files, read by the tools that they are for: SDC by OpenSTA, LPF and PCF by nextpnr, XDC by Tcl.

mod nextpnr;
mod sdc;
mod templates;
mod tools;
mod xdc;
