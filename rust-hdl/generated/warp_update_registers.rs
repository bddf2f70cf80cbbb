//! `warp_update_registers` for rust-hdl: a committed warp, parted by next PC.
//!
//! Source: fung2009, section 4.2, figure 10 (a), footnote 9.
//! Configuration: lanes 4, tid_bits 5, pc_bits 16.
//! Timing: two PCs of a commit a cycle, held from the next cycle on until they are taken.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `warp_update_registers.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// A committed warp, parted by next PC.
#[derive(Clone, Debug, LogicBlock)]
pub struct WarpUpdateRegisters {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // commit: a warp leaves the pipeline
    /// a warp is there
    pub commit_i: Signal<In, Bit>,
    /// its lanes that have a thread
    pub commit_lanes_i: Signal<In, Bits<4>>,
    /// their threads; all ones in the other lanes
    pub commit_tid_i: [Signal<In, Bits<5>>; 4],
    /// their next PCs, in words
    pub commit_pc_i: [Signal<In, Bits<16>>; 4],

    // take: what the registers hold is used
    /// first is used in this cycle
    pub take_first_i: Signal<In, Bit>,
    /// second is used in this cycle
    pub take_second_i: Signal<In, Bit>,

    // commit: a warp leaves the pipeline
    /// all lanes of the warp are handed over with this cycle
    pub commit_ready_o: Signal<Out, Bit>,

    // first: the lanes of one PC
    /// there are some
    pub first_o: Signal<Out, Bit>,
    /// their next PC, in words
    pub first_pc_o: Signal<Out, Bits<16>>,
    /// which lanes
    pub first_lanes_o: Signal<Out, Bits<4>>,
    /// threads of all lanes of the warp; all ones for none
    pub first_tid_o: [Signal<Out, Bits<5>>; 4],

    // second: the lanes of another PC
    /// there are some
    pub second_o: Signal<Out, Bit>,
    /// their next PC, in words
    pub second_pc_o: Signal<Out, Bits<16>>,
    /// which lanes
    pub second_lanes_o: Signal<Out, Bits<4>>,
    /// threads of all lanes of the warp; all ones for none
    pub second_tid_o: [Signal<Out, Bits<5>>; 4],
    _model: Model<contract::WarpUpdateRegisters, golden::WarpUpdateRegisters>,
}

impl Default for WarpUpdateRegisters {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            commit_i: Signal::default(),
            commit_lanes_i: Signal::default(),
            commit_tid_i: std::array::from_fn(|_| Signal::default()),
            commit_pc_i: std::array::from_fn(|_| Signal::default()),
            take_first_i: Signal::default(),
            take_second_i: Signal::default(),
            commit_ready_o: Signal::default(),
            first_o: Signal::default(),
            first_pc_o: Signal::default(),
            first_lanes_o: Signal::default(),
            first_tid_o: std::array::from_fn(|_| Signal::default()),
            second_o: Signal::default(),
            second_pc_o: Signal::default(),
            second_lanes_o: Signal::default(),
            second_tid_o: std::array::from_fn(|_| Signal::default()),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for WarpUpdateRegisters {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.commit_i.read(&mut input.commit);
        self.commit_lanes_i.read(&mut input.commit_lanes);
        self.commit_tid_i.read(&mut input.commit_tid);
        self.commit_pc_i.read(&mut input.commit_pc);
        self.take_first_i.read(&mut input.take_first);
        self.take_second_i.read(&mut input.take_second);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.commit_ready_o.write(&output.commit_ready);
        self.first_o.write(&output.first);
        self.first_pc_o.write(&output.first_pc);
        self.first_lanes_o.write(&output.first_lanes);
        self.first_tid_o.write(&output.first_tid);
        self.second_o.write(&output.second);
        self.second_pc_o.write(&output.second_pc);
        self.second_lanes_o.write(&output.second_lanes);
        self.second_tid_o.write(&output.second_tid);
    }

    fn connect(&mut self) {
        self.commit_ready_o.claim();
        self.first_o.claim();
        self.first_pc_o.claim();
        self.first_lanes_o.claim();
        self.first_tid_o.claim();
        self.second_o.claim();
        self.second_pc_o.claim();
        self.second_lanes_o.claim();
        self.second_tid_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("warp_update_registers.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "warp_update_registers".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.commit_i.names("commit_i"),
                self.commit_lanes_i.names("commit_lanes_i"),
                self.commit_tid_i.names("commit_tid_i"),
                self.commit_pc_i.names("commit_pc_i"),
                self.take_first_i.names("take_first_i"),
                self.take_second_i.names("take_second_i"),
            ]
            .concat(),
            outputs: [
                self.first_o.names("first_o"),
                self.first_pc_o.names("first_pc_o"),
                self.first_lanes_o.names("first_lanes_o"),
                self.first_tid_o.names("first_tid_o"),
                self.second_o.names("second_o"),
                self.second_pc_o.names("second_pc_o"),
                self.second_lanes_o.names("second_lanes_o"),
                self.second_tid_o.names("second_tid_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
warp_update_registers u_warp_update_registers (
    .clk_i(clock),
    .rst_i(reset),
    .commit_i(commit_i),
    .commit_lanes_i(commit_lanes_i),
    .commit_tid_i({
        commit_tid_i$3, commit_tid_i$2, commit_tid_i$1, commit_tid_i$0
    }),
    .commit_pc_i({
        commit_pc_i$3, commit_pc_i$2, commit_pc_i$1, commit_pc_i$0
    }),
    .take_first_i(take_first_i),
    .take_second_i(take_second_i),
    .commit_ready_o(commit_ready_o),
    .first_o(first_o),
    .first_pc_o(first_pc_o),
    .first_lanes_o(first_lanes_o),
    .first_tid_o({
        first_tid_o$3, first_tid_o$2, first_tid_o$1, first_tid_o$0
    }),
    .second_o(second_o),
    .second_pc_o(second_pc_o),
    .second_lanes_o(second_lanes_o),
    .second_tid_o({
        second_tid_o$3, second_tid_o$2, second_tid_o$1, second_tid_o$0
    })
);
";
