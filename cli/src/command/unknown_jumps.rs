//! Indirect jumps with unknown targets.

use crate::console;
use heddle_flow::{End, Flow};
use heddle_isa::Program;
use serde::Serialize;

/// An indirect jump with unknown targets. Threads that diverge at it or before it meet again only where the function
/// returns: under mechanisms with stacks lanes stay idle until then.
#[derive(Serialize)]
pub struct UnknownJump {
    /// Byte address.
    pc: u32,
    /// Function and offset, if symbols give them.
    function: Option<String>,
}

/// The unknown jumps of a program, by address.
pub fn of(program: &Program) -> Vec<UnknownJump> {
    let flow = Flow::new(program);
    let unknown = flow.blocks().filter(|block| block.leaves == End::Unknown);
    let jump = |pc| UnknownJump {
        pc,
        function: program
            .function_at(pc)
            .map(|(name, offset)| format!("{name}+0x{offset:x}")),
    };
    unknown.map(|block| jump(block.last())).collect()
}

/// Prints a warning for each jump, with its place.
pub fn warn(jumps: &[UnknownJump]) {
    for UnknownJump { pc, function } in jumps {
        let place = function.as_deref().unwrap_or("no function");
        console::note(&format!(
            "warning: it is not known where the jump at 0x{pc:x} ({place}) goes: threads that part at it or around it meet \
             again only where its function is left; link with -Wl,--emit-relocs, which tells how long jump \
             tables are, or build with -fno-jump-tables -fno-optimize-sibling-calls"
        ));
    }
}
