//! 3,000 random programs in whole-program mode against `qemu-riscv32`: all registers, `fcsr` and
//! memory must be the same after each.
//!
//! The programs of a batch share an ELF file and so a qemu process. Each loads all registers
//! from a block of its own, runs, stores them there, and writes the block to standard output.

use std::collections::BTreeSet;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::image::{CODE, DATA, elf};
use crate::random_program::{
    BLOCK_BYTES, F_OFFSET, FCSR_OFFSET, epilogue, exit, listing, prologue, random_block,
    random_body,
};
use crate::stimuli::Random;
use heddle_isa::whole_program::{Console, WholeProgram};
use heddle_isa::{Class, Instruction, Op, Program};

const SEED: u64 = 0x4ead_1e55;
const BATCHES: u64 = 30;
const PROGRAMS: usize = 100;
const QEMU: &str = "qemu-riscv32";

/// Many programs in one file.
struct Batch {
    file: Vec<u8>,
    bodies: Vec<Vec<u32>>,
    /// Byte address of each body.
    starts: Vec<u32>,
}

impl Batch {
    fn random(seed: u64) -> Batch {
        let random = &mut Random::new(seed);
        let (mut text, mut data) = (Vec::new(), Vec::new());
        let (mut bodies, mut starts) = (Vec::new(), Vec::new());
        for number in 0..PROGRAMS as u32 {
            text.extend(prologue(DATA + number * BLOCK_BYTES));
            starts.push(CODE + 4 * text.len() as u32);
            bodies.push(random_body(random));
            text.extend(bodies.last().expect("just pushed"));
            text.extend(epilogue());
            data.extend(random_block(random));
        }
        text.extend(exit());
        Batch {
            file: elf(&text, &data),
            bodies,
            starts,
        }
    }

    fn on_heddle(&self) -> Vec<u8> {
        let program = Program::parse("batch", &self.file).expect("a program");
        let mut machine = WholeProgram::new(&program).expect("it fits");
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut console = Console {
            output: &mut output,
            errors: &mut errors,
        };
        let code = machine
            .run(10_000_000, &mut console)
            .unwrap_or_else(|stop| panic!("{stop}"));
        assert_eq!((code, errors.len()), (0, 0));
        output
    }

    fn on_qemu(&self) -> Vec<u8> {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("batch.elf");
        std::fs::write(&path, &self.file).expect("room for the file");
        // qemu only runs files that are executable.
        std::fs::set_permissions(&path, Permissions::from_mode(0o700)).expect("our own file");
        std::fs::write(&path, &self.file).expect("room for the file");
        // qemu only runs files that are executable.
        std::fs::set_permissions(&path, Permissions::from_mode(0o700)).expect("our own file");
        let output = Command::new(QEMU)
            .args(["-cpu", "rv32,c=false,d=false"])
            .arg(&path)
            .output()
            .unwrap_or_else(|error| panic!("{QEMU}: {error}; install Debian's qemu-user"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{QEMU}: {}: {errors}",
            output.status
        );
        output.stdout
    }

    /// The differences in a program's block, with the program.
    fn report(&self, number: usize, found: &[u8], expected: &[u8]) -> String {
        let mut text = String::new();
        let words = found.chunks(4).zip(expected.chunks(4)).enumerate();
        for (at, (found, expected)) in words.filter(|(_, (found, expected))| found != expected) {
            let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("whole words"));
            let (found, expected) = (word(found), word(expected));
            let place = place_name(4 * at as u32);
            text += &format!("{place}: found {found:08x}, qemu has {expected:08x}\n");
        }
        text + &listing(self.starts[number], &self.bodies[number])
    }
}

fn place_name(offset: u32) -> String {
    match offset {
        0..F_OFFSET => format!("x{}", offset / 4),
        F_OFFSET..FCSR_OFFSET => format!("f{}", (offset - F_OFFSET) / 4),
        FCSR_OFFSET => "fcsr".to_owned(),
        _ => format!("memory + {offset}"),
    }
}

/// Compares the programs of a batch; returns the ops it contains.
fn compare(seed: u64) -> BTreeSet<Op> {
    let batch = Batch::random(seed);
    let (found, expected) = (batch.on_heddle(), batch.on_qemu());
    assert_eq!(found.len(), PROGRAMS * BLOCK_BYTES as usize);
    assert_eq!(found.len(), expected.len());
    let blocks = found
        .chunks(BLOCK_BYTES as usize)
        .zip(expected.chunks(BLOCK_BYTES as usize));
    for (number, (found, expected)) in blocks.enumerate() {
        assert!(
            found == expected,
            "seed {seed:#x}, program {number}\n{}",
            batch.report(number, found, expected)
        );
    }
    let words = batch.bodies.iter().flatten();
    words
        .filter_map(|&word| Instruction::decode(word).ok())
        .map(|i| i.op)
        .collect()
}

#[test]
fn random_programs_agree_with_qemu() {
    println!("seeds {SEED:#x} to {:#x}", SEED + BATCHES - 1);
    let mut seen = BTreeSet::new();
    std::thread::scope(|scope| {
        let half = |from| {
            move || {
                (from..BATCHES)
                    .step_by(2)
                    .map(|n| compare(SEED + n))
                    .collect()
            }
        };
        let threads: [_; 2] = [0, 1].map(|from| scope.spawn(half(from)));
        for thread in threads {
            let ops: Vec<BTreeSet<Op>> = thread.join().expect("the programs agree");
            seen.extend(ops.into_iter().flatten());
        }
    });
    let outside = [
        Class::System,
        Class::Barrier,
        Class::PartialBarrier,
        Class::Exit,
    ];
    for op in Op::all().filter(|op| !outside.contains(&op.class())) {
        assert!(seen.contains(&op), "no program contains {op:?}");
    }
}
