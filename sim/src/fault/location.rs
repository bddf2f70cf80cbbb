//! Places in a program, as reports show them.

use heddle_isa::{Program, SourceLine};
use heddle_types::Pc;
use serde::Serialize;
use std::fmt;

/// Where something happened in a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProgramLocation {
    /// Byte address.
    pub pc: u32,
    /// Function and offset, if the program's symbols give them.
    pub function: Option<String>,
    /// Assembly text of the instruction, or the word if it is not an instruction.
    pub instruction: String,
}

impl ProgramLocation {
    /// A PC of a program.
    pub(crate) fn new(program: &Program, pc: Pc) -> ProgramLocation {
        let pc = pc.address();
        let function = program.function_at(pc);
        let instruction = match (program.instruction(pc), program.code.word(pc)) {
            (Some(instruction), _) => instruction.to_string(),
            (None, Some(word)) => format!("0x{word:08x}"),
            (None, None) => "no code".into(),
        };
        ProgramLocation {
            pc,
            function: function.map(|(name, offset)| format!("{name}+0x{offset:x}")),
            instruction,
        }
    }
}

impl fmt::Display for ProgramLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:08x}", self.pc)?;
        if let Some(function) = &self.function {
            write!(f, " ({function})")?;
        }
        write!(f, ": {}", self.instruction)
    }
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The file name as passed to the compiler.
    pub file: String,
    /// Line number, counted from 1.
    pub line: u32,
}

impl From<SourceLine<'_>> for Source {
    fn from(SourceLine { file, line }: SourceLine<'_>) -> Source {
        let file = file.to_owned();
        Source { file, line }
    }
}
