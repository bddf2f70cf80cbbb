//! Signals that properties see: outputs, and registers and unknown numbers besides ports.

use heddle_contract::terms::{Inside, Op, Ref};
use heddle_contract::{Direction, Property};
use std::collections::{BTreeSet, HashSet};

/// A register of the unit that is an input of the checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Name of the input.
    pub name: String,
    /// The register's name in the flattened unit, with the number of the word if it is a memory.
    pub register: String,
    /// Width in bits.
    pub width: u32,
}

/// Outputs, and registers and unknown numbers in the order in which properties name them.
#[derive(Default)]
pub(super) struct Seen {
    /// Names of ports.
    pub outputs: BTreeSet<String>,
    pub probes: Vec<Probe>,
    pub unknowns: Vec<(String, u32)>,
}

impl Seen {
    pub fn of<'a>(properties: impl Iterator<Item = &'a Property>) -> Self {
        let (mut seen, mut known) = (Self::default(), HashSet::new());
        for property in properties {
            seen.add(property.is.node(), &mut known);
            seen.add(property.when.node(), &mut known);
        }
        seen
    }

    fn add(&mut self, node: Ref, known: &mut HashSet<Ref>) {
        if !known.insert(node) {
            return;
        }
        match &node.op {
            Op::Inside(inside) => self.probes.push(Probe {
                name: name_of(*inside),
                register: register(*inside),
                width: node.width,
            }),
            Op::Port(leaf) if leaf.direction == Direction::Out => {
                let name = format!("{}{}", leaf.name, leaf.direction.suffix());
                self.outputs.insert(name);
            }
            Op::Unknown(name) => self.unknowns.push((unknown(name), node.width)),
            op => op.operands().into_iter().for_each(|o| self.add(o, known)),
        }
    }
}

/// The signals of a property that the unit drives: outputs, and inputs of the checker for registers.
pub fn driven(property: &Property) -> Vec<String> {
    let seen = Seen::of([property].into_iter());
    let probes = seen.probes.into_iter().map(|probe| probe.name);
    seen.outputs.into_iter().chain(probes).collect()
}

/// Name of the checker's input for a register.
pub(super) fn name_of(inside: Inside) -> String {
    let path = inside.path.replace(['.', '[', ']', ':'], "_");
    match inside.word {
        Some(word) => format!("inside_{path}_{word}"),
        None => format!("inside_{path}"),
    }
}

/// Name of the checker's input for a number that keeps its value.
pub(super) fn unknown(name: &str) -> String {
    format!("unknown_{name}")
}

fn register(inside: Inside) -> String {
    match inside.word {
        Some(word) => format!("{}[{word}]", inside.path),
        None => inside.path.to_string(),
    }
}
