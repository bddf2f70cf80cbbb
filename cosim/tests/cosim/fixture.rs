//! A hand-written arbiter for tests of the comparison itself.

use heddle_contract::units::{UnifiedArbiter, unified_arbiter::Params};
use heddle_cosim::rtl;
use heddle_cosim::verilated::{Cache, Library, Verilog, VerilogFile};
use std::sync::Arc;

/// The configuration of the fixture.
pub fn params() -> Params {
    Params::new(8, 12, 6, 20, 16, 1).expect("within the limits")
}

/// The fixture's Verilog with some text replaced.
///
/// # Panics
/// If the text to be replaced does not occur.
pub fn verilog(changes: &[(&str, &str)]) -> Verilog {
    let mut text = include_str!("verilog/unified_arbiter.v").to_string();
    for (from, to) in changes {
        assert!(text.contains(from), "the fixture has no `{from}`");
        text = text.replace(from, to);
    }
    Verilog {
        top: "unified_arbiter".into(),
        files: vec![VerilogFile {
            name: "unified_arbiter.v".into(),
            text,
        }],
    }
}

pub fn cache() -> Cache {
    Cache::user().expect("a cache")
}

/// The compiled fixture with some text replaced.
pub fn library(changes: &[(&str, &str)]) -> Arc<Library> {
    rtl::library::<UnifiedArbiter>(&params(), verilog(changes), &cache()).expect("it compiles")
}
