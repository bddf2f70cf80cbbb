//! `tournament_scheduler` for rust-hdl: groups of warps under a tree of comparators.
//!
//! Source: our own, in place of the heap of fung2009, section 4.4.
//! Configuration: order 0, sticky 1, heap 8, tournament_latency 0, pc_bits 16, count_bits 5, warps 16.
//! Timing: two updates or an issue a cycle; a group is chosen 0 quiet cycles later.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `tournament_scheduler.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// Groups of warps under a tree of comparators.
#[derive(Clone, Debug, LogicBlock)]
pub struct TournamentScheduler {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // offer: a warp that grows, the older of two
    /// the warp below is offered
    pub first_i: Signal<In, Bit>,
    /// its PC, in words
    pub first_pc_i: Signal<In, Bits<16>>,
    /// its number in the pool
    pub first_warp_i: Signal<In, Bits<4>>,
    /// threads that it gets; one or more
    pub first_threads_i: Signal<In, Bits<5>>,
    /// it is new in the pool
    pub first_create_i: Signal<In, Bit>,

    // offer: the younger
    /// the warp below is offered
    pub second_i: Signal<In, Bit>,
    /// its PC, another one
    pub second_pc_i: Signal<In, Bits<16>>,
    /// its number in the pool
    pub second_warp_i: Signal<In, Bits<4>>,
    /// threads that it gets; one or more
    pub second_threads_i: Signal<In, Bits<5>>,
    /// it is new in the pool
    pub second_create_i: Signal<In, Bit>,

    // update
    /// what is offered is taken
    pub update_i: Signal<In, Bit>,

    // issue
    /// the chosen warp leaves the pool
    pub issued_i: Signal<In, Bit>,
    /// its threads
    pub issued_threads_i: Signal<In, Bits<5>>,
    /// the warp that follows it in its list
    pub issued_next_i: Signal<In, Bits<4>>,

    // offer
    /// updates can be taken
    pub ready_o: Signal<Out, Bit>,
    /// offers that fit, whatever they are
    pub room_o: Signal<Out, Bits<5>>,

    // choice
    /// there is a warp to be issued
    pub choice_o: Signal<Out, Bit>,
    /// its number in the pool
    pub choice_warp_o: Signal<Out, Bits<4>>,

    // link: lists of warps that grow
    /// a warp follows the one below
    pub link_first_o: Signal<Out, Bit>,
    /// so far the last of its list
    pub link_first_warp_o: Signal<Out, Bits<4>>,
    /// the warp that follows
    pub link_first_next_o: Signal<Out, Bits<4>>,
    /// a warp follows the one below
    pub link_second_o: Signal<Out, Bit>,
    /// so far the last of its list
    pub link_second_warp_o: Signal<Out, Bits<4>>,
    /// the warp that follows
    pub link_second_next_o: Signal<Out, Bits<4>>,

    // counts
    /// groups held, the chosen one included
    pub groups_o: Signal<Out, Bits<5>>,
    /// groups are held, but there is no choice
    pub waiting_o: Signal<Out, Bit>,
    _model: Model<contract::TournamentScheduler, golden::TournamentScheduler>,
}

