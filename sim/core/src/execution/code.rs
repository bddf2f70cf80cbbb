//! The program as a core fetches it: one predecoded step for each word.

use heddle_contract::config::Pipeline;
use heddle_isa::{Class, Instruction, Op, Program};
use heddle_types::{Pc, WordPc};

/// How a core handles a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Registers to registers.
    Compute,
    /// Reads or writes a CSR.
    Csr,
    /// Orders memory accesses, which this core performs in order anyway.
    Fence,
    /// Conditional branch.
    Branch,
    /// Unconditional jump.
    Jump,
    /// Load, store or atomic.
    Memory,
    /// Barrier of the block.
    Barrier,
    /// Barrier of the original warp.
    PartialBarrier,
    /// End of a thread.
    Exit,
    /// An environment call or machine-mode return: kernels have no use for them.
    System,
    /// Not an instruction.
    Illegal,
}

/// Which pipes can execute an instruction (vaidya2013, section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// FPU: integers, control.
    Fpu,
    /// EM: division and square roots.
    Em,
    /// FPU or EM: the rest of floating point.
    Either,
    /// SEND: memory, fences, barriers, the end of a thread.
    Send,
}

/// One word of code.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The instruction.
    pub instruction: Instruction,
    /// How a core handles the instruction.
    pub kind: Kind,
    /// The pipes that can execute the instruction.
    pub route: Route,
    /// Cycles from the issue of the last lanes to the result (for a memory instruction, to the addresses), without
    /// the cycles that compaction adds.
    pub cycles: u32,
    /// How many cycles before the result the next PCs of the threads are known.
    pub ahead: u32,
    /// Whether the instruction writes `sp`.
    pub writes_sp: bool,
}

/// The CSRs `instret` and `instreth`.
const INSTRET: [i32; 2] = [0xc02, 0xc82];

/// The code, followed by a guard word that is not an instruction, and by the stub that ends a thread (GPU-12).
///
/// Instruction fetch sees this table only, so the stub needs no room in data memory. The guard word keeps a kernel
/// that runs off its end from ending as if it had returned.
#[derive(Clone, Debug)]
pub struct Code {
    base: Pc,
    steps: Vec<Step>,
    /// Whether some instruction reads `instret`; otherwise retired instructions are not counted.
    pub reads_instret: bool,
    /// The registers, integer or floating-point, that some instruction writes: bit `i` for register `i`.
    pub written: u32,
}

impl Code {
    /// Number of words that are not part of the program: the guard and the stub.
    pub const OWN_WORDS: usize = 2;

    /// The code of a program on a machine with this pipeline.
    pub fn new(program: &Program, pipeline: &Pipeline) -> Self {
        let range = program.text_range();
        let illegal = Step::new(filler(), pipeline, Kind::Illegal);
        let decode = |pc| match program.instruction(pc) {
            Some(&instruction) => Step::new(instruction, pipeline, kind(&instruction)),
            None => illegal,
        };
        let mut steps: Vec<Step> = range.clone().step_by(4).map(decode).collect();
        steps.push(illegal);
        steps.push(Step::new(exit(), pipeline, Kind::Exit));
        let reads =
            |s: &Step| s.kind == Kind::Csr && INSTRET.contains(&(s.instruction.imm & 0xfff));
        Code {
            base: Pc::new(range.start),
            reads_instret: steps.iter().any(reads),
            written: steps.iter().fold(0, |of, s| of | 1 << s.instruction.rd),
            steps,
        }
    }

    /// Number of words, guard and stub included.
    pub fn words(&self) -> usize {
        self.steps.len()
    }

    /// The PC of the stub that ends a thread.
    pub fn exit_stub(&self) -> Pc {
        self.pc(WordPc::new(self.steps.len() as u32 - 1))
    }

    /// The PC of the stub behind a program's code.
    pub fn exit_stub_of(program: &Program) -> Pc {
        let last = Self::OWN_WORDS as u32 - 1;
        Pc::new(program.text_range().end + 4 * last)
    }

    /// The PC of a word.
    #[inline(always)]
    pub fn pc(&self, word: WordPc) -> Pc {
        self.base.offset(word.number().wrapping_mul(4))
    }

    /// The word of an aligned PC: units count words (ADR-1).
    #[inline(always)]
    pub fn word(&self, pc: Pc) -> WordPc {
        WordPc::new(pc.bytes_behind(self.base) >> 2)
    }

