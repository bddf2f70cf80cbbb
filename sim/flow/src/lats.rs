//! Loads and stores that may leave the core: those whose base is not provably in shared memory.
//!
//! In the kernel ABI, `tp` points to the shared memory of a block, so an address computed from `tp` and any value that is not an
//! address lies there. Registers that hold such addresses are tracked through a function. Values loaded from memory are unknown,
//! and calls preserve the callee-saved registers.

use crate::block::{Block, End};
use crate::flow::Flow;
use heddle_isa::{Class, Instruction, Op, Program};
use petgraph::visit::EdgeRef;
use std::collections::BTreeSet;

/// A set of registers, one bit each.
type Registers = u32;

const TP: Registers = 1 << 4;

/// gp, tp, s0, s1, s2 to s11.
const SAVED: Registers = 1 << 3 | TP | 0b11 << 8 | 0x3ff << 18;

impl Flow {
    /// Addresses of the loads and stores whose base is not provably derived from `tp`: the LATs of lashgar2012, section IV.A.
    pub fn lats(&self, program: &Program) -> BTreeSet<u32> {
        let at_start = self.shared_at_start(program);
        let mut lats = BTreeSet::new();
        for (block, shared) in self.blocks().zip(at_start) {
            let mut shared = shared.unwrap_or(0);
            for (pc, instruction) in instructions(program, block) {
                let is_access = matches!(instruction.class(), Class::Load | Class::Store);
                if is_access && shared >> instruction.rs1 & 1 == 0 {
                    lats.insert(pc);
                }
                shared = after(instruction, shared);
            }
        }
        lats
    }

    /// For each block: registers that hold addresses of shared memory on every path into it; `None` if no path into it is known.
    fn shared_at_start(&self, program: &Program) -> Vec<Option<Registers>> {
        let graph = self.graph();
        let mut at_start = vec![None; graph.node_count()];
        let entries = self.functions().iter();
        let mut open: Vec<_> = entries.filter_map(|f| self.node_at(f.entry)).collect();
        open.iter()
            .for_each(|node| at_start[node.index()] = Some(TP));
        while let Some(node) = open.pop() {
            let Some(block) = self.block(node) else {
                continue;
            };
            let start = at_start[node.index()].unwrap_or(TP);
            let mut shared = instructions(program, block)
                .fold(start, |shared, (_, instruction)| after(instruction, shared));
            if matches!(block.leaves, End::Call { .. }) {
                shared &= SAVED;
            }
            for edge in graph.edges(node) {
                let to = &mut at_start[edge.target().index()];
                let both = to.map_or(shared, |before| before & shared);
                if *to != Some(both) {
                    *to = Some(both);
                    open.push(edge.target());
                }
            }
        }
        at_start
    }
}

fn instructions<'a>(
    program: &'a Program,
    block: &Block,
) -> impl Iterator<Item = (u32, &'a Instruction)> + use<'a> {
    let pcs = (block.start..block.end).step_by(4);
    pcs.filter_map(|pc| Some((pc, program.instruction(pc)?)))
}

/// The registers that hold addresses of shared memory after an instruction.
fn after(instruction: &Instruction, shared: Registers) -> Registers {
    let (destination, is_float) = instruction.destination();
    if is_float || destination == 0 {
        return shared;
    }
    let holds = |register: u8| shared >> register & 1 == 1;
    let (first, second) = (holds(instruction.rs1), holds(instruction.rs2));
    let is_address = match instruction.op {
        Op::Addi => first,
        Op::Add => first != second,
        Op::Sub => first && !second,
        _ => false,
    };
    shared & !(1 << destination) | u32::from(is_address) << destination
}

#[cfg(test)]
mod tests {
    use super::*;

    /// addi, add and sub, encoded as words.
    fn addi(rd: u32, rs1: u32) -> u32 {
        4 << 20 | rs1 << 15 | rd << 7 | 0x13
    }

    fn add(rd: u32, rs1: u32, rs2: u32) -> u32 {
        rs2 << 20 | rs1 << 15 | rd << 7 | 0x33
    }

    fn sub(rd: u32, rs1: u32, rs2: u32) -> u32 {
        0x20 << 25 | add(rd, rs1, rs2)
    }

    fn lw(rd: u32, rs1: u32) -> u32 {
        rs1 << 15 | 2 << 12 | rd << 7 | 0x03
    }

    fn run(words: &[u32]) -> Registers {
        let decode = |word: &u32| Instruction::decode(*word).unwrap();
        words
            .iter()
            .map(decode)
            .fold(TP, |shared, i| after(&i, shared))
    }

    #[test]
    fn sums_with_tp_are_of_shared_memory() {
        assert_eq!(run(&[add(10, 4, 11)]), TP | 1 << 10);
        assert_eq!(run(&[add(10, 11, 4), addi(12, 10)]), TP | 1 << 10 | 1 << 12);
        assert_eq!(run(&[sub(10, 4, 11)]), TP | 1 << 10);
    }

    #[test]
    fn what_is_no_such_sum_is_not() {
        // The difference of two addresses, an address subtracted from another value, the sum of two addresses.
        assert_eq!(run(&[sub(10, 4, 4), sub(11, 12, 4), add(13, 4, 4)]), TP);
        assert_eq!(run(&[add(10, 4, 11), lw(10, 10)]), TP);
    }
}
