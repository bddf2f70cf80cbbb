//! `pc_warp_lut` for rust-hdl: the warp that threads of a PC are gathered in.
//!
//! Source: fung2009, section 4.2, figure 10 (b), footnote 10.
//! Configuration: sets 4, ways 2, lru 1, lanes 4, pc_bits 16, warp_bits 4.
//! Timing: two look-ups answered within the cycle, written at its end; ready 4 cycles after reset.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `pc_warp_lut.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// The warp that threads of a PC are gathered in.
#[derive(Clone, Debug, LogicBlock)]
pub struct PcWarpLut {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // first: threads of one PC
    /// there are some
    pub first_i: Signal<In, Bit>,
    /// their PC, in words
    pub first_pc_i: Signal<In, Bits<16>>,
    /// their lanes
    pub first_lanes_i: Signal<In, Bits<4>>,

    // second: threads of another PC, or more of the same
    /// there are some
    pub second_i: Signal<In, Bit>,
    /// their PC, in words
    pub second_pc_i: Signal<In, Bits<16>>,
    /// their lanes
    pub second_lanes_i: Signal<In, Bits<4>>,

    // fresh: free entries of the pool
    /// the next new warp
    pub fresh_first_i: Signal<In, Bits<4>>,
    /// the one after it
    pub fresh_second_i: Signal<In, Bits<4>>,

    // update
    /// the look-ups take effect
    pub update_i: Signal<In, Bit>,

    // retire: a warp leaves the pool
    /// the warp below does
    pub retire_i: Signal<In, Bit>,
    /// its PC, in words
    pub retire_pc_i: Signal<In, Bits<16>>,
    /// its entry in the pool
    pub retire_warp_i: Signal<In, Bits<4>>,

    // state
    /// the table is cleared after reset
    pub ready_o: Signal<Out, Bit>,

    // first: threads of one PC
    /// the table has their PC
    pub first_hit_o: Signal<Out, Bit>,
    /// the warp they join
    pub first_old_o: Signal<Out, Bits<4>>,
    /// lanes that join it
    pub first_old_lanes_o: Signal<Out, Bits<4>>,
    /// there are lanes that go to a new warp
    pub first_create_o: Signal<Out, Bit>,
    /// the new warp
    pub first_new_o: Signal<Out, Bits<4>>,
    /// lanes that go to it
    pub first_new_lanes_o: Signal<Out, Bits<4>>,
    /// an entry in use is given up for it
    pub first_evict_o: Signal<Out, Bit>,

    // second: threads of another PC, or more of the same
    /// the table, as first leaves it, has their PC
    pub second_hit_o: Signal<Out, Bit>,
    /// the warp they join
    pub second_old_o: Signal<Out, Bits<4>>,
    /// lanes that join it
    pub second_old_lanes_o: Signal<Out, Bits<4>>,
    /// there are lanes that go to a new warp
    pub second_create_o: Signal<Out, Bit>,
    /// the new warp
    pub second_new_o: Signal<Out, Bits<4>>,
    /// lanes that go to it
    pub second_new_lanes_o: Signal<Out, Bits<4>>,
    /// an entry in use is given up for it
    pub second_evict_o: Signal<Out, Bit>,
    _model: Model<contract::PcWarpLut, golden::PcWarpLut>,
}