    /// The word at a byte address of the program.
    pub fn word_at(&self, address: u32) -> WordPc {
        self.word(Pc::new(address))
    }

    #[inline(always)]
    fn slot(&self, pc: Pc) -> usize {
        // A misaligned address rotates into a slot that is always too large.
        pc.bytes_behind(self.base).rotate_right(2) as usize
    }

    /// Whether a PC can be fetched, even if its word is illegal.
    #[inline(always)]
    pub fn contains(&self, pc: Pc) -> bool {
        self.slot(pc) < self.steps.len()
    }

    /// The step at a PC.
    #[inline(always)]
    pub fn step(&self, pc: Pc) -> Option<&Step> {
        self.steps.get(self.slot(pc))
    }
}

fn exit() -> Instruction {
    Instruction::decode(0x0000_000b).expect("custom-0 with all fields 0 ends a thread")
}

/// The instruction in the slots of illegal words: `nop`.
fn filler() -> Instruction {
    Instruction::decode(0x0000_0013).expect("addi x0, x0, 0 is an instruction")
}

fn kind(instruction: &Instruction) -> Kind {
    match instruction.class() {
        Class::Alu | Class::Mul | Class::Div | Class::Float | Class::FloatDiv => Kind::Compute,
        Class::Branch => Kind::Branch,
        Class::Jump => Kind::Jump,
        Class::Load | Class::Store | Class::Atomic => Kind::Memory,
        Class::Csr => Kind::Csr,
        Class::Fence => Kind::Fence,
        Class::System if instruction.op == Op::Wfi => Kind::Fence,
        Class::System => Kind::System,
        Class::Barrier => Kind::Barrier,
        Class::PartialBarrier => Kind::PartialBarrier,
        Class::Exit => Kind::Exit,
    }
}

fn route(kind: Kind, class: Class) -> Route {
    match (kind, class) {
        (Kind::Compute, Class::Div | Class::FloatDiv) => Route::Em,
        (Kind::Compute, Class::Float) => Route::Either,
        (Kind::Compute | Kind::Csr | Kind::Branch | Kind::Jump, _) => Route::Fpu,
        _ => Route::Send,
    }
}

/// How many cycles before the result of an instruction the next PCs of its threads are known. They are known at
/// issue, unless they depend on a register. A comparison, or a target from a register, takes as long as an address:
/// it reads registers and passes the adder. The remaining cycles write the PCs of the threads.
fn ahead(instruction: &Instruction, pipeline: &Pipeline) -> u32 {
    match instruction.op {
        Op::Jal => u32::MAX,
        _ => match instruction.class() {
            Class::Branch | Class::Jump => pipeline
                .branch_cycles
                .saturating_sub(pipeline.address_cycles),
            _ => u32::MAX,
        },
    }
}

impl Step {
    /// Whether threads may continue elsewhere than at the next word.
    pub fn is_control(&self) -> bool {
        matches!(self.kind, Kind::Branch | Kind::Jump)
    }

    /// Whether the instruction only reads and writes registers.
    pub fn only_computes(&self) -> bool {
        self.kind == Kind::Compute
    }

    /// Whether an ALU executes the instruction. It does not if the instruction accesses memory, waits for other
    /// threads or ends the thread.
    #[inline(always)]
    pub fn is_in_alu(&self) -> bool {
        self.route != Route::Send
    }

    fn new(instruction: Instruction, pipeline: &Pipeline, kind: Kind) -> Self {
        let cycles = match instruction.class() {
            Class::Mul => pipeline.multiply_cycles,
            Class::Div => pipeline.divide_cycles,
            Class::Float => pipeline.float_cycles,
            Class::FloatDiv => pipeline.float_divide_cycles,
            Class::Branch | Class::Jump => pipeline.branch_cycles,
            Class::Load | Class::Store | Class::Atomic => pipeline.address_cycles,
            _ => pipeline.alu_cycles,
        };
        let class = instruction.class();
        let to_integer = !matches!(class, Class::Store | Class::Branch);
        Step {
            instruction,
            kind,
            route: route(kind, class),
            cycles,
            ahead: ahead(&instruction, pipeline),
            // A floating-point destination f2 is mistaken for sp: at worst this costs one superfluous arbitration.
            writes_sp: to_integer && instruction.rd == 2,
        }
    }
}
