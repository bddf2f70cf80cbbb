//! `spill_queue` for rust-hdl: warps that find no room wait in memory, in order.
//!
//! Source: fung2009, section 4.5, figure 12.
//! Configuration: entries 32, lanes 4, tid_bits 5, pc_bits 16, address_bits 32, entry_bytes 8, fetches 4.
//! Timing: a warp to memory and one from memory a cycle, passed through.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `spill_queue.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// Warps that find no room wait in memory, in order.
#[derive(Clone, Debug, LogicBlock)]
pub struct SpillQueue {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // configure: where the buffer is
    /// the address below is set
    pub configure_i: Signal<In, Bit>,
    /// byte address of place 0
    pub offset_i: Signal<In, Bits<32>>,

    // push: a warp finds no room
    /// it is spilled
    pub push_i: Signal<In, Bit>,
    /// its PC, in words
    pub push_pc_i: Signal<In, Bits<16>>,
    /// its threads; all ones for none
    pub push_tid_i: [Signal<In, Bits<5>>; 4],

    // write: to memory
    /// memory takes a write in this cycle
    pub write_ready_i: Signal<In, Bit>,

    // pull: room is back
    /// refills are wanted
    pub pull_i: Signal<In, Bit>,

    // fetch: from memory
    /// memory takes a fetch in this cycle
    pub fetch_ready_i: Signal<In, Bit>,

    // back: what was fetched
    /// it is there
    pub back_i: Signal<In, Bit>,
    /// PC, in words
    pub back_pc_i: Signal<In, Bits<16>>,
    /// threads; all ones for none
    pub back_tid_i: [Signal<In, Bits<5>>; 4],

    // pop: a warp comes back
    /// it is taken if it is there
    pub pop_ready_i: Signal<In, Bit>,

    // state
    /// no warp in the queue
    pub empty_o: Signal<Out, Bit>,
    /// warps in the queue
    pub count_o: Signal<Out, Bits<5>>,
    /// warps on their way from memory
    pub fetching_o: Signal<Out, Bits<3>>,
    /// another one is to be fetched
    pub wants_o: Signal<Out, Bit>,

    // push: a warp finds no room
    /// it is written in this cycle if it is there
    pub push_ready_o: Signal<Out, Bit>,

    // write: to memory
    /// the warp that is pushed is to be written
    pub write_o: Signal<Out, Bit>,
    /// byte address
    pub write_address_o: Signal<Out, Bits<32>>,
    /// PC, in words
    pub write_pc_o: Signal<Out, Bits<16>>,
    /// threads; all ones for none
    pub write_tid_o: [Signal<Out, Bits<5>>; 4],

    // fetch: from memory
    /// the oldest warp is to be fetched
    pub fetch_o: Signal<Out, Bit>,
    /// byte address
    pub fetch_address_o: Signal<Out, Bits<32>>,

    // back: what was fetched
    /// it is taken in this cycle if it is there
    pub back_ready_o: Signal<Out, Bit>,

    // pop: a warp comes back
    /// the oldest warp is there
    pub pop_o: Signal<Out, Bit>,
    /// its PC, in words
    pub pop_pc_o: Signal<Out, Bits<16>>,
    /// its lanes that have a thread
    pub pop_lanes_o: Signal<Out, Bits<4>>,
    /// its threads; all ones for none
    pub pop_tid_o: [Signal<Out, Bits<5>>; 4],
    _model: Model<contract::SpillQueue, golden::SpillQueue>,
}

