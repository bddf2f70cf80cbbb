//! Where the branches of a function join, and which values are read behind.

use crate::module::{End, Function};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeSet;

/// What is known about a function's control flow.
pub struct Flow {
    /// For each block, the first block that every path from it to a return goes through; `None` if that is the return itself.
    joins: Vec<Option<usize>>,
    /// For each block, the values that are read in it or behind it, and were there before.
    live: Vec<Vec<usize>>,
}

impl Flow {
    /// The flow of a function.
    pub fn of(function: &Function) -> Self {
        Self {
            joins: joins(function),
            live: live(function),
        }
    }

    /// Where the successors of a block join. Paths that never return do not count.
    pub fn join(&self, block: usize) -> Option<usize> {
        self.joins[block]
    }

    /// The values that are read behind the entry of a block, its own phis among them.
    pub fn live(&self, block: usize) -> &[usize] {
        &self.live[block]
    }
}

fn joins(function: &Function) -> Vec<Option<usize>> {
    let count = function.blocks.len();
    // The edges are turned around: dominators are then post-dominators. The last node is the return.
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(count + 1, 2 * count);
    let nodes: Vec<NodeIndex> = (0..=count).map(|_| graph.add_node(())).collect();
    for (at, block) in function.blocks.iter().enumerate() {
        for to in block.end.successors() {
            graph.add_edge(nodes[to], nodes[at], ());
        }
        if matches!(block.end, End::Return(_)) {
            graph.add_edge(nodes[count], nodes[at], ());
        }
    }
    let dominators = simple_fast(&graph, nodes[count]);
    let join = |at: usize| {
        let join = dominators.immediate_dominator(nodes[at])?.index();
        (join < count).then_some(join)
    };
    (0..count).map(join).collect()
}

fn live(function: &Function) -> Vec<Vec<usize>> {
    let count = function.blocks.len();
    let mut live: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (at, block) in function.blocks.iter().enumerate() {
        block
            .end
            .successors()
            .into_iter()
            .for_each(|to| before[to].push(at));
    }
    let mut changed: BTreeSet<usize> = (0..count).collect();
    while let Some(at) = changed.pop_last() {
        let now = live_in(function, at, &live);
        if now.len() != live[at].len() {
            live[at] = now;
            changed.extend(&before[at]);
        }
    }
    live.into_iter()
        .map(|of| of.into_iter().collect())
        .collect()
}

/// The values that a block reads, given those of the blocks behind it. Its own phis have been taken already.
fn live_in(function: &Function, at: usize, live: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let block = &function.blocks[at];
    let mut now = BTreeSet::new();
    for to in block.end.successors() {
        let phis = &function.blocks[to].phis;
        now.extend(
            live[to]
                .iter()
                .filter(|value| phis.iter().all(|phi| phi.result != **value)),
        );
        let taken = phis.iter().flat_map(|phi| &phi.incoming);
        let taken = taken.filter(|(from, _)| *from == at);
        now.extend(taken.flat_map(|(_, operand)| operand.values()));
    }
    now.extend(
        block
            .end
            .operand()
            .iter()
            .flat_map(|operand| operand.values()),
    );
    for step in block.steps.iter().rev() {
        if let Some(result) = step.result {
            now.remove(&result);
        }
        now.extend(step.reads());
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::Module;

    /// A loop with a branch in it, of which one side panics, and a way out in its middle. Values are numbered as they are read.
    const FUNCTION: &str = "
declare void @panics() #0
define i64 @f(i64 %n, i64 %k) {
start:
  br label %head
head:
  %i = phi i64 [ 0, %start ], [ %next, %latch ]
  %ends = icmp eq i64 %i, %n
  br i1 %ends, label %done, label %body
body:
  %odd = trunc i64 %i to i1
  br i1 %odd, label %other, label %latch
other:
  %bad = icmp ugt i64 %k, 9
  br i1 %bad, label %dead, label %latch
dead:
  call void @panics()
  unreachable
latch:
  %add = phi i64 [ %k, %other ], [ 1, %body ]
  %next = add i64 %i, %add
  br label %head
done:
  %twice = shl i64 %i, 1
  ret i64 %twice
}
attributes #0 = { noreturn }
";
    const BLOCKS: [&str; 7] = ["start", "head", "body", "other", "dead", "latch", "done"];

    fn flow() -> Flow {
        let module = Module::parse(FUNCTION).expect("a module");
        Flow::of(&module.functions["f"])
    }

    #[test]
    fn branches_join_where_all_paths_that_return_meet() {
        let flow = flow();
        let joins = (0..BLOCKS.len()).map(|block| flow.join(block).map(|join| BLOCKS[join]));
        let expected = [
            Some("head"),
            Some("done"),
            Some("latch"),
            Some("latch"),
            None,
            Some("head"),
            None,
        ];
        assert!(joins.eq(expected));
    }

    #[test]
    fn values_live_from_where_they_are_set_to_where_they_are_read() {
        let module = Module::parse(FUNCTION).expect("a module");
        let flow = flow();
        // Numbers of values are those of their first appearance.
        let names = ["n", "k", "i", "next", "ends", "odd", "bad", "add", "twice"];
        assert_eq!(module.functions["f"].values, names.len());
        let live = |block: &str| {
            let block = BLOCKS.iter().position(|name| *name == block);
            let live = flow.live(block.expect("a block")).iter();
            live.map(|value| names[*value]).collect::<Vec<_>>()
        };
        assert_eq!(live("start"), ["n", "k"]);
        assert_eq!(live("head"), ["n", "k", "i"]);
        assert_eq!(live("body"), ["n", "k", "i"]);
        assert_eq!(live("latch"), ["n", "k", "i", "add"]);
        assert_eq!(live("dead"), [""; 0]);
        assert_eq!(live("done"), ["i"]);
    }
}
