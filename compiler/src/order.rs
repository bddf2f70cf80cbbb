//! The order of the blocks of functions in memory (CPL-4): topological, with the blocks of every loop side by side.
//!
//! The code generator makes, splits, merges and moves blocks until its last passes. Therefore it first says which blocks it has in
//! the end, in its machine IR (MIR), and in a second run places the same blocks in the order that it is told. Machines that let the
//! threads with the lowest PC go first (collange2011) rely on this order: threads that are ahead lie behind in memory, and wait
//! there for the others.

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use std::collections::{HashMap, HashSet};

/// The order of the blocks of all functions, in the form of `llc -basic-block-sections`: for each function its name, and the
/// numbers of its blocks in one cluster.
///
/// `mir` is text of `llc -basic-block-address-map`, by which blocks have numbers that both runs share.
pub(crate) fn order(mir: &str) -> String {
    let functions = functions(mir);
    let orders = functions.iter().map(Function::order);
    format!("v1\n{}", orders.collect::<String>())
}

/// A function as the code generator has it.
struct Function<'m> {
    name: &'m str,
    blocks: Vec<Block<'m>>,
}

/// A basic block.
struct Block<'m> {
    /// By which other blocks name it: its place.
    label: &'m str,
    /// The number that it keeps.
    number: &'m str,
    /// The labels of the blocks that may follow.
    successors: Vec<&'m str>,
    has_instructions: bool,
}

impl Block<'_> {
    /// Whether no thread comes here, by the word of the source: the entry of a table for a value that is impossible. The block
    /// has the address of the one that follows it in memory.
    fn is_unreachable(&self) -> bool {
        !self.has_instructions && self.successors.is_empty()
    }
}

fn functions(mir: &str) -> Vec<Function<'_>> {
    let mut functions: Vec<Function<'_>> = Vec::new();
    for line in mir.lines() {
        if let Some(name) = line.strip_prefix("name:") {
            functions.push(Function {
                name: name.trim().trim_matches(['\'', '"']),
                blocks: Vec::new(),
            });
        } else if let Some(function) = functions.last_mut() {
            function.take(line);
        }
    }
    functions
}

impl<'m> Function<'m> {
    /// Takes a line of its text: `  bb.7.name (bb_id 5):`, and below it `    successors: %bb.8(0x40000000), %bb.9(0x40000000)`,
    /// `    liveins: $x10` and instructions.
    fn take(&mut self, line: &'m str) {
        let head = line.strip_prefix("  bb.");
        if let Some((label, (_, number))) = head.and_then(|at| Some((at, at.split_once("bb_id ")?)))
        {
            self.blocks.push(Block {
                label: digits(label),
                number: digits(number),
                successors: Vec::new(),
                has_instructions: false,
            });
        } else if let (Some(text), Some(block)) =
            (line.strip_prefix("    "), self.blocks.last_mut())
        {
            match text.split_once(':') {
                Some(("successors", list)) => {
                    block.successors = list.split("%bb.").skip(1).map(digits).collect();
                }
                Some(("liveins", _)) => {}
                _ => block.has_instructions = true,
            }
        }
    }

    fn order(&self) -> String {
        let successors = self.successors();
        let mut placed = HashSet::new();
        let order = topological(&successors).into_iter().flat_map(|at| {
            // Behind the jump, an unreachable block has the address of a case. Elsewhere the table would lead out of the loop.
            let behind = successors[at].iter().copied();
            let behind = behind.filter(|&next| self.blocks[next].is_unreachable());
            std::iter::once(at).chain(behind)
        });
        let order = order.filter(|&at| placed.insert(at));
        let numbers: Vec<&str> = order.map(|at| self.blocks[at].number).collect();
        format!("f {}\nc {}\n", self.name, numbers.join(" "))
    }

    /// The places of the blocks that may follow each block. The one that the code generator has first stays first.
    fn successors(&self) -> Vec<Vec<usize>> {
        let labels = self.blocks.iter().enumerate();
        let labels: HashMap<&str, usize> = labels.map(|(at, block)| (block.label, at)).collect();
        let places = |block: &Block<'_>| {
            let labels = block.successors.iter().map(|label| labels[label]);
            let mut places: Vec<usize> = labels.collect();
            places.sort_unstable();
            places
        };
        self.blocks.iter().map(places).collect()
    }
}

