//! What is checked after code generation: no barrier lies between a branch that may diverge and its reconvergence point.

use heddle_flow::{Flow, Risk};
use heddle_isa::Program;
use std::fmt::Write as _;

/// Barriers that not all threads of a warp may reach together.
pub(crate) struct Risks(Vec<(String, String)>);

impl Risks {
    /// Those of a program that has its source lines.
    pub fn of(program: &Program) -> Self {
        let risks = Flow::new(program).risks(program);
        let places = |risk: &Risk| (place(program, risk.barrier), place(program, risk.branch));
        let mut places: Vec<_> = risks.iter().map(places).collect();
        // Loops that are unrolled have the same lines several times.
        places.dedup();
        Self(places)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A line for each.
    pub fn warnings(&self) -> String {
        let mut text = String::new();
        for (barrier, branch) in &self.0 {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{barrier}: warning: the threads that part at {branch} do not come to this barrier together: \
                 under mechanisms with stacks they may wait for each other for ever"
            );
        }
        text
    }
}

/// The source line of an instruction; its function and address if none is known.
fn place(program: &Program, pc: u32) -> String {
    if let Some(line) = program.line_at(pc) {
        return format!("{}:{}", line.file, line.line);
    }
    match program.function_at(pc) {
        Some((function, offset)) => format!("`{function}`+0x{offset:x}"),
        None => format!("0x{pc:08x}"),
    }
}
