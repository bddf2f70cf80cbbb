//! `stackless_front_end` for rust-hdl: common PCs of all warps, computed by one shared arbiter.
//!
//! Source: collange2011, sections 4.1 to 4.3, figure 4a.
//! Configuration: warps 4, lanes 4, pc_bits 16, key_bits 8, address_bits 32, line_bytes 16, tree_latency 1.
//! Timing: a grant 1 cycle after the request at the earliest, the answer 1 cycle after the grant; one grant a cycle.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `stackless_front_end.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// Common PCs of all warps, computed by one shared arbiter.
#[derive(Clone, Debug, LogicBlock)]
pub struct StacklessFrontEnd {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // fetch
    /// a warp is fetched in this cycle
    pub fetch_i: Signal<In, Bit>,
    /// the warp to fetch; it must be fetchable
    pub fetch_warp_i: Signal<In, Bits<2>>,

    // events, one bit per warp
    /// the warp's instruction is done: same lanes, PC + 1
    pub advance_i: Signal<In, Bits<4>>,
    /// the warp's threads split or joined: choose a new common PC
    pub arbitrate_i: Signal<In, Bits<4>>,
    /// the warp's memory instruction requests its first line
    pub access_i: Signal<In, Bits<4>>,
    /// the warp's memory instruction has lanes left over
    pub replay_i: Signal<In, Bits<4>>,

    // operands of the warp that is granted in this cycle
    /// lanes that take part in the request
    pub lanes_i: Signal<In, Bits<4>>,
    /// address of each lane: a PC in words, or a byte address
    pub address_i: [Signal<In, Bits<32>>; 4],
    /// nesting key of each lane
    pub key_i: [Signal<In, Bits<8>>; 4],

    // state, one bit per warp
    /// the warp has a common PC and may be fetched
    pub fetchable_o: Signal<Out, Bits<4>>,
    /// the warp is fetched, and not yet advanced or arbitrated
    pub busy_o: Signal<Out, Bits<4>>,
    /// the warp's line request is not granted, or its PC request is not answered
    pub waiting_o: Signal<Out, Bits<4>>,

    // fetch
    /// common PC of the fetched warp, in words
    pub fetch_pc_o: Signal<Out, Bits<16>>,
    /// active lanes of the fetched warp
    pub fetch_lanes_o: Signal<Out, Bits<4>>,

    // grant: the operands below are wanted now
    /// a request is granted
    pub grant_o: Signal<Out, Bit>,
    /// warp whose request is granted
    pub grant_warp_o: Signal<Out, Bits<2>>,
    /// 0: a PC is requested, 1: a memory line
    pub grant_memory_o: Signal<Out, Bit>,

    // result, tree_latency cycles after the grant
    /// a request is answered
    pub result_o: Signal<Out, Bit>,
    /// warp whose request is answered
    pub result_warp_o: Signal<Out, Bits<2>>,
    /// 0: the answer is a PC, 1: a memory line
    pub result_memory_o: Signal<Out, Bit>,
    /// at least one lane took part
    pub result_any_o: Signal<Out, Bit>,
    /// the common PC, or the chosen line number
    pub result_target_o: Signal<Out, Bits<28>>,
    /// lanes whose PC or line is the chosen one
    pub result_lanes_o: Signal<Out, Bits<4>>,
    _model: Model<contract::StacklessFrontEnd, golden::StacklessFrontEnd>,
}

