//! `bcc_sequencer` for rust-hdl: the quads of an instruction that are issued, one a cycle.
//!
//! Source: vaidya2013, sections 3.1 and 4.1.
//! Configuration: lanes 4, quad_lanes 4, mode 0, skip_empty 0.
//! Timing: an instruction's first quad in the cycle after it is taken, then a quad a cycle; no bubble between instructions.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `bcc_sequencer.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// The quads of an instruction that are issued, one a cycle.
#[derive(Clone, Debug, LogicBlock)]
pub struct BccSequencer {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // request: an instruction
    /// an instruction is there
    pub request_i: Signal<In, Bit>,
    /// its active lanes
    pub mask_i: Signal<In, Bits<4>>,

    // issue: a quad
    /// the quad shown is executed
    pub take_i: Signal<In, Bit>,

    // request: an instruction
    /// it is taken
    pub ready_o: Signal<Out, Bit>,

    // issue: a quad
    /// there is one
    pub issue_o: Signal<Out, Bit>,
    /// none of its instruction came before it
    pub first_o: Signal<Out, Bit>,
    /// none of its instruction comes after it
    pub last_o: Signal<Out, Bit>,
    /// its number, in its instruction
    pub quad_o: Signal<Out, Bits<1>>,
    /// its active lanes
    pub enable_o: Signal<Out, Bits<4>>,
    _model: Model<contract::BccSequencer, golden::BccSequencer>,
}

impl Default for BccSequencer {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            request_i: Signal::default(),
            mask_i: Signal::default(),
            take_i: Signal::default(),
            ready_o: Signal::default(),
            issue_o: Signal::default(),
            first_o: Signal::default(),
            last_o: Signal::default(),
            quad_o: Signal::default(),
            enable_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for BccSequencer {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.request_i.read(&mut input.request);
        self.mask_i.read(&mut input.mask);
        self.take_i.read(&mut input.take);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ready_o.write(&output.ready);
        self.issue_o.write(&output.issue);
        self.first_o.write(&output.first);
        self.last_o.write(&output.last);
        self.quad_o.write(&output.quad);
        self.enable_o.write(&output.enable);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.issue_o.claim();
        self.first_o.claim();
        self.last_o.claim();
        self.quad_o.claim();
        self.enable_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("bcc_sequencer.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "bcc_sequencer".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.request_i.names("request_i"),
                self.mask_i.names("mask_i"),
                self.take_i.names("take_i"),
            ]
            .concat(),
            outputs: [
                self.issue_o.names("issue_o"),
                self.first_o.names("first_o"),
                self.last_o.names("last_o"),
                self.quad_o.names("quad_o"),
                self.enable_o.names("enable_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
bcc_sequencer u_bcc_sequencer (
    .clk_i(clock),
    .rst_i(reset),
    .request_i(request_i),
    .mask_i(mask_i),
    .take_i(take_i),
    .ready_o(ready_o),
    .issue_o(issue_o),
    .first_o(first_o),
    .last_o(last_o),
    .quad_o(quad_o),
    .enable_o(enable_o)
);
";
