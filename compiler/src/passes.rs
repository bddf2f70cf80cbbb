//! The passes that optimise a module.

use crate::error::CompileError;
use crate::options::Level;
use crate::tools::{Tool, Tools};
use heddle_system::ProgramError;

/// The target triple of the code generator.
pub const TRIPLE: &str = "riscv32-unknown-unknown-elf";

/// The pass that is left out of LLVM's pipelines (CPL-2). It gives each predecessor of a branch whose outcome it knows a copy
/// of the code before the branch: the threads that come from there then take another way to a barrier than the rest of their
/// warp.
const JUMP_THREADING: &str = ",jump-threading";

/// Options by which clang writes IR that is not optimised, without lifetime markers (CPL-7). With them, several `break`, `goto`
/// and `return` out of a scope share a block that ends the lifetimes of the scope, and a branch behind it tells by a number
/// where to go on. Threads that parted have different numbers, so the branch may diverge; jump threading would remove it.
pub const UNOPTIMIZED: [&str; 4] = [
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-disable-lifetime-markers",
];

/// Passes that optimise values and inline functions, but leave every branch where it stands.
pub(crate) const STILL: &str = "function(sroa<preserve-cfg>,early-cse<>),cgscc(inline),\
    function(sroa<preserve-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,bdce),globaldce";

/// LLVM's pipeline of a level, as `opt` prints it, without jump threading.
///
/// # Errors
/// [`CompileError::Program`] if the optimiser prints nothing of the kind.
pub(crate) fn pipeline(tools: &Tools, name: &str, level: Level) -> Result<String, CompileError> {
    let mut print = tools.command(Tool::Optimizer);
    print
        .arg(format!("-passes=default<{}>", level.of_pipeline()))
        .arg(format!("-mtriple={TRIPLE}"))
        .args(["-print-pipeline-passes", "-disable-output", "/dev/null"]);
    let output = print.run(name)?;
    let printed = str::from_utf8(&output.stdout).unwrap_or_default().trim();
    match printed {
        "" => Err(ProgramError::failed(&print, name, &output).into()),
        printed => Ok(without_jump_threading(printed)),
    }
}

fn without_jump_threading(pipeline: &str) -> String {
    pipeline.replace(JUMP_THREADING, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_pipeline_without_jump_threading() {
        let tools = Tools::find(&[Tool::Optimizer]).expect("tools");
        for (name, level) in Level::ALL {
            let printed = pipeline(&tools, name, level).expect("a pipeline");
            assert!(
                printed.contains("verify") || printed.contains("function"),
                "{name}: {printed}"
            );
            assert!(!printed.contains("jump-threading"), "{name}: {printed}");
        }
    }
}
