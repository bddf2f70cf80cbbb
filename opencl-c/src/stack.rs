//! How much stack a thread of a kernel needs, read from its code.
//!
//! The code is what the compiler above makes: a function lowers `sp` by what it knows, and calls functions that it knows. A jump to a
//! place that is not known stays in its function, as it is one through a table.

use heddle_isa::program::KERNEL_PREFIX;
use heddle_isa::{Instruction, Op, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Registers of the calling convention.
const ZERO: u8 = 0;
const RA: u8 = 1;
const SP: u8 = 2;
const FRAME_POINTER: u8 = 8;

/// What a stack pointer is a multiple of.
const ALIGN: u32 = 16;

/// Bytes of stack from a kernel's entry to its deepest call; `None` if recursion, a call of an unknown function or a frame of
/// variable size leaves it open.
pub(crate) fn needed(program: &Program, kernel: &str) -> Option<u32> {
    let functions = functions(program);
    let entry = program.symbol(&format!("{KERNEL_PREFIX}{kernel}"))?;
    let mut search = Search {
        functions: &functions,
        depths: BTreeMap::new(),
        open: BTreeSet::new(),
    };
    let depth = search.depth(entry.address)?;
    depth.checked_next_multiple_of(ALIGN)
}

/// What a function does with the stack.
#[derive(Debug, Default)]
struct Function {
    /// By how much it lowers the stack pointer, in bytes; `None` if that varies.
    frame: Option<u32>,
    /// Where it goes, calls and tail calls; `None` if not all are known.
    callees: Option<BTreeSet<u32>>,
}

/// The functions of a program by their addresses.
fn functions(program: &Program) -> BTreeMap<u32, Function> {
    let symbols = program.symbols().map(|(_, symbol)| symbol);
    let functions = symbols.filter(|symbol| symbol.function && symbol.bytes > 0);
    let read = |start, bytes| {
        let code = (start..start + bytes).step_by(4);
        let code = code.filter_map(|pc| Some((pc, program.instruction(pc)?)));
        Function::of(start..start + bytes, code)
    };
    functions
        .map(|symbol| (symbol.address, read(symbol.address, symbol.bytes)))
        .collect()
}

impl Function {
    fn of<'i>(
        range: std::ops::Range<u32>,
        code: impl Iterator<Item = (u32, &'i Instruction)>,
    ) -> Self {
        let mut function = Function {
            frame: Some(0),
            callees: Some(BTreeSet::new()),
        };
        let mut constants = Constants::default();
        for (pc, instruction) in code {
            function.lower(instruction, &constants);
            match target(pc, instruction, &constants) {
                Target::Known(target) if instruction.is_call() || !range.contains(&target) => {
                    function.callees.as_mut().map(|all| all.insert(target));
                }
                Target::Unknown => function.callees = None,
                Target::Known(_) | Target::None => {}
            }
            constants.follow(pc, instruction);
        }
        function
    }

    /// Adds what an instruction lowers the stack pointer by.
    fn lower(&mut self, instruction: &Instruction, constants: &Constants) {
        let Instruction {
            op, rs1, rs2, imm, ..
        } = *instruction;
        if instruction.destination() != (SP, false) {
            return;
        }
        let by = match (op, rs1) {
            // What raises it gives back what was taken.
            (Op::Addi, SP) => Some(u32::try_from(-i64::from(imm)).unwrap_or(0)),
            (Op::Sub, SP) => constants.value(rs2),
            // A larger alignment takes less than itself.
            (Op::Andi, SP) => Some(imm.unsigned_abs()),
            (Op::Add, SP) => constants
                .value(rs2)
                .map(|value| (value as i32).min(0).unsigned_abs()),
            (Op::Addi, FRAME_POINTER) => Some(0),
            _ => None,
        };
        let sum = |frame: u32| frame.checked_add(by?);
        self.frame = self.frame.and_then(sum);
    }
}

/// Where an instruction may go, besides the next one.
enum Target {
    None,
    Known(u32),
    Unknown,
}

fn target(pc: u32, instruction: &Instruction, constants: &Constants) -> Target {
    let Instruction {
        op, rd, rs1, imm, ..
    } = *instruction;
    match op {
        Op::Jal => Target::Known(pc.wrapping_add_signed(imm)),
        Op::Jalr => match constants.value(rs1) {
            Some(base) => Target::Known(base.wrapping_add_signed(imm)),
            // A return, or a table of this function.
            None if rd == ZERO => Target::None,
            None => Target::Unknown,
        },
        _ => Target::None,
    }
}

/// Registers whose values the instructions just before say.
#[derive(Default)]
struct Constants(BTreeMap<u8, u32>);

impl Constants {
    fn value(&self, register: u8) -> Option<u32> {
        match register {
            ZERO => Some(0),
            _ => self.0.get(&register).copied(),
        }
    }

    fn follow(&mut self, pc: u32, instruction: &Instruction) {
        let Instruction {
            op, rd, rs1, imm, ..
        } = *instruction;
        let value = match op {
            Op::Lui => Some(imm as u32),
            Op::Auipc => Some(pc.wrapping_add_signed(imm)),
            Op::Addi => self.value(rs1).map(|value| value.wrapping_add_signed(imm)),
            // A call leaves nothing, and what is jumped to may be reached from elsewhere.
            Op::Jal | Op::Jalr if rd == RA => return self.0.clear(),
            _ => None,
        };
        match (value, instruction.destination()) {
            (Some(value), (register, false)) => {
                self.0.insert(register, value);
            }
            (None, (register, false)) => {
                self.0.remove(&register);
            }
            _ => {}
        }
    }
}

struct Search<'f> {
    functions: &'f BTreeMap<u32, Function>,
    depths: BTreeMap<u32, Option<u32>>,
    /// Functions that are being looked at: one that is reached again is recursive.
    open: BTreeSet<u32>,
}

impl Search<'_> {
    fn depth(&mut self, address: u32) -> Option<u32> {
        if let Some(&known) = self.depths.get(&address) {
            return known;
        }
        if !self.open.insert(address) {
            return None;
        }
        let depth = self.deepest(address);
        self.open.remove(&address);
        self.depths.insert(address, depth);
        depth
    }

    fn deepest(&mut self, address: u32) -> Option<u32> {
        let function = self.functions.get(&address)?;
        let callees = function.callees.as_ref()?.iter();
        let depths = callees.map(|&callee| self.depth(callee));
        let below = depths.collect::<Option<Vec<u32>>>()?;
        function
            .frame?
            .checked_add(below.into_iter().max().unwrap_or(0))
    }
}
