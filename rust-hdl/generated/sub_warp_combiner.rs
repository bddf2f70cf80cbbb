//! `sub_warp_combiner` for rust-hdl: one large warp of the sub-warps that are ready to combine.
//!
//! Source: lashgar2012, sections IV.A, IV.D and IV.E, figure 3.
//! Configuration: warps 4, partners 2, sub_lanes 2, pc_bits 16.
//! Timing: a large warp a cycle, combined within the cycle; marks count from the next cycle on.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `sub_warp_combiner.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// One large warp of the sub-warps that are ready to combine.
#[derive(Clone, Debug, LogicBlock)]
pub struct SubWarpCombiner {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // marks, one bit per partner
    /// it becomes combine-ready
    pub mark_i: [Signal<In, Bits<2>>; 4],

    // combining: a large warp with its sub-warps
    /// the large warp below is shown
    pub show_i: Signal<In, Bit>,
    /// its number
    pub warp_i: Signal<In, Bits<2>>,
    /// PCs of its sub-warps, in words
    pub pc_i: [Signal<In, Bits<16>>; 2],
    /// their active lanes
    pub active_i: [Signal<In, Bits<2>>; 2],
    /// the members are issued
    pub take_i: Signal<In, Bit>,

    // state, one bit per partner
    /// it is combine-ready
    pub ready_o: [Signal<Out, Bits<2>>; 4],

    // combining
    /// the large warp has a sub-warp that is combine-ready
    pub combined_o: Signal<Out, Bit>,
    /// sub-warps that issue together
    pub members_o: Signal<Out, Bits<2>>,
    /// how many
    pub size_o: Signal<Out, Bits<2>>,
    /// their PC, in words
    pub combined_pc_o: Signal<Out, Bits<16>>,
    /// their active lanes
    pub lanes_o: Signal<Out, Bits<4>>,
    _model: Model<contract::SubWarpCombiner, golden::SubWarpCombiner>,
}

impl Default for SubWarpCombiner {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            mark_i: std::array::from_fn(|_| Signal::default()),
            show_i: Signal::default(),
            warp_i: Signal::default(),
            pc_i: std::array::from_fn(|_| Signal::default()),
            active_i: std::array::from_fn(|_| Signal::default()),
            take_i: Signal::default(),
            ready_o: std::array::from_fn(|_| Signal::default()),
            combined_o: Signal::default(),
            members_o: Signal::default(),
            size_o: Signal::default(),
            combined_pc_o: Signal::default(),
            lanes_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for SubWarpCombiner {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.mark_i.read(&mut input.mark);
        self.show_i.read(&mut input.show);
        self.warp_i.read(&mut input.warp);
        self.pc_i.read(&mut input.pc);
        self.active_i.read(&mut input.active);
        self.take_i.read(&mut input.take);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ready_o.write(&output.ready);
        self.combined_o.write(&output.combined);
        self.members_o.write(&output.members);
        self.size_o.write(&output.size);
        self.combined_pc_o.write(&output.combined_pc);
        self.lanes_o.write(&output.lanes);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.combined_o.claim();
        self.members_o.claim();
        self.size_o.claim();
        self.combined_pc_o.claim();
        self.lanes_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("sub_warp_combiner.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "sub_warp_combiner".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.mark_i.names("mark_i"),
                self.show_i.names("show_i"),
                self.warp_i.names("warp_i"),
                self.pc_i.names("pc_i"),
                self.active_i.names("active_i"),
                self.take_i.names("take_i"),
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
sub_warp_combiner u_sub_warp_combiner (
    .clk_i(clock),
    .rst_i(reset),
    .mark_i({
        mark_i$3, mark_i$2, mark_i$1, mark_i$0
    }),
    .show_i(show_i),
    .warp_i(warp_i),
    .pc_i({
        pc_i$1, pc_i$0
    }),
    .active_i({
        active_i$1, active_i$0
    }),
    .take_i(take_i),
    .ready_o({
        ready_o$3, ready_o$2, ready_o$1, ready_o$0
    }),
    .combined_o(combined_o),
    .members_o(members_o),
    .size_o(size_o),
    .combined_pc_o(combined_pc_o),
    .lanes_o(lanes_o)
);
";
