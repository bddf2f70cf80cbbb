//! Recovers the control flow of a kernel file and lists where divergent threads reconverge.
//!
//!     cargo run -p heddle-examples --bin reconvergence_points [KERNEL.elf]

use heddle_flow::Flow;
use heddle_isa::Program;
use std::error::Error;
use std::path::PathBuf;

/// The kernel that is read unless another one is named.
const LOOPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels/loops/loops.elf");

fn main() -> Result<(), Box<dyn Error>> {
    let named = std::env::args_os().nth(1);
    let path = named.map_or(LOOPS.into(), PathBuf::from);
    let program = Program::parse(&path.display().to_string(), &std::fs::read(&path)?)?;
    for (pc, reconvergence) in Flow::new(&program).divergences() {
        let place = match program.function_at(pc) {
            Some((function, offset)) => format!("{function}+{offset:#x}"),
            None => "outside of functions".into(),
        };
        println!("0x{pc:08x} ({place}): threads that diverge here meet at {reconvergence}");
    }
    Ok(())
}
