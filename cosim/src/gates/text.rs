//! Writing a netlist as text.

use std::fmt::Write;

/// The text of a netlist, to which lines are added.
#[derive(Default)]
pub(crate) struct Text(String);

impl Text {
    /// Adds the head: name, inputs, the outputs.
    pub fn model(&mut self, name: &str, inputs: &[String], outputs: &str) {
        let inputs = inputs.join(" ");
        self.line(format_args!(
            ".model {name}\n.inputs {inputs}\n.outputs {outputs}"
        ));
    }

    /// Adds `running`, which is low in the first cycle, and `reset`, which is high in the first cycle and whenever the port is.
    pub fn reset(&mut self, port: &str) {
        self.table(&["always".into()], &["1"]);
        self.latch("always", "running");
        let reset = [port, "running", "reset"].map(String::from);
        self.table(&reset, &["1- 1", "-0 1"]);
    }

    /// Adds `running`, which is low in the first cycle, and `reset`, which equals the port.
    pub fn any_start(&mut self, port: &str) {
        self.table(&["always".into()], &["1"]);
        self.latch("always", "running");
        self.table(&[port, "reset"].map(String::from), &["1 1"]);
    }

    /// Adds an output that is high if all signals are; it is high if there are no signals.
    pub fn all(&mut self, signals: &[String], output: &str) {
        let row = format!("{} 1", "1".repeat(signals.len()));
        self.table(&[signals, &[output.into()]].concat(), &[row.trim()]);
    }

    /// Drives the bits of a port with those of a number.
    pub fn select(&mut self, bits: &[String], number: usize) {
        for signal in bits {
            let high = number >> bit_number(signal) & 1 == 1;
            self.table(
                std::slice::from_ref(signal),
                if high { &["1"] } else { &[] },
            );
        }
    }

    /// Adds a register that starts at zero.
    pub fn latch(&mut self, next: &str, now: &str) {
        self.line(format_args!(".latch {next} {now} 0"));
    }

    /// Adds a register whose initial bit is an input, [`power_up`].
    pub fn register(&mut self, number: usize, next: &str, now: &str, kept: &str) {
        self.latch(next, kept);
        let signals = ["running", kept, &power_up(number), now].map(String::from);
        self.table(&signals, &["11- 1", "0-1 1"]);
    }

    /// Adds a truth table: inputs and output, then rows.
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

/// The index of a bit of a port; 0 for a port with one bit.
pub(crate) fn bit_number(signal: &str) -> u32 {
    let number = signal.split(['[', ']']).nth(1);
    number.map_or(0, |number| {
        number.parse().expect("bits of a port have numbers")
    })
}

/// Name of the input that gives a register's initial bit.
pub(crate) fn power_up(register: usize) -> String {
    format!("power_up{register}")
}
