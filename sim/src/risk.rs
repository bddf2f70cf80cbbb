//! Barriers that the threads of a warp may not reach together.

use heddle_flow::{Flow, Risk};
use heddle_isa::Program;
use serde::Serialize;
use std::fmt;

/// A barrier between a branch that may diverge and its reconvergence point. Under `pdom`, `stack` and `dwr` the threads that
/// wait there may wait for ever for those that have not come past the branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BarrierAtRisk {
    /// The barrier.
    pub barrier: Place,
    /// The branch, jump or call at which the threads part.
    pub branch: Place,
    /// Where they reconverge, a byte address; `None` if that is where the function returns.
    pub reconvergence: Option<u32>,
}

/// A place in a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Byte address.
    pub pc: u32,
    /// Source file and line, if the ELF file has line information.
    pub line: Option<String>,
    /// Function and offset, if symbols give them.
    pub function: Option<String>,
}

impl Place {
    fn of(program: &Program, pc: u32) -> Self {
        let line = program.line_at(pc);
        let function = program.function_at(pc);
        Self {
            pc,
            line: line.map(|line| format!("{}:{}", line.file, line.line)),
            function: function.map(|(name, offset)| format!("{name}+0x{offset:x}")),
        }
    }
}

impl BarrierAtRisk {
    /// What it leads to, and what can be done.
    pub const CONSEQUENCE: &str = "under `pdom`, `stack` and `dwr` threads may wait there for ever; \
        `heddle compile` builds kernels so that this does not happen, unless the source has it so";

    /// Those of a program, by the address of the barrier.
    pub fn all(program: &Program) -> Vec<BarrierAtRisk> {
        let risks = Flow::new(program).risks(program).into_iter();
        let risk = |risk: Risk| BarrierAtRisk {
            barrier: Place::of(program, risk.barrier),
            branch: Place::of(program, risk.branch),
            reconvergence: risk.reconvergence,
        };
        risks.map(risk).collect()
    }
}

impl fmt::Display for BarrierAtRisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let meet = match self.reconvergence {
            Some(pc) => format!("at 0x{pc:x}"),
            None => "where the function returns".to_owned(),
        };
        let Self {
            barrier, branch, ..
        } = self;
        write!(
            f,
            "the barrier at {barrier} lies between the branch at {branch}, whose condition may differ between threads, and \
             their reconvergence point {meet}"
        )
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:x}", self.pc)?;
        match self.line.as_deref().or(self.function.as_deref()) {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}
