//! Kernels in C and in assembly (`simt.h`) to kernel files.

mod options;
mod signature;

use crate::backend::{Backend, Compiled, Module};
use crate::error::{CompileError, io};
use crate::ir::Items;
use crate::passes::UNOPTIMIZED;
use crate::plain::plain;
use crate::support;
use crate::tools::{Tool, Tools};
use crate::work::Work;
use heddle_system::{DraftFolder, ProgramError, Tied};
use options::Options;
use std::path::{Path, PathBuf};

/// The header of kernels.
const SIMT_H: &str = include_str!("simt.h");

/// CPL-9: no contraction, and `sqrtf` is a subroutine.
/// The language, and warnings that are worth a line.
const LANGUAGE: [&str; 10] = [
    "-std=c17",
    "-ffreestanding",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-ident",
    "-fconvergent-functions",
    "-fno-color-diagnostics",
    "-Wall",
    "-Wextra",
    "-Wno-unused-parameter",
];

/// A source with its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The file: C, or assembly (`.S`).
    pub file: PathBuf,
    /// Options, one in each text: `-DN=4`, `-Ifolder`, `-O0` to `-O3` or `-Os`, `-g`, `-w`, `-Werror`,
    /// `-heddle-block-order=clang`. Unknown options are refused by name.
    pub options: Vec<String>,
    /// Options of LLVM's optimiser, such as `-unroll-threshold=2000`.
    pub llvm: Vec<String>,
    /// Objects and archives of which what the program needs is linked, in order.
    pub libraries: Vec<PathBuf>,
}

/// Compiles a source.
///
/// # Errors
/// [`CompileError`] says whether source, options or tools are at fault.
pub fn compile(request: &Request) -> Result<Compiled, CompileError> {
    let tools = Tools::find(&Tool::OF_MODULES)?;
    let options = Options::of(&request.options, &request.llvm)?;
    check_name(&request.file)?;
    let work = DraftFolder::temporary().map_err(io(&std::env::temp_dir()))?;
    Front {
        tools: &tools,
        request,
        options: &options,
        work: Work(work.path()),
        name: request.file.display().to_string(),
    }
    .compile()
}

/// Refuses a file that clang would take for a file of arguments.
fn check_name(file: &Path) -> Result<(), CompileError> {
    let name = file.file_name().unwrap_or_default();
    match name.as_encoded_bytes().starts_with(b"@") {
        false => Ok(()),
        true => Err(CompileError::FileName {
            name: file.display().to_string(),
        }),
    }
}

/// A compilation in progress.
struct Front<'f> {
    tools: &'f Tools,
    request: &'f Request,
    options: &'f Options,
    /// A folder for intermediate files.
    work: Work<'f>,
    name: String,
}

impl Front<'_> {
    fn compile(&self) -> Result<Compiled, CompileError> {
        self.work.write("simt.h", SIMT_H)?;
        let backend = Backend {
            tools: self.tools,
            name: &self.name,
            options: &self.options.code,
            work: self.work,
        };
        let is_assembly = self
            .request
            .file
            .extension()
            .is_some_and(|extension| extension == "S");
        let libraries = self.request.libraries.iter();
        let mut libraries: Vec<_> = libraries.map(|library| plain(library)).collect();
        libraries.push(support::object(self.tools, self.work.0)?);
        if is_assembly {
            let (object, log) = self.assemble()?;
            let compiled = backend.of_object(object, libraries)?;
            return Ok(compiled.after(log));
        }
        let (file, log) = self.to_ir()?;
        let text = self.work.read("source.ll")?;
        let text = String::from_utf8_lossy(&text);
        let module = Module {
            signatures: self.signatures(&text)?,
            file,
            libraries,
            ..Module::default()
        };
        Ok(backend.kernel_file(&module)?.after(log))
    }

    /// The source as IR that is not optimised, with the debug information that declares the kernels' arguments.
    fn to_ir(&self) -> Result<(PathBuf, String), CompileError> {
        let out = self.work.path("source.ll");
        let mut clang = self.clang();
        clang
            .args(LANGUAGE)
            .arg(self.options.code.level.of_clang())
            .args(["-g", "-S", "-emit-llvm"])
            .args(UNOPTIMIZED);
        Ok((out.clone(), self.run(clang, &out)?))
    }

    fn assemble(&self) -> Result<(PathBuf, String), CompileError> {
        let out = self.work.path("source.o");
        let mut clang = self.clang();
        clang.arg("-c");
        if self.options.code.lines {
            clang.arg("-g");
        }
        Ok((out.clone(), self.run(clang, &out)?))
    }

    fn clang(&self) -> Tied {
        let mut clang = self.tools.command(Tool::Clang);
        clang
            .args(support::TARGET)
            .args(&self.options.clang)
            // Line tables name files as the user does, wherever the header lies.
            .arg("-ffile-compilation-dir=.")
            .arg(format!("-ffile-prefix-map={}/=", self.work.0.display()))
            .arg("-isystem")
            .arg(self.work.0);
        clang
    }

    /// Runs clang; returns its messages about a source that compiles.
    fn run(&self, mut clang: Tied, out: &Path) -> Result<String, CompileError> {
        clang.arg(plain(&self.request.file)).arg("-o").arg(out);
        let output = clang.answer()?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(0) => Ok(log),
            Some(1) => Err(CompileError::Rejected {
                name: self.name.clone(),
                log,
            }),
            _ => Err(ProgramError::failed(&clang, &self.name, &output).into()),
        }
    }

    fn signatures(&self, text: &str) -> Result<Vec<heddle_isa::Signature>, CompileError> {
        let items = Items::of(text).collect::<Result<Vec<_>, _>>();
        let signatures = items.and_then(|items| signature::signatures(&items));
        signatures.map_err(|error| CompileError::Failed {
            tool: "reading the kernels".to_owned(),
            name: self.name.clone(),
            log: error.to_string(),
        })
    }
}
