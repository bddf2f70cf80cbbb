//! A netlist of gates and registers as Yosys writes it (BLIF), and two copies of it side by side.

use std::collections::HashSet;
use std::fmt::Write;

/// A register of one bit.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Register {
    next: String,
    now: String,
}

/// A truth table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Table {
    /// Inputs, then the output.
    signals: Vec<String>,
    /// Rows for which the output is 1, as they stand in the file.
    rows: Vec<String>,
}

/// Gates and registers with one clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Blif {
    inputs: HashSet<String>,
    registers: Vec<Register>,
    tables: Vec<Table>,
}

impl Blif {
    /// Reads one flat model; nothing if there is more in it.
    pub fn parse(text: &str) -> Option<Self> {
        let mut all = Self::default();
        for line in text.lines() {
            let mut words = line.split_whitespace().map(String::from);
            match words.next().as_deref() {
                Some(".inputs") => all.inputs.extend(words),
                Some(".names") => all.tables.push(Table {
                    signals: words.collect(),
                    rows: Vec::new(),
                }),
                Some(".latch") => all.registers.push(Register {
                    next: words.next()?,
                    now: words.next()?,
                }),
                None | Some(".model" | ".outputs" | ".end") => {}
                Some(word) if word.starts_with('#') => {}
                Some(word) if word.starts_with(['0', '1', '-']) => {
                    all.tables.last_mut()?.rows.push(line.into());
                }
                Some(_) => return None,
            }
        }
        Some(all)
    }
}

/// An output that both copies must agree on while all of some signals are high.
pub(super) struct Observed {
    /// Signal of the output.
    pub signal: String,
    /// Inputs, or outputs of the first copy.
    pub conditions: Vec<String>,
}

/// Names of the two copies: the unit, its mutant.
const COPIES: [&str; 2] = ["unit", "mutant"];

/// Two copies of a netlist that start in one state, any, and are reset in their first cycle at
/// least; the output of this netlist is high if an observed output ever differs.
pub(super) struct Miter<'a> {
    pub netlist: &'a Blif,
    pub reset: &'a str,
    /// Port that selects a mutant, without its bits.
    pub select: &'a str,
    pub observed: &'a [Observed],
}

impl Miter<'_> {
    /// The text of the netlist for a mutant.
    pub fn text(&self, mutant: usize) -> String {
        let mut text = Text(String::new());
        let shared = self.netlist.inputs.iter().filter(|input| !self.is_select(input));
        let mut inputs: Vec<String> = shared.cloned().collect();
        inputs.sort();
        inputs.extend((0..self.netlist.registers.len()).map(power_up));
        text.line(format_args!(".model miter\n.inputs {}\n.outputs differs", inputs.join(" ")));
        text.table(&["running_d"], &["1"]);
        text.line(format_args!(".latch running_d running 0"));
        text.table(&[self.reset, "running", "reset"], &["1- 1", "-0 1"]);
        for (copy, mutant) in COPIES.into_iter().zip([0, mutant]) {
            self.copy(&mut text, copy, mutant);
        }
        self.compare(&mut text);
        text.line(format_args!(".end"));
        text.0
    }

    fn is_select(&self, signal: &str) -> bool {
        signal.split('[').next() == Some(self.select)
    }

    /// The name of a signal in a copy.
    fn name(&self, copy: &str, signal: &str) -> String {
        if signal == self.reset {
            "reset".into()
        } else if self.netlist.inputs.contains(signal) && !self.is_select(signal) {
            signal.into()
        } else {
            format!("{copy}.{signal}")
        }
    }

    fn copy(&self, text: &mut Text, copy: &str, mutant: usize) {
        for signal in self.netlist.inputs.iter().filter(|input| self.is_select(input)) {
            let bit = signal.trim_end_matches(']').rsplit('[').next();
            let bit: usize = bit.and_then(|bit| bit.parse().ok()).unwrap_or(0);
            let row: &[&str] = if mutant >> bit & 1 == 1 { &["1"] } else { &[] };
            text.table(&[&self.name(copy, signal)], row);
        }
        for (at, register) in self.netlist.registers.iter().enumerate() {
            let (next, now) = (self.name(copy, &register.next), self.name(copy, &register.now));
            let kept = format!("{copy}..{at}");
            text.line(format_args!(".latch {next} {kept} 0"));
            text.table(&["running", &kept, &power_up(at), &now], &["11- 1", "0-1 1"]);
        }
        for table in &self.netlist.tables {
            let signals: Vec<String> =
                table.signals.iter().map(|signal| self.name(copy, signal)).collect();
            text.line(format_args!(".names {}", signals.join(" ")));
            table.rows.iter().for_each(|row| text.line(format_args!("{row}")));
        }
    }

    fn compare(&self, text: &mut Text) {
        for (at, observed) in self.observed.iter().enumerate() {
            let [unit, mutant] = COPIES.map(|copy| self.name(copy, &observed.signal));
            let conditions: Vec<String> =
                observed.conditions.iter().map(|signal| self.name(COPIES[0], signal)).collect();
            let ones = "1".repeat(conditions.len());
            text.line(format_args!(
                ".names running {} {unit} {mutant} differs{at}\n1{ones}10 1\n1{ones}01 1",
                conditions.join(" ")
            ));
        }
        let all: Vec<String> = (0..self.observed.len()).map(|at| format!("differs{at}")).collect();
        // Some bit differs: not all of them agree.
        text.line(format_args!(".names {} differs\n{} 0", all.join(" "), "0".repeat(all.len())));
    }
}

/// Input that decides with which bit a register of both copies starts.
fn power_up(register: usize) -> String {
    format!("power_up{register}")
}

struct Text(String);

impl Text {
    fn line(&mut self, line: std::fmt::Arguments) {
        writeln!(self.0, "{line}").expect("a String takes all text");
    }

    fn table(&mut self, signals: &[&str], rows: &[&str]) {
        self.line(format_args!(".names {}", signals.join(" ")));
        rows.iter().for_each(|row| self.line(format_args!("{row}")));
    }
}
