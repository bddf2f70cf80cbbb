//! A netlist of truth tables and one-bit registers in the format that Yosys writes (BLIF).

use super::text::bit_number;
use std::collections::BTreeSet;

/// A register of one bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Register {
    /// Signal whose value the register takes at the clock edge.
    pub next: String,
    /// Signal that the register drives.
    pub now: String,
}

/// A truth table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// Inputs, then the output.
    pub signals: Vec<String>,
    /// Rows that say when the output is 1.
    pub rows: Vec<String>,
}

impl Table {
    fn output(&self) -> Option<&String> {
        self.signals.last()
    }
}

/// Tables and registers with one clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Blif {
    /// Inputs, and signals that nothing drives, such as the data of a memory for addresses beyond its end.
    pub inputs: BTreeSet<String>,
    /// Outputs.
    pub outputs: Vec<String>,
    /// All registers.
    pub registers: Vec<Register>,
    /// All tables.
    pub tables: Vec<Table>,
}

/// The signal that Yosys uses for undefined bits.
const UNDEFINED: &str = "$undef";

impl Blif {
    /// Reads one flat model; `None` if the text is anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut all = Self::default();
        for line in text.lines() {
            let mut words = line.split_whitespace().map(String::from);
            match words.next().as_deref() {
                Some(".inputs") => all.inputs.extend(words),
                Some(".outputs") => all.outputs.extend(words),
                Some(".latch") => all.registers.push(Register {
                    next: words.next()?,
                    now: words.next()?,
                }),
                Some(".names") => all.tables.push(Table {
                    signals: words.collect(),
                    rows: Vec::new(),
                }),
                Some(row) if row.starts_with(['0', '1', '-']) => {
                    all.tables.last_mut()?.rows.push(line.into());
                }
                None | Some(".model" | ".end") => {}
                Some(comment) if comment.starts_with('#') => {}
                Some(_) => return None,
            }
        }
        all.tables
            .retain(|table| table.output().is_some_and(|output| output != UNDEFINED));
        let undriven = all.undriven();
        all.inputs.extend(undriven);
        Some(all)
    }

    /// Drives the bits of an input with those of a number.
    pub fn fix(&mut self, port: &str, number: usize) {
        let of_port = |bit: &&String| bit.split('[').next() == Some(port);
        let bits: Vec<String> = self.inputs.iter().filter(of_port).cloned().collect();
        for bit in bits {
            self.inputs.remove(&bit);
            let is_high = number >> bit_number(&bit) & 1 == 1;
            self.tables.push(Table {
                signals: vec![bit],
                rows: is_high.then(|| "1".into()).into_iter().collect(),
            });
        }
    }

    /// Signals that are read but neither inputs nor driven.
    fn undriven(&self) -> Vec<String> {
        let outputs = self.tables.iter().filter_map(Table::output);
        let registers = self.registers.iter().map(|register| &register.now);
        let known: BTreeSet<&String> = outputs.chain(registers).chain(&self.inputs).collect();
        let by_tables = self.tables.iter().flat_map(|table| &table.signals);
        let by_registers = self.registers.iter().map(|register| &register.next);
        let read = by_tables.chain(by_registers).chain(&self.outputs);
        read.filter(|signal| !known.contains(signal))
            .cloned()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_registers_are_read() {
        let text = "# by hand\n\n.model m\n.inputs clk a b[0]\n.outputs q\n\
                    .latch d q re clk 2\n.names a b[0] d\n11 1\n.names $true\n1\n.end\n";
        let blif = Blif::parse(text).expect("a model");
        assert_eq!(blif.inputs.iter().collect::<Vec<_>>(), ["a", "b[0]", "clk"]);
        assert_eq!(blif.outputs, ["q"]);
        assert_eq!(
            (
                blif.registers[0].next.as_str(),
                blif.registers[0].now.as_str()
            ),
            ("d", "q")
        );
        assert_eq!(blif.tables[0].signals, ["a", "b[0]", "d"]);
        assert_eq!(blif.tables[0].rows, ["11 1"]);
        assert_eq!(blif.tables[1].rows, ["1"]);
    }

    #[test]
    fn an_input_is_fixed() {
        let text = ".inputs a s[0] s[1]\n.names a s[0] s[1] x\n110 1\n";
        let mut blif = Blif::parse(text).expect("a model");
        blif.fix("s", 2);
        assert_eq!(blif.inputs.iter().collect::<Vec<_>>(), ["a"]);
        let fixed = blif.tables[1..].iter();
        let fixed: Vec<_> = fixed
            .map(|one| (&*one.signals[0], one.rows.len()))
            .collect();
        assert_eq!(fixed, [("s[0]", 0), ("s[1]", 1)]);
    }

    #[test]
    fn what_nothing_drives_is_an_input() {
        let text =
            ".inputs a\n.names $undef\n.names a $undef floating x\n1-1 1\n.latch lost q re c 2";
        let blif = Blif::parse(text).expect("a model");
        let inputs: Vec<&String> = blif.inputs.iter().collect();
        assert_eq!(inputs, ["$undef", "a", "floating", "lost"]);
        assert_eq!(blif.tables.len(), 1);
    }

    #[test]
    fn what_is_no_table_or_register_is_refused() {
        assert_eq!(Blif::parse(".subckt memory a=b"), None);
        assert_eq!(Blif::parse("11 1"), None);
    }
}
