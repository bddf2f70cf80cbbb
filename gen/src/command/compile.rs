//! `heddle compile`: OpenCL C to a kernel file.

use crate::cli::{Compile, Global, SourceOptions};
use crate::console;
use crate::failure::Failure;
use crate::output::{self, Planned, folder_of};
use heddle_isa::signature::{Kind, Parameter};
use heddle_isa::{Program, Signature};
use heddle_opencl_c::{CompileError, Compiled, Request};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Writes the kernel file and shows its kernels.
pub fn execute(global: &Global, options: &Compile) -> Result<(), Failure> {
    Planned::new().file("--out", Some(&options.out)).check()?;
    let file = options.file.display().to_string();
    let Compiled { elf, log } = compile(&options.file, options.options().into_iter())?;
    output::stream(&options.out, |out| out.write_all(&elf))?;
    let program = Program::parse(&file, &elf).map_err(Failure::ran)?;
    if global.json {
        let kernels: Vec<&Signature> = program.signatures().collect();
        let out = options.out.display().to_string();
        return output::json(
            &json!({ "source": file, "elf": out, "log": log, "kernels": kernels }),
        );
    }
    show(&program)
}

/// The program in a source, with its lines. Warnings are shown.
pub fn program(file: &Path, options: &SourceOptions) -> Result<Program, Failure> {
    let lines = "-g".to_owned();
    let options = options.options().into_iter().chain([lines]);
    let compiled = compile(file, options)?;
    Program::parse(&file.display().to_string(), &compiled.elf).map_err(Failure::ran)
}

fn compile(file: &Path, options: impl Iterator<Item = String>) -> Result<Compiled, Failure> {
    let name = file.display().to_string();
    let source = fs::read(file).map_err(|error| {
        let what = format!("{name}: cannot be read: {error}");
        Failure::input_with(what, "check the name and permissions of the file")
            .code("heddle::opencl")
    })?;
    // What a file includes is also looked for beside it.
    let beside = format!("-I{}", folder_of(file).display());
    let request = Request {
        name,
        source,
        options: options.chain([beside]).collect(),
        folder: Path::new("").into(),
    };
    let compiled = heddle_opencl_c::compile(&request).map_err(failure)?;
    if !compiled.log.is_empty() {
        console::note(compiled.log.trim_end());
    }
    Ok(compiled)
}

/// Messages of the compiler stand above the failure, as they are: their marks are columns of the source.
fn failure(error: CompileError) -> Failure {
    let (is_users, remedy) = (error.is_users(), error.remedy());
    let what = match error {
        CompileError::Rejected { name, log } => {
            console::note(log.trim_end());
            format!("{name} does not compile: its messages stand above")
        }
        error => error.to_string(),
    };
    let failure = match is_users {
        true => Failure::input(what),
        false => Failure::ran(what),
    };
    failure.help(remedy).code("heddle::opencl")
}

/// A row for each kernel.
fn show(program: &Program) -> Result<(), Failure> {
    let heading = [
        "kernel",
        "parameters",
        "shared bytes",
        "stack bytes",
        "prints",
    ];
    let mut table = output::table(&heading, &[2, 3]);
    for signature in program.signatures() {
        let parameters: Vec<String> = signature.parameters.iter().map(parameter).collect();
        let stack = signature
            .stack_bytes
            .map_or("unknown".to_owned(), |bytes| bytes.to_string());
        table.add_row([
            signature.kernel.clone(),
            parameters.join("\n"),
            signature.shared_bytes.to_string(),
            stack,
            if signature.prints { "yes" } else { "" }.to_owned(),
        ]);
    }
    output::line(&table.to_string())
}

/// As the source declares it.
fn parameter(parameter: &Parameter) -> String {
    let Parameter {
        name,
        type_name,
        kind,
        ..
    } = parameter;
    let space = match kind {
        Kind::Value { .. } => "",
        Kind::Global => "global ",
        Kind::Constant => "constant ",
        Kind::Local => "local ",
    };
    format!("{space}{type_name} {name}")
}
