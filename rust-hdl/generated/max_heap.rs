//! `max_heap` for rust-hdl: groups of warps, the most urgent at the root.
//!
//! Source: fung2009, sections 4.4 and 4.4.4, figure 11 (b), Table V.
//! Configuration: order 0, entries 8, pc_bits 16, count_bits 5, pointer_bits 5, lut_bits 5.
//! Timing: two updates or a pop a cycle, at rest again after up to 4 cycles, one a level, or more where two entries meet.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `max_heap.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// Groups of warps, the most urgent at the root.
#[derive(Clone, Debug, LogicBlock)]
pub struct MaxHeap {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // update: a group, or the older of two
    /// the group below changes
    pub first_i: Signal<In, Bit>,
    /// it is in the heap
    pub first_hit_i: Signal<In, Bit>,
    /// a new one takes the LUT# of the group at this index
    pub first_replaces_i: Signal<In, Bit>,
    /// where it is, or the one that it replaces
    pub first_index_i: Signal<In, Bits<4>>,
    /// the LUT# that it gets, if it is new
    pub first_entry_i: Signal<In, Bits<4>>,
    /// the PC that it gets, if it is new
    pub first_pc_i: Signal<In, Bits<16>>,
    /// threads that it gets; one or more
    pub first_threads_i: Signal<In, Bits<5>>,
    /// the warp that they are in
    pub first_warp_i: Signal<In, Bits<5>>,
    /// that is a new one
    pub first_create_i: Signal<In, Bit>,

    // update: the younger group
    /// the group below changes
    pub second_i: Signal<In, Bit>,
    /// it is in the heap
    pub second_hit_i: Signal<In, Bit>,
    /// a new one takes the LUT# of the group at this index
    pub second_replaces_i: Signal<In, Bit>,
    /// where it is, or the one that it replaces
    pub second_index_i: Signal<In, Bits<4>>,
    /// the LUT# that it gets, if it is new
    pub second_entry_i: Signal<In, Bits<4>>,
    /// the PC that it gets, if it is new
    pub second_pc_i: Signal<In, Bits<16>>,
    /// threads that it gets; one or more
    pub second_threads_i: Signal<In, Bits<5>>,
    /// the warp that they are in
    pub second_warp_i: Signal<In, Bits<5>>,
    /// that is a new one
    pub second_create_i: Signal<In, Bit>,

    // pop
    /// the root leaves
    pub pop_i: Signal<In, Bit>,

    // state
    /// nothing is moving
    pub rest_o: Signal<Out, Bit>,
    /// the first entry is moving
    pub moving_first_o: Signal<Out, Bit>,
    /// the second entry is moving
    pub moving_second_o: Signal<Out, Bit>,
    /// groups in the heap, moving ones included
    pub groups_o: Signal<Out, Bits<4>>,

    // pop: the root
    /// its PC
    pub root_pc_o: Signal<Out, Bits<16>>,
    /// its threads
    pub root_threads_o: Signal<Out, Bits<5>>,
    /// the first of its warps
    pub root_head_o: Signal<Out, Bits<5>>,
    /// the last of its warps
    pub root_tail_o: Signal<Out, Bits<5>>,

    // move: entries of the look-up table that change
    /// the entry below changes
    pub move_first_o: Signal<Out, Bit>,
    /// its LUT#
    pub move_first_entry_o: Signal<Out, Bits<5>>,
    /// its PC
    pub move_first_pc_o: Signal<Out, Bits<16>>,
    /// its index from now on; all ones: none
    pub move_first_index_o: Signal<Out, Bits<4>>,
    /// the entry below changes
    pub move_second_o: Signal<Out, Bit>,
    /// its LUT#
    pub move_second_entry_o: Signal<Out, Bits<5>>,
    /// its PC
    pub move_second_pc_o: Signal<Out, Bits<16>>,
    /// its index from now on
    pub move_second_index_o: Signal<Out, Bits<4>>,

