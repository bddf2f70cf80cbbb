//! A question to ABC: a netlist whose output is high when the sought event occurs.

use crate::gates::{Blif, Text, bit_number, power_up};

/// Properties of a checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claim {
    /// The guarantee with this number.
    Guarantee(usize),
    /// The invariant with this number.
    Invariant(usize),
}

/// The event to search for in a cycle that legal inputs lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sought {
    /// The claim does not hold.
    Violation(Claim),
    /// Some guarantee or invariant does not hold.
    AnyViolation,
    /// A guarantee, or one of this many invariants, does not hold: an event for each.
    Each(Part, usize),
    /// Some guarantee does not hold.
    Unequal,
    /// The corner with this number is there.
    Corner(usize),
    /// The claim applies in the cycle.
    Mention(Claim),
}

/// Claims that an event is sought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    All,
    Guarantees,
    Invariants,
}

/// How the first cycle begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// With a reset, from any state.
    Reset,
    /// In any state from which the claim and the invariants [`Question::before`] hold for this many cycles.
    Anywhere(usize),
}

/// The gates of a unit and its checker, and the sought event.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub gates: &'a Blif,
    /// Reset port, active high.
    pub reset: &'a str,
    pub sought: Sought,
    pub start: Start,
    /// Invariants assumed in the cycles before the one in which the event is sought.
    pub before: &'a [usize],
    /// Invariants assumed in the cycle in which the event is sought.
    pub now: &'a [usize],
    /// The number of an assumption that is not made.
    pub left_out: Option<usize>,
    /// Port that selects a mutant, if the unit has one.
    pub select: &'a str,
    /// The selected mutant, 0 for none; `None` lets ABC choose the mutant.
    pub mutant: Option<usize>,
}

/// The checker's output with a bit for each assumption.
pub(crate) const ASSUMPTIONS: &str = "assumptions_o";
pub(super) const GUARANTEES: &str = "guarantees_o";
pub(super) const INVARIANTS: &str = "invariants_o";
const CORNERS: &str = "corners_o";
/// Prefix of the names of constant inputs.
pub(super) const UNKNOWN: &str = "unknown_";

