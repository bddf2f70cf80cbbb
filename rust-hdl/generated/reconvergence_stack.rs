//! `reconvergence_stack` for rust-hdl: the reconvergence stacks of all warps of a core.
//!
//! Source: fung2009, section 3.2, figure 4; notes.
//! Configuration: warps 4, lanes 4, pc_bits 16, depth 32, pops 2, taken_first 1.
//! Timing: an update a cycle, up to 2 entries leave with it, the rest in the cycles after.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `reconvergence_stack.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// The reconvergence stacks of all warps of a core.
#[derive(Clone, Debug, LogicBlock)]
pub struct ReconvergenceStack {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // start: a warp gets its threads
    /// the warp below starts
    pub start_i: Signal<In, Bit>,
    /// a warp that is not live
    pub start_warp_i: Signal<In, Bits<2>>,
    /// where it starts, in words
    pub start_pc_i: Signal<In, Bits<16>>,
    /// lanes that have a thread
    pub start_lanes_i: Signal<In, Bits<4>>,

    // update: a warp has executed an instruction
    /// the warp below has
    pub update_i: Signal<In, Bit>,
    /// a live warp
    pub update_warp_i: Signal<In, Bits<2>>,
    /// lanes whose thread ends
    pub exit_i: Signal<In, Bits<4>>,
    /// lanes that leave the top and wait where they are held already
    pub leave_i: Signal<In, Bits<4>>,
    /// lanes that go to the target; the others go to next
    pub taken_i: Signal<In, Bits<4>>,
    /// PC of the lanes that are taken
    pub target_i: Signal<In, Bits<16>>,
    /// PC of the others
    pub next_i: Signal<In, Bits<16>>,
    /// the lanes meet again at reconverge
    pub push_i: Signal<In, Bit>,
    /// the reconvergence point
    pub reconverge_i: Signal<In, Bits<16>>,
    /// entries that are pushed are popped where they come to it
    pub compare_i: Signal<In, Bit>,

    // read: the top of a stack
    /// the warp below is read
    pub read_i: Signal<In, Bit>,
    /// a live warp
    pub read_warp_i: Signal<In, Bits<2>>,

    // state
    /// warps that have threads, one bit per warp
    pub live_o: Signal<Out, Bits<4>>,
    /// entries are still leaving a stack: no update is taken
    pub popping_o: Signal<Out, Bit>,
    /// that stack's warp
    pub popping_warp_o: Signal<Out, Bits<2>>,

    // update
    /// it needs more than depth entries and is not done
    pub overflow_o: Signal<Out, Bit>,
    /// lanes leave the only entry and the update is not done
    pub unbalanced_o: Signal<Out, Bit>,

    // read: the top of a stack
    /// PC of the top entry
    pub read_pc_o: Signal<Out, Bits<16>>,
    /// its lanes whose threads have not ended
    pub read_lanes_o: Signal<Out, Bits<4>>,
    /// entries of the stack
    pub read_entries_o: Signal<Out, Bits<6>>,
    /// the top entry has a reconvergence point
    pub read_waits_o: Signal<Out, Bit>,
    /// which one
    pub read_reconverge_o: Signal<Out, Bits<16>>,
    _model: Model<contract::ReconvergenceStack, golden::ReconvergenceStack>,
}

