//! Random RV32IMAF programs: every instruction, floating-point corner cases, all rounding modes.
//!
//! A program is a list of units that must not be torn apart (an address computation and the
//! atomic that uses it, say). Branches and jumps go forward to the start of a unit, so every
//! program ends. Register [`BASE`] holds the address of the program's block, which has room for
//! all registers, scratch memory and constants; no unit writes it.

use heddle_isa::{Class, Instruction, Op};

use super::assembler::{branch, immediate, jump, rd_field, register, store_word, upper};
use super::stimuli::Random;

/// Register that holds the block's address.
pub const BASE: u32 = 31;
/// Offsets in a block, in bytes: x0..x31, f0..f31, fcsr, scratch, triples of constants.
pub const F_OFFSET: u32 = 128;
pub const FCSR_OFFSET: u32 = 256;
const SCRATCH_OFFSET: u32 = 512;
const SCRATCH_BYTES: u32 = 512;
const CONSTANTS_OFFSET: u32 = 1024;
const TRIPLES: u32 = 40;
/// Size of a block in bytes: a multiple of 16 that a 12-bit offset reaches.
pub const BLOCK_BYTES: u32 = 1536;

const FFLAGS: u32 = 1;
const FRM: u32 = 2;
const FCSR: u32 = 3;

/// Words that belong together.
enum Unit {
    /// Words without a target to resolve.
    Plain(Vec<u32>),
    /// A branch (with its source registers) over `skip` units.
    Branch {
        op: Op,
        rs1: u32,
        rs2: u32,
        skip: usize,
    },
    /// `jal rd` over `skip` units.
    Jal { rd: u32, skip: usize },
    /// `auipc base; jalr rd` over `skip` units; `odd` sets the bit that `jalr` clears.
    Jalr {
        rd: u32,
        base: u32,
        skip: usize,
        odd: bool,
    },
}

impl Unit {
    fn words(&self) -> usize {
        match self {
            Unit::Plain(words) => words.len(),
            Unit::Branch { .. } | Unit::Jal { .. } => 1,
            Unit::Jalr { .. } => 2,
        }
    }

    fn skip(&self) -> usize {
        match self {
            Unit::Plain(_) => 0,
            Unit::Branch { skip, .. } | Unit::Jal { skip, .. } | Unit::Jalr { skip, .. } => *skip,
        }
    }

    /// The words, given the distance in bytes from the unit's start to its target.
    fn encode(&self, distance: u32) -> Vec<u32> {
        match *self {
            Unit::Plain(ref words) => words.clone(),
            Unit::Branch { op, rs1, rs2, .. } => vec![branch(op, rs1, rs2, distance)],
            Unit::Jal { rd, .. } => vec![jump(Op::Jal, rd, distance)],
            Unit::Jalr { rd, base, odd, .. } => vec![
                upper(Op::Auipc, base, 0),
                immediate(Op::Jalr, rd, base, distance + u32::from(odd)),
            ],
        }
    }
}

