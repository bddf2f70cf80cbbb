//! `warp_pool` for rust-hdl: the warps that wait to be issued, and the lists that they form.
//!
//! Source: fung2009, sections 4.2 and 4.4, figure 10 (c), table V.
//! Configuration: warps 16, lanes 4, tid_bits 5, pc_bits 16.
//! Timing: read within the cycle, written at its end; ready 16 cycles after reset.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `warp_pool.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// The warps that wait to be issued, and the lists that they form.
#[derive(Clone, Debug, LogicBlock)]
pub struct WarpPool {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // write: threads come into warps
    /// lanes that store a thread
    pub write_lanes_i: Signal<In, Bits<4>>,
    /// entry of each lane
    pub write_warp_i: [Signal<In, Bits<4>>; 4],
    /// thread of each lane
    pub write_tid_i: [Signal<In, Bits<5>>; 4],

    // create: entries get a PC
    /// the entry below does
    pub create_first_i: Signal<In, Bit>,
    /// entry of a new warp
    pub create_first_warp_i: Signal<In, Bits<4>>,
    /// its PC, in words
    pub create_first_pc_i: Signal<In, Bits<16>>,
    /// the entry below does
    pub create_second_i: Signal<In, Bit>,
    /// entry of another new warp
    pub create_second_warp_i: Signal<In, Bits<4>>,
    /// its PC, in words
    pub create_second_pc_i: Signal<In, Bits<16>>,

    // link: entries get one behind them
    /// the entry below does
    pub link_first_i: Signal<In, Bit>,
    /// entry of a warp
    pub link_first_warp_i: Signal<In, Bits<4>>,
    /// entry behind it
    pub link_first_next_i: Signal<In, Bits<4>>,
    /// the entry below does
    pub link_second_i: Signal<In, Bit>,
    /// entry of a warp
    pub link_second_warp_i: Signal<In, Bits<4>>,
    /// entry behind it
    pub link_second_next_i: Signal<In, Bits<4>>,

    // read: the warp to be issued
    /// the entry below is read
    pub read_i: Signal<In, Bit>,
    /// which one
    pub read_warp_i: Signal<In, Bits<4>>,
    /// all its lanes become empty
    pub clear_i: Signal<In, Bit>,

    // state
    /// the pool is cleared after reset
    pub ready_o: Signal<Out, Bit>,

    // read: the warp to be issued
    /// its PC, in words
    pub read_pc_o: Signal<Out, Bits<16>>,
    /// the entry behind it
    pub read_next_o: Signal<Out, Bits<4>>,
    /// thread of each lane; all ones for none
    pub read_tid_o: [Signal<Out, Bits<5>>; 4],
    /// lanes that have a thread
    pub read_lanes_o: Signal<Out, Bits<4>>,
    _model: Model<contract::WarpPool, golden::WarpPool>,
}

impl Default for WarpPool {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            write_lanes_i: Signal::default(),
            write_warp_i: std::array::from_fn(|_| Signal::default()),
            write_tid_i: std::array::from_fn(|_| Signal::default()),
            create_first_i: Signal::default(),
            create_first_warp_i: Signal::default(),
            create_first_pc_i: Signal::default(),
            create_second_i: Signal::default(),
            create_second_warp_i: Signal::default(),
            create_second_pc_i: Signal::default(),
            link_first_i: Signal::default(),
            link_first_warp_i: Signal::default(),
            link_first_next_i: Signal::default(),
            link_second_i: Signal::default(),
            link_second_warp_i: Signal::default(),
            link_second_next_i: Signal::default(),
            read_i: Signal::default(),
            read_warp_i: Signal::default(),
            clear_i: Signal::default(),
            ready_o: Signal::default(),
            read_pc_o: Signal::default(),
            read_next_o: Signal::default(),
            read_tid_o: std::array::from_fn(|_| Signal::default()),
            read_lanes_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for WarpPool {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.write_lanes_i.read(&mut input.write_lanes);
        self.write_warp_i.read(&mut input.write_warp);
        self.write_tid_i.read(&mut input.write_tid);
        self.create_first_i.read(&mut input.create_first);
        self.create_first_warp_i.read(&mut input.create_first_warp);
        self.create_first_pc_i.read(&mut input.create_first_pc);
        self.create_second_i.read(&mut input.create_second);
        self.create_second_warp_i.read(&mut input.create_second_warp);
        self.create_second_pc_i.read(&mut input.create_second_pc);
        self.link_first_i.read(&mut input.link_first);
        self.link_first_warp_i.read(&mut input.link_first_warp);
        self.link_first_next_i.read(&mut input.link_first_next);
        self.link_second_i.read(&mut input.link_second);
        self.link_second_warp_i.read(&mut input.link_second_warp);
        self.link_second_next_i.read(&mut input.link_second_next);
        self.read_i.read(&mut input.read);
        self.read_warp_i.read(&mut input.read_warp);
        self.clear_i.read(&mut input.clear);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ready_o.write(&output.ready);
        self.read_pc_o.write(&output.read_pc);
        self.read_next_o.write(&output.read_next);
        self.read_tid_o.write(&output.read_tid);
        self.read_lanes_o.write(&output.read_lanes);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.read_pc_o.claim();
        self.read_next_o.claim();
        self.read_tid_o.claim();
        self.read_lanes_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("warp_pool.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "warp_pool".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.write_lanes_i.names("write_lanes_i"),
                self.write_warp_i.names("write_warp_i"),
                self.write_tid_i.names("write_tid_i"),
                self.create_first_i.names("create_first_i"),
                self.create_first_warp_i.names("create_first_warp_i"),
                self.create_first_pc_i.names("create_first_pc_i"),
                self.create_second_i.names("create_second_i"),
                self.create_second_warp_i.names("create_second_warp_i"),
                self.create_second_pc_i.names("create_second_pc_i"),
                self.link_first_i.names("link_first_i"),
                self.link_first_warp_i.names("link_first_warp_i"),
                self.link_first_next_i.names("link_first_next_i"),
                self.link_second_i.names("link_second_i"),
                self.link_second_warp_i.names("link_second_warp_i"),
                self.link_second_next_i.names("link_second_next_i"),
                self.read_i.names("read_i"),
                self.read_warp_i.names("read_warp_i"),
                self.clear_i.names("clear_i"),
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
warp_pool u_warp_pool (
    .clk_i(clock),
    .rst_i(reset),
    .write_lanes_i(write_lanes_i),
    .write_warp_i({
        write_warp_i$3, write_warp_i$2, write_warp_i$1, write_warp_i$0
    }),
    .write_tid_i({
        write_tid_i$3, write_tid_i$2, write_tid_i$1, write_tid_i$0
    }),
    .create_first_i(create_first_i),
    .create_first_warp_i(create_first_warp_i),
    .create_first_pc_i(create_first_pc_i),
    .create_second_i(create_second_i),
    .create_second_warp_i(create_second_warp_i),
    .create_second_pc_i(create_second_pc_i),
    .link_first_i(link_first_i),
    .link_first_warp_i(link_first_warp_i),
    .link_first_next_i(link_first_next_i),
    .link_second_i(link_second_i),
    .link_second_warp_i(link_second_warp_i),
    .link_second_next_i(link_second_next_i),
    .read_i(read_i),
    .read_warp_i(read_warp_i),
    .clear_i(clear_i),
    .ready_o(ready_o),
    .read_pc_o(read_pc_o),
    .read_next_o(read_next_o),
    .read_tid_o({
        read_tid_o$3, read_tid_o$2, read_tid_o$1, read_tid_o$0
    }),
    .read_lanes_o(read_lanes_o)
);
";
