//! Combinational paths: loops, and agreement with the contract.

use super::netlist::{Bit, Netlist};
use crate::builder::Graph;
use crate::builder::graph::{Kind, SignalId};
use crate::error::{Error, Hop, Reason};
use crate::layout::Layout;
use std::collections::HashSet;

/// The state of a node in a depth-first search over a graph of bits or of signals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Cycles of a graph, one for each edge that closes a cycle in the search. A cycle lists its nodes from the node that
/// this edge leads to; each node depends on the next.
fn cycles<'a>(nodes: usize, inputs: impl Fn(u32) -> &'a [u32]) -> Vec<Vec<u32>> {
    let mut marks = vec![Mark::New; nodes];
    let mut found = Vec::new();
    for root in 0..nodes as u32 {
        let mut stack: Vec<(u32, usize)> = Vec::new();
        if marks[root as usize] == Mark::New {
            marks[root as usize] = Mark::Open;
            stack.push((root, 0));
        }
        while let Some((node, next)) = stack.last_mut() {
            let Some(&input) = inputs(*node).get(*next) else {
                marks[*node as usize] = Mark::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            match marks[input as usize] {
                Mark::Done => {}
                Mark::New => {
                    marks[input as usize] = Mark::Open;
                    stack.push((input, 0));
                }
                Mark::Open => {
                    let start = stack.iter().position(|(node, _)| *node == input);
                    let cycle = &stack[start.expect("an open node is on the stack")..];
                    found.push(cycle.iter().map(|(node, _)| *node).collect());
                }
            }
        }
    }
    found
}

/// Searches the paths of one module.
pub(super) struct Paths<'a> {
    pub(super) graph: &'a Graph,
    pub(super) layout: &'a Layout,
    pub(super) net: &'a Netlist,
}