impl Default for TournamentScheduler {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            first_i: Signal::default(),
            first_pc_i: Signal::default(),
            first_warp_i: Signal::default(),
            first_threads_i: Signal::default(),
            first_create_i: Signal::default(),
            second_i: Signal::default(),
            second_pc_i: Signal::default(),
            second_warp_i: Signal::default(),
            second_threads_i: Signal::default(),
            second_create_i: Signal::default(),
            update_i: Signal::default(),
            issued_i: Signal::default(),
            issued_threads_i: Signal::default(),
            issued_next_i: Signal::default(),
            ready_o: Signal::default(),
            room_o: Signal::default(),
            choice_o: Signal::default(),
            choice_warp_o: Signal::default(),
            link_first_o: Signal::default(),
            link_first_warp_o: Signal::default(),
            link_first_next_o: Signal::default(),
            link_second_o: Signal::default(),
            link_second_warp_o: Signal::default(),
            link_second_next_o: Signal::default(),
            groups_o: Signal::default(),
            waiting_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for TournamentScheduler {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.first_i.read(&mut input.first);
        self.first_pc_i.read(&mut input.first_pc);
        self.first_warp_i.read(&mut input.first_warp);
        self.first_threads_i.read(&mut input.first_threads);
        self.first_create_i.read(&mut input.first_create);
        self.second_i.read(&mut input.second);
        self.second_pc_i.read(&mut input.second_pc);
        self.second_warp_i.read(&mut input.second_warp);
        self.second_threads_i.read(&mut input.second_threads);
        self.second_create_i.read(&mut input.second_create);
        self.update_i.read(&mut input.update);
        self.issued_i.read(&mut input.issued);
        self.issued_threads_i.read(&mut input.issued_threads);
        self.issued_next_i.read(&mut input.issued_next);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ready_o.write(&output.ready);
        self.room_o.write(&output.room);
        self.choice_o.write(&output.choice);
        self.choice_warp_o.write(&output.choice_warp);
        self.link_first_o.write(&output.link_first);
        self.link_first_warp_o.write(&output.link_first_warp);
        self.link_first_next_o.write(&output.link_first_next);
        self.link_second_o.write(&output.link_second);
        self.link_second_warp_o.write(&output.link_second_warp);
        self.link_second_next_o.write(&output.link_second_next);
        self.groups_o.write(&output.groups);
        self.waiting_o.write(&output.waiting);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.room_o.claim();
        self.choice_o.claim();
        self.choice_warp_o.claim();
        self.link_first_o.claim();
        self.link_first_warp_o.claim();
        self.link_first_next_o.claim();
        self.link_second_o.claim();
        self.link_second_warp_o.claim();
        self.link_second_next_o.claim();
        self.groups_o.claim();
        self.waiting_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("tournament_scheduler.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "tournament_scheduler".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.first_i.names("first_i"),
                self.first_pc_i.names("first_pc_i"),
                self.first_warp_i.names("first_warp_i"),
                self.first_threads_i.names("first_threads_i"),
                self.first_create_i.names("first_create_i"),
                self.second_i.names("second_i"),
                self.second_pc_i.names("second_pc_i"),
                self.second_warp_i.names("second_warp_i"),
                self.second_threads_i.names("second_threads_i"),
                self.second_create_i.names("second_create_i"),
                self.update_i.names("update_i"),
                self.issued_i.names("issued_i"),
                self.issued_threads_i.names("issued_threads_i"),
                self.issued_next_i.names("issued_next_i"),
            ]
            .concat(),
            outputs: [
                self.ready_o.names("ready_o"),
                self.room_o.names("room_o"),
                self.choice_o.names("choice_o"),
                self.choice_warp_o.names("choice_warp_o"),
                self.groups_o.names("groups_o"),
                self.waiting_o.names("waiting_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
tournament_scheduler u_tournament_scheduler (
    .clk_i(clock),
    .rst_i(reset),
    .first_i(first_i),
    .first_pc_i(first_pc_i),
    .first_warp_i(first_warp_i),
    .first_threads_i(first_threads_i),
    .first_create_i(first_create_i),
    .second_i(second_i),
    .second_pc_i(second_pc_i),
    .second_warp_i(second_warp_i),
    .second_threads_i(second_threads_i),
    .second_create_i(second_create_i),
    .update_i(update_i),
    .issued_i(issued_i),
    .issued_threads_i(issued_threads_i),
    .issued_next_i(issued_next_i),
    .ready_o(ready_o),
    .room_o(room_o),
    .choice_o(choice_o),
    .choice_warp_o(choice_warp_o),
    .link_first_o(link_first_o),
    .link_first_warp_o(link_first_warp_o),
    .link_first_next_o(link_first_next_o),
    .link_second_o(link_second_o),
    .link_second_warp_o(link_second_warp_o),
    .link_second_next_o(link_second_next_o),
    .groups_o(groups_o),
    .waiting_o(waiting_o)
);
";
