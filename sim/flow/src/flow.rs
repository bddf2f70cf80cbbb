//! The control-flow graph of a program.

use crate::block::{Block, Edge, End, Node};
use crate::explore::Blocks;
use crate::jump_table::Rule;
use crate::loops::{Loop, loops};
use crate::post_dominators::post_dominators;
use crate::recover::recover;
use heddle_isa::Program;
use heddle_isa::program::KERNEL_PREFIX;
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef};
use std::collections::{BTreeMap, BTreeSet};

/// A function: code that is called, or that the file names as a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Byte address of its first instruction.
    pub entry: u32,
    /// The function's symbol, the first by name if it has several; `None` if it was only found through a call.
    pub name: Option<String>,
}

impl Function {
    /// The function's name, or its address if it has none.
    pub fn label(&self) -> String {
        let address = || format!("0x{:08x}", self.entry);
        self.name.clone().unwrap_or_else(address)
    }
}

/// A function that is not in the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no function `{name}`")]
pub struct NoFunction {
    /// The requested name.
    pub name: String,
    /// The names of all functions.
    pub available: Vec<String>,
}

impl NoFunction {
    /// How to fix it.
    pub fn remedy(&self) -> String {
        match self.available.as_slice() {
            [] => "the file has no code that anything leads to".into(),
            names => format!("the file has: {}", names.join(", ")),
        }
    }
}

/// Functions, blocks and edges of a program, with post-dominators.
#[derive(Clone, Debug)]
pub struct Flow {
    graph: DiGraph<Node, Edge>,
    exit: NodeIndex,
    by_start: BTreeMap<u32, NodeIndex>,
    functions: Vec<Function>,
    post_dominators: Vec<Option<NodeIndex>>,
}

impl Flow {
    /// Recovers the control flow of a program, starting from its functions, its kernels and its entry point.
    pub fn new(program: &Program) -> Flow {
        Flow::of(program, &recover(program, Rule::Sound))
    }

    /// A graph with a deliberate error, for tests of the checks that must find it: tables are cut where they leave the function
    /// of their jump, and entries that hold the end of the function are dropped.
    pub fn with_cut_tables(program: &Program) -> Flow {
        Flow::of(program, &recover(program, Rule::CutAtFunction))
    }

    fn of(program: &Program, blocks: &Blocks) -> Flow {
        let (mut graph, mut by_start) = (DiGraph::new(), BTreeMap::new());
        for block in blocks.by_start.values() {
            by_start.insert(block.start, graph.add_node(Node::Block(block.clone())));
        }
        let exit = graph.add_node(Node::Exit);
        for block in blocks.by_start.values() {
            let from = by_start[&block.start];
            for (to, edge) in blocks.successors(block) {
                graph.add_edge(from, by_start[&to], edge);
            }
            match block.leaves {
                End::Return => graph.add_edge(from, exit, Edge::Return),
                End::Unknown => graph.add_edge(from, exit, Edge::Unknown),
                _ => continue,
            };
        }
        let entries: BTreeSet<_> = blocks.entries.iter().map(|pc| by_start[pc]).collect();
        Flow {
            post_dominators: post_dominators(&mut graph, exit, &entries),
            functions: functions(program, &blocks.entries),
            graph,
            exit,
            by_start,
        }
    }

    /// The graph: blocks in the order of their addresses, then the exit.
    pub fn graph(&self) -> &DiGraph<Node, Edge> {
        &self.graph
    }

    /// The exit node, to which all returns lead.
    pub fn exit(&self) -> NodeIndex {
        self.exit
    }

    /// The functions, by address.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Looks a function up by its name (for a kernel also without the prefix) or by its address in hexadecimal (`0x...`).
    ///
    /// # Errors
    /// [`NoFunction`] lists the available functions.
    pub fn function(&self, name: &str) -> Result<&Function, NoFunction> {
        let kernel = format!("{KERNEL_PREFIX}{name}");
        let named = |wanted: &str| self.functions.iter().find(|f| f.label() == wanted);
        let entry = name.strip_prefix("0x");
        let entry = entry.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let at = |entry| self.functions.iter().find(|f| Some(f.entry) == entry);
        let found = named(name).or_else(|| named(&kernel)).or_else(|| at(entry));
        found.ok_or_else(|| NoFunction {
            name: name.into(),
            available: self.functions.iter().map(Function::label).collect(),
        })
    }

    /// The node whose block holds the instruction at `pc`.
    pub fn node_at(&self, pc: u32) -> Option<NodeIndex> {
        let (_, &node) = self.by_start.range(..=pc).next_back()?;
        let block = self.block(node)?;
        (pc < block.end && pc.is_multiple_of(4)).then_some(node)
    }

    /// The block of a node; `None` for the exit.
    pub fn block(&self, node: NodeIndex) -> Option<&Block> {
        self.graph[node].block()
    }

    /// The successors of a node: the next block in memory first, then targets by address.
    pub fn successors(&self, node: NodeIndex) -> Vec<(NodeIndex, Edge)> {
        let mut edges: Vec<_> = self.graph.edges(node).collect();
        edges.sort_by_key(|edge| edge.id());
        let edges = edges.iter();
        edges.map(|edge| (edge.target(), *edge.weight())).collect()
    }

    /// All blocks, by address.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.graph.node_weights().filter_map(Node::block)
    }

    /// The nodes of a function, by address, without the exit: all nodes that can be reached from its entry without following
    /// calls. Jumps into other functions are followed.
    pub fn nodes_of(&self, function: &Function) -> Vec<NodeIndex> {
        let mut search = Dfs::new(&self.graph, self.by_start[&function.entry]);
        let mut nodes = Vec::new();
        while let Some(node) = search.next(&self.graph) {
            nodes.push(node);
        }
        nodes.retain(|&node| node != self.exit);
        nodes.sort_unstable();
        nodes
    }

    /// Dominators of a function's nodes, from its entry.
    pub fn dominators(&self, function: &Function) -> Dominators<NodeIndex> {
        simple_fast(&self.graph, self.by_start[&function.entry])
    }

    /// The natural loops of a function, by the address of their heads.
    pub fn loops(&self, function: &Function) -> Vec<Loop> {
        loops(&self.graph, &self.dominators(function))
    }

    /// The immediate post-dominator of a node: the nearest node that lies on every path from the node to the exit; `None` for the
    /// exit itself.
    ///
    /// From a node that can reach the exit, paths to nodes that cannot (endless loops, ends of threads) do not count: no thread
    /// comes back from there. In a loop that is never left, a path ends where it comes back to the head, so a head can be its own
    /// post-dominator.
    pub fn immediate_post_dominator(&self, node: NodeIndex) -> Option<NodeIndex> {
        self.post_dominators[node.index()]
    }
}

fn functions(program: &Program, entries: &BTreeSet<u32>) -> Vec<Function> {
    let mut names: BTreeMap<u32, &str> = BTreeMap::new();
    for (name, symbol) in program.symbols() {
        let named = symbol.function || name.starts_with(KERNEL_PREFIX);
        if named && !symbol.thread_local {
            names.entry(symbol.address).or_insert(name);
        }
    }
    let function = |&entry: &u32| Function {
        entry,
        name: names.get(&entry).map(|&name| name.into()),
    };
    entries.iter().map(function).collect()
}
