//! `thread_pc_table` for rust-hdl: the PC of every thread of a core, and its comparators.
//!
//! Source: collange2011, sections 3 and 4.1, figures 2 and 4a.
//! Configuration: warps 4, lanes 4, pc_bits 16.
//! Timing: a branch, a park, a read and a comparison a cycle; read and compared within the cycle.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `thread_pc_table.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// The PC of every thread of a core, and its comparators.
#[derive(Clone, Debug, LogicBlock)]
pub struct ThreadPcTable {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // branch: lanes write PCs of their own
    /// lanes of the warp below branch
    pub branch_i: Signal<In, Bit>,
    /// their warp
    pub branch_warp_i: Signal<In, Bits<2>>,
    /// which ones
    pub branch_lanes_i: Signal<In, Bits<4>>,
    /// their next PCs, in words
    pub branch_pc_i: [Signal<In, Bits<16>>; 4],

    // park: lanes write the common PC
    /// lanes of the warp below park
    pub park_i: Signal<In, Bit>,
    /// their warp
    pub park_warp_i: Signal<In, Bits<2>>,
    /// which ones
    pub park_lanes_i: Signal<In, Bits<4>>,
    /// the PC that they stand at
    pub park_pc_i: Signal<In, Bits<16>>,

    // read: operands of the arbiter
    /// the warp below is read
    pub read_i: Signal<In, Bit>,
    /// a known warp
    pub read_warp_i: Signal<In, Bits<2>>,

    // compare: who stands at a PC
    /// the warp below is compared
    pub compare_i: Signal<In, Bit>,
    /// a known warp
    pub compare_warp_i: Signal<In, Bits<2>>,
    /// with this PC
    pub compare_pc_i: Signal<In, Bits<16>>,

    // state
    /// warps all of whose lanes have a PC, one bit per warp
    pub known_o: Signal<Out, Bits<4>>,

    // read: operands of the arbiter
    /// PCs of the lanes
    pub read_pc_o: [Signal<Out, Bits<16>>; 4],

    // compare: who stands at a PC
    /// lanes whose stored PC it is
    pub compare_lanes_o: Signal<Out, Bits<4>>,
    _model: Model<contract::ThreadPcTable, golden::ThreadPcTable>,
}

impl Default for ThreadPcTable {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            branch_i: Signal::default(),
            branch_warp_i: Signal::default(),
            branch_lanes_i: Signal::default(),
            branch_pc_i: std::array::from_fn(|_| Signal::default()),
            park_i: Signal::default(),
            park_warp_i: Signal::default(),
            park_lanes_i: Signal::default(),
            park_pc_i: Signal::default(),
            read_i: Signal::default(),
            read_warp_i: Signal::default(),
            compare_i: Signal::default(),
            compare_warp_i: Signal::default(),
            compare_pc_i: Signal::default(),
            known_o: Signal::default(),
            read_pc_o: std::array::from_fn(|_| Signal::default()),
            compare_lanes_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for ThreadPcTable {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.branch_i.read(&mut input.branch);
        self.branch_warp_i.read(&mut input.branch_warp);
        self.branch_lanes_i.read(&mut input.branch_lanes);
        self.branch_pc_i.read(&mut input.branch_pc);
        self.park_i.read(&mut input.park);
        self.park_warp_i.read(&mut input.park_warp);
        self.park_lanes_i.read(&mut input.park_lanes);
        self.park_pc_i.read(&mut input.park_pc);
        self.read_i.read(&mut input.read);
        self.read_warp_i.read(&mut input.read_warp);
        self.compare_i.read(&mut input.compare);
        self.compare_warp_i.read(&mut input.compare_warp);
        self.compare_pc_i.read(&mut input.compare_pc);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.known_o.write(&output.known);
        self.read_pc_o.write(&output.read_pc);
        self.compare_lanes_o.write(&output.compare_lanes);
    }

    fn connect(&mut self) {
        self.known_o.claim();
        self.read_pc_o.claim();
        self.compare_lanes_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("thread_pc_table.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "thread_pc_table".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.branch_i.names("branch_i"),
                self.branch_warp_i.names("branch_warp_i"),
                self.branch_lanes_i.names("branch_lanes_i"),
                self.branch_pc_i.names("branch_pc_i"),
                self.park_i.names("park_i"),
                self.park_warp_i.names("park_warp_i"),
                self.park_lanes_i.names("park_lanes_i"),
                self.park_pc_i.names("park_pc_i"),
                self.read_i.names("read_i"),
                self.read_warp_i.names("read_warp_i"),
                self.compare_i.names("compare_i"),
                self.compare_warp_i.names("compare_warp_i"),
                self.compare_pc_i.names("compare_pc_i"),
            ]
            .concat(),
            outputs: [
                self.known_o.names("known_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
thread_pc_table u_thread_pc_table (
    .clk_i(clock),
    .rst_i(reset),
    .branch_i(branch_i),
    .branch_warp_i(branch_warp_i),
    .branch_lanes_i(branch_lanes_i),
    .branch_pc_i({
        branch_pc_i$3, branch_pc_i$2, branch_pc_i$1, branch_pc_i$0
    }),
    .park_i(park_i),
    .park_warp_i(park_warp_i),
    .park_lanes_i(park_lanes_i),
    .park_pc_i(park_pc_i),
    .read_i(read_i),
    .read_warp_i(read_warp_i),
    .compare_i(compare_i),
    .compare_warp_i(compare_warp_i),
    .compare_pc_i(compare_pc_i),
    .known_o(known_o),
    .read_pc_o({
        read_pc_o$3, read_pc_o$2, read_pc_o$1, read_pc_o$0
    }),
    .compare_lanes_o(compare_lanes_o)
);
";