impl Paths<'_> {
    /// Values that depend on themselves within a cycle, and signals that only seem to.
    pub(super) fn loops(&self) -> Vec<Error> {
        let fan_in = self.signal_fan_in();
        let seeming = cycles(fan_in.len(), |copy| &fan_in[copy as usize]);
        // A value that depends on itself is also a cycle of signals, of which there are far fewer than of bits.
        if seeming.is_empty() {
            return Vec::new();
        }
        let true_loops = cycles(self.net.bits(), |bit| self.net.inputs(bit));
        if true_loops.is_empty() {
            let hops = |cycle: &Vec<u32>| self.hops(&self.bits_between(cycle));
            return self.distinct(seeming.iter().map(hops), |hops| Reason::LooksCircular {
                hops,
            });
        }
        let hops = |cycle: &Vec<Bit>| self.hops(cycle);
        self.distinct(true_loops.iter().map(hops), |hops| {
            Reason::CombinationalLoop { hops }
        })
    }

    /// For each copy on a cycle, a bit that depends on the next copy.
    fn bits_between(&self, cycle: &[u32]) -> Vec<Bit> {
        let next = cycle.iter().cycle().skip(1);
        let bit = |(&copy, &next): (&u32, &u32)| {
            let reads = |bit: &Bit| {
                let mut inputs = self.net.inputs(*bit).iter();
                inputs.any(|&input| self.net.copy_of(input) as u32 == next)
            };
            let mut bits = self.net.range(copy as usize).map(|bit| bit as Bit);
            bits.find(reads)
                .expect("a copy depends on the next one of its cycle")
        };
        cycle.iter().zip(next).map(bit).collect()
    }

    /// For each copy of a signal, the copies that its bits depend on.
    fn signal_fan_in(&self) -> Vec<Vec<u32>> {
        let copies = self.net.copies.len();
        // The last copy that was seen to depend on each copy: many bits of one copy are read together.
        let mut reader = vec![usize::MAX; copies];
        let mut of = |copy| {
            let bits = self.net.range(copy);
            let inputs = bits.flat_map(|bit| self.net.inputs(bit as Bit));
            let read = inputs.map(|&bit| self.net.copy_of(bit));
            let new = read.filter(|&read| std::mem::replace(&mut reader[read], copy) != copy);
            let mut read: Vec<u32> = new.map(|read| read as u32).collect();
            read.sort_unstable();
            read
        };
        (0..copies).map(&mut of).collect()
    }

    /// One error for each set of signals.
    fn distinct(
        &self,
        found: impl Iterator<Item = Vec<Hop>>,
        reason: impl Fn(Vec<Hop>) -> Reason,
    ) -> Vec<Error> {
        let mut seen = HashSet::new();
        let new = found.filter(|hops| {
            let mut names: Vec<String> = hops.iter().map(|hop| hop.signal.clone()).collect();
            names.sort_unstable();
            names.dedup();
            seen.insert(names)
        });
        new.map(|hops| Error {
            unit: self.graph.contract.name,
            at: hops[0].at,
            reason: reason(hops),
        })
        .collect()
    }

    /// The signals on a path, without immediate repetitions.
    fn hops(&self, bits: &[Bit]) -> Vec<Hop> {
        let mut hops: Vec<Hop> = Vec::new();
        for &bit in bits {
            let id = self.net.signal_of(bit);
            let signal = self.layout.name(id).to_owned();
            let driver = self.net.drivers[bit as usize];
            let at = driver.map_or(self.graph.signals[id].at, |driver| driver.at);
            if hops.last().is_none_or(|last| last.signal != signal) {
                hops.push(Hop { signal, at });
            }
        }
        hops
    }

    /// Paths that the contract does not declare, and declared paths that do not exist.
    pub(super) fn disagreements(&self) -> Vec<Error> {
        let outputs = (0..self.net.copies.len()).filter_map(|copy| {
            let id = self.net.copies[copy].signal;
            matches!(self.graph.signals[id].kind, Kind::Output(_)).then_some((copy, id))
        });
        outputs
            .flat_map(|(copy, id)| self.output(copy, id))
            .collect()
    }

    fn output(&self, copy: usize, id: SignalId) -> Vec<Error> {
        let output = &self.graph.signals[id].name;
        let found = self.inputs_of(copy);
        let paths = &self.graph.contract.paths;
        let of_output = paths.iter().filter(|path| path.output == output);
        let declared: Vec<&str> = of_output.flat_map(|path| path.inputs).copied().collect();
        let undeclared = found
            .iter()
            .filter(|(input, _)| !declared.contains(&self.graph.signals[*input].name.as_str()))
            .map(|(input, bits)| Reason::UndeclaredPath {
                output: output.clone(),
                input: self.graph.signals[*input].name.clone(),
                hops: self.hops(bits),
            });
        let is_found = |name: &str| {
            let mut names = found
                .iter()
                .map(|(input, _)| &self.graph.signals[*input].name);
            names.any(|found| found == name)
        };
        let missing =
            declared
                .iter()
                .filter(|name| !is_found(name))
                .map(|name| Reason::MissingPath {
                    output: output.clone(),
                    input: (*name).to_owned(),
                });
        let first = self.net.range(copy).start;
        let at = self.net.drivers[first].map_or(self.graph.signals[id].at, |driver| driver.at);
        let unit = self.graph.contract.name;
        let error = |reason| Error { unit, at, reason };
        undeclared.chain(missing).map(error).collect()
    }

    /// Input ports that an output depends on within the cycle, each with one path from the output.
    fn inputs_of(&self, copy: usize) -> Vec<(SignalId, Vec<Bit>)> {
        let mut from: Vec<Option<Bit>> = vec![None; self.net.bits()];
        let mut open: Vec<Bit> = self.net.range(copy).map(|bit| bit as Bit).collect();
        open.iter().for_each(|&bit| from[bit as usize] = Some(bit));
        let mut found: Vec<(SignalId, Vec<Bit>)> = Vec::new();
        while let Some(bit) = open.pop() {
            let id = self.net.signal_of(bit);
            let is_input = matches!(self.graph.signals[id].kind, Kind::Input(_));
            if is_input && found.iter().all(|(known, _)| *known != id) {
                found.push((id, trail(&from, bit)));
            }
            for &input in self.net.inputs(bit) {
                if from[input as usize].is_none() {
                    from[input as usize] = Some(bit);
                    open.push(input);
                }
            }
        }
        found.sort_by_key(|(id, _)| id.index());
        found
    }
}

/// The path from an output to a bit, given the bit from which each bit was reached.
fn trail(from: &[Option<Bit>], bit: Bit) -> Vec<Bit> {
    let next = |&bit: &Bit| from[bit as usize].filter(|&before| before != bit);
    let mut bits: Vec<Bit> = std::iter::successors(Some(bit), next).collect();
    bits.reverse();
    bits
}
