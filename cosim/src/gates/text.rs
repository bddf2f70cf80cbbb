//! A netlist as it is written.

use std::fmt::Write;

/// The text of a netlist as it grows.
#[derive(Default)]
pub(crate) struct Text(String);

impl Text {
    /// The head: name, inputs, the output.
    pub fn model(&mut self, name: &str, inputs: &[String], output: &str) {
        let inputs = inputs.join(" ");
        self.line(format_args!(
            ".model {name}\n.inputs {inputs}\n.outputs {output}"
        ));
    }

    /// `running` is low in the first cycle, `reset` is high then, and whenever the port is.
    pub fn reset(&mut self, port: &str) {
        self.table(&["always".into()], &["1"]);
        self.latch("always", "running");
        let reset = [port, "running", "reset"].map(String::from);
        self.table(&reset, &["1- 1", "-0 1"]);
    }

    /// `running` is low in the first cycle; `reset` is the port.
    pub fn any_start(&mut self, port: &str) {
        self.table(&["always".into()], &["1"]);
        self.latch("always", "running");
        self.table(&[port, "reset"].map(String::from), &["1 1"]);
    }

    /// Whether all signals are high; true of none.
    pub fn all(&mut self, signals: &[String], output: &str) {
        let row = format!("{} 1", "1".repeat(signals.len()));
        self.table(&[signals, &[output.into()]].concat(), &[row.trim()]);
    }

    /// The bits of a port get those of a number.
    pub fn select(&mut self, bits: &[String], number: usize) {
        for signal in bits {
            let high = number >> bit_number(signal) & 1 == 1;
            self.table(
                std::slice::from_ref(signal),
                if high { &["1"] } else { &[] },
            );
        }
    }

    /// A register that starts with zero.
    pub fn latch(&mut self, next: &str, now: &str) {
        self.line(format_args!(".latch {next} {now} 0"));
    }

    /// A register that starts with a bit which an input gives, [`power_up`].
    pub fn register(&mut self, number: usize, next: &str, now: &str, kept: &str) {
        self.latch(next, kept);
        let signals = ["running", kept, &power_up(number), now].map(String::from);
        self.table(&signals, &["11- 1", "0-1 1"]);
    }

    /// A truth table: inputs and output, rows.
    pub fn table(&mut self, signals: &[String], rows: &[impl AsRef<str>]) {
        self.line(format_args!(".names {}", signals.join(" ")));
        rows.iter()
            .for_each(|row| self.line(format_args!("{}", row.as_ref())));
    }

    /// The whole text.
    pub fn finish(mut self) -> String {
        self.line(format_args!(".end"));
        self.0
    }

    fn line(&mut self, line: std::fmt::Arguments) {
        writeln!(self.0, "{line}").expect("a String takes all text");
    }
}

/// The number of a bit of a port; that of a port with one bit is 0.
pub(crate) fn bit_number(signal: &str) -> u32 {
    let number = signal.split(['[', ']']).nth(1);
    number.map_or(0, |number| {
        number.parse().expect("bits of a port have numbers")
    })
}

/// Input that decides with which bit a register starts.
pub(crate) fn power_up(register: usize) -> String {
    format!("power_up{register}")
}
