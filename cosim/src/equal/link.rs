//! The gates of a golden unit in the netlist of the RTL.

use super::golden::Gates;
use crate::gates::{Blif, Register, Table};
use crate::prove::GOLDEN;
use crate::verilated::RESET;
use heddle_hdl::Checker;
use heddle_symbolic::Lit;
use heddle_symbolic::aig::Node;
use std::collections::BTreeSet;

/// Drives the checker's inputs for words of the golden unit, which nothing drives in a netlist, with the unit's gates.
pub(super) fn link(blif: &mut Blif, golden: &Gates, checker: &Checker) {
    let mut linked = Linked {
        golden,
        needed: BTreeSet::new(),
        tables: Vec::new(),
    };
    for probe in checker.probes() {
        let Some(word) = probe.register.strip_prefix(GOLDEN) else {
            continue;
        };
        // Of gates with a mistake, higher bits may be constant than of those that the checker was made for.
        let bits = golden
            .all_bits(word)
            .expect("the checker was made for this unit");
        let width = probe.width as usize;
        for (at, bit) in bits[..width].iter().enumerate() {
            let input = bit_name(&probe.name, width, at);
            if blif.inputs.remove(&input) {
                linked.equal(*bit, input);
            }
        }
    }
    let registers = linked.registers();
    blif.registers.extend(registers);
    linked.add_gates();
    blif.tables.extend(linked.tables);
}

/// The name of a port's bit in a netlist.
fn bit_name(port: &str, width: usize, bit: usize) -> String {
    match width {
        1 => port.into(),
        _ => format!("{port}[{bit}]"),
    }
}

/// The signal of a node.
fn signal(node: usize) -> String {
    format!("golden_{node}")
}

struct Linked<'g> {
    golden: &'g Gates,
    /// Nodes that something reads.
    needed: BTreeSet<usize>,
    tables: Vec<Table>,
}

impl Linked<'_> {
    /// A signal that equals a literal.
    fn equal(&mut self, lit: Lit, output: String) {
        self.needed.insert(lit.node());
        let row = if lit.is_complement() { "0 1" } else { "1 1" };
        self.tables.push(Table {
            signals: vec![signal(lit.node()), output],
            rows: vec![row.into()],
        });
    }

    /// The registers that something depends on.
    fn registers(&mut self) -> Vec<Register> {
        let all = &self.golden.cycle.registers;
        let mut known = BTreeSet::new();
        loop {
            self.close();
            let new: Vec<usize> = (0..all.len())
                .filter(|at| self.needed.contains(&all[*at].now.node()) && !known.contains(at))
                .collect();
            if new.is_empty() {
                break;
            }
            self.needed
                .extend(new.iter().map(|at| all[*at].next.node()));
            known.extend(new);
        }
        known.into_iter().map(|at| self.register(at)).collect()
    }

    /// Adds the operands of what is needed.
    fn close(&mut self) {
        let nodes = self.golden.cycle.aig.nodes();
        let mut new: Vec<usize> = self.needed.iter().copied().collect();
        while let Some(node) = new.pop() {
            if let Node::And(a, b) = nodes[node] {
                for operand in [a.node(), b.node()] {
                    if self.needed.insert(operand) {
                        new.push(operand);
                    }
                }
            }
        }
    }

    fn register(&mut self, at: usize) -> Register {
        let register = self.golden.cycle.registers[at];
        let next = format!("golden_next{at}");
        let row = |next: char| format!("0{next} 1");
        let from_next = row(if register.next.is_complement() {
            '0'
        } else {
            '1'
        });
        let mut rows = vec![from_next];
        rows.extend(register.reset.then(|| "1- 1".into()));
        self.tables.push(Table {
            signals: vec![RESET.into(), signal(register.next.node()), next.clone()],
            rows,
        });
        Register {
            next,
            now: signal(register.now.node()),
        }
    }

    /// Tables for the nodes that are needed.
    fn add_gates(&mut self) {
        let aig = &self.golden.cycle.aig;
        for &node in &self.needed {
            let (signals, row) = match aig.nodes()[node] {
                Node::Constant => (vec![signal(node)], None),
                Node::Input(_) => continue,
                Node::And(a, b) => {
                    let level = |lit: Lit| if lit.is_complement() { '0' } else { '1' };
                    let row = format!("{}{} 1", level(a), level(b));
                    let operands = [a, b].map(|lit| signal(lit.node()));
                    let signals = operands.into_iter().chain([signal(node)]).collect();
                    (signals, Some(row))
                }
            };
            let rows = row.into_iter().collect();
            self.tables.push(Table { signals, rows });
        }
        for (port, bits) in &self.golden.inputs {
            for (at, bit) in bits.iter().enumerate() {
                if self.needed.contains(&bit.node()) {
                    self.tables.push(Table {
                        signals: vec![bit_name(port, bits.len(), at), signal(bit.node())],
                        rows: vec!["1 1".into()],
                    });
                }
            }
        }
    }
}
