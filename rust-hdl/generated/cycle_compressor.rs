//! `cycle_compressor` for rust-hdl: an instruction's lanes through a narrower ALU, inactive ones left out.
//!
//! Source: vaidya2013, section 4, figure 5.
//! Configuration: lanes 4, quad_lanes 4, element_bits 32, mode 0, skip_empty 0, alu_latency 4.
//! Timing: to the ALU from the cycle after an instruction is taken, results back 4 cycle(s) later; no bubble between instructions.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `cycle_compressor.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// An instruction's lanes through a narrower ALU, inactive ones left out.
#[derive(Clone, Debug, LogicBlock)]
pub struct CycleCompressor {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // request: an instruction
    /// an instruction is there
    pub request_i: Signal<In, Bit>,
    /// its active lanes
    pub mask_i: Signal<In, Bits<4>>,
    /// its first operand, an element per lane
    pub operand_a_i: [Signal<In, Bits<32>>; 4],
    /// its second operand, an element per lane
    pub operand_b_i: [Signal<In, Bits<32>>; 4],
    /// its third operand, an element per lane
    pub operand_c_i: [Signal<In, Bits<32>>; 4],

    // issue: to the ALU
    /// what is shown is executed
    pub take_i: Signal<In, Bit>,

    // result: from the ALU
    /// results of what was taken alu_latency cycles ago, a lane of the ALU each
    pub result_i: [Signal<In, Bits<32>>; 4],

    // request: an instruction
    /// it is taken
    pub ready_o: Signal<Out, Bit>,

    // issue: to the ALU
    /// there is something to execute
    pub issue_o: Signal<Out, Bit>,
    /// it is the first of its instruction
    pub first_o: Signal<Out, Bit>,
    /// it is the last of its instruction
    pub last_o: Signal<Out, Bit>,
    /// lanes of the ALU that execute
    pub enable_o: Signal<Out, Bits<4>>,
    /// first operands, a lane of the ALU each; 0 where it is off
    pub data_a_o: [Signal<Out, Bits<32>>; 4],
    /// second operands, a lane of the ALU each; 0 where it is off
    pub data_b_o: [Signal<Out, Bits<32>>; 4],
    /// third operands, a lane of the ALU each; 0 where it is off
    pub data_c_o: [Signal<Out, Bits<32>>; 4],

    // write: to the register file
    /// an instruction's results are there
    pub write_o: Signal<Out, Bit>,
    /// lanes that have one
    pub write_lanes_o: Signal<Out, Bits<4>>,
    /// an element per lane; 0 where there is none
    pub write_data_o: [Signal<Out, Bits<32>>; 4],
    _model: Model<contract::CycleCompressor, golden::CycleCompressor>,
}

impl Default for CycleCompressor {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            request_i: Signal::default(),
            mask_i: Signal::default(),
            operand_a_i: std::array::from_fn(|_| Signal::default()),
            operand_b_i: std::array::from_fn(|_| Signal::default()),
            operand_c_i: std::array::from_fn(|_| Signal::default()),
            take_i: Signal::default(),
            result_i: std::array::from_fn(|_| Signal::default()),
            ready_o: Signal::default(),
            issue_o: Signal::default(),
            first_o: Signal::default(),
            last_o: Signal::default(),
            enable_o: Signal::default(),
            data_a_o: std::array::from_fn(|_| Signal::default()),
            data_b_o: std::array::from_fn(|_| Signal::default()),
            data_c_o: std::array::from_fn(|_| Signal::default()),
            write_o: Signal::default(),
            write_lanes_o: Signal::default(),
            write_data_o: std::array::from_fn(|_| Signal::default()),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for CycleCompressor {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.request_i.read(&mut input.request);
        self.mask_i.read(&mut input.mask);
        self.operand_a_i.read(&mut input.operand_a);
        self.operand_b_i.read(&mut input.operand_b);
        self.operand_c_i.read(&mut input.operand_c);
        self.take_i.read(&mut input.take);
        self.result_i.read(&mut input.result);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ready_o.write(&output.ready);
        self.issue_o.write(&output.issue);
        self.first_o.write(&output.first);
        self.last_o.write(&output.last);
        self.enable_o.write(&output.enable);
        self.data_a_o.write(&output.data_a);
        self.data_b_o.write(&output.data_b);
        self.data_c_o.write(&output.data_c);
        self.write_o.write(&output.write);
        self.write_lanes_o.write(&output.write_lanes);
        self.write_data_o.write(&output.write_data);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.issue_o.claim();
        self.first_o.claim();
        self.last_o.claim();
        self.enable_o.claim();
        self.data_a_o.claim();
        self.data_b_o.claim();
        self.data_c_o.claim();
        self.write_o.claim();
        self.write_lanes_o.claim();
        self.write_data_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("bcc_sequencer.v"),
                include_str!("swizzle_crossbar.v"),
                include_str!("unswizzle_crossbar.v"),
                include_str!("cycle_compressor.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "cycle_compressor".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.request_i.names("request_i"),
                self.mask_i.names("mask_i"),
                self.operand_a_i.names("operand_a_i"),
                self.operand_b_i.names("operand_b_i"),
                self.operand_c_i.names("operand_c_i"),
                self.take_i.names("take_i"),
                self.result_i.names("result_i"),
            ]
            .concat(),
            outputs: [
                self.issue_o.names("issue_o"),
                self.first_o.names("first_o"),
                self.last_o.names("last_o"),
                self.enable_o.names("enable_o"),
                self.data_a_o.names("data_a_o"),
                self.data_b_o.names("data_b_o"),
                self.data_c_o.names("data_c_o"),
                self.write_o.names("write_o"),
                self.write_lanes_o.names("write_lanes_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
cycle_compressor u_cycle_compressor (
    .clk_i(clock),
    .rst_i(reset),
    .request_i(request_i),
    .mask_i(mask_i),
    .operand_a_i({
        operand_a_i$3, operand_a_i$2, operand_a_i$1, operand_a_i$0
    }),
    .operand_b_i({
        operand_b_i$3, operand_b_i$2, operand_b_i$1, operand_b_i$0
    }),
    .operand_c_i({
        operand_c_i$3, operand_c_i$2, operand_c_i$1, operand_c_i$0
    }),
    .take_i(take_i),
    .result_i({
        result_i$3, result_i$2, result_i$1, result_i$0
    }),
    .ready_o(ready_o),
    .issue_o(issue_o),
    .first_o(first_o),
    .last_o(last_o),
    .enable_o(enable_o),
    .data_a_o({
        data_a_o$3, data_a_o$2, data_a_o$1, data_a_o$0
    }),
    .data_b_o({
        data_b_o$3, data_b_o$2, data_b_o$1, data_b_o$0
    }),
    .data_c_o({
        data_c_o$3, data_c_o$2, data_c_o$1, data_c_o$0
    }),
    .write_o(write_o),
    .write_lanes_o(write_lanes_o),
    .write_data_o({
        write_data_o$3, write_data_o$2, write_data_o$1, write_data_o$0
    })
);
";
