//! From a module of IR to a kernel file: optimisation, the order of blocks, code generation, linking, the check.

use crate::check::Risks;
use crate::error::CompileError;
use crate::link::{Inputs, link};
use crate::options::{BlockOrder, CodeOptions};
use crate::order::order;
use crate::passes::{STILL, TRIPLE, pipeline};
use crate::stack;
use crate::tools::{Tool, Tools};
use crate::work::Work;
use heddle_isa::elf::ElfReason;
use heddle_isa::{Program, Signature};
use heddle_system::Tied;
use std::path::PathBuf;

/// Arguments that describe the target processor.
const PROCESSOR: [&str; 4] = [
    "-mattr=+m,+a,+f,+relax",
    "-target-abi=ilp32f",
    "-code-model=medium",
    "-relocation-model=static",
];

/// A module, and what it is linked with.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The file with its IR, for riscv32.
    pub file: PathBuf,
    /// Symbols that must keep their names and stay visible, and that must be in the file with all that they lead to; all symbols
    /// if there are none.
    pub public: Vec<String>,
    /// Objects that follow the program.
    pub objects: Vec<PathBuf>,
    /// Objects and archives of which only what is needed is linked, in order.
    pub libraries: Vec<PathBuf>,
    /// The signatures of its kernels. Their stack sizes are not known yet.
    pub signatures: Vec<Signature>,
}

/// A program that compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// A kernel file. Its kernels have [signatures](heddle_isa::Signature).
    pub elf: Vec<u8>,
    /// Warnings of the compiler; often empty.
    pub log: String,
}

impl Compiled {
    /// The same, with the messages of an earlier step before its own.
    pub fn after(mut self, log: String) -> Self {
        self.log.insert_str(0, &log);
        self
    }
}

/// How much passes may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Motion {
    /// All that is to the good of a single thread, without the passes that part the threads of a warp.
    Usual,
    /// Branches stay where the source has them.
    None,
}

/// The generation of code for one source, whatever its language (CPL-1).
pub struct Backend<'b> {
    /// The tools [of modules](Tool::OF_MODULES).
    pub tools: &'b Tools,
    /// The name of the source in messages.
    pub name: &'b str,
    /// How code is generated.
    pub options: &'b CodeOptions,
    /// A folder for intermediate files.
    pub work: Work<'b>,
}

