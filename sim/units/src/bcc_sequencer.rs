//! Golden `bcc_sequencer`: vaidya2013, sections 3.1 and 4.1.

use super::rows::Rows;
use heddle_contract::config::Compress;
use heddle_contract::units::bcc_sequencer::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// Issues the quads of an instruction, one a cycle.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct BccSequencer {
    params: Params,
    held: Option<Held>,
    rows: Rows<Quad>,
}

/// The instruction that is held.
#[derive(Clone, Copy, Debug, PartialEq, Words)]
struct Held {
    mask: u64,
    /// Quads that have not been issued, one bit each.
    left: u64,
    /// No quad of the instruction has been issued yet.
    whole: bool,
}

/// The quad that is issued in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub struct Quad {
    /// The quad is the first of its instruction.
    pub first: bool,
    /// The quad is the last of its instruction.
    pub last: bool,
    /// The number of the quad.
    pub number: u64,
    /// The active lanes of the quad.
    pub enable: u64,
}

impl BccSequencer {
    /// The quad at the outputs in this cycle, if there is one.
    fn shown(&self) -> Option<Quad> {
        match self.rows.are_none() {
            true => self.quad(),
            false => self.rows.last().copied(),
        }
    }

    /// The next quad of the instruction that is held.
    pub fn quad(&self) -> Option<Quad> {
        let held = self.held?;
        let number = held.left.trailing_zeros() % 64;
        let width = self.params.quads().quad_lanes();
        // Without active lanes no quad is left; quad 0 is issued, with no lane active.
        let lanes = held.mask >> (number as usize * width) & ones(width);
        Some(Quad {
            first: held.whole,
            last: held.left.count_ones() <= 1,
            number: number.into(),
            enable: if held.left == 0 { 0 } else { lanes },
        })
    }

    /// Whether the unit accepts an instruction in this cycle.
    pub fn is_ready(&self, take: bool) -> bool {
        self.quad().is_none_or(|quad| take && quad.last)
    }

    /// The clock edge: with `take` the quad leaves, or the rows advance; `request` is the mask of a new instruction.
    pub fn clock(&mut self, take: bool, request: Option<u64>) {
        let ready = self.is_ready(take);
        if take && !self.rows.are_none() {
            let quad = self.quad();
            self.rows.move_on(quad);
        }
        if let Some(held) = &mut self.held
            && take
        {
            held.left &= held.left.wrapping_sub(1);
            held.whole = false;
        }
        if ready {
            let wanted = request.filter(|&mask| mask != 0 || !self.params.skip_empty());
            self.held = wanted.map(|mask| Held {
                mask,
                left: self.wanted(mask),
                whole: true,
            });
        }
    }

    /// The quads of a mask that are issued.
    fn wanted(&self, mask: u64) -> u64 {
        let quads = self.params.quads();
        let all = ones(quads.count());
        match self.params.mode() {
            Compress::Ivb if quads.has_halves() => {
                let (lanes, count) = (quads.lanes() / 2, quads.count() / 2);
                match (mask >> lanes, mask & ones(lanes)) {
                    (0, _) => ones(count),
                    (_, 0) => all & !ones(count),
                    _ => all,
                }
            }
            Compress::None | Compress::Ivb => all,
            Compress::Bcc | Compress::Scc => {
                let active = |quad: &usize| {
                    mask >> (quad * quads.quad_lanes()) & ones(quads.quad_lanes()) != 0
                };
                let active = (0..quads.count()).filter(active);
                active.fold(0, |wanted, quad| wanted | 1 << quad)
            }
        }
    }
}

/// A word with the lowest `bits` (1 to 64) bits set.
fn ones(bits: usize) -> u64 {
    u64::MAX >> (64 - bits)
}

impl Golden<units::BccSequencer> for BccSequencer {
    fn new(params: &Params) -> Self {
        Self {
            params: *params,
            held: None,
            rows: Rows::new(params.latency()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let quad = self.shown();
        output.ready = self.is_ready(input.take);
        output.issue = quad.is_some();
        let quad = quad.unwrap_or_default();
        output.first = quad.first;
        output.last = quad.last;
        output.quad = quad.number;
        output.enable = quad.enable;
    }

    fn clock(&mut self, input: &In<Values>) {
        self.clock(input.take, input.request.then_some(input.mask));
    }
}
