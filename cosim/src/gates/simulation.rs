//! Simulates 64 runs of a netlist at once: each signal is a word with one bit for each run.

use super::blif::{Blif, Table};
use petgraph::algo::toposort;
use petgraph::graph::DiGraph;
use std::collections::BTreeMap;

/// Tables and registers, ready to be evaluated.
pub(crate) struct Circuit {
    /// Number of each signal. The inputs of a table have lower numbers than its output.
    signals: BTreeMap<String, usize>,
    /// For each register, the signal that it takes at the clock edge and the signal that it drives.
    registers: Vec<(usize, usize)>,
    /// The gates in the order of their outputs' numbers.
    gates: Vec<Gate>,
    /// The rows of all gates, one after the other.
    rows: Vec<Row>,
    /// The literals of all rows.
    literals: Vec<Literal>,
}

/// A table: its output is high if all literals of any row are high.
struct Gate {
    /// Number of rows of the gate.
    rows: u32,
    output: u32,
}

/// A row, given by its number of literals.
struct Row(u32);

/// A signal, and the mask that turns it into the literal: zeros, or ones for its complement.
struct Literal(u32, u64);

impl Circuit {
    /// The circuit of a netlist.
    ///
    /// # Panics
    /// If the tables form a loop.
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

    /// The number of the signal for a bit of a port; `None` if the port has no such bit.
    pub fn bit(&self, port: &str, bit: usize) -> Option<usize> {
        let indexed = self.signals.get(&format!("{port}[{bit}]"));
        let scalar = || self.signals.get(port).filter(|_| bit == 0);
        indexed.or_else(scalar).copied()
    }

    /// The number of a signal.
    ///
    /// # Panics
    /// If no signal has this name.
    pub fn signal(&self, name: &str) -> usize {
        self.signals[name]
    }

    /// The signals of 64 runs before their first cycle; `word` gives the initial values of the registers.
    pub fn start(&self, mut word: impl FnMut() -> u64) -> Vec<u64> {
        let mut values = vec![0; self.signals.len()];
        self.registers
            .iter()
            .for_each(|(_, now)| values[*now] = word());
        values
    }

    /// Evaluates all gates from the inputs and registers.
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

/// A number for each signal, in topological order: the output of a table comes after its inputs.
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

    /// A counter of two bits that counts while `up` is high. Its tables are in the wrong order.
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
