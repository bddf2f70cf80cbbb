//! From a source to a module that code can be generated from: clang, our changes to its IR, linking with the library.

use crate::library::{Extent, Library, clang};
use crate::program::{Program, Refused, lacking};
use crate::request::{Object, Request};
use crate::{includes, options};
use heddle_compiler::tools::{Tool, Tools};
use heddle_compiler::{Backend, CompileError, Compiled, Module, Work, io};
use heddle_system::ProgramError;
use heddle_system::kept::Cache;
use std::fs::File;

/// Arguments of clang that describe the OpenCL C of this device: no images. clang's header says of the target `spir` that it has
/// every feature and extension (OCL-17).
const DEVICE: [&str; 4] = [
    "-U__IMAGE_SUPPORT__",
    "-U__SPIR__",
    "-D__OPENCL_VERSION__=300",
    "-cl-kernel-arg-info",
];

/// The extensions of the language, but for `double`.
const EXTENSIONS: &str = "-cl-ext=-all,+cl_khr_byte_addressable_store,+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics,+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics";
/// The extension for `double`, as an addition to the others.
const DOUBLE: &str = ",+cl_khr_fp64,+__opencl_c_fp64";

/// A compiled program, and the files that its source includes.
pub(crate) struct Built {
    pub compiled: Compiled,
    pub includes: Vec<String>,
}

/// A compilation in progress.
pub(crate) struct Build<'b> {
    pub tools: &'b Tools,
    pub cache: &'b Cache,
    pub request: &'b Request,
    /// A folder for intermediate files.
    pub work: Work<'b>,
}

impl Build<'_> {
    /// Compiles.
    ///
    /// # Errors
    /// [`CompileError`] says whether source, options or tools are at fault.
    pub fn build(&self) -> Result<Built, CompileError> {
        let log = self.compile()?;
        let compiled = self.make()?.after(log);
        let rule = self.work.read("includes")?;
        Ok(Built {
            compiled,
            includes: includes::parse(&String::from_utf8_lossy(&rule)),
        })
    }

    /// Compiles to an object, which is clang's IR. [`Build::join`] makes a program of all objects.
    ///
    /// # Errors
    /// As [`Build::build`].
    pub fn object(&self) -> Result<Object, CompileError> {
        let log = self.compile()?;
        let object = self.work.read("source.ll")?;
        Ok(Object { object, log })
    }

    /// Links objects to a program.
    ///
    /// # Errors
    /// As [`Build::build`].
    pub fn join(&self, objects: &[&[u8]]) -> Result<Compiled, CompileError> {
        let mut link = self.tools.command(Tool::Link);
        for (index, object) in objects.iter().enumerate() {
            link.arg(self.work.write(&format!("object-{index}.ll"), object)?);
        }
        link.arg("-S").arg("-o").arg(self.work.path("source.ll"));
        let output = link.answer()?;
        if !output.status.success() {
            // Two objects define one function, or declare it in two ways.
            return Err(CompileError::Rejected {
                name: self.request.name.clone(),
                log: String::from_utf8_lossy(&output.stderr).into_owned(),
            });
        }
        self.make()
    }

    /// From clang's IR to a kernel file.
    fn make(&self) -> Result<Compiled, CompileError> {
        let text = self.work.read("source.ll")?;
        let text = String::from_utf8_lossy(&text);
        let program = Program::of(&text).map_err(|refused| self.refused(refused))?;
        let extent = Extent::needed(&program.text);
        let library = Library::find(self.cache, self.tools, extent)?;
        self.work.write("program.ll", program.text)?;
        self.link_library(&library)?;
        let module = Module {
            file: self.work.path("linked.bc"),
            public: program.public,
            objects: vec![library.dynamic()],
            libraries: library.called_by_the_generator(),
            signatures: program.signatures,
        };
        let compiled = Backend {
            tools: self.tools,
            name: &self.request.name,
            options: &options::code(&self.request.options),
            work: self.work,
        }
        .kernel_file(&module)?;
        Ok(compiled.after(self.named(&program.warnings)))
    }

    /// Runs clang; returns its messages about a source that compiles.
    fn compile(&self) -> Result<String, CompileError> {
        let first = self.clang("");
        match &first {
            // OCL-16: with the declarations, what calls these functions is refused, and the rest of the program is not.
            Err(CompileError::Rejected { log, .. }) if lacking::is_named_in(log) => {
                self.clang(lacking::DECLARATIONS)
            }
            _ => first,
        }
    }

    /// Runs clang on the source behind declarations.
    fn clang(&self, declarations: &str) -> Result<String, CompileError> {
        let Request {
            name,
            source,
            options,
            folder,
            without_double,
        } = self.request;
        // Messages and line tables name the file that the user knows.
        let marker = format!(
            "# 1 \"{}\"\n",
            name.replace('\\', "\\\\").replace('"', "\\\"")
        );
        let text = [declarations.as_bytes(), marker.as_bytes(), source].concat();
        let input = self.work.write("source.cl", text)?;
        let input = File::open(&input).map_err(io(&input))?;
        let mut command = clang(self.tools);
        let level = options::code(options).level;
        command
            .arg(level.of_clang())
            .arg("-gline-tables-only")
            .args(DEVICE)
            .args(["-Xclang", &extensions(*without_double)])
            .args(options::clang_arguments(options)?);
        command.args([
            "-Xclang",
            "-finclude-default-header",
            "-MMD",
            "-MT",
            "source",
            "-MF",
        ]);
        command
            .arg(self.work.path("includes"))
            .arg("-o")
            .arg(self.work.path("source.ll"))
            .arg("-");
        command.stdin(input);
        if !folder.as_os_str().is_empty() {
            command.current_dir(folder);
        }
        let output = command.answer()?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(0) => Ok(log),
            Some(1) => Err(CompileError::Rejected {
                name: name.clone(),
                log,
            }),
            _ => Err(ProgramError::failed(&command, name, &output).into()),
        }
    }

    /// Warnings as clang writes them, with the name of the file.
    fn named(&self, warnings: &str) -> String {
        let name = &self.request.name;
        let lines = warnings.lines();
        lines.map(|line| format!("{name}: {line}\n")).collect()
    }

    fn refused(&self, refused: Refused) -> CompileError {
        let name = self.request.name.clone();
        match refused {
            Refused::Unsupported(feature) => CompileError::Unsupported { name, feature },
            Refused::Ir(error) => CompileError::Failed {
                tool: "retargeting".to_owned(),
                name,
                log: error.to_string(),
            },
        }
    }

    fn link_library(&self, library: &Library) -> Result<(), CompileError> {
        let mut link = self.tools.command(Tool::Link);
        link.arg("--only-needed")
            .arg(self.work.path("program.ll"))
            .arg(library.bitcode());
        link.arg("-o").arg(self.work.path("linked.bc"));
        let output = link.run(&self.request.name)?;
        // The linker drops malformed debug information of ours, and reports it.
        match output.stderr.is_empty() {
            true => Ok(()),
            false => Err(ProgramError::failed(&link, &self.request.name, &output).into()),
        }
    }
}

/// The argument of clang that names the extensions of the language.
fn extensions(without_double: bool) -> String {
    let double = if without_double { "" } else { DOUBLE };
    format!("{EXTENSIONS}{double}")
}
