//! The order of the blocks of functions, in IR: topological, with the blocks of every loop side by side.
//!
//! The code generator keeps this order (`-disable-block-placement`). Machines that let the threads with the lowest PC go first
//! (collange2011) rely on it: threads that are ahead lie behind in memory, and wait there for the others.

use crate::ir::{IrError, Item, Items, Kind, Token, TokenKind, matching, print, statements};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use std::collections::{HashMap, HashSet};

/// The module with the blocks of all functions in topological order. Every block has a name (pass `instnamer`).
///
/// # Errors
/// [`IrError`] for text that is not IR.
pub(crate) fn ordered(module: &str) -> Result<String, IrError> {
    let mut text = String::with_capacity(module.len());
    for item in Items::of(module) {
        let mut item = item?;
        if item.kind == Kind::Definition {
            order_function(&mut item)?;
        }
        print(&item.tokens, &mut text);
        text.push('\n');
    }
    Ok(text)
}

/// A basic block: its label, and all its tokens.
struct Block<'a> {
    tokens: Vec<Token<'a>>,
    /// The labels to which its last instruction leads.
    successors: Vec<String>,
}

fn order_function(function: &mut Item<'_>) -> Result<(), IrError> {
    let behind = function.parameters()?.end;
    let body = function.tokens.iter().skip(behind);
    let open = body.take_while(|token| !token.is("{")).count() + behind;
    let close = matching(&function.tokens, open)?;
    let (names, blocks) = blocks(&function.tokens[open + 1..close]);
    let index = |label: &String| names.get(label).copied();
    let successors: Vec<Vec<usize>> = blocks
        .iter()
        .map(|block| block.successors.iter().filter_map(index).collect())
        .collect();
    let mut rest: Vec<_> = blocks.into_iter().map(|block| block.tokens).collect();
    let order = topological(&successors);
    let tokens = order
        .into_iter()
        .flat_map(|block| std::mem::take(&mut rest[block]));
    function
        .tokens
        .splice(open + 1..close, tokens.collect::<Vec<_>>());
    Ok(())
}

/// The blocks of a body, and their indices by label.
fn blocks<'a>(body: &[Token<'a>]) -> (HashMap<String, usize>, Vec<Block<'a>>) {
    let (mut names, mut blocks) = (HashMap::new(), Vec::new());
    for statement in statements(body) {
        let label = label(&statement).map(str::to_owned);
        let is_first = blocks.is_empty();
        if label.is_some() || is_first {
            names.extend(label.map(|label| (label, blocks.len())));
            blocks.push(Block {
                tokens: Vec::new(),
                successors: Vec::new(),
            });
        }
        let block: &mut Block<'_> = blocks.last_mut().expect("there is a first block");
        block.successors = targets(&statement);
        block.tokens.extend(statement);
    }
    (names, blocks)
}

/// The label that a statement is.
fn label<'t>(statement: &'t [Token<'_>]) -> Option<&'t str> {
    match statement {
        [name, colon] if colon.is(":") => Some(name.text.as_ref()),
        _ => None,
    }
}

/// The labels that an instruction mentions: only the last instruction of a block has any.
fn targets(statement: &[Token<'_>]) -> Vec<String> {
    let pairs = statement.windows(2);
    let labels = pairs.filter(|two| two[0].is("label") && two[1].kind == TokenKind::Local);
    let name = |two: &[Token<'_>]| two[1].text.trim_start_matches('%').to_owned();
    labels.map(name).collect()
}

/// The blocks behind their predecessors, but for back edges of loops; the blocks of a loop side by side. The first block is the
/// entry. Blocks that nothing leads to come last.
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
        // The edge that was added last is followed first, and what is found first comes last: an `else` stands behind its `if`.
        for target in successors[*block]
            .iter()
            .rev()
            .filter(|&&target| target != entry)
        {
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

    #[test]
    fn blocks_move_with_their_instructions() {
        let module = "define { i32, i32 } @f(i1 %c) {\nentry:\n  switch i1 %c, label %\"a b\" [\n    \
            i1 true, label %y\n  ]\n\ny:\n  ret void\n\n\"a b\":\n  br label %y\n}\n";
        let text = ordered(module).expect("IR");
        let places = [
            "entry:",
            "label %\"a b\"",
            "label %y",
            "\"a b\":",
            "br label",
            "\ny:",
            "ret",
        ];
        let places: Vec<_> = places
            .iter()
            .map(|part| text.find(part).expect(part))
            .collect();
        assert!(places.is_sorted(), "{text}");
    }
}
