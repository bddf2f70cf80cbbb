//! `dwr_synchronizer` for rust-hdl: sub-warps synchronised before LATs, combined to execute them.
//!
//! Source: lashgar2012, section IV, figure 3.
//! Configuration: warps 4, partners 2, sub_lanes 2, pc_bits 16, sets 4, ways 2.
//! Timing: an arrival and an issue a cycle; combine-ready two cycles after the last arrival.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `dwr_synchronizer.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// Sub-warps synchronised before LATs, combined to execute them.
#[derive(Clone, Debug, LogicBlock)]
pub struct DwrSynchronizer {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // arrival: a sub-warp executes a LAT barrier
    /// the sub-warp below does
    pub arrive_i: Signal<In, Bit>,
    /// its large warp
    pub arrive_warp_i: Signal<In, Bits<2>>,
    /// which of its sub-warps it is
    pub arrive_partner_i: Signal<In, Bits<1>>,
    /// the LAT's PC, in words
    pub arrive_pc_i: Signal<In, Bits<16>>,

    // partners that need not come, one bit per partner
    /// it waits at a block barrier, has ended, or has no threads
    pub excused_i: [Signal<In, Bits<2>>; 4],

    // issue: a large warp with its sub-warps
    /// the large warp below is shown
    pub show_i: Signal<In, Bit>,
    /// its number
    pub show_warp_i: Signal<In, Bits<2>>,
    /// PCs of its sub-warps, in words
    pub show_pc_i: [Signal<In, Bits<16>>; 2],
    /// their active lanes
    pub show_active_i: [Signal<In, Bits<2>>; 2],
    /// what is combined is issued
    pub take_i: Signal<In, Bit>,

    // arrival
    /// the PC is on the ignore list: the sub-warp goes on
    pub ignored_o: Signal<Out, Bit>,

    // state, one bit per partner
    /// it waits for the others
    pub locked_o: [Signal<Out, Bits<2>>; 4],
    /// it is combine-ready
    pub ready_o: [Signal<Out, Bits<2>>; 4],

    // issue
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
    _model: Model<contract::DwrSynchronizer, golden::DwrSynchronizer>,
}

impl Default for DwrSynchronizer {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            arrive_i: Signal::default(),
            arrive_warp_i: Signal::default(),
            arrive_partner_i: Signal::default(),
            arrive_pc_i: Signal::default(),
            excused_i: std::array::from_fn(|_| Signal::default()),
            show_i: Signal::default(),
            show_warp_i: Signal::default(),
            show_pc_i: std::array::from_fn(|_| Signal::default()),
            show_active_i: std::array::from_fn(|_| Signal::default()),
            take_i: Signal::default(),
            ignored_o: Signal::default(),
            locked_o: std::array::from_fn(|_| Signal::default()),
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

impl Logic for DwrSynchronizer {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.arrive_i.read(&mut input.arrive);
        self.arrive_warp_i.read(&mut input.arrive_warp);
        self.arrive_partner_i.read(&mut input.arrive_partner);
        self.arrive_pc_i.read(&mut input.arrive_pc);
        self.excused_i.read(&mut input.excused);
        self.show_i.read(&mut input.show);
        self.show_warp_i.read(&mut input.show_warp);
        self.show_pc_i.read(&mut input.show_pc);
        self.show_active_i.read(&mut input.show_active);
        self.take_i.read(&mut input.take);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ignored_o.write(&output.ignored);
        self.locked_o.write(&output.locked);
        self.ready_o.write(&output.ready);
        self.combined_o.write(&output.combined);
        self.members_o.write(&output.members);
        self.size_o.write(&output.size);
        self.combined_pc_o.write(&output.combined_pc);
        self.lanes_o.write(&output.lanes);
    }

    fn connect(&mut self) {
        self.ignored_o.claim();
        self.locked_o.claim();
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
                include_str!("ignore_list_table.v"),
                include_str!("partner_sync_table.v"),
                include_str!("sub_warp_combiner.v"),
                include_str!("dwr_synchronizer.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "dwr_synchronizer".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.arrive_i.names("arrive_i"),
                self.arrive_warp_i.names("arrive_warp_i"),
                self.arrive_partner_i.names("arrive_partner_i"),
                self.arrive_pc_i.names("arrive_pc_i"),
                self.excused_i.names("excused_i"),
                self.show_i.names("show_i"),
                self.show_warp_i.names("show_warp_i"),
                self.show_pc_i.names("show_pc_i"),
                self.show_active_i.names("show_active_i"),
                self.take_i.names("take_i"),
            ]
            .concat(),
            outputs: [
                self.locked_o.names("locked_o"),
                self.ready_o.names("ready_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
dwr_synchronizer u_dwr_synchronizer (
    .clk_i(clock),
    .rst_i(reset),
    .arrive_i(arrive_i),
    .arrive_warp_i(arrive_warp_i),
    .arrive_partner_i(arrive_partner_i),
    .arrive_pc_i(arrive_pc_i),
    .excused_i({
        excused_i$3, excused_i$2, excused_i$1, excused_i$0
    }),
    .show_i(show_i),
    .show_warp_i(show_warp_i),
    .show_pc_i({
        show_pc_i$1, show_pc_i$0
    }),
    .show_active_i({
        show_active_i$1, show_active_i$0
    }),
    .take_i(take_i),
    .ignored_o(ignored_o),
    .locked_o({
        locked_o$3, locked_o$2, locked_o$1, locked_o$0
    }),
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
