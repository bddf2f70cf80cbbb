//! The queues of the held instruction last exactly as long as its cycles.

use super::{cycle_bits, surplus_bits};
use heddle_contract::Property;
use heddle_contract::terms::{self, Is, Word, any, count, inside, mask};
use heddle_contract::units::quads::Quads;
use heddle_contract::units::scc_control::Params;

/// The registers of a control without pipeline registers.
pub(in crate::units) struct Control {
    quads: Quads,
    /// Whether an instruction is held.
    pub held: Is,
    whole: Is,
    cycles: Word,
    /// For each lane of the ALU, the remaining quads.
    queues: Vec<Word>,
    /// For each lane of the ALU, the summed surplus of this lane and the lanes below it.
    surplus: Vec<Word>,
}

impl Control {
    /// The control of an instance; `path` ends with a dot, or is empty.
    pub fn of(p: &Params, path: &str) -> Self {
        let quads = p.quads();
        let register = |name: &str, width| inside(&format!("{path}{name}_q"), width);
        let row = |name: &str, width| {
            let registers = terms::row(&format!("{path}{name}_q"), quads.quad_lanes(), width);
            registers.iter().collect()
        };
        Self {
            quads,
            held: register("held", 1).any(),
            whole: register("whole", 1).any(),
            cycles: register("cycles", cycle_bits(&quads)),
            queues: row("queue", quads.count() as u32),
            surplus: row("surplus_up_to", surplus_bits(&quads)),
        }
    }

    /// Active lanes of the held instruction that were not executed.
    pub fn remaining(&self) -> Word {
        let width = self.quads.quad_lanes();
        mask((0..self.quads.lanes()).map(|lane| self.queues[lane % width].bit(lane / width)))
    }

    pub fn invariants(&self) -> Vec<Property> {
        let invariant = |label, name, is| Property::given(label, name, self.held, is);
        vec![
            invariant(
                "left_lanes_need_cycles",
                "the lanes that are left need as many cycles",
                self.lasts(),
            ),
            invariant(
                "whole_quads_are_cycles",
                "whole quads are as many as the cycles",
                !self.whole | self.quads_remaining().eq(self.cycles) | self.is_empty(),
            ),
            invariant(
                "surplus_beyond_cycles",
                "surplus is what is longer than the cycles",
                self.whole | self.has_surplus(),
            ),
        ]
    }

    fn is_empty(&self) -> Is {
        self.cycles.eq(1) & self.remaining().none()
    }

    /// Whether the remaining lanes need exactly the remaining cycles: they fit in these cycles, but not in one cycle fewer.
    fn lasts(&self) -> Is {
        let (remaining, width) = (self.remaining().ones(), self.quads.quad_lanes());
        let needs = (1..=self.quads.count()).map(|cycles| {
            let needs = remaining.gt((cycles - 1) * width) & remaining.le(cycles * width);
            self.cycles.eq(cycles) & needs
        });
        any(needs) | self.is_empty()
    }

    fn quads_remaining(&self) -> Word {
        let is_remaining = |quad| any(self.queues.iter().map(|queue| queue.bit(quad)));
        count((0..self.quads.count()).map(is_remaining))
    }

    fn has_surplus(&self) -> Is {
        let beyond = self.queues.iter().map(|queue| {
            let more = |n: usize| queue.ones().gt(self.cycles + n);
            count((0..self.quads.count()).map(more))
        });
        let sums = beyond.scan(Word::from(0), |sum, more| {
            *sum = *sum + more;
            Some(*sum)
        });
        terms::all(
            self.surplus
                .iter()
                .zip(sums)
                .map(|(kept, sum)| Word::eq(*kept, sum)),
        )
    }
}