/// A block with random registers, scratch memory and constants.
pub fn random_block(random: &mut Random) -> Vec<u8> {
    let mut words = vec![0; BLOCK_BYTES as usize / 4];
    for word in &mut words[1..32] {
        *word = random.integer();
    }
    let floats = |words: &mut [u32], random: &mut Random| {
        words.iter_mut().for_each(|word| *word = random.float());
    };
    floats(
        &mut words[F_OFFSET as usize / 4..FCSR_OFFSET as usize / 4],
        random,
    );
    words[FCSR_OFFSET as usize / 4] = random.below(5) << 5 | random.below(32);
    floats(
        &mut words[SCRATCH_OFFSET as usize / 4..CONSTANTS_OFFSET as usize / 4],
        random,
    );
    let constants = &mut words[CONSTANTS_OFFSET as usize / 4..];
    for triple in constants.chunks_exact_mut(3).take(TRIPLES as usize) {
        triple.copy_from_slice(&random.floats());
    }
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The body of a program: 50 to 200 words.
pub fn random_body(random: &mut Random) -> Vec<u32> {
    let length = 50 + random.below(140) as usize;
    let mut units = Vec::new();
    let mut words = 0;
    while words < length {
        let unit = random_unit(random);
        words += unit.words();
        units.push(unit);
    }
    link(&units)
}

/// Resolves the targets; skips beyond the last unit lead to the end.
fn link(units: &[Unit]) -> Vec<u32> {
    let starts: Vec<usize> = units
        .iter()
        .scan(0, |at, unit| {
            let start = *at;
            *at += unit.words();
            Some(start)
        })
        .collect();
    let end = starts
        .last()
        .map_or(0, |start| start + units[units.len() - 1].words());
    let target = |unit: usize| starts.get(unit).copied().unwrap_or(end);
    let encode = |(number, unit): (usize, &Unit)| {
        unit.encode(4 * (target(number + 1 + unit.skip()) - starts[number]) as u32)
    };
    units.iter().enumerate().flat_map(encode).collect()
}

/// Any destination except the block's base; sometimes x0.
fn destination(random: &mut Random) -> u32 {
    random.below(31)
}

fn source(random: &mut Random) -> u32 {
    random.below(32)
}

/// A register for computing an address.
fn temporary(random: &mut Random) -> u32 {
    1 + random.below(30)
}

fn op_of(random: &mut Random, wanted: impl Fn(Op) -> bool) -> Op {
    let ops: Vec<Op> = Op::all().filter(|&op| wanted(op)).collect();
    random.pick(&ops)
}

fn random_unit(random: &mut Random) -> Unit {
    let skip = random.below(4) as usize;
    let (rd, rs1, rs2) = (destination(random), source(random), source(random));
    match random.below(32) {
        0..7 => Unit::Plain(vec![integer(random)]),
        7..9 => Unit::Plain(vec![load_scratch(random)]),
        9..11 => Unit::Plain(vec![store_scratch(random)]),
        11 => Unit::Plain(computed_access(random)),
        12 | 13 => Unit::Plain(atomic(random)),
        14 => Unit::Plain(reserved_pair(random)),
        15 | 16 => Unit::Plain(csr(random)),
        17 => {
            let op = op_of(random, |op| op.class() == Class::Branch);
            Unit::Branch { op, rs1, rs2, skip }
        }
        18 => Unit::Jal { rd, skip },
        19 => Unit::Jalr {
            rd,
            base: temporary(random),
            skip,
            odd: random.one_in(2),
        },
        20 => Unit::Plain(vec![random.pick(&[0x0ff0_000f, 0x0330_000f, 0x0000_100f])]),
        21..24 => Unit::Plain(vec![float(random, None)]),
        _ => Unit::Plain(float_on_constants(random)),
    }
}

/// Any integer computation with any operands.
fn integer(random: &mut Random) -> u32 {
    let op = op_of(random, |op| {
        matches!(op.class(), Class::Alu | Class::Mul | Class::Div)
    });
    let free = random.word() & !(0x1f << 7);
    op.row().value | (free | rd_field(destination(random))) & !op.row().mask
}

fn is_float(op: Op) -> bool {
    matches!(op.class(), Class::Float | Class::FloatDiv)
}

/// Any floating-point computation, on given source registers or on any.
fn float(random: &mut Random, sources: Option<[u32; 3]>) -> u32 {
    let row = op_of(random, is_float).row();
    let any = [source(random), source(random), source(random)];
    let [rs1, rs2, rs3] = sources.unwrap_or(any);
    let rm = random.pick(&[0, 1, 2, 3, 4, 7, 7, 7]);
    let free = rs3 << 27 | rs2 << 20 | rs1 << 15 | rm << 12 | rd_field(destination(random));
    row.value | free & !row.mask
}

/// Loads a triple of related constants and computes with it.
fn float_on_constants(random: &mut Random) -> Vec<u32> {
    let triple = CONSTANTS_OFFSET + 12 * random.below(TRIPLES);
    let registers = [0; 3].map(|_| source(random));
    let mut words: Vec<u32> = (0..3)
        .map(|at| immediate(Op::Flw, registers[at as usize], BASE, triple + 4 * at))
        .collect();
    for _ in 0..1 + random.below(3) {
        words.push(float(random, Some(registers)));
    }
    words
}

/// An offset of any alignment whose word lies in scratch memory.
fn scratch_offset(random: &mut Random) -> u32 {
    SCRATCH_OFFSET + random.below(SCRATCH_BYTES - 3)
}

fn load_from(random: &mut Random, base: u32, offset: u32) -> u32 {
    let op = op_of(random, |op| op.class() == Class::Load);
    immediate(op, destination(random), base, offset)
}

fn load_scratch(random: &mut Random) -> u32 {
    let offset = scratch_offset(random);
    load_from(random, BASE, offset)
}

fn store_to(random: &mut Random, base: u32, offset: u32) -> u32 {
    let op = op_of(random, |op| op.class() == Class::Store);
    store_word(op, source(random), base, offset)
}

fn store_scratch(random: &mut Random) -> u32 {
    let offset = scratch_offset(random);
    store_to(random, BASE, offset)
}

/// A load or store with an address computed at run time and an offset of either sign.
fn computed_access(random: &mut Random) -> Vec<u32> {
    let address = temporary(random);
    let offset = random.below(256).wrapping_sub(64);
    vec![
        immediate(Op::Andi, address, source(random), 255),
        register(Op::Add, address, address, BASE),
        immediate(Op::Addi, address, address, SCRATCH_OFFSET + 64),
        if random.one_in(2) {
            load_from(random, address, offset)
        } else {
            store_to(random, address, offset)
        },
    ]
}

/// An AMO, `lr.w` or `sc.w` on an aligned word of scratch memory.
fn atomic(random: &mut Random) -> Vec<u32> {
    let address = temporary(random);
    let offset = SCRATCH_OFFSET + 4 * random.below(SCRATCH_BYTES / 4);
    vec![
        immediate(Op::Addi, address, BASE, offset),
        atomic_at(random, address, None),
    ]
}

fn atomic_at(random: &mut Random, address: u32, op: Option<Op>) -> u32 {
    let op = op.unwrap_or_else(|| op_of(random, |op| op.class() == Class::Atomic));
    let operand = if op == Op::LrW { 0 } else { source(random) };
    let ordering = random.below(4) << 25;
    register(op, destination(random), address, operand) | ordering
}

/// `lr.w`, perhaps something that breaks the reservation, `sc.w`.
fn reserved_pair(random: &mut Random) -> Vec<u32> {
    let address = temporary(random);
    let offset = SCRATCH_OFFSET + 4 * random.below(SCRATCH_BYTES / 4);
    let point_at = |offset| immediate(Op::Addi, address, BASE, offset);
    let mut words = vec![point_at(offset), atomic_at(random, address, Some(Op::LrW))];
    match random.below(4) {
        0 => words.push(store_word(Op::Sw, source(random), BASE, offset)),
        1 => words.extend([point_at(offset), atomic_at(random, address, None)]),
        _ => {}
    }
    // Destinations may have overwritten the address register.
    words.push(point_at(if random.one_in(5) { offset ^ 4 } else { offset }));
    words.push(atomic_at(random, address, Some(Op::ScW)));
    words
}

/// Any CSR instruction on the floating-point CSRs. `frm` holds a legal mode afterwards, because
/// a reserved one makes later instructions illegal.
fn csr(random: &mut Random) -> Vec<u32> {
    let op = op_of(random, |op| op.class() == Class::Csr);
    let number = random.pick(&[FFLAGS, FRM, FCSR]);
    let word = immediate(op, destination(random), source(random), number);
    let repair = immediate(Op::Csrrwi, destination(random), random.below(5), FRM);
    if number == FFLAGS {
        vec![word]
    } else {
        vec![word, repair]
    }
}

/// The listing of a body, for reports.
pub fn listing(start: u32, body: &[u32]) -> String {
    let line = |(at, &word): (usize, &u32)| {
        let text = Instruction::decode(word).map_or("illegal".to_owned(), |i| i.to_string());
        format!("  {:08x}: {word:08x}  {text}\n", start + 4 * at as u32)
    };
    body.iter().enumerate().map(line).collect()
}

/// Instructions before a body: load all registers from the block at an address.
pub fn prologue(block: u32) -> Vec<u32> {
    let mut words = vec![
        upper(Op::Lui, BASE, block.wrapping_add(0x800) & !0xfff),
        immediate(Op::Addi, BASE, BASE, block & 0xfff),
        // Ends any reservation; x0's slot holds 0.
        register(Op::ScW, 0, BASE, 0),
        immediate(Op::Lw, 1, BASE, FCSR_OFFSET),
        immediate(Op::Csrrw, 0, 1, FCSR),
    ];
    words.extend((0..32).map(|f| immediate(Op::Flw, f, BASE, F_OFFSET + 4 * f)));
    words.extend((1..BASE).map(|x| immediate(Op::Lw, x, BASE, 4 * x)));
    words
}

/// Instructions after a body: store all registers to the block, write the block to standard output.
pub fn epilogue() -> Vec<u32> {
    let mut words: Vec<u32> = (1..BASE)
        .map(|x| store_word(Op::Sw, x, BASE, 4 * x))
        .collect();
    words.extend((0..32).map(|f| store_word(Op::Fsw, f, BASE, F_OFFSET + 4 * f)));
    words.extend([
        immediate(Op::Csrrs, 1, 0, FCSR),
        store_word(Op::Sw, 1, BASE, FCSR_OFFSET),
        immediate(Op::Addi, 10, 0, 1),
        immediate(Op::Addi, 11, BASE, 0),
        immediate(Op::Addi, 12, 0, BLOCK_BYTES),
        immediate(Op::Addi, 17, 0, 64),
        Op::Ecall.row().value,
    ]);
    words
}

/// Ends the process with exit code 0.
pub fn exit() -> Vec<u32> {
    vec![
        immediate(Op::Addi, 10, 0, 0),
        immediate(Op::Addi, 17, 0, 93),
        Op::Ecall.row().value,
    ]
}