impl Question<'_> {
    /// The netlist.
    pub fn text(&self) -> String {
        let mut text = Text::default();
        let unknown = self.unknown();
        let inputs = self.gates.inputs.iter().cloned();
        let inputs = inputs.filter(|i| !unknown.contains(i) && !self.selects(i));
        let mut inputs: Vec<String> = inputs.collect();
        let registers = self.gates.registers.len();
        inputs.extend((0..registers + unknown.len()).map(power_up));
        text.model("question", &inputs, &self.events().join(" "));
        match self.start {
            Start::Reset => text.reset(self.reset),
            Start::Anywhere(_) => text.any_start(self.reset),
        }
        if let Some(number) = self.mutant {
            let selecting = self.gates.inputs.iter().filter(|i| self.selects(i));
            text.select(&selecting.cloned().collect::<Vec<_>>(), number);
        }
        for (at, register) in self.gates.registers.iter().enumerate() {
            let [next, now] = [&register.next, &register.now].map(|signal| self.name(signal));
            text.register(at, &next, &now, &format!("unit..register{at}"));
        }
        for (at, number) in (registers..).zip(&unknown) {
            text.register(at, number, number, &format!("unit..unknown{at}"));
        }
        for table in &self.gates.tables {
            let signals: Vec<String> = table.signals.iter().map(|s| self.name(s)).collect();
            text.table(&signals, &table.rows);
        }
        self.legal(&mut text);
        self.found(&mut text);
        text.finish()
    }

    /// Inputs that are constant.
    pub fn unknown(&self) -> Vec<String> {
        let keeps =
            |i: &&String| i.starts_with(UNKNOWN) || self.mutant.is_none() && self.selects(i);
        self.gates.inputs.iter().filter(keeps).cloned().collect()
    }

    /// The mutant that ABC selected, given which inputs were high in the first cycle.
    pub fn found_mutant(&self, is_high: impl Fn(&str) -> bool) -> usize {
        let registers = self.gates.registers.len();
        let kept = (registers..).zip(self.unknown());
        let selecting = kept.filter(|(at, bit)| self.selects(bit) && is_high(&power_up(*at)));
        selecting.map(|(_, bit)| 1 << bit_number(&bit)).sum()
    }

    fn selects(&self, signal: &str) -> bool {
        signal.split('[').next() == Some(self.select)
    }

    /// The name of a signal in the question. The gates' reset is that of the port or of the first cycle.
    fn name(&self, signal: &str) -> String {
        match signal == self.reset {
            true => "reset".into(),
            false if self.gates.inputs.contains(signal) => signal.into(),
            false => format!("unit.{signal}"),
        }
    }

    /// Adds signals that say whether all assumptions hold, and have held since the last reset.
    fn legal(&self, text: &mut Text) {
        let mut assumptions = self.bits(ASSUMPTIONS);
        if let Some(at) = self.left_out {
            assumptions.remove(at);
        }
        text.all(&assumptions, "legal");
        let rows: &[&str] = match self.start {
            Start::Reset => &["-1 1"],
            Start::Anywhere(_) => &["0- 1", "-1 1"],
        };
        text.table(&["running", "kept_q", "kept"].map(String::from), rows);
        let kept = ["reset", "legal", "kept", "kept_d"].map(String::from);
        text.table(&kept, &["1-- 1", "-11 1"]);
        text.latch("kept_d", "kept_q");
        text.all(&self.invariants(self.now), "given");
    }

    /// The signals that say whether these invariants hold.
    fn invariants(&self, which: &[usize]) -> Vec<String> {
        let all = self.bits(INVARIANTS);
        which.iter().map(|&at| all[at].clone()).collect()
    }

    fn found(&self, text: &mut Text) {
        let cycle = ["reset", "legal", "kept", "given"].map(String::from);
        let (claim, wanted) = match self.sought {
            Sought::Violation(claim) => (self.claimed(claim, "_o"), '0'),
            Sought::AnyViolation => {
                let all = [GUARANTEES, INVARIANTS].map(|port| self.bits(port));
                (all.concat(), '0')
            }
            Sought::Each(_, invariants) => (self.first(Part::All, invariants), '0'),
            Sought::Unequal => (self.bits(GUARANTEES), '0'),
            Sought::Corner(at) => (vec![self.bits(CORNERS).swap_remove(at)], '1'),
            Sought::Mention(claim) => (self.claimed(claim, "_when_o"), '1'),
        };
        text.all(&claim, "claim");
        let so_far = self.held(text, &cycle);
        let claims = match self.sought {
            Sought::Each(part, invariants) => self.first(part, invariants),
            _ => vec!["claim".into()],
        };
        for (claim, event) in claims.into_iter().zip(self.events()) {
            let signals = [&cycle[..], &[claim, so_far.clone(), event]].concat();
            text.table(&signals, &[format!("0111{wanted}1 1")]);
        }
    }

    /// The outputs, each of which is high when an event occurs.
    fn events(&self) -> Vec<String> {
        match self.sought {
            Sought::Each(part, invariants) => {
                let claims = self.first(part, invariants).len();
                (0..claims).map(|at| format!("found{at}")).collect()
            }
            _ => vec!["found".into()],
        }
    }

    /// The signals that say whether the guarantees and the first invariants hold, or one part of them.
    fn first(&self, part: Part, invariants: usize) -> Vec<String> {
        let mut signals = Vec::new();
        if part != Part::Guarantees {
            signals.extend(self.bits(INVARIANTS).into_iter().take(invariants));
        }
        if part != Part::Invariants {
            signals.extend(self.bits(GUARANTEES));
        }
        signals
    }

    /// The signal that says whether the claim held for as many cycles as required.
    fn held(&self, text: &mut Text, cycle: &[String]) -> String {
        let cycles = match self.start {
            Start::Reset => 0,
            Start::Anywhere(cycles) => cycles,
        };
        text.table(&["held0".into()], &["1"]);
        let before = self.invariants(self.before);
        text.all(&[&["claim".into()], &before[..]].concat(), "holds");
        for at in 0..cycles {
            let (before, next) = (format!("held{at}"), format!("held{}", at + 1));
            let goes_on = format!("{next}_d");
            let signals = [cycle, &["holds".into(), before, goes_on.clone()]].concat();
            text.table(&signals, &["011111 1"]);
            text.latch(&goes_on, &next);
        }
        format!("held{cycles}")
    }

    fn claimed(&self, claim: Claim, port: &str) -> Vec<String> {
        match claim {
            Claim::Guarantee(at) => vec![self.bits(&format!("guarantees{port}")).swap_remove(at)],
            Claim::Invariant(at) => vec![self.bits(&format!("invariants{port}")).swap_remove(at)],
        }
    }

    /// The bits of an output, in order.
    fn bits(&self, port: &str) -> Vec<String> {
        let of_port = |bit: &&String| bit.split('[').next() == Some(port);
        let count = self.gates.outputs.iter().filter(of_port).count();
        match count {
            0 => Vec::new(),
            1 => vec![self.name(port)],
            _ => (0..count)
                .map(|at| self.name(&format!("{port}[{at}]")))
                .collect(),
        }
    }
}
