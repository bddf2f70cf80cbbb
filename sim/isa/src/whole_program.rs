//! Whole-program mode (kernel ABI): one thread that runs a complete program, for ISA test suites
//! and comparisons with other simulators.
//!
//! The program starts at the ELF's entry with `sp` at the top of a stack of 1 MiB and all other registers 0. `ecall` with `a7 =
//! 93` ends it with exit code `a0`; `ecall` with `a7 = 64` writes `a2` bytes at `a1` to standard output (`a0` = 1) or standard
//! error (`a0` = 2). Machine mode is lenient: `mret` jumps to `mepc`, `mhartid` reads 0, the other machine CSRs read 0 and
//! silently ignore writes. `fence.i` makes stores to code visible to fetches.

use heddle_types::{LaneMask, Pc, ThreadId};
use std::io::{self, Write};

use crate::execute::{self, CsrSource, Trap};
use crate::instruction::{Class, Instruction, Op};
use crate::memory::{Memory, MemoryFault};
use crate::program::{Code, FetchFault, Program};
use crate::registers::Registers;

const SP: u8 = 2;
const A0: u8 = 10;
const A1: u8 = 11;
const A2: u8 = 12;
const A7: u8 = 17;
const STACK_BYTES: u32 = 1 << 20;
const CALL_WRITE: u32 = 64;
const CALL_EXIT: u32 = 93;
/// The program is one thread, in one lane.
const THREAD: ThreadId = ThreadId::new(0);
const LANE: LaneMask = LaneMask::all(1);

/// Why a program stopped before its own exit call.
#[derive(Debug, thiserror::Error)]
#[error("at {pc}{}: {reason}", instruction_text(.instruction))]
pub struct Stop {
    /// Where the program stopped.
    pub pc: Pc,
    /// The instruction there, if the word is one.
    pub instruction: Option<Instruction>,
    /// Why the program stopped.
    pub reason: StopReason,
}

fn instruction_text(instruction: &Option<Instruction>) -> String {
    instruction
        .map(|instruction| format!(" ({instruction})"))
        .unwrap_or_default()
}

/// Kinds of [`Stop`].
#[derive(Debug, thiserror::Error)]
pub enum StopReason {
    /// There is no instruction to execute.
    #[error(transparent)]
    Fetch(#[from] FetchFault),
    /// The instruction is illegal here.
    #[error(transparent)]
    Trap(#[from] Trap),
    /// A memory access failed.
    #[error(transparent)]
    Memory(#[from] MemoryFault),
    /// `ecall` with a number other than 64 and 93.
    #[error("ecall {0}: only 64 (write) and 93 (exit) exist")]
    UnknownCall(u32),
    /// A write to a file other than standard output and error.
    #[error("write to file {0}: only 1 and 2 exist")]
    UnknownFile(u32),
    /// `ebreak`, `wfi` or an instruction that only a GPU thread may execute.
    #[error("has no meaning in a whole program")]
    Unsupported,
    /// The limit on instructions was reached.
    #[error("no end after {0} instructions")]
    Limit(u64),
    /// The host could not write the program's output.
    #[error("cannot write the program's output: {0}")]
    Output(#[from] io::Error),
}

impl StopReason {
    /// How to fix it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Fetch(_) | Self::Trap(_) => {
                "build with -march=rv32imf, or rv32imaf, and see that nothing jumps astray"
            }
            Self::Memory(_) => {
                "the program's segments and 1 MiB of stack are all the memory that there is"
            }
            Self::UnknownCall(_) | Self::UnknownFile(_) | Self::Unsupported => {
                "docs/kernel-abi.md says what a whole program may do"
            }
            Self::Limit(_) => "raise --max-cycles, or look for a loop without end",
            Self::Output(_) => "send it where there is space",
        }
    }
}

/// Where a program's output goes.
pub struct Console<'a> {
    /// Receives what the program writes to standard output.
    pub output: &'a mut dyn Write,
    /// Receives what the program writes to standard error.
    pub errors: &'a mut dyn Write,
}

/// Machine CSRs and counters.
#[derive(Clone, Debug, Default)]
struct Machine {
    mepc: u32,
    mscratch: u32,
    instructions: u64,
}

impl CsrSource for Machine {
    fn read(&self, csr: u16, _thread: ThreadId) -> Option<u32> {
        Some(match csr {
            0x341 => self.mepc,
            0x340 => self.mscratch,
            0xc00..=0xc02 => self.instructions as u32,
            0xc80..=0xc82 => (self.instructions >> 32) as u32,
            // satp, mstatus to mcounteren, menvcfg, counter inhibits, traps, pmp, mnstatus, mseccfg,
            // vendor to hart id
            0x180 | 0x300..=0x306 | 0x30a | 0x310 | 0x31a | 0x320..=0x33f | 0x342..=0x344 => 0,
            0x3a0..=0x3ef | 0x740..=0x747 | 0x757 | 0xf11..=0xf15 => 0,
            _ => return None,
        })
    }

    fn write(&mut self, csr: u16, _thread: ThreadId, value: u32) -> bool {
        match csr {
            0x341 => self.mepc = value & !3,
            0x340 => self.mscratch = value,
            _ => {}
        }
        true
    }
}

/// One thread running a whole program.
#[derive(Clone, Debug)]
pub struct WholeProgram {
    /// The thread's registers (thread 0 of 1).
    pub registers: Registers,
    /// The program's memory.
    pub memory: Memory,
    /// Address of the next instruction.
    pub pc: Pc,
    code: Code,
    machine: Machine,
}

