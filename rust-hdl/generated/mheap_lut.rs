//! `mheap_lut` for rust-hdl: where in the heap the group of a PC stands.
//!
//! Source: fung2009, section 4.4, figure 11 (c), Table V.
//! Configuration: sets 4, ways 4, pc_bits 16, index_bits 4.
//! Timing: two look-ups within the cycle and two writes at its edge; cleared for 4 cycles after reset.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `mheap_lut.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// Where in the heap the group of a PC stands.
#[derive(Clone, Debug, LogicBlock)]
pub struct MheapLut {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // look-up: the older PC
    /// the PC below is looked up
    pub first_i: Signal<In, Bit>,
    /// in words
    pub first_pc_i: Signal<In, Bits<16>>,
    /// it takes an entry if it has none
    pub first_create_i: Signal<In, Bit>,

    // look-up: the younger PC
    /// the PC below is looked up
    pub second_i: Signal<In, Bit>,
    /// differs from the older one
    pub second_pc_i: Signal<In, Bits<16>>,
    /// it takes an entry if it has none
    pub second_create_i: Signal<In, Bit>,

    // write
    /// the entry below is written
    pub write_first_i: Signal<In, Bit>,
    /// its number
    pub write_first_entry_i: Signal<In, Bits<4>>,
    /// its PC, of the entry's set
    pub write_first_pc_i: Signal<In, Bits<16>>,
    /// its index; the top bit frees it
    pub write_first_index_i: Signal<In, Bits<4>>,

    // write: another entry
    /// the entry below is written
    pub write_second_i: Signal<In, Bit>,
    /// its number
    pub write_second_entry_i: Signal<In, Bits<4>>,
    /// its PC, of the entry's set
    pub write_second_pc_i: Signal<In, Bits<16>>,
    /// its index; the top bit frees it
    pub write_second_index_i: Signal<In, Bits<4>>,

    // state
    /// the table has been cleared
    pub ready_o: Signal<Out, Bit>,

    // look-up: the older PC
    /// the PC has an entry
    pub first_hit_o: Signal<Out, Bit>,
    /// the entry that it has or may take
    pub first_entry_o: Signal<Out, Bits<4>>,
    /// the entry is in use, by the PC or another one
    pub first_used_o: Signal<Out, Bit>,
    /// where the group that it is of stands in the heap
    pub first_index_o: Signal<Out, Bits<4>>,

    // look-up: the younger PC
    /// the PC has an entry
    pub second_hit_o: Signal<Out, Bit>,
    /// the older PC does not take the entry that it has
    pub second_fits_o: Signal<Out, Bit>,
    /// the entry that it has or may take
    pub second_entry_o: Signal<Out, Bits<4>>,
    /// the entry is in use, by the PC or another one
    pub second_used_o: Signal<Out, Bit>,
    /// where the group that it is of stands in the heap
    pub second_index_o: Signal<Out, Bits<4>>,
    _model: Model<contract::MheapLut, golden::MheapLut>,
}

impl Default for MheapLut {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            first_i: Signal::default(),
            first_pc_i: Signal::default(),
            first_create_i: Signal::default(),
            second_i: Signal::default(),
            second_pc_i: Signal::default(),
            second_create_i: Signal::default(),
            write_first_i: Signal::default(),
            write_first_entry_i: Signal::default(),
            write_first_pc_i: Signal::default(),
            write_first_index_i: Signal::default(),
            write_second_i: Signal::default(),
            write_second_entry_i: Signal::default(),
            write_second_pc_i: Signal::default(),
            write_second_index_i: Signal::default(),
            ready_o: Signal::default(),
            first_hit_o: Signal::default(),
            first_entry_o: Signal::default(),
            first_used_o: Signal::default(),
            first_index_o: Signal::default(),
            second_hit_o: Signal::default(),
            second_fits_o: Signal::default(),
            second_entry_o: Signal::default(),
            second_used_o: Signal::default(),
            second_index_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for MheapLut {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.first_i.read(&mut input.first);
        self.first_pc_i.read(&mut input.first_pc);
        self.first_create_i.read(&mut input.first_create);
        self.second_i.read(&mut input.second);
        self.second_pc_i.read(&mut input.second_pc);
        self.second_create_i.read(&mut input.second_create);
        self.write_first_i.read(&mut input.write_first);
        self.write_first_entry_i.read(&mut input.write_first_entry);
        self.write_first_pc_i.read(&mut input.write_first_pc);
        self.write_first_index_i.read(&mut input.write_first_index);
        self.write_second_i.read(&mut input.write_second);
        self.write_second_entry_i.read(&mut input.write_second_entry);
        self.write_second_pc_i.read(&mut input.write_second_pc);
        self.write_second_index_i.read(&mut input.write_second_index);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ready_o.write(&output.ready);
        self.first_hit_o.write(&output.first_hit);
        self.first_entry_o.write(&output.first_entry);
        self.first_used_o.write(&output.first_used);
        self.first_index_o.write(&output.first_index);
        self.second_hit_o.write(&output.second_hit);
        self.second_fits_o.write(&output.second_fits);
        self.second_entry_o.write(&output.second_entry);
        self.second_used_o.write(&output.second_used);
        self.second_index_o.write(&output.second_index);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.first_hit_o.claim();
        self.first_entry_o.claim();
        self.first_used_o.claim();
        self.first_index_o.claim();
        self.second_hit_o.claim();
        self.second_fits_o.claim();
        self.second_entry_o.claim();
        self.second_used_o.claim();
        self.second_index_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("mheap_lut.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "mheap_lut".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.first_i.names("first_i"),
                self.first_pc_i.names("first_pc_i"),
                self.first_create_i.names("first_create_i"),
                self.second_i.names("second_i"),
                self.second_pc_i.names("second_pc_i"),
                self.second_create_i.names("second_create_i"),
                self.write_first_i.names("write_first_i"),
                self.write_first_entry_i.names("write_first_entry_i"),
                self.write_first_pc_i.names("write_first_pc_i"),
                self.write_first_index_i.names("write_first_index_i"),
                self.write_second_i.names("write_second_i"),
                self.write_second_entry_i.names("write_second_entry_i"),
                self.write_second_pc_i.names("write_second_pc_i"),
                self.write_second_index_i.names("write_second_index_i"),
            ]
            .concat(),
            outputs: [
                self.ready_o.names("ready_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
mheap_lut u_mheap_lut (
    .clk_i(clock),
    .rst_i(reset),
    .first_i(first_i),
    .first_pc_i(first_pc_i),
    .first_create_i(first_create_i),
    .second_i(second_i),
    .second_pc_i(second_pc_i),
    .second_create_i(second_create_i),
    .write_first_i(write_first_i),
    .write_first_entry_i(write_first_entry_i),
    .write_first_pc_i(write_first_pc_i),
    .write_first_index_i(write_first_index_i),
    .write_second_i(write_second_i),
    .write_second_entry_i(write_second_entry_i),
    .write_second_pc_i(write_second_pc_i),
    .write_second_index_i(write_second_index_i),
    .ready_o(ready_o),
    .first_hit_o(first_hit_o),
    .first_entry_o(first_entry_o),
    .first_used_o(first_used_o),
    .first_index_o(first_index_o),
    .second_hit_o(second_hit_o),
    .second_fits_o(second_fits_o),
    .second_entry_o(second_entry_o),
    .second_used_o(second_used_o),
    .second_index_o(second_index_o)
);
";
