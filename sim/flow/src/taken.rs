//! Targets of jumps that cannot be resolved: every address that such a jump can have come by.
//!
//! A jump within a function goes to a label whose address code or data takes, in a computed `goto` or a `switch`; a tail call
//! through a pointer goes to a function whose address is taken. Relocations say which addresses are taken, if the file has kept
//! them. Without relocations the targets stay unknown, and so do those of a jump that computes with addresses of code: an
//! assembler resolves the difference of two labels by itself, without a relocation.
//!
//! CFL-5: what is left goes to all of these.

use crate::block::Block;
use crate::explore::Blocks;
use crate::value::{CodePoint, Search, Value};
use heddle_isa::{Op, Program};
use std::collections::BTreeSet;
use std::ops::Range;

/// The taken addresses that the indirect jump at the end of a block can lead to, ascending; `None` if they are unknown or the
/// block ends differently.
pub(crate) fn taken(program: &Program, blocks: &Blocks, block: &Block) -> Option<Vec<u32>> {
    let pc = block.last();
    let jump = program.instruction(pc)?;
    let indirect = jump.op == Op::Jalr && !jump.is_return() && !jump.is_call();
    if !indirect || jump.imm != 0 || computes(program, blocks, block, jump.rs1) {
        return None;
    }
    let labels = program.taken_in(function(program, pc));
    let all: BTreeSet<u32> = labels.chain(program.taken_functions()).collect();
    let code = all
        .into_iter()
        .filter(|&pc| program.instruction(pc).is_some());
    let targets: Vec<u32> = code.collect();
    (!targets.is_empty()).then_some(targets)
}

/// Whether the target of a jump is a sum with an address of code.
fn computes(program: &Program, blocks: &Blocks, block: &Block, register: u8) -> bool {
    let place = CodePoint {
        block,
        pc: block.last(),
    };
    let value = Search::new(program, blocks).value(register, place);
    matches!(value, Value::Sum(..))
}

/// The addresses of the function at an address. A symbol without a size reaches to the next function.
fn function(program: &Program, pc: u32) -> Range<u32> {
    let entries = || program.symbols().filter(|(_, symbol)| symbol.function);
    let code = program.text_range();
    let next = entries().map(|(_, symbol)| symbol.address);
    let next = next.filter(|&entry| entry > pc).min().unwrap_or(code.end);
    let start = program.function_at(pc).map(|(_, offset)| pc - offset);
    start.unwrap_or(code.start)..next
}