impl Default for ReconvergenceStack {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            start_i: Signal::default(),
            start_warp_i: Signal::default(),
            start_pc_i: Signal::default(),
            start_lanes_i: Signal::default(),
            update_i: Signal::default(),
            update_warp_i: Signal::default(),
            exit_i: Signal::default(),
            leave_i: Signal::default(),
            taken_i: Signal::default(),
            target_i: Signal::default(),
            next_i: Signal::default(),
            push_i: Signal::default(),
            reconverge_i: Signal::default(),
            compare_i: Signal::default(),
            read_i: Signal::default(),
            read_warp_i: Signal::default(),
            live_o: Signal::default(),
            popping_o: Signal::default(),
            popping_warp_o: Signal::default(),
            overflow_o: Signal::default(),
            unbalanced_o: Signal::default(),
            read_pc_o: Signal::default(),
            read_lanes_o: Signal::default(),
            read_entries_o: Signal::default(),
            read_waits_o: Signal::default(),
            read_reconverge_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for ReconvergenceStack {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.start_i.read(&mut input.start);
        self.start_warp_i.read(&mut input.start_warp);
        self.start_pc_i.read(&mut input.start_pc);
        self.start_lanes_i.read(&mut input.start_lanes);
        self.update_i.read(&mut input.update);
        self.update_warp_i.read(&mut input.update_warp);
        self.exit_i.read(&mut input.exit);
        self.leave_i.read(&mut input.leave);
        self.taken_i.read(&mut input.taken);
        self.target_i.read(&mut input.target);
        self.next_i.read(&mut input.next);
        self.push_i.read(&mut input.push);
        self.reconverge_i.read(&mut input.reconverge);
        self.compare_i.read(&mut input.compare);
        self.read_i.read(&mut input.read);
        self.read_warp_i.read(&mut input.read_warp);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.live_o.write(&output.live);
        self.popping_o.write(&output.popping);
        self.popping_warp_o.write(&output.popping_warp);
        self.overflow_o.write(&output.overflow);
        self.unbalanced_o.write(&output.unbalanced);
        self.read_pc_o.write(&output.read_pc);
        self.read_lanes_o.write(&output.read_lanes);
        self.read_entries_o.write(&output.read_entries);
        self.read_waits_o.write(&output.read_waits);
        self.read_reconverge_o.write(&output.read_reconverge);
    }

    fn connect(&mut self) {
        self.live_o.claim();
        self.popping_o.claim();
        self.popping_warp_o.claim();
        self.overflow_o.claim();
        self.unbalanced_o.claim();
        self.read_pc_o.claim();
        self.read_lanes_o.claim();
        self.read_entries_o.claim();
        self.read_waits_o.claim();
        self.read_reconverge_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("reconvergence_stack.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "reconvergence_stack".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.start_i.names("start_i"),
                self.start_warp_i.names("start_warp_i"),
                self.start_pc_i.names("start_pc_i"),
                self.start_lanes_i.names("start_lanes_i"),
                self.update_i.names("update_i"),
                self.update_warp_i.names("update_warp_i"),
                self.exit_i.names("exit_i"),
                self.leave_i.names("leave_i"),
                self.taken_i.names("taken_i"),
                self.target_i.names("target_i"),
                self.next_i.names("next_i"),
                self.push_i.names("push_i"),
                self.reconverge_i.names("reconverge_i"),
                self.compare_i.names("compare_i"),
                self.read_i.names("read_i"),
                self.read_warp_i.names("read_warp_i"),
            ]
            .concat(),
            outputs: [
                self.live_o.names("live_o"),
                self.popping_o.names("popping_o"),
                self.popping_warp_o.names("popping_warp_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
reconvergence_stack u_reconvergence_stack (
    .clk_i(clock),
    .rst_i(reset),
    .start_i(start_i),
    .start_warp_i(start_warp_i),
    .start_pc_i(start_pc_i),
    .start_lanes_i(start_lanes_i),
    .update_i(update_i),
    .update_warp_i(update_warp_i),
    .exit_i(exit_i),
    .leave_i(leave_i),
    .taken_i(taken_i),
    .target_i(target_i),
    .next_i(next_i),
    .push_i(push_i),
    .reconverge_i(reconverge_i),
    .compare_i(compare_i),
    .read_i(read_i),
    .read_warp_i(read_warp_i),
    .live_o(live_o),
    .popping_o(popping_o),
    .popping_warp_o(popping_warp_o),
    .overflow_o(overflow_o),
    .unbalanced_o(unbalanced_o),
    .read_pc_o(read_pc_o),
    .read_lanes_o(read_lanes_o),
    .read_entries_o(read_entries_o),
    .read_waits_o(read_waits_o),
    .read_reconverge_o(read_reconverge_o)
);
";