impl Default for StacklessFrontEnd {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            fetch_i: Signal::default(),
            fetch_warp_i: Signal::default(),
            advance_i: Signal::default(),
            arbitrate_i: Signal::default(),
            access_i: Signal::default(),
            replay_i: Signal::default(),
            lanes_i: Signal::default(),
            address_i: std::array::from_fn(|_| Signal::default()),
            key_i: std::array::from_fn(|_| Signal::default()),
            fetchable_o: Signal::default(),
            busy_o: Signal::default(),
            waiting_o: Signal::default(),
            fetch_pc_o: Signal::default(),
            fetch_lanes_o: Signal::default(),
            grant_o: Signal::default(),
            grant_warp_o: Signal::default(),
            grant_memory_o: Signal::default(),
            result_o: Signal::default(),
            result_warp_o: Signal::default(),
            result_memory_o: Signal::default(),
            result_any_o: Signal::default(),
            result_target_o: Signal::default(),
            result_lanes_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for StacklessFrontEnd {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.fetch_i.read(&mut input.fetch);
        self.fetch_warp_i.read(&mut input.fetch_warp);
        self.advance_i.read(&mut input.advance);
        self.arbitrate_i.read(&mut input.arbitrate);
        self.access_i.read(&mut input.access);
        self.replay_i.read(&mut input.replay);
        self.lanes_i.read(&mut input.lanes);
        self.address_i.read(&mut input.address);
        self.key_i.read(&mut input.key);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.fetchable_o.write(&output.fetchable);
        self.busy_o.write(&output.busy);
        self.waiting_o.write(&output.waiting);
        self.fetch_pc_o.write(&output.fetch_pc);
        self.fetch_lanes_o.write(&output.fetch_lanes);
        self.grant_o.write(&output.grant);
        self.grant_warp_o.write(&output.grant_warp);
        self.grant_memory_o.write(&output.grant_memory);
        self.result_o.write(&output.result);
        self.result_warp_o.write(&output.result_warp);
        self.result_memory_o.write(&output.result_memory);
        self.result_any_o.write(&output.result_any);
        self.result_target_o.write(&output.result_target);
        self.result_lanes_o.write(&output.result_lanes);
    }

    fn connect(&mut self) {
        self.fetchable_o.claim();
        self.busy_o.claim();
        self.waiting_o.claim();
        self.fetch_pc_o.claim();
        self.fetch_lanes_o.claim();
        self.grant_o.claim();
        self.grant_warp_o.claim();
        self.grant_memory_o.claim();
        self.result_o.claim();
        self.result_warp_o.claim();
        self.result_memory_o.claim();
        self.result_any_o.claim();
        self.result_target_o.claim();
        self.result_lanes_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("unified_arbiter.v"),
                include_str!("stackless_front_end.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "stackless_front_end".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.fetch_i.names("fetch_i"),
                self.fetch_warp_i.names("fetch_warp_i"),
                self.advance_i.names("advance_i"),
                self.arbitrate_i.names("arbitrate_i"),
                self.access_i.names("access_i"),
                self.replay_i.names("replay_i"),
                self.lanes_i.names("lanes_i"),
                self.address_i.names("address_i"),
                self.key_i.names("key_i"),
            ]
            .concat(),
            outputs: [
                self.fetchable_o.names("fetchable_o"),
                self.busy_o.names("busy_o"),
                self.waiting_o.names("waiting_o"),
                self.grant_o.names("grant_o"),
                self.grant_warp_o.names("grant_warp_o"),
                self.grant_memory_o.names("grant_memory_o"),
                self.result_o.names("result_o"),
                self.result_warp_o.names("result_warp_o"),
                self.result_memory_o.names("result_memory_o"),
                self.result_any_o.names("result_any_o"),
                self.result_target_o.names("result_target_o"),
                self.result_lanes_o.names("result_lanes_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
stackless_front_end u_stackless_front_end (
    .clk_i(clock),
    .rst_i(reset),
    .fetch_i(fetch_i),
    .fetch_warp_i(fetch_warp_i),
    .advance_i(advance_i),
    .arbitrate_i(arbitrate_i),
    .access_i(access_i),
    .replay_i(replay_i),
    .lanes_i(lanes_i),
    .address_i({
        address_i$3, address_i$2, address_i$1, address_i$0
    }),
    .key_i({
        key_i$3, key_i$2, key_i$1, key_i$0
    }),
    .fetchable_o(fetchable_o),
    .busy_o(busy_o),
    .waiting_o(waiting_o),
    .fetch_pc_o(fetch_pc_o),
    .fetch_lanes_o(fetch_lanes_o),
    .grant_o(grant_o),
    .grant_warp_o(grant_warp_o),
    .grant_memory_o(grant_memory_o),
    .result_o(result_o),
    .result_warp_o(result_warp_o),
    .result_memory_o(result_memory_o),
    .result_any_o(result_any_o),
    .result_target_o(result_target_o),
    .result_lanes_o(result_lanes_o)
);
";
