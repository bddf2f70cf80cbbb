//! `ignore_list_table` for rust-hdl: LATs before which partners no longer wait for each other.
//!
//! Source: lashgar2012, sections IV.C and IV.E.
//! Configuration: sets 4, ways 2, pc_bits 16.
//! Timing: a look-up within the cycle, an insertion at its edge.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `ignore_list_table.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, contract, cores, golden};

/// LATs before which partners no longer wait for each other.
#[derive(Clone, Debug, LogicBlock)]
pub struct IgnoreListTable {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // look-up
    /// the PC below is looked up
    pub look_i: Signal<In, Bit>,
    /// in words
    pub pc_i: Signal<In, Bits<16>>,
    /// it is put on the list
    pub insert_i: Signal<In, Bit>,

    // look-up
    /// the PC is on the list
    pub ignored_o: Signal<Out, Bit>,
    _model: Model<contract::IgnoreListTable, golden::IgnoreListTable>,
}

impl Default for IgnoreListTable {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            look_i: Signal::default(),
            pc_i: Signal::default(),
            insert_i: Signal::default(),
            ignored_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for IgnoreListTable {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.look_i.read(&mut input.look);
        self.pc_i.read(&mut input.pc);
        self.insert_i.read(&mut input.insert);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ignored_o.write(&output.ignored);
    }

    fn connect(&mut self) {
        self.ignored_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("ignore_list_table.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Vec::new()
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
ignore_list_table u_ignore_list_table (
    .clk_i(clock),
    .rst_i(reset),
    .look_i(look_i),
    .pc_i(pc_i),
    .insert_i(insert_i),
    .ignored_o(ignored_o)
);
";
