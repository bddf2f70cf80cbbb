//! `unswizzle_crossbar` for rust-hdl: results of the ALU, back in the places of their lanes.
//!
//! Source: vaidya2013, section 4.2.
//! Configuration: lanes 4, quad_lanes 4, element_bits 32.
//! Timing: an instruction's results in the cycle of its last ones.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `unswizzle_crossbar.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, contract, cores, golden};

/// Results of the ALU, back in the places of their lanes.
#[derive(Clone, Debug, LogicBlock)]
pub struct UnswizzleCrossbar {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // from the ALU
    /// results are there
    pub result_i: Signal<In, Bit>,
    /// they are their instruction's last ones
    pub last_i: Signal<In, Bit>,
    /// lanes of the ALU that have one
    pub enable_i: Signal<In, Bits<4>>,
    /// to which quad, for each lane of the ALU
    pub quad_i: [Signal<In, Bits<1>>; 4],
    /// to which position in the quad, for each lane of the ALU
    pub position_i: [Signal<In, Bits<2>>; 4],
    /// a result per lane of the ALU
    pub data_i: [Signal<In, Bits<32>>; 4],

    // to the register file
    /// an instruction's results are there
    pub write_o: Signal<Out, Bit>,
    /// lanes that have one
    pub write_lanes_o: Signal<Out, Bits<4>>,
    /// an element per lane; 0 where there is none
    pub write_data_o: [Signal<Out, Bits<32>>; 4],
    _model: Model<contract::UnswizzleCrossbar, golden::UnswizzleCrossbar>,
}

impl Default for UnswizzleCrossbar {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            result_i: Signal::default(),
            last_i: Signal::default(),
            enable_i: Signal::default(),
            quad_i: std::array::from_fn(|_| Signal::default()),
            position_i: std::array::from_fn(|_| Signal::default()),
            data_i: std::array::from_fn(|_| Signal::default()),
            write_o: Signal::default(),
            write_lanes_o: Signal::default(),
            write_data_o: std::array::from_fn(|_| Signal::default()),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for UnswizzleCrossbar {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.result_i.read(&mut input.result);
        self.last_i.read(&mut input.last);
        self.enable_i.read(&mut input.enable);
        self.quad_i.read(&mut input.quad);
        self.position_i.read(&mut input.position);
        self.data_i.read(&mut input.data);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.write_o.write(&output.write);
        self.write_lanes_o.write(&output.write_lanes);
        self.write_data_o.write(&output.write_data);
    }

    fn connect(&mut self) {
        self.write_o.claim();
        self.write_lanes_o.claim();
        self.write_data_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("unswizzle_crossbar.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Vec::new()
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
unswizzle_crossbar u_unswizzle_crossbar (
    .clk_i(clock),
    .rst_i(reset),
    .result_i(result_i),
    .last_i(last_i),
    .enable_i(enable_i),
    .quad_i({
        quad_i$3, quad_i$2, quad_i$1, quad_i$0
    }),
    .position_i({
        position_i$3, position_i$2, position_i$1, position_i$0
    }),
    .data_i({
        data_i$3, data_i$2, data_i$1, data_i$0
    }),
    .write_o(write_o),
    .write_lanes_o(write_lanes_o),
    .write_data_o({
        write_data_o$3, write_data_o$2, write_data_o$1, write_data_o$0
    })
);
";
