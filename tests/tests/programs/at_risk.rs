//! Programs of a file for which the control-flow graph has a warning: a barrier at risk, or a jump to anywhere.

use crate::generator::Program;
use heddle_flow::{End, Flow};
use heddle_isa::Program as Elf;
use heddle_sim::fault::BarrierAtRisk;

/// The programs of a file with a barrier at risk in one of their functions.
pub fn named<'p>(elf: &Elf, programs: &'p [Program]) -> Vec<&'p Program> {
    let risks = BarrierAtRisk::of(elf);
    let places = risks.iter().map(|risk| &risk.barrier.place);
    of(
        programs,
        places.filter_map(|place| place.function.as_deref()),
    )
}

/// The programs of a file with a jump whose targets are unknown.
pub fn with_unknown_jumps<'p>(elf: &Elf, programs: &'p [Program]) -> Vec<&'p Program> {
    let flow = Flow::new(elf);
    let unknown = flow.blocks().filter(|block| block.leaves == End::Unknown);
    let functions = unknown.filter_map(|block| elf.function_at(block.last()));
    of(programs, functions.map(|(name, _)| name))
}

/// The programs that have some of these functions.
fn of<'p, 'f>(
    programs: &'p [Program],
    functions: impl Iterator<Item = &'f str>,
) -> Vec<&'p Program> {
    let functions: Vec<&str> = functions.collect();
    let has = |program: &&Program| functions.iter().any(|name| is_of(name, &program.name));
    programs.iter().filter(has).collect()
}

/// Whether a function, with an offset in it, is one of a program: the names of its functions contain its own.
fn is_of(function: &str, program: &str) -> bool {
    let found = function.find(program);
    let behind = found.and_then(|at| function[at + program.len()..].chars().next());
    behind.is_some_and(|next| !next.is_ascii_digit())
}

#[test]
fn names_of_functions_contain_those_of_their_programs() {
    assert!(is_of("__kernel_barriers_14+0x8", "barriers_14"));
    assert!(is_of("barriers_14_meet0+0x8", "barriers_14"));
    assert!(!is_of("__kernel_barriers_142+0x8", "barriers_14"));
}
