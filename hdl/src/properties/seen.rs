//! What properties see besides ports.

use heddle_contract::Property;
use heddle_contract::terms::{Inside, Op, Ref};
use std::collections::HashSet;

/// A register of the unit that is an input of the checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Name of the input.
    pub name: String,
    /// The register's name in the flat unit, with the number of its word if it has several.
    pub register: String,
    /// Bits.
    pub width: u32,
}

/// Registers and unknown numbers, in the order in which properties name them.
#[derive(Default)]
pub(super) struct Seen {
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
            Op::Unknown(name) => self.unknowns.push((unknown(name), node.width)),
            op => op.operands().into_iter().for_each(|o| self.add(o, known)),
        }
    }
}

/// The input of a checker for a register.
pub(super) fn name_of(inside: Inside) -> String {
    let path = inside.path.replace(['.', '[', ']', ':'], "_");
    match inside.word {
        Some(word) => format!("inside_{path}_{word}"),
        None => format!("inside_{path}"),
    }
}

/// The input of a checker for a number that keeps its value.
pub(super) fn unknown(name: &str) -> String {
    format!("unknown_{name}")
}

fn register(inside: Inside) -> String {
    match inside.word {
        Some(word) => format!("{}[{word}]", inside.path),
        None => inside.path.to_string(),
    }
}
