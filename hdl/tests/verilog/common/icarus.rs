//! Runs a test bench with Icarus Verilog, which simulates unknown values.

use heddle_hdl::Design;
use std::process::Command;

/// The output of the bench.
pub fn simulate(design: &Design, bench: &str) -> String {
    simulate_with(design, bench, "")
}

/// The output of a bench that reads its stimuli from the file `stimuli.hex`.
pub fn simulate_with(design: &Design, bench: &str, stimuli: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("stimuli.hex"), stimuli).expect("a writable file");
    let file = folder.path().join("bench.v");
    let modules: String = design.modules.iter().map(|m| m.verilog.as_str()).collect();
    std::fs::write(&file, modules + bench).expect("a writable file");
    let program = folder.path().join("bench.vvp");
    let mut compile = Command::new("iverilog");
    run(compile
        .args(["-g2005", "-s", "bench", "-o"])
        .arg(&program)
        .arg(&file));
    run(Command::new("vvp")
        .arg("-n")
        .arg(&program)
        .current_dir(folder.path()))
}

fn run(command: &mut Command) -> String {
    let tool = command.get_program().to_string_lossy().into_owned();
    let run = command.output();
    let run = run.unwrap_or_else(|error| panic!("{tool}: {error}; install it with scripts/setup"));
    let (out, err) = (
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    assert!(run.status.success(), "{tool}: {out}{err}");
    out.into_owned()
}
