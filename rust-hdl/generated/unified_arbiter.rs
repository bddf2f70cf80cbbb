//! `unified_arbiter` for rust-hdl: the next common PC, or the next memory line, of one warp.
//!
//! Source: collange2011, section 4.3, figure 4b.
//! Configuration: lanes 4, pc_bits 16, key_bits 8, address_bits 32, line_bytes 16, tree_latency 1.
//! Timing: registered, 1 cycle; a request each cycle.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `unified_arbiter.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// The next common PC, or the next memory line, of one warp.
#[derive(Clone, Debug, LogicBlock)]
pub struct UnifiedArbiter {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // request
    /// 0: choose a PC, 1: choose a memory line
    pub memory_i: Signal<In, Bit>,
    /// lanes that take part in the request
    pub lanes_i: Signal<In, Bits<4>>,
    /// address of each lane: a PC in words, or a byte address
    pub address_i: [Signal<In, Bits<32>>; 4],
    /// nesting key of each lane, smallest first; ignored for memory
    pub key_i: [Signal<In, Bits<8>>; 4],

    // result
    /// at least one lane takes part
    pub any_o: Signal<Out, Bit>,
    /// the chosen PC, or the chosen line number
    pub target_o: Signal<Out, Bits<28>>,
    /// lanes whose PC or line is the chosen one
    pub match_lanes_o: Signal<Out, Bits<4>>,
    _model: Model<contract::UnifiedArbiter, golden::UnifiedArbiter>,
}

impl Default for UnifiedArbiter {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            memory_i: Signal::default(),
            lanes_i: Signal::default(),
            address_i: std::array::from_fn(|_| Signal::default()),
            key_i: std::array::from_fn(|_| Signal::default()),
            any_o: Signal::default(),
            target_o: Signal::default(),
            match_lanes_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for UnifiedArbiter {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.memory_i.read(&mut input.memory);
        self.lanes_i.read(&mut input.lanes);
        self.address_i.read(&mut input.address);
        self.key_i.read(&mut input.key);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.any_o.write(&output.any);
        self.target_o.write(&output.target);
        self.match_lanes_o.write(&output.match_lanes);
    }

    fn connect(&mut self) {
        self.any_o.claim();
        self.target_o.claim();
        self.match_lanes_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("unified_arbiter.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "unified_arbiter".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.memory_i.names("memory_i"),
                self.lanes_i.names("lanes_i"),
                self.address_i.names("address_i"),
                self.key_i.names("key_i"),
            ]
            .concat(),
            outputs: [
                self.any_o.names("any_o"),
                self.target_o.names("target_o"),
                self.match_lanes_o.names("match_lanes_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
unified_arbiter u_unified_arbiter (
    .clk_i(clock),
    .rst_i(reset),
    .memory_i(memory_i),
    .lanes_i(lanes_i),
    .address_i({
        address_i$3, address_i$2, address_i$1, address_i$0
    }),
    .key_i({
        key_i$3, key_i$2, key_i$1, key_i$0
    }),
    .any_o(any_o),
    .target_o(target_o),
    .match_lanes_o(match_lanes_o)
);
";