    // link: lists of warps that grow
    /// a warp follows the one below
    pub link_first_o: Signal<Out, Bit>,
    /// so far the last of its list
    pub link_first_warp_o: Signal<Out, Bits<5>>,
    /// the warp that follows
    pub link_first_next_o: Signal<Out, Bits<5>>,
    /// a warp follows the one below
    pub link_second_o: Signal<Out, Bit>,
    /// so far the last of its list
    pub link_second_warp_o: Signal<Out, Bits<5>>,
    /// the warp that follows
    pub link_second_next_o: Signal<Out, Bits<5>>,
    _model: Model<contract::MaxHeap, golden::MaxHeap>,
}

impl Default for MaxHeap {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            first_i: Signal::default(),
            first_hit_i: Signal::default(),
            first_replaces_i: Signal::default(),
            first_index_i: Signal::default(),
            first_entry_i: Signal::default(),
            first_pc_i: Signal::default(),
            first_threads_i: Signal::default(),
            first_warp_i: Signal::default(),
            first_create_i: Signal::default(),
            second_i: Signal::default(),
            second_hit_i: Signal::default(),
            second_replaces_i: Signal::default(),
            second_index_i: Signal::default(),
            second_entry_i: Signal::default(),
            second_pc_i: Signal::default(),
            second_threads_i: Signal::default(),
            second_warp_i: Signal::default(),
            second_create_i: Signal::default(),
            pop_i: Signal::default(),
            rest_o: Signal::default(),
            moving_first_o: Signal::default(),
            moving_second_o: Signal::default(),
            groups_o: Signal::default(),
            root_pc_o: Signal::default(),
            root_threads_o: Signal::default(),
            root_head_o: Signal::default(),
            root_tail_o: Signal::default(),
            move_first_o: Signal::default(),
            move_first_entry_o: Signal::default(),
            move_first_pc_o: Signal::default(),
            move_first_index_o: Signal::default(),
            move_second_o: Signal::default(),
            move_second_entry_o: Signal::default(),
            move_second_pc_o: Signal::default(),
            move_second_index_o: Signal::default(),
            link_first_o: Signal::default(),
            link_first_warp_o: Signal::default(),
            link_first_next_o: Signal::default(),
            link_second_o: Signal::default(),
            link_second_warp_o: Signal::default(),
            link_second_next_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for MaxHeap {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.first_i.read(&mut input.first);
        self.first_hit_i.read(&mut input.first_hit);
        self.first_replaces_i.read(&mut input.first_replaces);
        self.first_index_i.read(&mut input.first_index);
        self.first_entry_i.read(&mut input.first_entry);
        self.first_pc_i.read(&mut input.first_pc);
        self.first_threads_i.read(&mut input.first_threads);
        self.first_warp_i.read(&mut input.first_warp);
        self.first_create_i.read(&mut input.first_create);
        self.second_i.read(&mut input.second);
        self.second_hit_i.read(&mut input.second_hit);
        self.second_replaces_i.read(&mut input.second_replaces);
        self.second_index_i.read(&mut input.second_index);
        self.second_entry_i.read(&mut input.second_entry);
        self.second_pc_i.read(&mut input.second_pc);
        self.second_threads_i.read(&mut input.second_threads);
        self.second_warp_i.read(&mut input.second_warp);
        self.second_create_i.read(&mut input.second_create);
        self.pop_i.read(&mut input.pop);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.rest_o.write(&output.rest);
        self.moving_first_o.write(&output.moving_first);
        self.moving_second_o.write(&output.moving_second);
        self.groups_o.write(&output.groups);
        self.root_pc_o.write(&output.root_pc);
        self.root_threads_o.write(&output.root_threads);
        self.root_head_o.write(&output.root_head);
        self.root_tail_o.write(&output.root_tail);
        self.move_first_o.write(&output.move_first);
        self.move_first_entry_o.write(&output.move_first_entry);
        self.move_first_pc_o.write(&output.move_first_pc);
        self.move_first_index_o.write(&output.move_first_index);
        self.move_second_o.write(&output.move_second);
        self.move_second_entry_o.write(&output.move_second_entry);
        self.move_second_pc_o.write(&output.move_second_pc);
        self.move_second_index_o.write(&output.move_second_index);
        self.link_first_o.write(&output.link_first);
        self.link_first_warp_o.write(&output.link_first_warp);
        self.link_first_next_o.write(&output.link_first_next);
        self.link_second_o.write(&output.link_second);
        self.link_second_warp_o.write(&output.link_second_warp);
        self.link_second_next_o.write(&output.link_second_next);
    }

