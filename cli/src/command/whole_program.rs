//! `heddle sim` without a launch file: runs an ELF file as a whole program on one thread, for ISA test suites.

use super::job;
use crate::cli::{Global, Sim};
use crate::console;
use crate::failure::Failure;
use crate::output;
use heddle_isa::whole_program::{Console, WholeProgram};
use serde_json::json;
use std::time::Instant;

/// Runs the program from its entry point until it ends itself; its exit code must be 0.
pub fn execute(global: &Global, options: &Sim) -> Result<(), Failure> {
    let (path, name) = heddle_sim::launch::split_kernel(&options.kernel.kernel);
    let file = path.display();
    if name.is_some() {
        let remedy = "add --launch FILE.toml to run a kernel, or drop the kernel's name";
        return Err(Failure::input_with(
            format!("{file}: no launch file"),
            remedy,
        ));
    }
    let option = match &options.machine {
        machine if machine.functional => Some("--functional"),
        machine if machine.check_races => Some("--check-races"),
        machine if machine.check_flow => Some("--check-flow"),
        machine if machine.policy.is_some() => Some("--policy"),
        machine if machine.compaction.is_some() => Some("--compaction"),
        _ => None,
    };
    if let Some(option) = option {
        let remedy = "add --launch FILE.toml to run a kernel; a whole program is one thread";
        return Err(Failure::input_with(
            format!("{file}: {option} without a launch file"),
            remedy,
        ));
    }
    let program = job::program(path)?;
    let mut thread =
        WholeProgram::new(&program).map_err(|fault| Failure::input(format!("{file}: {fault}")))?;
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let start = Instant::now();
    let mut console = Console {
        output: &mut out,
        errors: &mut errors,
    };
    let result = thread.run(options.machine.max_cycles, &mut console);
    let seconds = start.elapsed().as_secs_f64();
    if global.json {
        output::json(&json!({
            "exit_code": result.as_ref().ok(),
            "instructions": thread.instructions(),
            "output": String::from_utf8_lossy(&out),
            "output_hex": hex(&out),
            "errors": String::from_utf8_lossy(&errors),
            "errors_hex": hex(&errors),
            "wall_seconds": seconds,
        }))?;
    } else {
        console::note_bytes(&errors);
        output::bytes(&out)?;
    }
    match result {
        Ok(0) => Ok(()),
        Ok(code) => {
            let what = format!("{file}: the program ended with exit code {code}");
            Err(Failure::ran(what).help("what it wrote, if anything, stands above"))
        }
        Err(stop) => {
            let remedy = stop.reason.remedy();
            Err(Failure::ran(format!("{file}: {stop}")).help(remedy))
        }
    }
}

/// The hexadecimal digits of bytes that are not text; `None` for text.
fn hex(bytes: &[u8]) -> Option<String> {
    let digits = || bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    std::str::from_utf8(bytes).is_err().then(digits)
}
