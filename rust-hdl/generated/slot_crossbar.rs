//! `slot_crossbar` for rust-hdl: threads, to the lanes that they take among those of their home lane.
//!
//! Source: fung2009, sections 4.1 and 7; not drawn there.
//! Configuration: lanes 4, slots 1, tid_bits 5.
//! Timing: combinational.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `slot_crossbar.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, contract, cores, golden};

/// Threads, to the lanes that they take among those of their home lane.
#[derive(Clone, Debug, LogicBlock)]
pub struct SlotCrossbar {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // first: threads of one PC
    /// lanes in which they come
    pub first_from_i: Signal<In, Bits<4>>,
    /// lanes that they take
    pub first_to_i: Signal<In, Bits<4>>,

    // second: threads of another PC
    /// lanes in which they come
    pub second_from_i: Signal<In, Bits<4>>,
    /// lanes that they take
    pub second_to_i: Signal<In, Bits<4>>,

    // threads of both
    /// thread per lane in which it comes
    pub from_tid_i: [Signal<In, Bits<5>>; 4],

    // threads of both
    /// thread per lane that it takes, 0 in other lanes
    pub to_tid_o: [Signal<Out, Bits<5>>; 4],
    _model: Model<contract::SlotCrossbar, golden::SlotCrossbar>,
}

impl Default for SlotCrossbar {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            first_from_i: Signal::default(),
            first_to_i: Signal::default(),
            second_from_i: Signal::default(),
            second_to_i: Signal::default(),
            from_tid_i: std::array::from_fn(|_| Signal::default()),
            to_tid_o: std::array::from_fn(|_| Signal::default()),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for SlotCrossbar {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.first_from_i.read(&mut input.first_from);
        self.first_to_i.read(&mut input.first_to);
        self.second_from_i.read(&mut input.second_from);
        self.second_to_i.read(&mut input.second_to);
        self.from_tid_i.read(&mut input.from_tid);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.to_tid_o.write(&output.to_tid);
    }

    fn connect(&mut self) {
        self.to_tid_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("slot_crossbar.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Vec::new()
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
slot_crossbar u_slot_crossbar (
    .clk_i(clock),
    .rst_i(reset),
    .first_from_i(first_from_i),
    .first_to_i(first_to_i),
    .second_from_i(second_from_i),
    .second_to_i(second_to_i),
    .from_tid_i({
        from_tid_i$3, from_tid_i$2, from_tid_i$1, from_tid_i$0
    }),
    .to_tid_o({
        to_tid_o$3, to_tid_o$2, to_tid_o$1, to_tid_o$0
    })
);
";
