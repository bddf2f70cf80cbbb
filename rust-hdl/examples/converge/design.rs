//! A rust-hdl design that contains one of Heddle's units.

use crate::unified_arbiter::UnifiedArbiter;
use heddle_rust_hdl::rust_hdl_core::prelude::*;
use rust_hdl_widgets::prelude::*;

/// Threads of the warp; the arbiter was generated for this number.
pub const LANES: usize = 4;

/// A warp whose threads start at different PCs and run to the same PC.
///
/// It sends a request to the arbiter in one cycle and steps in the next: the threads at the smallest PC
/// advance by one, so that they catch up with the others and then advance together.
#[derive(LogicBlock)]
pub struct Converge {
    /// State commits at its rising edge.
    pub clock: Signal<In, Clock>,
    /// 1: all threads return to their start PCs.
    pub reset: Signal<In, Bit>,
    /// The PC at which a thread stops.
    pub limit: Signal<In, Bits<32>>,
    /// Every thread has stopped.
    pub done: Signal<Out, Bit>,
    /// Number of steps so far.
    pub steps: Signal<Out, Bits<16>>,
    arbiter: UnifiedArbiter,
    pc: [DFF<Bits<32>>; LANES],
    start: [Constant<Bits<32>>; LANES],
    answered: DFF<Bit>,
    count: DFF<Bits<16>>,
    running: Signal<Local, Bits<4>>,
}

impl Converge {
    /// Threads that start at these PCs.
    pub fn new(start: [u64; LANES]) -> Self {
        Self {
            clock: Signal::default(),
            reset: Signal::default(),
            limit: Signal::default(),
            done: Signal::default(),
            steps: Signal::default(),
            arbiter: UnifiedArbiter::default(),
            pc: Default::default(),
            start: start.map(|pc| Constant::new(pc.into())),
            answered: DFF::default(),
            count: DFF::default(),
            running: Signal::default(),
        }
    }
}

impl Logic for Converge {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, answered, count);
        clock!(self, clock, arbiter);
        self.arbiter.reset.next = self.reset.val();
        self.arbiter.memory_i.next = false;
        self.running.next = 0.into();
        for i in 0..4 {
            self.pc[i].clock.next = self.clock.val();
            self.pc[i].d.next = self.pc[i].q.val();
            self.arbiter.address_i[i].next = self.pc[i].q.val();
            self.arbiter.key_i[i].next = 0.into();
            self.running.next = self
                .running
                .val()
                .replace_bit(i, self.pc[i].q.val() < self.limit.val());
            if self.answered.q.val() & self.arbiter.match_lanes_o.val().get_bit(i) {
                self.pc[i].d.next = self.pc[i].q.val() + 1;
            }
            if self.reset.val() {
                self.pc[i].d.next = self.start[i].val();
            }
        }
        self.arbiter.lanes_i.next = self.running.val();
        self.answered.d.next = !self.answered.q.val() & self.running.val().any();
        if self.answered.q.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.reset.val() {
            self.answered.d.next = false;
            self.count.d.next = 0.into();
        }
        self.done.next = !self.running.val().any();
        self.steps.next = self.count.q.val();
    }
}