impl Default for SpillQueue {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            configure_i: Signal::default(),
            offset_i: Signal::default(),
            push_i: Signal::default(),
            push_pc_i: Signal::default(),
            push_tid_i: std::array::from_fn(|_| Signal::default()),
            write_ready_i: Signal::default(),
            pull_i: Signal::default(),
            fetch_ready_i: Signal::default(),
            back_i: Signal::default(),
            back_pc_i: Signal::default(),
            back_tid_i: std::array::from_fn(|_| Signal::default()),
            pop_ready_i: Signal::default(),
            empty_o: Signal::default(),
            count_o: Signal::default(),
            fetching_o: Signal::default(),
            wants_o: Signal::default(),
            push_ready_o: Signal::default(),
            write_o: Signal::default(),
            write_address_o: Signal::default(),
            write_pc_o: Signal::default(),
            write_tid_o: std::array::from_fn(|_| Signal::default()),
            fetch_o: Signal::default(),
            fetch_address_o: Signal::default(),
            back_ready_o: Signal::default(),
            pop_o: Signal::default(),
            pop_pc_o: Signal::default(),
            pop_lanes_o: Signal::default(),
            pop_tid_o: std::array::from_fn(|_| Signal::default()),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for SpillQueue {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.configure_i.read(&mut input.configure);
        self.offset_i.read(&mut input.offset);
        self.push_i.read(&mut input.push);
        self.push_pc_i.read(&mut input.push_pc);
        self.push_tid_i.read(&mut input.push_tid);
        self.write_ready_i.read(&mut input.write_ready);
        self.pull_i.read(&mut input.pull);
        self.fetch_ready_i.read(&mut input.fetch_ready);
        self.back_i.read(&mut input.back);
        self.back_pc_i.read(&mut input.back_pc);
        self.back_tid_i.read(&mut input.back_tid);
        self.pop_ready_i.read(&mut input.pop_ready);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.empty_o.write(&output.empty);
        self.count_o.write(&output.count);
        self.fetching_o.write(&output.fetching);
        self.wants_o.write(&output.wants);
        self.push_ready_o.write(&output.push_ready);
        self.write_o.write(&output.write);
        self.write_address_o.write(&output.write_address);
        self.write_pc_o.write(&output.write_pc);
        self.write_tid_o.write(&output.write_tid);
        self.fetch_o.write(&output.fetch);
        self.fetch_address_o.write(&output.fetch_address);
        self.back_ready_o.write(&output.back_ready);
        self.pop_o.write(&output.pop);
        self.pop_pc_o.write(&output.pop_pc);
        self.pop_lanes_o.write(&output.pop_lanes);
        self.pop_tid_o.write(&output.pop_tid);
    }

    fn connect(&mut self) {
        self.empty_o.claim();
        self.count_o.claim();
        self.fetching_o.claim();
        self.wants_o.claim();
        self.push_ready_o.claim();
        self.write_o.claim();
        self.write_address_o.claim();
        self.write_pc_o.claim();
        self.write_tid_o.claim();
        self.fetch_o.claim();
        self.fetch_address_o.claim();
        self.back_ready_o.claim();
        self.pop_o.claim();
        self.pop_pc_o.claim();
        self.pop_lanes_o.claim();
        self.pop_tid_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("spill_queue.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "spill_queue".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.configure_i.names("configure_i"),
                self.offset_i.names("offset_i"),
                self.push_i.names("push_i"),
                self.push_pc_i.names("push_pc_i"),
                self.push_tid_i.names("push_tid_i"),
                self.write_ready_i.names("write_ready_i"),
                self.pull_i.names("pull_i"),
                self.fetch_ready_i.names("fetch_ready_i"),
                self.back_i.names("back_i"),
                self.back_pc_i.names("back_pc_i"),
                self.back_tid_i.names("back_tid_i"),
                self.pop_ready_i.names("pop_ready_i"),
            ]
            .concat(),
            outputs: [
                self.empty_o.names("empty_o"),
                self.count_o.names("count_o"),
                self.fetching_o.names("fetching_o"),
                self.wants_o.names("wants_o"),
                self.write_address_o.names("write_address_o"),
                self.fetch_address_o.names("fetch_address_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
spill_queue u_spill_queue (
    .clk_i(clock),
    .rst_i(reset),
    .configure_i(configure_i),
    .offset_i(offset_i),
    .push_i(push_i),
    .push_pc_i(push_pc_i),
    .push_tid_i({
        push_tid_i$3, push_tid_i$2, push_tid_i$1, push_tid_i$0
    }),
    .write_ready_i(write_ready_i),
    .pull_i(pull_i),
    .fetch_ready_i(fetch_ready_i),
    .back_i(back_i),
    .back_pc_i(back_pc_i),
    .back_tid_i({
        back_tid_i$3, back_tid_i$2, back_tid_i$1, back_tid_i$0
    }),
    .pop_ready_i(pop_ready_i),
    .empty_o(empty_o),
    .count_o(count_o),
    .fetching_o(fetching_o),
    .wants_o(wants_o),
    .push_ready_o(push_ready_o),
    .write_o(write_o),
    .write_address_o(write_address_o),
    .write_pc_o(write_pc_o),
    .write_tid_o({
        write_tid_o$3, write_tid_o$2, write_tid_o$1, write_tid_o$0
    }),
    .fetch_o(fetch_o),
    .fetch_address_o(fetch_address_o),
    .back_ready_o(back_ready_o),
    .pop_o(pop_o),
    .pop_pc_o(pop_pc_o),
    .pop_lanes_o(pop_lanes_o),
    .pop_tid_o({
        pop_tid_o$3, pop_tid_o$2, pop_tid_o$1, pop_tid_o$0
    })
);
";
