//! Barriers at risk: those between a branch that may diverge and the branch's reconvergence point.

use super::location::{ProgramLocation, Source};
use heddle_flow::{Flow, Reconvergence, Risk};
use heddle_isa::Program;
use heddle_types::Pc;
use serde::Serialize;
use std::fmt;

/// A barrier at which the threads on one side of a branch may wait for those on the other side, while a stack keeps these
/// waiting at the branch's reconvergence point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BarrierAtRisk {
    /// The barrier.
    pub barrier: SourcePlace,
    /// The branch, jump through a table, or call through a pointer.
    pub branch: SourcePlace,
    /// Byte address of the reconvergence point; `None` if it is where the function returns to.
    pub reconvergence: Option<u32>,
}

/// An instruction with the source line that it was compiled from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourcePlace {
    /// The instruction.
    #[serde(flatten)]
    pub place: ProgramLocation,
    /// The line, if the ELF file has DWARF line information.
    pub source: Option<Source>,
}

impl BarrierAtRisk {
    /// The barriers at risk of a program, by the addresses of barrier and branch; see [`Flow::risks`].
    pub fn of(program: &Program) -> Vec<BarrierAtRisk> {
        let risks = Flow::new(program).risks(program);
        risks
            .iter()
            .map(|risk| BarrierAtRisk::new(program, risk))
            .collect()
    }

    fn new(program: &Program, risk: &Risk) -> BarrierAtRisk {
        let at = |pc| SourcePlace::new(program, Pc::new(pc));
        BarrierAtRisk {
            barrier: at(risk.barrier),
            branch: at(risk.branch),
            reconvergence: match risk.reconvergence {
                Reconvergence::At(pc) => Some(pc),
                Reconvergence::FunctionExit => None,
            },
        }
    }
}

impl SourcePlace {
    pub(crate) fn new(program: &Program, pc: Pc) -> SourcePlace {
        SourcePlace {
            place: ProgramLocation::new(program, pc),
            source: program.line_at(pc.address()).map(Source::from),
        }
    }
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProgramLocation { pc, function, .. } = &self.place;
        if let Some(Source { file, line }) = &self.source {
            write!(f, "{file}:{line}, ")?;
        }
        write!(f, "0x{pc:08x}")?;
        match function {
            Some(function) => write!(f, " ({function})"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for BarrierAtRisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BarrierAtRisk {
            barrier, branch, ..
        } = self;
        write!(
            f,
            "the barrier at {barrier} lies between the branch at {branch}, which may diverge, and "
        )?;
        match self.reconvergence {
            Some(pc) => write!(f, "its reconvergence point 0x{pc:08x}"),
            None => f.write_str("the return of the function, where its threads reconverge"),
        }
    }
}
