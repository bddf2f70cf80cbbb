//! `swizzle_crossbar` for rust-hdl: an operand of an instruction, lane by lane to the ALU.
//!
//! Source: vaidya2013, section 4.2, figure 5c.
//! Configuration: lanes 4, quad_lanes 4, element_bits 32.
//! Timing: an operand from the cycle after its load on; elements in the cycle of their settings.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `swizzle_crossbar.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// An operand of an instruction, lane by lane to the ALU.
#[derive(Clone, Debug, LogicBlock)]
pub struct SwizzleCrossbar {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // operand: of an instruction
    /// it is there
    pub load_i: Signal<In, Bit>,
    /// an element per lane
    pub operand_i: [Signal<In, Bits<32>>; 4],

    // settings of this cycle
    /// lanes of the ALU that execute
    pub enable_i: Signal<In, Bits<4>>,
    /// from which quad, for each lane of the ALU
    pub quad_i: [Signal<In, Bits<1>>; 4],
    /// from which position in the quad, for each lane of the ALU
    pub position_i: [Signal<In, Bits<2>>; 4],

    // to the ALU
    /// an operand is held
    pub held_o: Signal<Out, Bit>,
    /// an element per lane of the ALU; 0 where it is off
    pub data_o: [Signal<Out, Bits<32>>; 4],
    _model: Model<contract::SwizzleCrossbar, golden::SwizzleCrossbar>,
}

impl Default for SwizzleCrossbar {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            load_i: Signal::default(),
            operand_i: std::array::from_fn(|_| Signal::default()),
            enable_i: Signal::default(),
            quad_i: std::array::from_fn(|_| Signal::default()),
            position_i: std::array::from_fn(|_| Signal::default()),
            held_o: Signal::default(),
            data_o: std::array::from_fn(|_| Signal::default()),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for SwizzleCrossbar {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.load_i.read(&mut input.load);
        self.operand_i.read(&mut input.operand);
        self.enable_i.read(&mut input.enable);
        self.quad_i.read(&mut input.quad);
        self.position_i.read(&mut input.position);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.held_o.write(&output.held);
        self.data_o.write(&output.data);
    }

    fn connect(&mut self) {
        self.held_o.claim();
        self.data_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("swizzle_crossbar.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "swizzle_crossbar".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.load_i.names("load_i"),
                self.operand_i.names("operand_i"),
                self.enable_i.names("enable_i"),
                self.quad_i.names("quad_i"),
                self.position_i.names("position_i"),
            ]
            .concat(),
            outputs: [
                self.held_o.names("held_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
swizzle_crossbar u_swizzle_crossbar (
    .clk_i(clock),
    .rst_i(reset),
    .load_i(load_i),
    .operand_i({
        operand_i$3, operand_i$2, operand_i$1, operand_i$0
    }),
    .enable_i(enable_i),
    .quad_i({
        quad_i$3, quad_i$2, quad_i$1, quad_i$0
    }),
    .position_i({
        position_i$3, position_i$2, position_i$1, position_i$0
    }),
    .held_o(held_o),
    .data_o({
        data_o$3, data_o$2, data_o$1, data_o$0
    })
);
";
