//! Netlists simulated 64 times at once: each signal is a word with a bit for each of the runs.

use super::blif::{Blif, Table};
use petgraph::algo::toposort;
use petgraph::graph::DiGraph;
use std::collections::BTreeMap;

/// Tables and registers, ready to be evaluated.
pub(crate) struct Circuit {
    /// Signals by name. What a table reads has a lower number than what it drives.
    signals: BTreeMap<String, usize>,
    /// What registers take at the clock edge, and what they drive.
    registers: Vec<(usize, usize)>,
    /// In the order of the signals that they drive.
    gates: Vec<Gate>,
    /// Of all gates, one row after the other.
    rows: Vec<Row>,
    /// Of all rows.
    literals: Vec<Literal>,
}

/// A table: its output is high if all literals of some row are.
struct Gate {
    /// How many of the rows are its own.
    rows: u32,
    output: u32,
}

/// How many literals a row has.
struct Row(u32);

/// A signal, and what turns it into the literal: zeros, or ones for its complement.
struct Literal(u32, u64);

impl Circuit {
    /// The circuit of a netlist.
    ///
    /// # Panics
    /// If its tables form a loop.
    pub fn new(blif: &Blif) -> Self {
        let signals = numbered(blif);
        let registers = blif.registers.iter();
        let mut tables: Vec<(usize, &Table)> = blif
            .tables
            .iter()
            .map(|table| (signals[output(table)], table))
            .collect();
        tables.sort_by_key(|(output, _)| *output);
        let mut circuit = Self {
            registers: registers
                .map(|r| (signals[&r.next], signals[&r.now]))
                .collect(),
            signals,
            gates: Vec::new(),
            rows: Vec::new(),
            literals: Vec::new(),
        };
        for (output, table) in tables {
            circuit.add(output, table);
        }
        circuit
    }

    fn add(&mut self, output: usize, table: &Table) {
        let inputs = &table.signals[..table.signals.len() - 1];
        for row in &table.rows {
            let levels = inputs.iter().zip(row.chars());
            let before = self.literals.len();
            self.literals.extend(levels.filter_map(|(input, level)| {
                let complement = match level {
                    '1' => 0,
                    '0' => u64::MAX,
                    _ => return None,
                };
                Some(Literal(self.signals[input] as u32, complement))
            }));
            self.rows.push(Row((self.literals.len() - before) as u32));
        }
        self.gates.push(Gate {
            rows: table.rows.len() as u32,
            output: output as u32,
        });
    }

    /// The place of a bit of a port; nothing if there is no such bit.
    pub fn bit(&self, port: &str, bit: usize) -> Option<usize> {
        let indexed = self.signals.get(&format!("{port}[{bit}]"));
        let scalar = || self.signals.get(port).filter(|_| bit == 0);
        indexed.or_else(scalar).copied()
    }

    /// The place of a signal.
    ///
    /// # Panics
    /// If there is none of this name.
    pub fn signal(&self, name: &str) -> usize {
        self.signals[name]
    }

    /// Signals of 64 runs before their first cycle; `word` gives what registers start with.
    pub fn start(&self, mut word: impl FnMut() -> u64) -> Vec<u64> {
        let mut values = vec![0; self.signals.len()];
        self.registers
            .iter()
            .for_each(|(_, now)| values[*now] = word());
        values
    }

    /// What follows from inputs and registers.
    pub fn eval(&self, values: &mut [u64]) {
        let (mut rows, mut literals) = (self.rows.iter(), self.literals.iter());
        for gate in &self.gates {
            let mut any = 0;
            for Row(count) in rows.by_ref().take(gate.rows as usize) {
                let of_row = literals.by_ref().take(*count as usize);
                any |= of_row.fold(u64::MAX, |all, Literal(signal, complement)| {
                    all & (values[*signal as usize] ^ complement)
                });
            }
            values[gate.output as usize] = any;
        }
    }

    /// The clock edge.
    pub fn tick(&self, values: &mut [u64]) {
        let next: Vec<u64> = self
            .registers
            .iter()
            .map(|(next, _)| values[*next])
            .collect();
        for ((_, now), next) in self.registers.iter().zip(next) {
            values[*now] = next;
        }
    }
}

fn output(table: &Table) -> &String {
    table.signals.last().expect("a table has an output")
}

/// A number for each signal, the output of a table behind its inputs.
fn numbered(blif: &Blif) -> BTreeMap<String, usize> {
    let registers = blif.registers.iter().flat_map(|r| [&r.next, &r.now]);
    let tables = blif.tables.iter().flat_map(|table| &table.signals);
    let mut graph = DiGraph::<&String, ()>::new();
    let mut nodes = BTreeMap::new();
    for name in blif.inputs.iter().chain(registers).chain(tables) {
        nodes.entry(name).or_insert_with(|| graph.add_node(name));
    }
    for table in &blif.tables {
        let (output, inputs) = table.signals.split_last().expect("a table has an output");
        for input in inputs {
            graph.add_edge(nodes[input], nodes[output], ());
        }
    }
    let order = toposort(&graph, None)
        .expect("tables form no loop")
        .into_iter();
    let names = order.map(|node| graph[node].clone());
    names.zip(0..).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A counter of two bits that counts where `up` is high, its tables in the wrong order.
    const COUNTER: &str = ".inputs up\n.outputs full\n\
        .names q[1] carry d[1]\n10 1\n01 1\n.names q[0] up carry\n11 1\n.names q[0] up d[0]\n10 1\n01 1\n\
        .latch d[0] q[0] re c 2\n.latch d[1] q[1] re c 2\n\
        .names q[0] q[1] full\n11 1\n.names never\n.names always\n1\n";

    #[test]
    fn each_bit_of_a_word_is_a_run() {
        let circuit = Circuit::new(&Blif::parse(COUNTER).expect("a model"));
        let at = |port: &str| circuit.bit(port, 0).expect(port);
        let mut values = circuit.start(|| 0);
        let mut full = Vec::new();
        for _ in 0..5 {
            values[at("up")] = 0b101;
            circuit.eval(&mut values);
            full.push(values[at("full")]);
            circuit.tick(&mut values);
        }
        assert_eq!(full, [0, 0, 0, 0b101, 0]);
        assert_eq!((values[at("never")], values[at("always")]), (0, u64::MAX));
        assert!(circuit.bit("q", 1).is_some() && circuit.bit("up", 1).is_none());
    }

    #[test]
    fn registers_start_as_they_are_told() {
        let circuit = Circuit::new(&Blif::parse(COUNTER).expect("a model"));
        let mut values = circuit.start(|| u64::MAX);
        circuit.eval(&mut values);
        assert_eq!(values[circuit.bit("full", 0).expect("a port")], u64::MAX);
    }
}
