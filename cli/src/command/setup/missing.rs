//! Programs that commands need and that the system's package manager installs.

use heddle_compiler::CompileError;
use heddle_compiler::tools::Tool;
use heddle_cosim::verilated::{COSIM_PROGRAMS, PROOF_PROGRAMS};
use heddle_opencl_c::LIBCLC;
use heddle_system::program::Description;
use heddle_system::{ProgramError, Programs};
use serde::Serialize;
use std::path::Path;

/// A program that is not there, or is too old.
#[derive(Debug, Serialize)]
pub struct Missing {
    /// Its name, or why it cannot be used.
    pub program: String,
    /// The commands that need it.
    pub purpose: &'static str,
    /// What to do.
    pub install: String,
}

impl Missing {
    /// What is missing here, in the order of commands.
    pub fn on_this_machine() -> Vec<Self> {
        let programs = Programs::of_this_machine();
        let needs = needs().into_iter();
        let needs =
            needs.flat_map(|(purpose, needed)| needed.into_iter().map(move |one| (purpose, one)));
        let missing = needs.filter_map(|(purpose, one)| {
            let error = programs.find(&one).err()?;
            Some(Self::of(purpose, &error))
        });
        missing.chain(Self::library()).collect()
    }

    /// The library of OpenCL C, which is a file and no program.
    fn library() -> Option<Self> {
        let missing = CompileError::MissingLibrary {
            path: LIBCLC.into(),
        };
        (!Path::new(LIBCLC).exists()).then(|| Self {
            program: missing.to_string(),
            purpose: "compile, run and exec of OpenCL C",
            install: missing.remedy().into(),
        })
    }

    fn of(purpose: &'static str, error: &ProgramError) -> Self {
        Self {
            program: error.to_string(),
            purpose,
            install: error.remedy(),
        }
    }
}

/// What each group of commands needs.
fn needs() -> [(&'static str, Vec<Description>); 4] {
    let compiler = Tool::ALL.map(Tool::description);
    [
        ("compile, and run of .c and .cl", compiler.to_vec()),
        ("cosim", COSIM_PROGRAMS.to_vec()),
        ("mutate and prove", PROOF_PROGRAMS.to_vec()),
        ("synth", heddle_synth::tools::ALL.to_vec()),
    ]
}
