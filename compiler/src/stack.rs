//! How much stack a thread of a kernel needs, read from its code (OCL-6).
//!
//! The analysis relies on the code of this compiler: a function lowers `sp` by known amounts, and calls known functions. A
//! jump to an unknown address goes through a jump table and therefore stays in its function.

use heddle_isa::program::KERNEL_PREFIX;
use heddle_isa::{Instruction, Op, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Registers of the calling convention.
const ZERO: u8 = 0;
const RA: u8 = 1;
const SP: u8 = 2;
const FRAME_POINTER: u8 = 8;

/// Alignment of the stack pointer, in bytes.
const ALIGN: u32 = 16;

/// Bytes of stack from a kernel's entry to its deepest call. `None` if the size is unknown, because of recursion, a call of
/// an unknown function or a frame of variable size.
pub fn needed(program: &Program, kernel: &str) -> Option<u32> {
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

/// The stack use of a function.
#[derive(Debug, Default)]
struct Function {
    /// The bytes by which it lowers the stack pointer; `None` if the amount varies.
    frame: Option<u32>,
    /// The functions that it calls, including tail calls; `None` if not all are known.
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

    /// Adds the bytes by which an instruction lowers the stack pointer.
    fn lower(&mut self, instruction: &Instruction, constants: &Constants) {
        let Instruction {
            op, rs1, rs2, imm, ..
        } = *instruction;
        if instruction.destination() != (SP, false) {
            return;
        }
        let by = match (op, rs1) {
            // An addition that raises the stack pointer frees earlier space, and counts as 0.
            (Op::Addi, SP) => Some(u32::try_from(-i64::from(imm)).unwrap_or(0)),
            (Op::Sub, SP) => constants.value(rs2),
            // Rounding down to an alignment lowers it by less than the alignment.
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

/// The target of an instruction other than the next instruction.
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
            // A return, or a jump table of this function.
            None if rd == ZERO => Target::None,
            None => Target::Unknown,
        },
        _ => Target::None,
    }
}

/// Registers whose values are known from the preceding instructions.
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
            // After a call no register value is known.
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
    /// Functions whose analysis is in progress: a function that is reached again is recursive.
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
