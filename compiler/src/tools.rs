//! The programs that a compilation needs.

use crate::error::CompileError;
use heddle_system::program::{Description, Identity};
use heddle_system::{Program, Programs, Tied};

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Compiles C, OpenCL C and assembly.
    Clang,
    /// Turns bitcode into IR as text.
    Disassembler,
    /// Links modules of IR.
    Link,
    /// Optimises a module.
    Optimizer,
    /// Makes an object of a module.
    CodeGenerator,
    /// Links objects.
    Linker,
    /// Adds sections to files, and removes some.
    ObjectCopy,
}

impl Tool {
    /// Those that make a kernel file of a module.
    pub const OF_MODULES: [Self; 5] = [
        Self::Clang,
        Self::Optimizer,
        Self::CodeGenerator,
        Self::Linker,
        Self::ObjectCopy,
    ];
    /// All.
    pub const ALL: [Self; 7] = [
        Self::Clang,
        Self::Disassembler,
        Self::Link,
        Self::Optimizer,
        Self::CodeGenerator,
        Self::Linker,
        Self::ObjectCopy,
    ];

    /// The program. Its file name includes the version, because the text of IR depends on it: LLVM 19. No program is run for its
    /// version, because that would take longer than a lookup in the cache.
    pub fn description(self) -> Description {
        Description {
            names: match self {
                Self::Clang => &["clang-19"],
                Self::Disassembler => &["llvm-dis-19"],
                Self::Link => &["llvm-link-19"],
                Self::Optimizer => &["opt-19"],
                Self::CodeGenerator => &["llc-19"],
                Self::Linker => &["ld.lld-19"],
                Self::ObjectCopy => &["llvm-objcopy-19"],
            },
            identity: Identity::File,
            oldest: "",
            install: "apt-get install clang-19 lld-19 llvm-19",
        }
    }
}

/// Tools on this computer.
#[derive(Clone, Debug)]
pub struct Tools {
    programs: Vec<(Tool, Program)>,
    /// Identifies the files of the tools; part of every cache key.
    pub identity: String,
}

impl Tools {
    /// Finds tools of this machine.
    ///
    /// # Errors
    /// [`CompileError::Program`] names a tool that does not exist.
    pub fn find(tools: &[Tool]) -> Result<Self, CompileError> {
        let machine = Programs::of_this_machine();
        let programs = tools
            .iter()
            .map(|&tool| Ok((tool, machine.find(&tool.description())?)));
        let programs = programs.collect::<Result<Vec<_>, CompileError>>()?;
        let identities = programs.iter().map(|(_, program)| program.version());
        Ok(Self {
            identity: identities.collect(),
            programs,
        })
    }

    /// The command of a tool, which ends with this process. The tool is one of those that were searched.
    pub fn command(&self, tool: Tool) -> Tied {
        let mut programs = self.programs.iter();
        let found = programs.find(|(known, _)| *known == tool);
        let (_, program) = found.expect("only tools that were found are run");
        program.command()
    }
}
