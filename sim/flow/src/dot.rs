//! Functions as text for Graphviz.

use crate::block::{Block, Edge, End};
use crate::flow::{Flow, Function};
use crate::reconvergence::Reconvergence;
use heddle_isa::Program;
use petgraph::graph::NodeIndex;
use std::fmt::{self, Display, Formatter};

/// Functions of a program as one digraph: a cluster for each function, blocks with their instructions, and dotted lines from each
/// instruction that can split threads to the point where they reconverge. A block that several functions reach is shown in the
/// first of them.
pub struct Dot<'a> {
    /// The program, for the text of its instructions.
    pub program: &'a Program,
    /// The control flow of the program.
    pub flow: &'a Flow,
    /// The functions to show.
    pub functions: &'a [Function],
}

impl Display for Dot<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "digraph flow {{")?;
        writeln!(f, "  node [shape=box, fontname=monospace];")?;
        let mut shown = vec![false; self.flow.graph().node_count()];
        for function in self.functions {
            self.function(f, function, &mut shown)?;
        }
        writeln!(f, "}}")
    }
}

impl Dot<'_> {
    fn function(
        &self,
        f: &mut Formatter<'_>,
        function: &Function,
        shown: &mut [bool],
    ) -> fmt::Result {
        let name = quoted(&function.label());
        writeln!(f, "  subgraph \"cluster_{:08x}\" {{", function.entry)?;
        writeln!(f, "    label={name};")?;
        writeln!(
            f,
            "    \"exit_{:08x}\" [label=exit, shape=oval];",
            function.entry
        )?;
        let mut nodes = self.flow.nodes_of(function);
        nodes.retain(|node| !std::mem::replace(&mut shown[node.index()], true));
        let blocks = nodes.iter().map(|&node| (node, self.flow.block(node)));
        let blocks: Vec<_> = blocks.filter_map(|(node, b)| Some((node, b?))).collect();
        for (_, block) in &blocks {
            self.block(f, block)?;
        }
        writeln!(f, "  }}")?;
        for (node, block) in blocks {
            for (to, edge) in self.flow.successors(node) {
                let (from, to) = (block.start, self.name(to, function));
                let style = style(edge);
                writeln!(f, "  \"{from:08x}\" -> {to} [label=\"{edge}\"{style}];")?;
            }
            self.reconvergence(f, block, function)?;
        }
        Ok(())
    }

    fn name(&self, node: NodeIndex, function: &Function) -> String {
        match self.flow.block(node) {
            Some(block) => format!("\"{:08x}\"", block.start),
            None => format!("\"exit_{:08x}\"", function.entry),
        }
    }

    fn block(&self, f: &mut Formatter<'_>, block: &Block) -> fmt::Result {
        write!(f, "    \"{:08x}\" [label=\"", block.start)?;
        for pc in (block.start..block.end).step_by(4) {
            let instruction = self.program.instruction(pc).expect("blocks hold code");
            write!(f, "{pc:08x}  {instruction}\\l")?;
        }
        writeln!(f, "\"];")
    }

    fn reconvergence(
        &self,
        f: &mut Formatter<'_>,
        block: &Block,
        function: &Function,
    ) -> fmt::Result {
        if matches!(block.leaves, End::Return | End::Call { .. }) {
            return Ok(());
        }
        let to = match self.flow.reconvergence(block.last()) {
            None => return Ok(()),
            Some(Reconvergence::At(pc)) => format!("\"{pc:08x}\""),
            Some(Reconvergence::FunctionExit) => self.name(self.flow.exit(), function),
        };
        let style = "style=dotted, constraint=false, color=blue";
        writeln!(f, "  \"{:08x}\" -> {to} [{style}];", block.start)
    }
}

fn style(edge: Edge) -> &'static str {
    match edge {
        Edge::Never | Edge::Unknown => ", style=dashed",
        _ => "",
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
