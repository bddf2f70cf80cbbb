//! Golden `scc_control`: the algorithm of vaidya2013, figure 6.

use super::rows::Rows;
use heddle_contract::bits;
use heddle_contract::units::quads::Quads;
use heddle_contract::units::scc_control::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};
use std::collections::VecDeque;

/// Determines which lane of which quad each lane of the ALU executes, cycle by cycle.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct SccControl {
    params: Params,
    /// The settings of the remaining cycles of an instruction; with room for as many as there are quads.
    left: VecDeque<Settings>,
    whole: bool,
    queues: Vec<VecDeque<u8>>,
    surplus: Vec<usize>,
    rows: Rows<Chosen>,
}

/// What is executed in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Words)]
pub struct Chosen {
    /// The cycle is the first of its instruction.
    pub first: bool,
    /// The cycle is the last of its instruction.
    pub last: bool,
    /// The lanes that are executed.
    pub settings: Settings,
}

/// The crossbar settings of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct Settings {
    /// Lanes of the ALU that execute.
    pub enable: u64,
    /// For each lane of the ALU, the quad and the position that it executes.
    from: [(u8, u8); 64],
}

impl Chosen {
    /// No instruction.
    pub const NOTHING: Chosen = Chosen {
        first: false,
        last: false,
        settings: Settings::OFF,
    };
}

impl Settings {
    /// All lanes disabled.
    pub const OFF: Settings = {
        let mut from = [(0, 0); 64];
        let mut lane = 0;
        while lane < from.len() {
            from[lane].1 = lane as u8;
            lane += 1;
        }
        Settings { enable: 0, from }
    };

    fn turn_on(&mut self, lane: usize, quad: u8, position: usize) {
        self.enable |= 1 << lane;
        self.from[lane] = (quad, position as u8);
    }

    /// The settings for a quad whose lanes stay in their positions.
    pub fn of_quad(number: u8, enable: u64) -> Self {
        let mut settings = Settings::OFF;
        for lane in bits(enable) {
            settings.turn_on(lane, number, lane);
        }
        settings
    }

    /// For each enabled lane of the ALU, the lane and the quad and position that it executes.
    pub fn lanes(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        bits(self.enable).map(|lane| (lane, self.from[lane].0.into(), self.from[lane].1.into()))
    }

    /// Shows the settings at the output ports.
    fn show(&self, quads: &Quads, output: &mut Out<Values>) {
        output.enable = self.enable;
        output.from.fill(0);
        for (lane, quad, position) in self.lanes() {
            output.from[lane] = 1 << (quad * quads.quad_lanes() + position);
        }
        let ports = output.quad.iter_mut().zip(&mut output.position);
        for ((quad, position), &from) in ports.zip(&self.from) {
            (*quad, *position) = (from.0.into(), from.1.into());
        }
    }
}

impl SccControl {
    /// The settings at the outputs in this cycle, if there are any.
    fn shown(&self) -> Option<Chosen> {
        match self.rows.are_none() {
            true => self.chosen(),
            false => self.rows.last().copied(),
        }
    }

    /// The next settings of the instruction that is held.
    pub fn chosen(&self) -> Option<Chosen> {
        Some(Chosen {
            first: self.whole,
            last: self.left.len() == 1,
            settings: *self.left.front()?,
        })
    }

    /// Whether the unit accepts an instruction in this cycle.
    pub fn is_ready(&self, take: bool) -> bool {
        self.left.is_empty() || take && self.left.len() == 1
    }

    /// The clock edge: with `take` the settings leave, or the rows advance; `request` is the mask of a new
    /// instruction.
    pub fn clock(&mut self, take: bool, request: Option<u64>) {
        let ready = self.is_ready(take);
        if take && !self.rows.are_none() {
            let chosen = self.chosen();
            self.rows.move_on(chosen);
        }
        if take {
            self.left.pop_front();
            self.whole = false;
        }
        if let Some(mask) = request
            && ready
            && (mask != 0 || !self.params.skip_empty())
        {
            self.whole = true;
            self.schedule(mask);
        }
    }

    fn schedule(&mut self, mask: u64) {
        let quads = self.params.quads();
        let active_quads = (0..quads.count()).filter(|&quad| lanes_of(&quads, mask, quad) != 0);
        // CPT-4: an instruction without active lanes takes one cycle, too.
        let cycles = (mask.count_ones() as usize)
            .div_ceil(quads.quad_lanes())
            .max(1);
        if active_quads.clone().count() == cycles {
            // "skip empty quads, BCC-like"
            let whole = |quad| Settings::of_quad(quad as u8, lanes_of(&quads, mask, quad));
            self.left.extend(active_quads.map(whole));
            return;
        }
        self.fill_queues(&quads, mask, cycles);
        for _ in 0..cycles {
            let settings = self.cycle();
            self.left.push_back(settings);
        }
    }

    /// "initial setup work"
    fn fill_queues(&mut self, quads: &Quads, mask: u64, cycles: usize) {
        for (lane, queue) in self.queues.iter_mut().enumerate() {
            let active = |&quad: &usize| lanes_of(quads, mask, quad) >> lane & 1 == 1;
            let active = (0..quads.count()).filter(active);
            queue.extend(active.map(|quad| quad as u8));
            self.surplus[lane] = queue.len().saturating_sub(cycles);
        }
    }

    /// "in each cycle w/ work to schedule": the lanes of the ALU, in order.
    fn cycle(&mut self) -> Settings {
        let mut settings = Settings::OFF;
        for lane in 0..self.queues.len() {
            if let Some((quad, position)) = self.lane(lane) {
                settings.turn_on(lane, quad, position);
            }
        }
        settings
    }

    /// "not swizzled", "swizzle(m,n)", or "disabled".
    fn lane(&mut self, lane: usize) -> Option<(u8, usize)> {
        if let Some(quad) = self.queues[lane].pop_front() {
            return Some((quad, lane));
        }
        // CPT-3: the lowest lane with surplus gives, and the first quad of its queue.
        let from = self.surplus.iter().position(|&surplus| surplus > 0)?;
        self.surplus[from] -= 1;
        let quad = self.queues[from].pop_front();
        Some((quad.expect("surplus is in the queue"), from))
    }
}

/// Active lanes of a quad.
fn lanes_of(quads: &Quads, mask: u64, quad: usize) -> u64 {
    mask >> (quad * quads.quad_lanes()) & (u64::MAX >> (64 - quads.quad_lanes()))
}

impl Golden<units::SccControl> for SccControl {
    fn new(params: &Params) -> Self {
        let quads = params.quads();
        // Each with room of its own, which clones would not have.
        let queues = (0..quads.quad_lanes()).map(|_| VecDeque::with_capacity(quads.count()));
        Self {
            params: *params,
            left: VecDeque::with_capacity(quads.count()),
            whole: false,
            queues: queues.collect(),
            surplus: vec![0; quads.quad_lanes()],
            rows: Rows::new(params.latency()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.ready = self.is_ready(input.take);
        let shown = self.shown();
        output.issue = shown.is_some();
        let shown = shown.unwrap_or(Chosen::NOTHING);
        output.first = shown.first;
        output.last = shown.last;
        shown.settings.show(&self.params.quads(), output);
    }

    fn clock(&mut self, input: &In<Values>) {
        self.clock(input.take, input.request.then_some(input.mask));
    }
}
