//! From a source to a kernel file: clang, our changes to its IR, linking, optimisation, code generation.

use crate::error::{CompileError, io};
use crate::library::{Library, clang};
use crate::program::{Program, Refused};
use crate::request::{Compiled, Object, Request};
use crate::stack;
use crate::tools::{Tool, Tools, failed, run, start};
use crate::{includes, options, retarget};
use heddle_isa::Signature;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Arguments of clang that describe the OpenCL C of this device: no images, no doubles.
const DEVICE: [&str; 5] = [
    "-U__IMAGE_SUPPORT__",
    "-D__OPENCL_VERSION__=120",
    "-Xclang",
    "-cl-ext=-all,+cl_khr_byte_addressable_store,+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics,+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics",
    "-cl-kernel-arg-info",
];

/// Arguments that describe the target processor.
const PROCESSOR: [&str; 4] = [
    "-mattr=+m,+a,+f,+relax",
    "-target-abi=ilp32f",
    "-code-model=medium",
    "-relocation-model=static",
];

/// Arguments of the linker, the same as for kernels in C (`kernels/flags`).
const LINK: [&str; 7] = [
    "-static",
    "--entry=0",
    "--build-id=none",
    "--fatal-warnings",
    "--emit-relocs",
    "--no-relax-gp",
    "--gc-sections",
];

/// A compiled program, and the files that its source includes.
pub(crate) struct Built {
    pub compiled: Compiled,
    pub includes: Vec<String>,
}

/// A compilation in progress.
pub(crate) struct Build<'b> {
    pub tools: &'b Tools,
    pub library: &'b Library,
    pub request: &'b Request,
    /// A folder for intermediate files.
    pub work: &'b Path,
}