/// The digits with which a text begins.
fn digits(text: &str) -> &str {
    let end = text.find(|character: char| !character.is_ascii_digit());
    &text[..end.unwrap_or(text.len())]
}

/// The blocks behind their predecessors, but for back edges of loops; the blocks of a loop side by side. Of successors that may
/// come in any order, the first comes first. The first block is the entry. Blocks that nothing leads to come last.
fn topological(successors: &[Vec<usize>]) -> Vec<usize> {
    let all: Vec<usize> = (0..successors.len()).collect();
    let mut order = Vec::with_capacity(all.len());
    arrange(0, &all, successors, &mut order);
    order
}

/// Appends some blocks in order. They begin with the entry, and edges back to it are left out: it heads the loop that they are.
fn arrange(entry: usize, blocks: &[usize], successors: &[Vec<usize>], order: &mut Vec<usize>) {
    for component in components(entry, blocks, successors).into_iter().rev() {
        match component.as_slice() {
            [block] => order.push(*block),
            blocks => arrange(header(blocks, order, successors), blocks, successors, order),
        }
    }
}

/// The strongly connected components of some blocks, from the last to the first.
fn components(entry: usize, blocks: &[usize], successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut graph = DiGraph::new();
    // The search starts at the first node, so that all others are found from the entry.
    let others = blocks.iter().filter(|&&block| block != entry);
    let nodes: HashMap<usize, _> = std::iter::once(&entry)
        .chain(others)
        .map(|&block| (block, graph.add_node(block)))
        .collect();
    for block in blocks {
        // The edge that was added last is followed first, and what is found first comes last.
        for target in successors[*block].iter().filter(|&&target| target != entry) {
            if let Some(&to) = nodes.get(target) {
                graph.add_edge(nodes[block], to, ());
            }
        }
    }
    let components = tarjan_scc(&graph).into_iter();
    let blocks = |component: Vec<_>| component.into_iter().map(|node| graph[node]).collect();
    components.map(blocks).collect()
}

/// The block by which a loop is entered from blocks that are already placed; of several (an irreducible loop), the first in
/// the module.
fn header(blocks: &[usize], placed: &[usize], successors: &[Vec<usize>]) -> usize {
    let reached = placed.iter().flat_map(|&before| &successors[before]);
    let reached: HashSet<&usize> = reached.collect();
    let entered = blocks.iter().filter(|block| reached.contains(block)).min();
    let first = blocks.iter().min();
    *entered.or(first).expect("a loop has blocks")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `0 -> 3 -> 1 -> 2 -> {3, 4}`, where 1 to 3 are a loop that block 5 leaves.
    #[test]
    fn a_loop_is_contiguous_and_begins_with_its_header() {
        let successors = [vec![3], vec![2, 5], vec![3, 4], vec![1], vec![], vec![4]];
        assert_eq!(topological(&successors), [0, 3, 1, 2, 5, 4]);
    }

    #[test]
    fn loops_in_loops_are_contiguous() {
        // 1 heads a loop up to 4; 2 and 3 are a loop in it.
        let successors = [vec![5, 1], vec![2], vec![3, 4], vec![2], vec![1, 5], vec![]];
        assert_eq!(topological(&successors), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_loop_with_two_entries_begins_with_the_first() {
        let successors = [vec![2, 1], vec![2], vec![1, 3], vec![]];
        assert_eq!(topological(&successors), [0, 1, 2, 3]);
    }

    const MIR: &str = r#"--- |
  bb.9 (bb_id 9):
---
name:            f
body:             |
  bb.0.entry (bb_id 0):
    successors: %bb.2(0x40000000), %bb.1(0x40000000), %bb.4(0x00000000)
    liveins: $x10

    BRIND %bb.1
  bb.1 (%ir-block.3, bb_id 7):
    RET
  bb.2."a b" (bb_id 4):
    successors: %bb.3(0x1)

  bb.3 (bb_id 5):
    successors: %bb.1(0x1)
    NOP
  bb.4 (bb_id 6):
    successors:

...
---
name: 'g.1'
  bb.0 (bb_id 0):
"#;

    #[test]
    fn blocks_have_their_numbers_and_stay_where_they_may() {
        let order = order(MIR);
        assert_eq!(order, "v1\nf f\nc 0 6 4 5 7\nf g.1\nc 0\n");
    }
}