    fn connect(&mut self) {
        self.rest_o.claim();
        self.moving_first_o.claim();
        self.moving_second_o.claim();
        self.groups_o.claim();
        self.root_pc_o.claim();
        self.root_threads_o.claim();
        self.root_head_o.claim();
        self.root_tail_o.claim();
        self.move_first_o.claim();
        self.move_first_entry_o.claim();
        self.move_first_pc_o.claim();
        self.move_first_index_o.claim();
        self.move_second_o.claim();
        self.move_second_entry_o.claim();
        self.move_second_pc_o.claim();
        self.move_second_index_o.claim();
        self.link_first_o.claim();
        self.link_first_warp_o.claim();
        self.link_first_next_o.claim();
        self.link_second_o.claim();
        self.link_second_warp_o.claim();
        self.link_second_next_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("max_heap.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "max_heap".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.first_i.names("first_i"),
                self.first_hit_i.names("first_hit_i"),
                self.first_replaces_i.names("first_replaces_i"),
                self.first_index_i.names("first_index_i"),
                self.first_entry_i.names("first_entry_i"),
                self.first_pc_i.names("first_pc_i"),
                self.first_threads_i.names("first_threads_i"),
                self.first_warp_i.names("first_warp_i"),
                self.first_create_i.names("first_create_i"),
                self.second_i.names("second_i"),
                self.second_hit_i.names("second_hit_i"),
                self.second_replaces_i.names("second_replaces_i"),
                self.second_index_i.names("second_index_i"),
                self.second_entry_i.names("second_entry_i"),
                self.second_pc_i.names("second_pc_i"),
                self.second_threads_i.names("second_threads_i"),
                self.second_warp_i.names("second_warp_i"),
                self.second_create_i.names("second_create_i"),
                self.pop_i.names("pop_i"),
            ]
            .concat(),
            outputs: [
                self.rest_o.names("rest_o"),
                self.moving_first_o.names("moving_first_o"),
                self.moving_second_o.names("moving_second_o"),
                self.groups_o.names("groups_o"),
                self.move_first_index_o.names("move_first_index_o"),
                self.move_second_index_o.names("move_second_index_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
max_heap u_max_heap (
    .clk_i(clock),
    .rst_i(reset),
    .first_i(first_i),
    .first_hit_i(first_hit_i),
    .first_replaces_i(first_replaces_i),
    .first_index_i(first_index_i),
    .first_entry_i(first_entry_i),
    .first_pc_i(first_pc_i),
    .first_threads_i(first_threads_i),
    .first_warp_i(first_warp_i),
    .first_create_i(first_create_i),
    .second_i(second_i),
    .second_hit_i(second_hit_i),
    .second_replaces_i(second_replaces_i),
    .second_index_i(second_index_i),
    .second_entry_i(second_entry_i),
    .second_pc_i(second_pc_i),
    .second_threads_i(second_threads_i),
    .second_warp_i(second_warp_i),
    .second_create_i(second_create_i),
    .pop_i(pop_i),
    .rest_o(rest_o),
    .moving_first_o(moving_first_o),
    .moving_second_o(moving_second_o),
    .groups_o(groups_o),
    .root_pc_o(root_pc_o),
    .root_threads_o(root_threads_o),
    .root_head_o(root_head_o),
    .root_tail_o(root_tail_o),
    .move_first_o(move_first_o),
    .move_first_entry_o(move_first_entry_o),
    .move_first_pc_o(move_first_pc_o),
    .move_first_index_o(move_first_index_o),
    .move_second_o(move_second_o),
    .move_second_entry_o(move_second_entry_o),
    .move_second_pc_o(move_second_pc_o),
    .move_second_index_o(move_second_index_o),
    .link_first_o(link_first_o),
    .link_first_warp_o(link_first_warp_o),
    .link_first_next_o(link_first_next_o),
    .link_second_o(link_second_o),
    .link_second_warp_o(link_second_warp_o),
    .link_second_next_o(link_second_next_o)
);
";
