//! An instruction that a core issued, as reports name it.

use heddle_isa::Program;
use heddle_sim::Issued;
use heddle_timeline::place;
use serde::Serialize;
use std::fmt;

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
}

/// An instruction that a core issued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The core.
    pub core: usize,
    /// The cycle of the issue.
    pub cycle: u64,
    /// The original warp of the threads.
    pub warp: usize,
    /// Address of the instruction in bytes.
    pub pc: u32,
    /// The instruction in assembly language.
    pub instruction: String,
    /// The function, and the offset in it.
    pub place: String,
    /// The source line, if the program has lines.
    pub source: Option<Line>,
    /// Mask of the lanes that execute it.
    pub lanes: u64,
    /// A digest of what these lanes read from registers; 0 if nobody asked for it.
    pub operands: u64,
}

impl Step {
    /// The instruction of an event, in its program.
    pub(super) fn of(event: &Issued, program: &Program) -> Self {
        let source = program.line_at(event.pc.address());
        Step {
            core: event.core,
            cycle: event.cycle.number(),
            warp: event.warp.index(),
            pc: event.pc.address(),
            instruction: event.instruction.to_string(),
            place: place(program, event.pc),
            source: source.map(|source| Line {
                file: source.file.into(),
                line: source.line,
            }),
            lanes: event.lanes.bits(),
            operands: event.operands,
        }
    }

    /// Whether the same instruction was issued at the same place and time, whatever it read.
    pub(super) fn is_at(&self, other: &Step) -> bool {
        let place = |step: &Step| (step.core, step.cycle, step.warp, step.pc, step.lanes);
        place(self) == place(other)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Step {
            core,
            cycle,
            warp,
            pc,
            instruction,
            place,
            lanes,
            ..
        } = self;
        write!(
            f,
            "cycle {cycle}, core {core}, warp {warp}, PC {pc:#010x} ({place}), `{instruction}`, lanes {lanes:#x}"
        )?;
        match &self.source {
            Some(Line { file, line }) => write!(f, ", {file}:{line}"),
            None => Ok(()),
        }
    }
}
