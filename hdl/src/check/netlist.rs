//! The module with all loops expanded: every bit of every signal, its driver, whether anything
//! reads it, and the bits that it depends on within the cycle.

use crate::builder::graph::SignalId;
use crate::builder::{DEPTH, Graph};
use crate::error::Caller;

/// A bit of the module.
pub(crate) type Bit = u32;

/// A signal in one iteration of the loops around its declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copy {
    pub(crate) first: Bit,
    pub(crate) signal: SignalId,
    /// Values of the loops around the declaration, by depth.
    pub(crate) iteration: [i64; DEPTH],
}

/// The driver of a bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Driver {
    pub(crate) at: Caller,
    /// Whether the driver is a write by index; a bit may have several of these.
    pub(crate) is_write: bool,
}

/// All bits of a module.
#[derive(Default)]
pub(crate) struct Netlist {
    /// Sorted by first bit.
    pub(crate) copies: Vec<Copy>,
    /// The copy that each bit belongs to, as a position in `copies`.
    owners: Vec<u32>,
    pub(crate) drivers: Vec<Option<Driver>>,
    pub(crate) is_used: Vec<bool>,
    /// Range of a bit's combinational inputs in `edges`.
    fan_in: Vec<(u32, u32)>,
    edges: Vec<Bit>,
}

impl Netlist {
    /// Creates the bits of a signal in one iteration.
    pub(super) fn add(&mut self, signal: SignalId, iteration: [i64; DEPTH], bits: usize) -> Bit {
        let first = self.bits() as Bit;
        let owner = self.copies.len() as u32;
        self.copies.push(Copy {
            first,
            signal,
            iteration,
        });
        let end = self.bits() + bits;
        self.owners.resize(end, owner);
        self.drivers.resize(end, None);
        self.is_used.resize(end, false);
        self.fan_in.resize(end, (0, 0));
        first
    }

    /// Number of bits of all signals.
    pub(crate) fn bits(&self) -> usize {
        self.drivers.len()
    }

    /// Records that a bit depends on others within the cycle.
    pub(super) fn connect(&mut self, bit: Bit, inputs: &[Bit]) {
        let start = self.edges.len() as u32;
        self.edges.extend_from_slice(inputs);
        self.fan_in[bit as usize] = (start, self.edges.len() as u32);
    }

    /// The bits that a bit depends on within the cycle.
    pub(crate) fn inputs(&self, bit: Bit) -> &[Bit] {
        let (start, end) = self.fan_in[bit as usize];
        &self.edges[start as usize..end as usize]
    }

    /// The copy of a signal that a bit belongs to, as a position in `copies`.
    pub(crate) fn copy_of(&self, bit: Bit) -> usize {
        self.owners[bit as usize] as usize
    }

    /// The signal that a bit belongs to.
    pub(crate) fn signal_of(&self, bit: Bit) -> SignalId {
        self.copies[self.copy_of(bit)].signal
    }

    /// Range of bits of a copy.
    pub(crate) fn range(&self, copy: usize) -> std::ops::Range<usize> {
        let end = self.copies.get(copy + 1);
        let end = end.map_or(self.bits(), |next| next.first as usize);
        self.copies[copy].first as usize..end
    }
}

/// Names bits of one copy of a signal for people: `bits 7:4 of element 2 (i = 3)`.
pub(crate) fn describe(graph: &Graph, net: &Netlist, copy: usize, bits: &[usize]) -> String {
    let Copy {
        first,
        signal,
        iteration,
    } = net.copies[copy];
    let signal = &graph.signals[signal];
    let width = signal.width as usize;
    let own: Vec<usize> = bits.iter().map(|bit| bit - first as usize).collect();
    let element = own[0] / width;
    let low = own[0] % width;
    let run = own.iter().zip(own[0]..).take_while(|(a, b)| **a == *b);
    let high = low + run.count().min(width - low) - 1;
    let all = low == 0 && high + 1 == width;
    let mut text = match (all, high == low) {
        (true, _) => "all bits".to_owned(),
        (_, true) => format!("bit {low}"),
        _ => format!("bits {high}:{low}"),
    };
    if signal.length.is_some() {
        text += &format!(" of element {element}");
    }
    let more = own.len() - (high - low + 1);
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text + &iteration_text(graph, signal.scope, &iteration)
}

/// ` (i = 3, j = 0)`; empty outside loops.
pub(crate) fn iteration_text(
    graph: &Graph,
    scope: crate::builder::graph::ScopeId,
    iteration: &[i64; DEPTH],
) -> String {
    let mut loops: Vec<String> = graph
        .chain(scope)
        .filter(|&scope| graph.scopes[scope].span().is_some())
        .map(|scope| {
            let value = iteration[(graph.scopes[scope].depth - 1).min(DEPTH - 1)];
            format!("{} = {value}", crate::layout::variable(graph, scope))
        })
        .collect();
    loops.reverse();
    if loops.is_empty() {
        return String::new();
    }
    format!(" ({})", loops.join(", "))
}
