//! The elements of the graph: basic blocks, the ways they end, and the edges between them.

use heddle_isa::{Class, Instruction, Op};
use std::fmt;

/// A basic block: instructions that are entered only at the first and left only at the last one. A call ends a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Byte address of the first instruction.
    pub start: u32,
    /// Byte address after the last instruction; greater than `start`.
    pub end: u32,
    /// How it is left.
    pub leaves: End,
}

impl Block {
    /// Byte address of the last instruction.
    pub fn last(&self) -> u32 {
        self.end - 4
    }
}

/// How a block is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Falls through into the next block, which other blocks enter too.
    Next,
    /// Conditional branch: to `taken`, or to the next block.
    Branch {
        /// The target of the branch.
        taken: u32,
    },
    /// Jump to one known target; also a tail call.
    Jump {
        /// The target of the jump.
        target: u32,
    },
    /// Indirect jump through a table.
    Table {
        /// The possible targets, ascending.
        targets: Vec<u32>,
    },
    /// Indirect jump whose targets could not be recovered; also a tail call through a pointer.
    Unknown,
    /// Call by the link-register hints (x1, x5), direct or through a pointer; it returns to the next block.
    Call {
        /// Entry of the called function, where it is known.
        target: Option<u32>,
    },
    /// Return by the link-register hints.
    Return,
    /// The threads end (kernel ABI: custom-0, all fields 0).
    Exit,
    /// The next word is not an instruction: executing it is a fault.
    Fault,
}

impl End {
    /// How a control instruction at `pc` ends its block; `None` for any other instruction. `targets` are the known targets of an
    /// indirect jump or call.
    pub(crate) fn of(instruction: &Instruction, pc: u32, targets: Option<&[u32]>) -> Option<End> {
        let there = pc.wrapping_add(instruction.imm as u32);
        Some(match instruction.op {
            Op::Jal if instruction.is_call() => End::Call {
                target: Some(there),
            },
            Op::Jal => End::Jump { target: there },
            Op::Jalr if instruction.is_call() => End::Call {
                target: targets.and_then(|targets| targets.first().copied()),
            },
            Op::Jalr if instruction.is_return() => End::Return,
            Op::Jalr => End::indirect(targets),
            Op::Mret => End::Unknown,
            _ if instruction.class() == Class::Branch => End::Branch { taken: there },
            _ if instruction.class() == Class::Exit => End::Exit,
            _ => return None,
        })
    }

    fn indirect(targets: Option<&[u32]>) -> End {
        match targets {
            None => End::Unknown,
            Some(&[target]) => End::Jump { target },
            Some(targets) => End::Table {
                targets: targets.to_vec(),
            },
        }
    }

    /// Whether the next block in memory can be entered from this one; after a call it can, in this function.
    pub fn falls_through(&self) -> bool {
        matches!(self, End::Next | End::Branch { .. } | End::Call { .. })
    }

    /// The possible targets besides the next block, within the function.
    pub fn targets(&self) -> &[u32] {
        match self {
            End::Branch { taken: target } | End::Jump { target } => std::slice::from_ref(target),
            End::Table { targets } => targets,
            _ => &[],
        }
    }

    /// Whether threads that leave the block together can go to different places.
    pub fn can_diverge(&self) -> bool {
        matches!(
            self,
            End::Branch { .. }
                | End::Table { .. }
                | End::Unknown
                | End::Call { target: None }
                | End::Return
        )
    }

    /// The kind of end, in a word or two.
    pub fn name(&self) -> &'static str {
        match self {
            End::Next => "next",
            End::Branch { .. } => "branch",
            End::Jump { .. } => "jump",
            End::Table { .. } => "jump table",
            End::Unknown => "unknown jump",
            End::Call { target: Some(_) } => "call",
            End::Call { target: None } => "call through pointer",
            End::Return => "return",
            End::Exit => "thread exit",
            End::Fault => "fault",
        }
    }
}

/// A node of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A basic block.
    Block(Block),
    /// The exit, to which all returns lead. There is one for the whole program.
    Exit,
}

impl Node {
    /// The node's block; `None` for the exit.
    pub fn block(&self) -> Option<&Block> {
        match self {
            Node::Block(block) => Some(block),
            Node::Exit => None,
        }
    }
}

/// The kind of transition between two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// To the block that follows in memory.
    Next,
    /// A taken branch.
    Taken,
    /// A jump to one target.
    Jump,
    /// A jump through a table.
    Table,
    /// Over a call, to the instruction it returns to.
    AfterCall,
    /// A return, to the exit.
    Return,
    /// An unknown jump: it may leave the function, so the edge leads to the exit.
    Unknown,
    /// Not an edge of the program. It ties a region that never leaves its function (a block that ends its threads, or an endless
    /// loop, at its head) to the exit, so that the region's blocks have post-dominators too.
    Never,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Edge::Next => "next",
            Edge::Taken => "taken",
            Edge::Jump => "jump",
            Edge::Table => "table",
            Edge::AfterCall => "after call",
            Edge::Return => "return",
            Edge::Unknown => "unknown",
            Edge::Never => "never",
        })
    }
}