impl Backend<'_> {
    /// Makes a kernel file. A barrier that lies between a branch that may diverge and its reconvergence point stands there in the
    /// source too: the log warns about it.
    ///
    /// # Errors
    /// [`CompileError`] says whether the source or the tools are at fault.
    pub fn kernel_file(&self, module: &Module) -> Result<Compiled, CompileError> {
        let mut elf = self.linked(module, Motion::Usual)?;
        let mut risks = Risks::of(&self.program(&elf)?);
        // CPL-8: as a whole, because it is not known into which function a barrier was inlined.
        if !risks.is_empty() {
            elf = self.linked(module, Motion::None)?;
            risks = Risks::of(&self.program(&elf)?);
        }
        Ok(Compiled {
            elf: self.signed(&elf, &module.signatures, &risks)?,
            log: risks.warnings(),
        })
    }

    /// Makes a kernel file of an object that was not generated from a module: its barriers stand where its author put them.
    ///
    /// # Errors
    /// As [`Backend::kernel_file`].
    pub fn of_object(
        &self,
        object: PathBuf,
        libraries: Vec<PathBuf>,
    ) -> Result<Compiled, CompileError> {
        let inputs = Inputs {
            objects: vec![object],
            libraries,
            roots: Vec::new(),
        };
        link(
            self.tools,
            self.name,
            &inputs,
            &self.work.path("linked.elf"),
        )?;
        let elf = self.work.read("linked.elf")?;
        let risks = Risks::of(&self.program(&elf)?);
        Ok(Compiled {
            elf: self.signed(&elf, &[], &risks)?,
            log: risks.warnings(),
        })
    }

    /// The linked file, which has its source lines but no signatures.
    fn linked(&self, module: &Module, motion: Motion) -> Result<Vec<u8>, CompileError> {
        self.optimize(module, motion)?;
        self.generate(motion)?;
        let mut objects = vec![self.work.path("program.o")];
        objects.extend_from_slice(&module.objects);
        let inputs = Inputs {
            objects,
            libraries: module.libraries.clone(),
            roots: module.public.clone(),
        };
        let out = self.work.path("linked.elf");
        link(self.tools, self.name, &inputs, &out)?;
        self.work.read("linked.elf")
    }

    /// Optimises. All symbols that are not public become internal, so that they can be inlined or dropped.
    fn optimize(&self, module: &Module, motion: Motion) -> Result<(), CompileError> {
        let passes = match motion {
            Motion::Usual => pipeline(self.tools, self.name, self.options.level)?,
            Motion::None => STILL.to_owned(),
        };
        let mut optimize = self.tools.command(Tool::Optimizer);
        let internalize = match module.public.is_empty() {
            true => "",
            false => "internalize,",
        };
        // Types and variables of C would be of use to a debugger only, and differ from folder to folder.
        let lines = "strip-nonlinetable-debuginfo";
        // LLVM 19 misreads `blockaddress` in text if only some of the blocks have names.
        let named = "function(instnamer)";
        optimize
            .arg(format!("-passes={lines},{internalize}{passes},{named}"))
            .arg(PROCESSOR[0])
            .arg(format!(
                "-internalize-public-api-list={}",
                module.public.join(",")
            ))
            .args(&self.options.llvm)
            .arg("-S")
            .arg(&module.file)
            .arg("-o")
            .arg(self.work.path("optimized.ll"));
        optimize.run(self.name)?;
        Ok(())
    }

    /// The code generator, with all options but those that say what it writes.
    fn generator(&self, motion: Motion) -> Tied {
        let mut generate = self.tools.command(Tool::CodeGenerator);
        generate.arg(self.options.level.of_generator());
        // CPL-3: placement would copy the branch in front of a barrier into an arm of an `if` before it.
        generate.arg("-tail-dup-placement=false");
        // CPL-5: a copy of the jump of a `switch` in front of its loop would enter the loop in the middle.
        generate.arg("-tail-dup-indirect-size=0");
        if self.options.order == BlockOrder::Topological || motion == Motion::None {
            generate.arg("-disable-block-placement");
        }
        if motion == Motion::None {
            generate.args([
                "-disable-early-taildup",
                "-disable-branch-fold",
                "-disable-tail-duplicate",
            ]);
        }
        generate
            .args(["-function-sections", "-data-sections"])
            .arg(format!("-mtriple={TRIPLE}"))
            .args(PROCESSOR)
            .arg(self.work.path("optimized.ll"));
        generate
    }

    /// Writes the order in which the code generator is to place the blocks that it makes.
    fn order(&self, motion: Motion) -> Result<(), CompileError> {
        let mut show = self.generator(motion);
        // Behind this pass no block moves.
        show.args(["-basic-block-address-map", "-stop-after=branch-relaxation"])
            .arg("-o")
            .arg(self.work.path("blocks.mir"));
        show.run(self.name)?;
        let blocks = self.work.read("blocks.mir")?;
        let order = order(&String::from_utf8_lossy(&blocks));
        self.work.write("order", order).map(drop)
    }

    fn generate(&self, motion: Motion) -> Result<(), CompileError> {
        let mut generate = self.generator(motion);
        if self.options.order == BlockOrder::Topological {
            self.order(motion)?;
            let order = self.work.path("order");
            generate.arg(format!("-basic-block-sections={}", order.display()));
            // An order usually is a profile, whose functions go to sections of their own.
            generate.arg("-bbsections-guided-section-prefix=false");
        }
        generate
            .arg("-filetype=obj")
            .arg("-o")
            .arg(self.work.path("program.o"));
        generate.run(self.name)?;
        Ok(())
    }

    /// The file with the signatures of its kernels. It has source lines if they are asked for, or if a barrier is at risk.
    fn signed(
        &self,
        elf: &[u8],
        signatures: &[Signature],
        risks: &Risks,
    ) -> Result<Vec<u8>, CompileError> {
        let linked = self.program(elf)?;
        let mut signatures = signatures.to_vec();
        for signature in &mut signatures {
            signature.stack_bytes = stack::needed(&linked, &signature.kernel);
        }
        let signatures = heddle_isa::signature::section(&signatures);
        let note = self.work.write("note", signatures)?;
        let mut copy = self.tools.command(Tool::ObjectCopy);
        let section = ".note.heddle";
        copy.arg(format!("--add-section={section}={}", note.display()));
        copy.arg(format!("--set-section-type={section}=7"));
        // Whoever loads a program at risk names the lines too.
        if !self.options.lines && risks.is_empty() {
            copy.arg("--strip-debug");
        }
        copy.arg(self.work.path("linked.elf"))
            .arg(self.work.path("signed.elf"));
        copy.run(self.name)?;
        let elf = self.work.read("signed.elf")?;
        self.program(&elf)?;
        Ok(elf)
    }

    fn program(&self, elf: &[u8]) -> Result<Program, CompileError> {
        let name = self.name.to_owned();
        Program::parse(self.name, elf).map_err(|error| match error.reason {
            ElfReason::NoCode => CompileError::Empty { name },
            _ => CompileError::Failed {
                tool: "reading the linked file".to_owned(),
                name,
                log: error.to_string(),
            },
        })
    }
}
