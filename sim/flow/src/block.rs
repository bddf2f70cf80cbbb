//! What the graph is made of: basic blocks, how they end, and the edges between them.

use heddle_isa::{Class, Instruction, Op};
use std::fmt;

/// A basic block: instructions that are entered at the first and left at the last one only.
/// A call ends a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Byte address of the first instruction.
    pub start: u32,
    /// Byte address behind the last instruction; greater than `start`.
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
    /// Into the next block, which somebody else enters too.
    Next,
    /// Conditional branch: to `taken`, or to the next block.
    Branch {
        /// Where the branch goes.
        taken: u32,
    },
    /// Jump to one known place; also a tail call.
    Jump {
        /// Where it goes.
        target: u32,
    },
    /// Indirect jump through a table.
    Table {
        /// Where it can go, ascending.
        targets: Vec<u32>,
    },
    /// Indirect jump whose targets could not be recovered; also a tail call through a pointer.
    Unknown,
    /// Call by the link-register hints (x1, x5), known or through a pointer; it comes back to the
    /// next block.
    Call {
        /// Entry of the function, where it is known.
        target: Option<u32>,
    },
    /// Return by the link-register hints.
    Return,
    /// The threads end (kernel ABI: custom-0, all fields 0).
    Exit,
    /// The next word is no instruction: running on is a fault.
    Fault,
}

impl End {
    /// How a control instruction at `pc` ends its block, `None` for any other instruction.
    /// `targets` are those of an indirect jump or call, where they are known.
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

    /// Whether the block that follows in memory can be next; after a call it is, in this function.
    pub fn falls_through(&self) -> bool {
        matches!(self, End::Next | End::Branch { .. } | End::Call { .. })
    }

    /// Where it goes besides the next block, within the function.
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

    /// What kind of end it is, in a word or two.
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
    /// Where functions are left. There is one for the whole program.
    Exit,
}

impl Node {
    /// The block, if it is one.
    pub fn block(&self) -> Option<&Block> {
        match self {
            Node::Block(block) => Some(block),
            Node::Exit => None,
        }
    }
}

/// How one block leads to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// To the block that follows in memory.
    Next,
    /// A branch that is taken.
    Taken,
    /// A jump to one place.
    Jump,
    /// A jump through a table.
    Table,
    /// Over a call, to where it comes back.
    AfterCall,
    /// A return, to the exit.
    Return,
    /// An unknown jump: it may leave the function, so it counts as doing so.
    Unknown,
    /// No edge of the program: ties a region that never leaves its function (an end of threads, or
    /// an endless loop, at its head) to the exit, so that its blocks have post-dominators too.
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
