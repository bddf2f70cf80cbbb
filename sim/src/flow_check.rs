//! The check that a run stays within the control-flow graph.
//!
//! Mechanisms derive reconvergence points from the graph, so a graph without an executed edge can make threads wait for ever. Each
//! control instruction that a thread executes is compared with the [end](End) of its block:
//! * a branch, a jump or a jump through a table goes to one of its targets;
//! * a call goes to its target; through a pointer, to an entry of a function (CFL-7);
//! * a return goes behind some call, or ends the kernel (CFL-8);
//! * an unknown jump may go anywhere; these edges are counted apart.

use crate::fault::ProgramLocation;
use heddle_flow::{Block, End, Flow};
use heddle_gpu_core::{Issued, Observer};
use heddle_isa::{Class, Program};
use heddle_types::Pc;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// What a check of a run has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckedFlow {
    /// Executed edges of threads that the graph does not have.
    pub outside: u64,
    /// The first of them.
    pub first: Option<OutsideEdge>,
    /// Executed edges of threads that left an unknown jump.
    pub unknown: u64,
}

/// An executed edge that the graph does not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutsideEdge {
    /// The instruction that the edge leaves.
    pub from: ProgramLocation,
    /// Source file and line of this instruction, if the ELF file has DWARF.
    pub line: Option<String>,
    /// The instruction that the edge leads to.
    pub to: ProgramLocation,
}

impl CheckedFlow {
    /// Whether every executed edge is in the graph, or left an unknown jump.
    pub fn is_inside(&self) -> bool {
        self.outside == 0
    }
}

impl fmt::Display for CheckedFlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.first {
            None => f.write_str("every executed edge is in the graph")?,
            Some(first) => write!(
                f,
                "{} executed edges outside of the graph, the first {first}",
                self.outside
            )?,
        }
        match self.unknown {
            0 => Ok(()),
            unknown => write!(f, "; {unknown} executed edges of unknown jumps"),
        }
    }
}

impl fmt::Display for OutsideEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {}", self.from)?;
        if let Some(line) = &self.line {
            write!(f, " ({line})")?;
        }
        write!(f, " to {}", self.to)
    }
}

/// Observes a run and compares its edges with a graph.
#[derive(Clone, Debug)]
pub struct FlowCheck {
    program: Arc<Program>,
    flow: Flow,
    entries: BTreeSet<u32>,
    /// Where calls return to.
    behind_calls: BTreeSet<u32>,
    found: CheckedFlow,
}

impl FlowCheck {
    /// A check against the control flow that is recovered from the program.
    pub fn new(program: &Arc<Program>) -> Self {
        FlowCheck::against(Flow::new(program), program)
    }

    /// A check against a given graph.
    pub fn against(flow: Flow, program: &Arc<Program>) -> Self {
        let calls = flow.blocks().filter(|block| is_call(block));
        FlowCheck {
            program: program.clone(),
            entries: flow.functions().iter().map(|f| f.entry).collect(),
            behind_calls: calls.map(|block| block.end).collect(),
            flow,
            found: CheckedFlow::default(),
        }
    }

    /// What the check has found so far.
    pub fn found(&self) -> &CheckedFlow {
        &self.found
    }

    fn step(&mut self, from: u32, to: u32) {
        let node = self.flow.node_at(from);
        let block = node.and_then(|node| self.flow.block(node));
        let block = block.filter(|block| block.last() == from);
        match block.map(|block| self.allows(block, to)) {
            Some(Some(true)) => {}
            Some(None) => self.found.unknown += 1,
            Some(Some(false)) | None => self.add(from, to),
        }
    }

    /// Whether a block may be left to this address; `None` if that is unknown.
    fn allows(&self, block: &Block, to: u32) -> Option<bool> {
        let targets = block.leaves.targets();
        Some(match block.leaves {
            End::Unknown => return None,
            End::Call {
                target: Some(target),
            } => to == target,
            End::Call { target: None } => self.entries.contains(&to),
            End::Return => self.behind_calls.contains(&to) || self.ends_the_kernel(to),
            End::Branch { .. } => to == block.end || targets.contains(&to),
            _ => targets.contains(&to),
        })
    }

    /// A kernel returns to code that is not the program's.
    fn ends_the_kernel(&self, to: u32) -> bool {
        !self.program.text_range().contains(&to)
    }

    fn add(&mut self, from: u32, to: u32) {
        self.found.outside += 1;
        let program = &self.program;
        self.found.first.get_or_insert_with(|| OutsideEdge {
            from: ProgramLocation::new(program, Pc::new(from)),
            line: program
                .line_at(from)
                .map(|at| format!("{}:{}", at.file, at.line)),
            to: ProgramLocation::new(program, Pc::new(to)),
        });
    }
}

fn is_call(block: &Block) -> bool {
    matches!(block.leaves, End::Call { .. })
}

impl Observer for FlowCheck {
    fn issued(&mut self, event: &Issued) {
        let control = matches!(event.instruction.class(), Class::Branch | Class::Jump);
        let from = event.pc.address();
        if !control || !self.program.text_range().contains(&from) {
            return;
        }
        for lane in event.lanes {
            self.step(from, event.after[lane].address());
        }
    }
}