impl Default for PcWarpLut {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            first_i: Signal::default(),
            first_pc_i: Signal::default(),
            first_lanes_i: Signal::default(),
            second_i: Signal::default(),
            second_pc_i: Signal::default(),
            second_lanes_i: Signal::default(),
            fresh_first_i: Signal::default(),
            fresh_second_i: Signal::default(),
            update_i: Signal::default(),
            retire_i: Signal::default(),
            retire_pc_i: Signal::default(),
            retire_warp_i: Signal::default(),
            ready_o: Signal::default(),
            first_hit_o: Signal::default(),
            first_old_o: Signal::default(),
            first_old_lanes_o: Signal::default(),
            first_create_o: Signal::default(),
            first_new_o: Signal::default(),
            first_new_lanes_o: Signal::default(),
            first_evict_o: Signal::default(),
            second_hit_o: Signal::default(),
            second_old_o: Signal::default(),
            second_old_lanes_o: Signal::default(),
            second_create_o: Signal::default(),
            second_new_o: Signal::default(),
            second_new_lanes_o: Signal::default(),
            second_evict_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for PcWarpLut {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.first_i.read(&mut input.first);
        self.first_pc_i.read(&mut input.first_pc);
        self.first_lanes_i.read(&mut input.first_lanes);
        self.second_i.read(&mut input.second);
        self.second_pc_i.read(&mut input.second_pc);
        self.second_lanes_i.read(&mut input.second_lanes);
        self.fresh_first_i.read(&mut input.fresh_first);
        self.fresh_second_i.read(&mut input.fresh_second);
        self.update_i.read(&mut input.update);
        self.retire_i.read(&mut input.retire);
        self.retire_pc_i.read(&mut input.retire_pc);
        self.retire_warp_i.read(&mut input.retire_warp);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ready_o.write(&output.ready);
        self.first_hit_o.write(&output.first_hit);
        self.first_old_o.write(&output.first_old);
        self.first_old_lanes_o.write(&output.first_old_lanes);
        self.first_create_o.write(&output.first_create);
        self.first_new_o.write(&output.first_new);
        self.first_new_lanes_o.write(&output.first_new_lanes);
        self.first_evict_o.write(&output.first_evict);
        self.second_hit_o.write(&output.second_hit);
        self.second_old_o.write(&output.second_old);
        self.second_old_lanes_o.write(&output.second_old_lanes);
        self.second_create_o.write(&output.second_create);
        self.second_new_o.write(&output.second_new);
        self.second_new_lanes_o.write(&output.second_new_lanes);
        self.second_evict_o.write(&output.second_evict);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.first_hit_o.claim();
        self.first_old_o.claim();
        self.first_old_lanes_o.claim();
        self.first_create_o.claim();
        self.first_new_o.claim();
        self.first_new_lanes_o.claim();
        self.first_evict_o.claim();
        self.second_hit_o.claim();
        self.second_old_o.claim();
        self.second_old_lanes_o.claim();
        self.second_create_o.claim();
        self.second_new_o.claim();
        self.second_new_lanes_o.claim();
        self.second_evict_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("pc_warp_lut.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "pc_warp_lut".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.first_i.names("first_i"),
                self.first_pc_i.names("first_pc_i"),
                self.first_lanes_i.names("first_lanes_i"),
                self.second_i.names("second_i"),
                self.second_pc_i.names("second_pc_i"),
                self.second_lanes_i.names("second_lanes_i"),
                self.fresh_first_i.names("fresh_first_i"),
                self.fresh_second_i.names("fresh_second_i"),
                self.update_i.names("update_i"),
                self.retire_i.names("retire_i"),
                self.retire_pc_i.names("retire_pc_i"),
                self.retire_warp_i.names("retire_warp_i"),
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
pc_warp_lut u_pc_warp_lut (
    .clk_i(clock),
    .rst_i(reset),
    .first_i(first_i),
    .first_pc_i(first_pc_i),
    .first_lanes_i(first_lanes_i),
    .second_i(second_i),
    .second_pc_i(second_pc_i),
    .second_lanes_i(second_lanes_i),
    .fresh_first_i(fresh_first_i),
    .fresh_second_i(fresh_second_i),
    .update_i(update_i),
    .retire_i(retire_i),
    .retire_pc_i(retire_pc_i),
    .retire_warp_i(retire_warp_i),
    .ready_o(ready_o),
    .first_hit_o(first_hit_o),
    .first_old_o(first_old_o),
    .first_old_lanes_o(first_old_lanes_o),
    .first_create_o(first_create_o),
    .first_new_o(first_new_o),
    .first_new_lanes_o(first_new_lanes_o),
    .first_evict_o(first_evict_o),
    .second_hit_o(second_hit_o),
    .second_old_o(second_old_o),
    .second_old_lanes_o(second_old_lanes_o),
    .second_create_o(second_create_o),
    .second_new_o(second_new_o),
    .second_new_lanes_o(second_new_lanes_o),
    .second_evict_o(second_evict_o)
);
";
