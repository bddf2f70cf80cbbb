//! Programs that consist of a few words.

use heddle_flow::{Flow, Reconvergence};
use heddle_isa::program::{Code, Program, Segment};

/// Where the code starts.
pub const CODE: u32 = 0x1000;
/// Where data starts, behind the code of every test.
pub const DATA: u32 = 0x10_0000;

pub const NOP: u32 = 0x13;
pub const RET: u32 = 0x8067;
pub const EXIT: u32 = 0x0b;
/// `jalr x0, 0(a2)`.
pub const JR_A2: u32 = 0x0006_0067;
/// `jalr ra, 0(a2)`.
pub const CALL_A2: u32 = 0x0006_00e7;

/// `beq a0, a1` over so many words.
pub fn branch(words: i32) -> u32 {
    branch_word(0, 10, 11, words)
}

/// A branch with this `funct3`.
pub fn branch_word(funct3: u32, rs1: u32, rs2: u32, words: i32) -> u32 {
    let offset = (4 * words) as u32;
    let bits = |low: u32, count: u32, at: u32| (offset >> low & ((1 << count) - 1)) << at;
    let immediate = bits(12, 1, 31) | bits(5, 6, 25) | bits(1, 4, 8) | bits(11, 1, 7);
    immediate | rs2 << 20 | rs1 << 15 | funct3 << 12 | 0x63
}

/// `jal rd` over so many words.
pub fn jal(rd: u32, words: i32) -> u32 {
    let offset = (4 * words) as u32;
    let bits = |low: u32, count: u32, at: u32| (offset >> low & ((1 << count) - 1)) << at;
    bits(20, 1, 31) | bits(1, 10, 21) | bits(11, 1, 20) | bits(12, 8, 12) | rd << 7 | 0x6f
}

/// An instruction with a 12-bit immediate.
pub fn immediate(opcode: u32, funct3: u32, rd: u32, rs1: u32, value: i32) -> u32 {
    (value as u32) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

/// A program entered at its first word.
pub fn program(words: &[u32]) -> Program {
    let mut program = Program::default();
    program.entry = CODE;
    program.code = Code::new(CODE, words.to_vec());
    program
}

/// The same with words of data.
pub fn with_data(words: &[u32], data: &[u32]) -> Program {
    let mut program = program(words);
    program.segments.push(Segment {
        address: DATA,
        data: data.iter().flat_map(|word| word.to_le_bytes()).collect(),
        memory_bytes: 4 * data.len() as u32,
        executable: false,
        writable: false,
    });
    program
}

/// Address of a word.
pub fn at(word: u32) -> u32 {
    CODE + 4 * word
}

/// Where threads that split at a word reconverge: at which word, or `None` if not in the function.
pub fn reconvergence(flow: &Flow, word: u32) -> Option<u32> {
    match flow.reconvergence(at(word)).expect("it parts threads") {
        Reconvergence::At(pc) => Some((pc - CODE) / 4),
        Reconvergence::FunctionExit => None,
    }
}
