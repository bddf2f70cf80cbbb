//! `partner_sync_table` for rust-hdl: sub-warps that wait for their partners before a LAT.
//!
//! Source: lashgar2012, sections IV.B to IV.E.
//! Configuration: warps 4, partners 2, pc_bits 16.
//! Timing: an arrival a cycle; a group can be released in the cycle after the last one.
//!
//! Written by `heddle gen --rust-hdl`; `machine.toml` decides the widths. In rust-hdl's simulation
//! it is Heddle's golden unit, in its Verilog it is `partner_sync_table.v`.

use heddle_rust_hdl::rust_hdl_core::prelude::*;
use heddle_rust_hdl::{Input, Model, Output, Port, contract, cores, golden};

/// Sub-warps that wait for their partners before a LAT.
#[derive(Clone, Debug, LogicBlock)]
pub struct PartnerSyncTable {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: back to the state after power-up, at the clock edge.
    pub reset: Signal<In, Bit>,

    // arrival: a sub-warp comes to a LAT barrier
    /// the sub-warp below comes
    pub arrive_i: Signal<In, Bit>,
    /// its large warp
    pub warp_i: Signal<In, Bits<2>>,
    /// which of its sub-warps it is
    pub partner_i: Signal<In, Bits<1>>,
    /// its PC, in words
    pub pc_i: Signal<In, Bits<16>>,

    // partners that need not come, one bit per partner
    /// it waits at a block barrier, has ended, or has no threads
    pub excused_i: [Signal<In, Bits<2>>; 4],

    // arrival
    /// a partner waits at another PC
    pub differs_o: Signal<Out, Bit>,

    // state, one bit per partner
    /// it waits for the others
    pub locked_o: [Signal<Out, Bits<2>>; 4],

    // release, one bit per large warp
    /// those that wait need not wait any longer
    pub released_o: Signal<Out, Bits<4>>,
    _model: Model<contract::PartnerSyncTable, golden::PartnerSyncTable>,
}

impl Default for PartnerSyncTable {
    fn default() -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            arrive_i: Signal::default(),
            warp_i: Signal::default(),
            partner_i: Signal::default(),
            pc_i: Signal::default(),
            excused_i: std::array::from_fn(|_| Signal::default()),
            differs_o: Signal::default(),
            locked_o: std::array::from_fn(|_| Signal::default()),
            released_o: Signal::default(),
            _model: Model::new(include_str!("machine.toml")),
        }
    }
}

impl Logic for PartnerSyncTable {
    fn update(&mut self) {
        let input = &mut self._model.input;
        self.arrive_i.read(&mut input.arrive);
        self.warp_i.read(&mut input.warp);
        self.partner_i.read(&mut input.partner);
        self.pc_i.read(&mut input.pc);
        self.excused_i.read(&mut input.excused);
        self._model.step(self.clock.pos_edge(), self.reset.val());
        let output = &self._model.output;
        self.differs_o.write(&output.differs);
        self.locked_o.write(&output.locked);
        self.released_o.write(&output.released);
    }

    fn connect(&mut self) {
        self.differs_o.claim();
        self.locked_o.claim();
        self.released_o.claim();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: INSTANCE.into(),
            cores: cores(&[
                include_str!("partner_sync_table.v"),
            ]),
        })
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "partner_sync_table".into(),
            clock: "clock".into(),
            inputs: [
                self.reset.names("reset"),
                self.arrive_i.names("arrive_i"),
                self.warp_i.names("warp_i"),
                self.partner_i.names("partner_i"),
                self.pc_i.names("pc_i"),
                self.excused_i.names("excused_i"),
            ]
            .concat(),
            outputs: [
                self.locked_o.names("locked_o"),
            ]
            .concat(),
        }]
    }
}

/// The module of the Verilog inside the module that rust-hdl writes.
const INSTANCE: &str = "\
partner_sync_table u_partner_sync_table (
    .clk_i(clock),
    .rst_i(reset),
    .arrive_i(arrive_i),
    .warp_i(warp_i),
    .partner_i(partner_i),
    .pc_i(pc_i),
    .excused_i({
        excused_i$3, excused_i$2, excused_i$1, excused_i$0
    }),
    .differs_o(differs_o),
    .locked_o({
        locked_o$3, locked_o$2, locked_o$1, locked_o$0
    }),
    .released_o(released_o)
);
";
