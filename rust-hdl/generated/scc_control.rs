//! `scc_control` for rust-hdl: which lane of which quad each lane of the ALU executes, cycle by cycle.
//!
//! Source: vaidya2013, section 4.2, figures 6 and 7.
//! Configuration: lanes 4, quad_lanes 4, skip_empty 0.
//! Timing: an instruction's first settings in the cycle after it is taken, then new ones each cycle; no bubble between instructions.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `scc_control.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// Which lane of which quad each lane of the ALU executes, cycle by cycle.
#[derive(Clone, Debug, LogicBlock)]
pub struct SccControl {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // request: an instruction
    /// an instruction is there
    pub request_i: Signal<In, Bit>,
    /// its active lanes
    pub mask_i: Signal<In, Bits<4>>,

    // issue: settings of a cycle
    /// what is shown is executed
    pub take_i: Signal<In, Bit>,

    // request: an instruction
    /// it is taken
    pub ready_o: Signal<Out, Bit>,

    // issue: settings of a cycle
    /// there are some
    pub issue_o: Signal<Out, Bit>,
    /// it is its instruction's first cycle
    pub first_o: Signal<Out, Bit>,
    /// it is its instruction's last cycle
    pub last_o: Signal<Out, Bit>,
    /// lanes of the ALU that execute
    pub enable_o: Signal<Out, Bits<4>>,
    /// from which quad, for each lane of the ALU
    pub quad_o: [Signal<Out, Bits<1>>; 4],
    /// from which position in the quad, for each lane of the ALU
    pub position_o: [Signal<Out, Bits<2>>; 4],
    _model: Model<contract::SccControl, golden::SccControl>,
}

impl Default for SccControl {
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
            enable_o: Signal::default(),
            quad_o: std::array::from_fn(|_| Signal::default()),
            position_o: std::array::from_fn(|_| Signal::default()),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for SccControl {
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
        self.enable_o.write(&output.enable);
        self.quad_o.write(&output.quad);
        self.position_o.write(&output.position);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.issue_o.claim();
        self.first_o.claim();
        self.last_o.claim();
        self.enable_o.claim();
        self.quad_o.claim();
        self.position_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("scc_control.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "scc_control".into(),
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
                self.enable_o.names("enable_o"),
                self.quad_o.names("quad_o"),
                self.position_o.names("position_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
scc_control u_scc_control (
    .clk_i(clock),
    .rst_i(reset),
    .request_i(request_i),
    .mask_i(mask_i),
    .take_i(take_i),
    .ready_o(ready_o),
    .issue_o(issue_o),
    .first_o(first_o),
    .last_o(last_o),
    .enable_o(enable_o),
    .quad_o({
        quad_o$3, quad_o$2, quad_o$1, quad_o$0
    }),
    .position_o({
        position_o$3, position_o$2, position_o$1, position_o$0
    })
);
";
