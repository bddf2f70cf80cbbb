//! Calls of functions, those that the compiler inlined included, as it recorded them.

use std::collections::BTreeSet;
use std::ops::Range;

/// Calls in one another that are told of an address; of more, the innermost ones.
const MOST: usize = 32;

/// Code of a function, or of a call of it that was inlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// Number of the function's name.
    pub name: usize,
    /// The call that it was inlined into, which is an earlier one.
    pub within: Option<usize>,
}

/// Calls of a whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Calls {
    names: Vec<String>,
    calls: Vec<Call>,
    /// From which address on which call is the innermost one, sorted by address.
    starts: Vec<(u32, Option<usize>)>,
}

impl Calls {
    /// Accepts the byte addresses of each call by its number, in any order.
    pub fn new(names: Vec<String>, calls: Vec<Call>, ranges: &[(Range<u32>, usize)]) -> Self {
        let mut edges = Vec::new();
        for (range, call) in ranges {
            edges.push((range.start, true, *call));
            edges.push((range.end, false, *call));
        }
        edges.sort_unstable();
        // A call follows the one that it was inlined into, so the last of those that are open is the innermost one.
        let mut open = BTreeSet::new();
        let mut starts: Vec<(u32, Option<usize>)> = Vec::new();
        for (address, begins, call) in edges {
            match begins {
                true => open.insert(call),
                false => open.remove(&call),
            };
            starts.pop_if(|(last, _)| *last == address);
            starts.push((address, open.last().copied()));
        }
        Calls {
            names,
            calls,
            starts,
        }
    }

    /// The functions that an address belongs to, the outermost first.
    pub fn at(&self, address: u32) -> Vec<&str> {
        let behind = self.starts.partition_point(|(start, _)| *start <= address);
        let innermost = self.starts[..behind].last().and_then(|(_, call)| *call);
        let outwards = std::iter::successors(innermost, |call| self.calls[*call].within);
        let names = outwards.map(|call| self.names[self.calls[call].name].as_str());
        let mut names: Vec<&str> = names.take(MOST).collect();
        names.reverse();
        names
    }
}
