//! `warp_allocator` for rust-hdl: the entries of the warp pool that are free.
//!
//! Source: fung2009, section 4.2, figure 10, table V.
//! Configuration: warps 16.
//! Timing: two taken and one released a cycle; ready 16 cycles after reset.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `warp_allocator.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// The entries of the warp pool that are free.
#[derive(Clone, Debug, LogicBlock)]
pub struct WarpAllocator {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // take: new warps
    /// how many of the numbers shown are taken; 0 to 2
    pub take_i: Signal<In, Bits<2>>,

    // release: a warp has left the pool
    /// the number below is free again
    pub release_i: Signal<In, Bit>,
    /// a number that is not free
    pub release_warp_i: Signal<In, Bits<4>>,

    // state
    /// the list is set up after reset
    pub ready_o: Signal<Out, Bit>,
    /// numbers that are free
    pub free_o: Signal<Out, Bits<5>>,

    // take: new warps
    /// a number is free
    pub has_first_o: Signal<Out, Bit>,
    /// the one that is taken first
    pub next_first_o: Signal<Out, Bits<4>>,
    /// two numbers are free
    pub has_second_o: Signal<Out, Bit>,
    /// the one that is taken second
    pub next_second_o: Signal<Out, Bits<4>>,
    _model: Model<contract::WarpAllocator, golden::WarpAllocator>,
}

impl Default for WarpAllocator {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            take_i: Signal::default(),
            release_i: Signal::default(),
            release_warp_i: Signal::default(),
            ready_o: Signal::default(),
            free_o: Signal::default(),
            has_first_o: Signal::default(),
            next_first_o: Signal::default(),
            has_second_o: Signal::default(),
            next_second_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for WarpAllocator {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.take_i.read(&mut input.take);
        self.release_i.read(&mut input.release);
        self.release_warp_i.read(&mut input.release_warp);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.ready_o.write(&output.ready);
        self.free_o.write(&output.free);
        self.has_first_o.write(&output.has_first);
        self.next_first_o.write(&output.next_first);
        self.has_second_o.write(&output.has_second);
        self.next_second_o.write(&output.next_second);
    }

    fn connect(&mut self) {
        self.ready_o.claim();
        self.free_o.claim();
        self.has_first_o.claim();
        self.next_first_o.claim();
        self.has_second_o.claim();
        self.next_second_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("warp_allocator.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "warp_allocator".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.take_i.names("take_i"),
                self.release_i.names("release_i"),
                self.release_warp_i.names("release_warp_i"),
            ]
            .concat(),
            outputs: [
                self.ready_o.names("ready_o"),
                self.free_o.names("free_o"),
                self.has_first_o.names("has_first_o"),
                self.next_first_o.names("next_first_o"),
                self.has_second_o.names("has_second_o"),
                self.next_second_o.names("next_second_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
warp_allocator u_warp_allocator (
    .clk_i(clock),
    .rst_i(reset),
    .take_i(take_i),
    .release_i(release_i),
    .release_warp_i(release_warp_i),
    .ready_o(ready_o),
    .free_o(free_o),
    .has_first_o(has_first_o),
    .next_first_o(next_first_o),
    .has_second_o(has_second_o),
    .next_second_o(next_second_o)
);
";