impl WholeProgram {
    /// Loads a program and places its stack where it overlaps no segment.
    ///
    /// # Errors
    /// [`MemoryFault`] never happens for programs from [`Program::parse`].
    pub fn new(program: &Program) -> Result<WholeProgram, MemoryFault> {
        let mut memory = Memory::new();
        program.load_into(&mut memory)?;
        let top = place_stack(&memory);
        memory.map(top - STACK_BYTES, STACK_BYTES.into());
        let mut registers = Registers::new(1);
        registers.set_x(SP, THREAD, top);
        let code = program.code.clone();
        Ok(WholeProgram {
            registers,
            memory,
            pc: Pc::new(program.entry),
            code,
            machine: Machine::default(),
        })
    }

    /// Instructions executed so far.
    pub fn instructions(&self) -> u64 {
        self.machine.instructions
    }

    /// Runs until the program ends, and returns its exit code.
    ///
    /// # Errors
    /// [`Stop`] says where and why the program cannot continue, or that `limit` instructions were executed.
    pub fn run(&mut self, limit: u64, console: &mut Console<'_>) -> Result<u32, Stop> {
        while self.machine.instructions < limit {
            let step = self.step(console).map_err(|reason| self.stop(reason))?;
            if let Some(code) = step {
                return Ok(code);
            }
        }
        Err(self.stop(StopReason::Limit(limit)))
    }

    fn stop(&self, reason: StopReason) -> Stop {
        Stop {
            pc: self.pc,
            instruction: self.code.instruction(self.pc.address()).copied(),
            reason,
        }
    }

    /// Executes one instruction; returns the exit code if the instruction ended the program.
    fn step(&mut self, console: &mut Console<'_>) -> Result<Option<u32>, StopReason> {
        let instruction = *self.code.fetch(self.pc.address())?;
        if instruction.op == Op::Ecall
            && let Some(code) = self.call(console)?
        {
            return Ok(Some(code));
        }
        self.pc = self.execute(&instruction)?;
        self.machine.instructions += 1;
        Ok(None)
    }

    /// Executes an instruction and returns the PC of the next one.
    fn execute(&mut self, instruction: &Instruction) -> Result<Pc, StopReason> {
        let (pc, registers) = (self.pc, &mut self.registers);
        let mut target = [pc.next()];
        match instruction.class() {
            Class::Branch => {
                if !execute::branch::<1>(instruction, registers, THREAD, LANE).is_empty() {
                    target = [pc.offset(instruction.imm as u32)];
                }
            }
            Class::Jump => {
                execute::jump_targets::<1>(instruction, pc, registers, THREAD, LANE, &mut target);
            }
            Class::Load | Class::Store | Class::Atomic => self.access(instruction)?,
            Class::Csr => {
                execute::csr::<1>(instruction, registers, THREAD, LANE, &mut self.machine)?
            }
            Class::Fence => self.fence(instruction),
            Class::System if instruction.op == Op::Mret => target = [Pc::new(self.machine.mepc)],
            Class::System if instruction.op == Op::Ecall => {}
            Class::System | Class::Barrier | Class::PartialBarrier | Class::Exit => {
                return Err(StopReason::Unsupported);
            }
            _ => execute::compute::<1>(instruction, pc, registers, THREAD, LANE)?,
        }
        Ok(target[0])
    }

    fn access(&mut self, instruction: &Instruction) -> Result<(), MemoryFault> {
        let (registers, memory) = (&mut self.registers, &mut self.memory);
        let mut address = [0];
        execute::addresses::<1>(instruction, registers, THREAD, &mut address);
        match instruction.class() {
            Class::Load => execute::load(instruction, registers, THREAD, address[0], memory),
            Class::Store => execute::store(instruction, registers, THREAD, address[0], memory),
            _ => execute::atomic(instruction, registers, THREAD, address[0], memory),
        }
    }

    /// `fence.i` decodes the code again; `fence` has nothing to order.
    fn fence(&mut self, instruction: &Instruction) {
        if instruction.op == Op::FenceI {
            let range = self.code.range();
            let words = range.clone().step_by(4);
            // Gaps between segments are not mapped; their words stay illegal.
            let words = words
                .map(|pc| self.memory.read(pc, 4).unwrap_or(0))
                .collect();
            self.code = Code::new(range.start, words);
        }
    }

    fn call(&mut self, console: &mut Console<'_>) -> Result<Option<u32>, StopReason> {
        let [a0, a1, a2] = [A0, A1, A2].map(|register| self.registers.x(register, THREAD));
        match self.registers.x(A7, THREAD) {
            CALL_EXIT => return Ok(Some(a0)),
            CALL_WRITE => {}
            number => return Err(StopReason::UnknownCall(number)),
        }
        let file = match a0 {
            1 => &mut *console.output,
            2 => &mut *console.errors,
            _ => return Err(StopReason::UnknownFile(a0)),
        };
        let bytes = self.memory.bytes(a1, a2)?;
        file.write_all(&bytes)?;
        self.registers.set_x(A0, THREAD, a2);
        Ok(None)
    }
}

/// The highest address, 16-byte aligned, such that a stack below it overlaps nothing mapped.
fn place_stack(memory: &Memory) -> u32 {
    let mut top = 0xffff_f000_u64;
    for region in memory.regions().iter().rev() {
        if region.end + u64::from(STACK_BYTES) <= top {
            break;
        }
        top = top.min(region.start);
    }
    top as u32 & !15
}
