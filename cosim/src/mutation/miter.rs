//! A unit and its mutant side by side, as a netlist whose output is high if they differ (BLIF).

use crate::gates::{Blif, Text, power_up};

/// An output on which both copies must agree while all conditions are high.
pub(super) struct Observed {
    /// Signal of the output.
    pub signal: String,
    /// Names of the conditions: inputs or outputs of the unit.
    pub conditions: Vec<String>,
}

/// Names of the two copies of the netlist.
const COPIES: [&str; 2] = ["unit", "mutant"];

/// Two copies of the netlist of all mutants, one of which selects no mutant.
///
/// Both copies start in the same state, which can be any: inputs that both share give it. In the first cycle both are
/// reset; from the second cycle on they are compared.
pub(super) struct Miter<'a> {
    /// The netlist of all mutants.
    pub gates: &'a Blif,
    /// Reset port of the netlist, active high.
    pub reset: &'a str,
    /// Port that selects a mutant.
    pub select: &'a str,
    /// The outputs that are compared.
    pub observed: &'a [Observed],
}

impl Miter<'_> {
    /// The miter for a mutant.
    pub fn text(&self, mutant: usize) -> String {
        let mut text = Text::default();
        let shared = self
            .gates
            .inputs
            .iter()
            .filter(|input| !self.selects(input));
        let mut inputs: Vec<String> = shared.cloned().collect();
        inputs.extend((0..self.gates.registers.len()).map(power_up));
        text.model("miter", &inputs, "differs");
        text.reset(self.reset);
        for (copy, mutant) in COPIES.into_iter().zip([0, mutant]) {
            let select = self.gates.inputs.iter().filter(|input| self.selects(input));
            let select: Vec<String> = select.map(|input| self.name(copy, input)).collect();
            text.select(&select, mutant);
            self.registers(&mut text, copy);
            for table in &self.gates.tables {
                text.table(&self.names(copy, &table.signals), &table.rows);
            }
        }
        self.compare(&mut text);
        text.finish()
    }

    fn selects(&self, signal: &str) -> bool {
        signal.split('[').next() == Some(self.select)
    }

    /// The name of a signal in a copy.
    fn name(&self, copy: &str, signal: &str) -> String {
        if signal == self.reset {
            "reset".into()
        } else if self.gates.inputs.contains(signal) && !self.selects(signal) {
            signal.into()
        } else {
            format!("{copy}.{signal}")
        }
    }

    fn names(&self, copy: &str, signals: &[String]) -> Vec<String> {
        signals
            .iter()
            .map(|signal| self.name(copy, signal))
            .collect()
    }

    fn registers(&self, text: &mut Text, copy: &str) {
        for (at, register) in self.gates.registers.iter().enumerate() {
            let [next, now] = [&register.next, &register.now].map(|signal| self.name(copy, signal));
            text.register(at, &next, &now, &format!("{copy}..register{at}"));
        }
    }

    fn compare(&self, text: &mut Text) {
        let [unit, mutant] = COPIES;
        let mut differences = Vec::new();
        for (at, observed) in self.observed.iter().enumerate() {
            let mut signals = vec!["running".to_string()];
            signals.extend(self.names(unit, &observed.conditions));
            let conditions = "1".repeat(signals.len());
            signals.push(self.name(unit, &observed.signal));
            signals.push(self.name(mutant, &observed.signal));
            signals.push(format!("differs{at}"));
            text.table(
                &signals,
                &[format!("{conditions}10 1"), format!("{conditions}01 1")],
            );
            differences.push(format!("differs{at}"));
        }
        let nowhere = format!("{} 0", "0".repeat(differences.len()));
        differences.push("differs".into());
        text.table(&differences, &[nowhere]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_and_its_mutant() {
        let gates = ".inputs clk rst a select\n.latch d q re clk 2\n.names a select rst d\n1-0 1\n";
        let gates = Blif::parse(gates).expect("a model");
        let observed = [Observed {
            signal: "q".into(),
            conditions: vec!["a".into()],
        }];
        let miter = Miter {
            gates: &gates,
            reset: "rst",
            select: "select",
            observed: &observed,
        };
        let expected = "\
.model miter
.inputs a clk rst power_up0
.outputs differs
.names always
1
.latch always running 0
.names rst running reset
1- 1
-0 1
.names unit.select
.latch unit.d unit..register0 0
.names running unit..register0 power_up0 unit.q
11- 1
0-1 1
.names a unit.select reset unit.d
1-0 1
.names mutant.select
1
.latch mutant.d mutant..register0 0
.names running mutant..register0 power_up0 mutant.q
11- 1
0-1 1
.names a mutant.select reset mutant.d
1-0 1
.names running a unit.q mutant.q differs0
1110 1
1101 1
.names differs0 differs
0 0
.end
";
        assert_eq!(miter.text(1), expected);
    }
}
