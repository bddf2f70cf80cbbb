//! Decoding and assembly text against LLVM's disassembler, and the table against itself.

use std::collections::BTreeSet;

use heddle_isa::{Class, Illegal, Instruction, Op, Rm};

const TABLE: &str = include_str!("../data/llvm_disassembly.txt");

fn rows() -> impl Iterator<Item = (u32, &'static str)> {
    TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (word, text) = line.split_once(' ').expect("a word and its text");
            (
                u32::from_str_radix(word, 16).expect("a word in hexadecimal"),
                text,
            )
        })
}

fn decode(word: u32) -> Instruction {
    Instruction::decode(word).unwrap_or_else(|illegal| panic!("{illegal}"))
}

#[test]
fn text_is_what_llvm_prints() {
    for (word, text) in rows() {
        match Instruction::decode(word) {
            Ok(instruction) => assert_eq!(instruction.to_string(), text, "word {word:08x}"),
            Err(illegal) => {
                assert_eq!(
                    (text, illegal),
                    ("illegal", Illegal { word }),
                    "word {word:08x}"
                );
            }
        }
    }
}

#[test]
fn llvm_s_table_covers_every_standard_instruction() {
    let covered: BTreeSet<Op> = rows()
        .filter_map(|(word, _)| Instruction::decode(word).ok())
        .map(|i| i.op)
        .collect();
    let custom = [Op::Exit, Op::Barrier, Op::PartialBarrier];
    for op in Op::all().filter(|op| !custom.contains(op)) {
        assert!(covered.contains(&op), "{op:?} is not in the table");
    }
}

#[test]
fn no_word_belongs_to_two_instructions() {
    for a in Op::all().map(Op::row) {
        for b in Op::all().map(Op::row).filter(|b| b.op != a.op) {
            let common = a.mask & b.mask;
            assert_ne!(
                a.value & common,
                b.value & common,
                "{:?} and {:?}",
                a.op,
                b.op
            );
        }
    }
}

#[test]
fn custom_instructions_are_single_words() {
    let ops = [
        (0x0000_000b, Op::Exit),
        (0x0000_400b, Op::Barrier),
        (0x0000_700b, Op::PartialBarrier),
    ];
    for (word, op) in ops {
        assert_eq!(decode(word).op, op);
        assert!(Instruction::decode(word | 1 << 7).is_err());
    }
    assert!(Instruction::decode(0x0000_500b).is_err());
    assert!(Instruction::decode(0x0000_600b).is_err());
}

#[test]
fn reserved_static_rounding_modes_are_illegal() {
    let fadd = |rm: u32| Instruction::decode(0x53 | rm << 12);
    let modes: Vec<Option<Rm>> = (0..8).map(|rm| fadd(rm).ok().map(|i| i.rm)).collect();
    let legal = [Rm::Rne, Rm::Rtz, Rm::Rdn, Rm::Rup, Rm::Rmm].map(Some);
    assert_eq!(modes[..5], legal);
    assert_eq!(modes[5..], [None, None, Some(Rm::Dyn)]);
}

#[test]
fn link_registers_mark_calls_and_returns() {
    let jalr = |rd: u32, rs1: u32| decode(0x67 | rd << 7 | rs1 << 15);
    let hints = |i: Instruction| (i.is_call(), i.is_return());
    assert_eq!(hints(decode(0x6f | 1 << 7)), (true, false)); // jal ra
    assert_eq!(hints(decode(0x6f)), (false, false)); // jal zero
    assert_eq!(hints(jalr(0, 1)), (false, true));
    assert_eq!(hints(jalr(0, 10)), (false, false));
    assert_eq!(hints(jalr(5, 10)), (true, false));
    assert_eq!(hints(jalr(1, 5)), (true, true));
    assert_eq!(hints(jalr(1, 1)), (true, false));
}

#[test]
fn fields_an_instruction_lacks_are_zero() {
    // fcvt.wu.s has a selector where other instructions have rs2, sw bits of imm in place of rd.
    let convert = decode(0xc010_0053 | 3 << 15 | 9 << 7);
    assert_eq!(
        (convert.op, convert.rd, convert.rs1, convert.rs2),
        (Op::FcvtWuS, 9, 3, 0)
    );
    let store = decode(0xfe11_2e23); // sw x1, -4(x2)
    assert_eq!(
        (store.op, store.rd, store.rs1, store.rs2, store.imm),
        (Op::Sw, 0, 2, 1, -4)
    );
    assert_eq!(store.class(), Class::Store);
}
