//! `heddle compile`: compiles OpenCL C, C and assembly to a kernel file.

use super::source;
use crate::cli::{Compile, Global};
use crate::failure::Failure;
use crate::language::Language;
use crate::output::{self, Planned};
use heddle_compiler::{Compiled, c};
use heddle_isa::signature::{Kind, Parameter};
use heddle_isa::{Program, Signature};
use serde_json::json;

/// Writes the kernel file and shows its kernels.
pub fn execute(global: &Global, options: &Compile) -> Result<(), Failure> {
    Planned::new().file("--out", Some(&options.out)).check()?;
    let file = options.file.display().to_string();
    let Compiled { elf, log } = compiled(options)?;
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

fn compiled(options: &Compile) -> Result<Compiled, Failure> {
    let Compile {
        file,
        llvm,
        library,
        ..
    } = options;
    if Language::of(file) == Some(Language::C) {
        return source::compile_c(&c::Request {
            file: file.clone(),
            options: options.options(),
            llvm: llvm.clone(),
            libraries: library.clone(),
        });
    }
    if !llvm.is_empty() || !library.is_empty() {
        let what = "--llvm or --library with a source in OpenCL C";
        return Err(Failure::input_with(what, "leave it out"));
    }
    source::compile(file, options.options())
}

/// Prints a row for each kernel.
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

/// A parameter as the source declares it.
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
