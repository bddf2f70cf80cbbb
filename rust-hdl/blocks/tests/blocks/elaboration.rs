//! Every block passes the checks of rust-hdl, and its Verilog passes those of Yosys.

use crate::design::Converge;
use crate::generated::*;
use heddle_rust_hdl::cores;
use heddle_rust_hdl::rust_hdl_core::check_error::CheckError;
use heddle_rust_hdl::rust_hdl_core::prelude::*;

/// Elaborates a design; rust-hdl checks the design, Yosys its Verilog.
fn elaborate(name: &str, mut design: impl Block) {
    design.connect_all();
    check_all(&design).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    check_timing(&design);
    let verilog = generate_verilog(&design);
    validate(name, &verilog).unwrap_or_else(|error| panic!("{name}: {error:?}"));
}

/// Checks Verilog with Yosys. rust-hdl creates a folder for this in the system's temporary folder and does not remove it.
fn validate(name: &str, verilog: &str) -> Result<(), SynthError> {
    let folder = format!("heddle-{}-{name}", std::process::id());
    let result = yosys_validate(&folder, verilog);
    std::fs::remove_dir_all(std::env::temp_dir().join(folder)).expect("rust-hdl made it");
    result
}

/// Elaborates the block of each unit, and counts the units.
macro_rules! elaborate_each {
    ($($unit:ident $block:ident,)*) => {
        [$(elaborate(stringify!($unit), $unit::$block::default())),*].len()
    };
}

#[test]
fn every_block_elaborates() {
    let blocks = heddle_contract::for_each_unit!(elaborate_each);
    let list = include_str!(concat!(env!("OUT_DIR"), "/generated/mod.rs"));
    assert_eq!(
        blocks,
        list.matches("pub mod").count(),
        "a block is missing, or left over"
    );
}

#[test]
fn a_design_around_a_block_elaborates() {
    elaborate("converge", Converge::new([0, 3, 6, 9]));
}

/// Two instances of one block.
#[derive(LogicBlock, Default)]
struct Pair {
    clock: Signal<In, Clock>,
    any: Signal<Out, Bit>,
    left: unified_arbiter::UnifiedArbiter,
    right: unified_arbiter::UnifiedArbiter,
}

impl Logic for Pair {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, left, right);
        self.left.reset.next = false;
        self.right.reset.next = false;
        self.left.memory_i.next = false;
        self.right.memory_i.next = true;
        self.left.lanes_i.next = 15.into();
        self.right.lanes_i.next = self.left.match_lanes_o.val();
        for i in 0..4 {
            self.left.address_i[i].next = 0.into();
            self.left.key_i[i].next = 0.into();
            self.right.address_i[i].next = 0.into();
            self.right.key_i[i].next = 0.into();
        }
        self.any.next = self.right.any_o.val();
    }
}

#[test]
fn a_block_may_stand_twice_in_a_design() {
    elaborate("pair", Pair::default());
}

#[test]
fn different_modules_of_one_name_are_found() {
    let top = "module top(input wire a, output wire b); inner i(.a(a), .b(b)); endmodule\n";
    let inner = "module inner(input wire a, output wire b); assign b = a; endmodule\n";
    let other = "module inner(input wire a, output wire b); assign b = ~a; endmodule\n";
    let design = |modules: &[&str]| format!("{top}{}", cores(modules));
    validate("same", &design(&[inner, inner])).expect("one module, twice");
    let error = validate("other", &design(&[inner, other])).expect_err("two modules");
    // Yosys reports the error on standard error; rust-hdl searches only standard output.
    let SynthError::SynthesisFailed { stderr, .. } = error else {
        panic!("{error:?}");
    };
    assert!(stderr.contains("Re-definition of module"), "{stderr}");
}

#[test]
fn open_inputs_are_found() {
    let mut design = TopWrap::new(unified_arbiter::UnifiedArbiter::default());
    design.connect_all();
    let error = check_all(&design).expect_err("nobody drives the block");
    let CheckError::OpenSignal(open) = error else {
        panic!("{error:?}");
    };
    // Clock, reset, memory, lanes, four addresses, four keys: all inputs and nothing else.
    assert_eq!(open.len(), 12, "{open:?}");
}
