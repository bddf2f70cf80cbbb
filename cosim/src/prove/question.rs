//! A netlist whose output is high when something was found.

use crate::gates::{Blif, Text, power_up};

/// What is looked for, in a cycle that legal inputs lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Violated {
    /// The guarantee with this number does not hold.
    Guarantee(usize),
    /// The guarantee with this number says something of the cycle.
    Silence(usize),
}

/// The gates of a unit and its checker, and what is looked for.
pub(super) struct Question<'a> {
    pub gates: &'a Blif,
    /// Port that resets, active high.
    pub reset: &'a str,
    /// How many assumptions there are.
    pub assumptions: usize,
    pub violated: Violated,
    /// Port that selects a mutant, if there is one.
    pub select: &'a str,
    /// The mutant; 0 for none.
    pub mutant: usize,
}

impl Question<'_> {
    /// The netlist.
    pub fn text(&self) -> String {
        let mut text = Text::default();
        let (selecting, others): (Vec<_>, Vec<_>) = self
            .gates
            .inputs
            .iter()
            .cloned()
            .partition(|input| self.selects(input));
        let mut inputs: Vec<String> = others;
        inputs.extend((0..self.gates.registers.len()).map(power_up));
        text.model("question", &inputs, "found");
        text.reset(self.reset);
        text.select(&selecting, self.mutant);
        for (at, register) in self.gates.registers.iter().enumerate() {
            let [next, now] = [&register.next, &register.now].map(|signal| self.name(signal));
            text.register(at, &next, &now, &format!("unit..register{at}"));
        }
        for table in &self.gates.tables {
            let signals: Vec<String> = table.signals.iter().map(|s| self.name(s)).collect();
            text.table(&signals, &table.rows);
        }
        self.legal(&mut text);
        self.found(&mut text);
        text.finish()
    }

    fn selects(&self, signal: &str) -> bool {
        signal.split('[').next() == Some(self.select)
    }

    /// The reset that the gates see is the port's, and that of the first cycle.
    fn name(&self, signal: &str) -> String {
        match signal == self.reset {
            true => "reset".into(),
            false if self.gates.inputs.contains(signal) => signal.into(),
            false => format!("unit.{signal}"),
        }
    }

    /// Whether all assumptions hold, and held since the last reset.
    fn legal(&self, text: &mut Text) {
        let mut signals: Vec<String> = (0..self.assumptions)
            .map(|at| self.bit("assumptions_o", self.assumptions, at))
            .collect();
        signals.push("legal".into());
        text.table(
            &signals,
            &[format!("{} 1", "1".repeat(self.assumptions)).trim()],
        );
        let kept = ["reset", "legal", "kept", "kept_next"].map(String::from);
        text.table(&kept, &["1-- 1", "-11 1"]);
        text.latch("kept_next", "kept");
    }

    fn found(&self, text: &mut Text) {
        let (name, at, row) = match self.violated {
            Violated::Guarantee(at) => ("guarantees_o", at, "0110 1"),
            Violated::Silence(at) => ("guarantees_when_o", at, "0111 1"),
        };
        let signals = ["reset".into(), "legal".into(), "kept".into()];
        let said = [self.bit(name, self.width(name), at), "found".into()];
        text.table(&[&signals[..], &said].concat(), &[row]);
    }

    fn width(&self, name: &str) -> usize {
        let bits = self.gates.outputs.iter();
        bits.filter(|bit| bit.split('[').next() == Some(name))
            .count()
    }

    fn bit(&self, name: &str, width: usize, at: usize) -> String {
        match width {
            1 => self.name(name),
            _ => self.name(&format!("{name}[{at}]")),
        }
    }
}