impl Build<'_> {
    /// Compiles.
    ///
    /// # Errors
    /// [`CompileError`] says whether source, options or tools are at fault.
    pub fn build(&self) -> Result<Built, CompileError> {
        let log = self.compile()?;
        let elf = self.make()?;
        let rule = self.read("includes")?;
        Ok(Built {
            compiled: Compiled { elf, log },
            includes: includes::parse(&String::from_utf8_lossy(&rule)),
        })
    }

    /// Compiles to an object, which is clang's IR. [`Build::join`] makes a program of all objects.
    ///
    /// # Errors
    /// As [`Build::build`].
    pub fn object(&self) -> Result<Object, CompileError> {
        let log = self.compile()?;
        let object = self.read("source.ll")?;
        Ok(Object { object, log })
    }

    /// Links objects to a program.
    ///
    /// # Errors
    /// As [`Build::build`].
    pub fn join(&self, objects: &[&[u8]]) -> Result<Compiled, CompileError> {
        let mut link = self.tools.command(Tool::Link);
        for (index, object) in objects.iter().enumerate() {
            let file = format!("object-{index}.ll");
            self.write(&file, object)?;
            link.arg(self.path(&file));
        }
        link.arg("-S").arg("-o").arg(self.path("source.ll"));
        let output = start(&mut link)?;
        if !output.status.success() {
            // Two objects define one function, or declare it in two ways.
            return Err(CompileError::Rejected {
                name: self.request.name.clone(),
                log: String::from_utf8_lossy(&output.stderr).into_owned(),
            });
        }
        Ok(Compiled {
            elf: self.make()?,
            log: String::new(),
        })
    }

    /// From clang's IR to a kernel file.
    fn make(&self) -> Result<Vec<u8>, CompileError> {
        let text = self.read("source.ll")?;
        let text = String::from_utf8_lossy(&text);
        let program = Program::of(&text).map_err(|refused| self.refused(refused))?;
        self.write("program.ll", program.text.as_bytes())?;
        self.link_library()?;
        self.optimize(&program.public)?;
        self.generate_code()?;
        self.link(&program.public)?;
        self.sign(program.signatures)
    }

    /// Runs clang; returns its messages about a source that compiles.
    fn compile(&self) -> Result<String, CompileError> {
        let Request {
            name,
            source,
            options,
            folder,
        } = self.request;
        // Messages and line tables name the file that the user knows.
        let marker = format!(
            "# 1 \"{}\"\n",
            name.replace('\\', "\\\\").replace('"', "\\\"")
        );
        self.write("source.cl", &[marker.as_bytes(), source].concat())?;
        let input = self.path("source.cl");
        let input = File::open(&input).map_err(io(&input))?;
        let mut command = clang(self.tools);
        command
            .args(DEVICE)
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
            .arg(self.path("includes"))
            .arg("-o")
            .arg(self.path("source.ll"))
            .arg("-");
        command.stdin(input);
        if !folder.as_os_str().is_empty() {
            command.current_dir(folder);
        }
        let output = start(&mut command)?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(0) => Ok(log),
            Some(1) => Err(CompileError::Rejected {
                name: name.clone(),
                log,
            }),
            _ => Err(failed(&command, name, &output)),
        }
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

    fn link_library(&self) -> Result<(), CompileError> {
        let mut link = self.tools.command(Tool::Link);
        link.arg("--only-needed")
            .arg(self.path("program.ll"))
            .arg(self.library.bitcode());
        link.arg("-o").arg(self.path("linked.bc"));
        let output = run(&mut link, &self.request.name)?;
        // The linker drops malformed debug information of ours, and reports it.
        match output.stderr.is_empty() {
            true => Ok(()),
            false => Err(failed(&link, &self.request.name, &output)),
        }
    }

    /// Optimises. All symbols that are not public become internal, so that they can be inlined or dropped.
    fn optimize(&self, public: &[String]) -> Result<(), CompileError> {
        let mut optimize = self.tools.command(Tool::Optimizer);
        let level = options::level(&self.request.options).trim_start_matches('-');
        optimize.arg(format!("-passes=internalize,default<{level}>"));
        optimize.arg(PROCESSOR[0]);
        optimize.arg(format!("-internalize-public-api-list={}", public.join(",")));
        optimize
            .arg(self.path("linked.bc"))
            .arg("-o")
            .arg(self.path("optimized.bc"));
        run(&mut optimize, &self.request.name).map(drop)
    }

    fn generate_code(&self) -> Result<(), CompileError> {
        let mut generate = self.tools.command(Tool::CodeGenerator);
        generate.arg(options::level(&self.request.options));
        generate.args(["-filetype=obj", "-function-sections", "-data-sections"]);
        generate
            .arg(format!("-mtriple={}", retarget::TRIPLE))
            .args(PROCESSOR);
        generate
            .arg(self.path("optimized.bc"))
            .arg("-o")
            .arg(self.path("program.o"));
        run(&mut generate, &self.request.name).map(drop)
    }

    fn link(&self, public: &[String]) -> Result<(), CompileError> {
        let mut link = self.tools.command(Tool::Linker);
        let roots = public.iter().map(|symbol| format!("--undefined={symbol}"));
        link.args(LINK)
            .args(roots)
            .arg(self.path("program.o"))
            .args(self.library.objects());
        link.arg("-o").arg(self.path("linked.elf"));
        let output = start(&mut link)?;
        if output.status.success() {
            return Ok(());
        }
        // A function that is declared and called but never defined: clang cannot detect it.
        let said = String::from_utf8_lossy(&output.stderr);
        let undefined = said
            .lines()
            .filter_map(|line| line.split_once("undefined symbol: "));
        let messages = undefined.map(|(_, name)| format!("`{name}` is called, but not defined\n"));
        let log: String = messages.collect();
        match log.is_empty() {
            true => Err(failed(&link, &self.request.name, &output)),
            false => Err(CompileError::Rejected {
                name: self.request.name.clone(),
                log,
            }),
        }
    }

    /// Adds the signatures of the kernels to the file.
    fn sign(&self, mut signatures: Vec<Signature>) -> Result<Vec<u8>, CompileError> {
        let parse = |bytes: &[u8]| {
            heddle_isa::Program::parse(&self.request.name, bytes).map_err(|error| {
                CompileError::Failed {
                    tool: "reading the linked file".to_owned(),
                    name: self.request.name.clone(),
                    log: error.to_string(),
                }
            })
        };
        let linked = parse(&self.read("linked.elf")?)?;
        for signature in &mut signatures {
            signature.stack_bytes = stack::needed(&linked, &signature.kernel);
        }
        self.write("note", &heddle_isa::signature::section(&signatures))?;
        let mut copy = self.tools.command(Tool::ObjectCopy);
        let section = ".note.heddle";
        copy.arg(format!(
            "--add-section={section}={}",
            self.path("note").display()
        ));
        copy.arg(format!("--set-section-type={section}=7"));
        copy.arg(self.path("linked.elf"))
            .arg(self.path("signed.elf"));
        run(&mut copy, &self.request.name)?;
        let elf = self.read("signed.elf")?;
        parse(&elf)?;
        Ok(elf)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.work.join(file)
    }

    fn read(&self, file: &str) -> Result<Vec<u8>, CompileError> {
        let path = self.path(file);
        fs::read(&path).map_err(io(&path))
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), CompileError> {
        let path = self.path(file);
        fs::write(&path, bytes).map_err(io(&path))
    }
}
