//! Barriers that the threads of a warp may not reach together.

use crate::console;
use heddle_flow::Flow;
use heddle_isa::Program;
use serde::Serialize;

/// A barrier between a branch that may diverge and its reconvergence point. Under `pdom`, `stack` and `dwr` the threads that
/// wait there may wait for ever for those that have not come past the branch.
#[derive(Serialize)]
pub struct BarrierAtRisk {
    /// The barrier.
    barrier: Place,
    /// The branch, jump or call at which the threads part.
    branch: Place,
    /// Where they reconverge, a byte address; `None` if that is where the function returns.
    reconvergence: Option<u32>,
}

/// A place in a program.
#[derive(Serialize)]
struct Place {
    /// Byte address.
    pc: u32,
    /// Source file and line, if the ELF file has line information.
    line: Option<String>,
    /// Function and offset, if symbols give them.
    function: Option<String>,
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

    fn text(&self) -> String {
        let place = self.line.as_deref().or(self.function.as_deref());
        place.map_or(format!("0x{:x}", self.pc), |place| {
            format!("0x{:x} ({place})", self.pc)
        })
    }
}

/// Those of a program, by the address of the barrier.
pub fn of(program: &Program) -> Vec<BarrierAtRisk> {
    let risks = Flow::new(program).risks(program).into_iter();
    let risk = |risk: heddle_flow::Risk| BarrierAtRisk {
        barrier: Place::of(program, risk.barrier),
        branch: Place::of(program, risk.branch),
        reconvergence: risk.reconvergence,
    };
    risks.map(risk).collect()
}

impl BarrierAtRisk {
    /// A sentence about it.
    pub fn text(&self) -> String {
        let meet = match self.reconvergence {
            Some(pc) => format!("at 0x{pc:x}"),
            None => "where the function returns".to_owned(),
        };
        format!(
            "the barrier at {} lies between the branch at {}, whose condition may differ between threads, and their \
             reconvergence point {meet}",
            self.barrier.text(),
            self.branch.text()
        )
    }
}

/// Prints a warning for each.
pub fn warn(risks: &[BarrierAtRisk]) {
    for risk in risks {
        console::note(&format!(
            "warning: {}: under `pdom`, `stack` and `dwr` threads may wait there for ever; `heddle compile` builds \
             kernels so that this does not happen, unless the source has it so",
            risk.text()
        ));
    }
}
