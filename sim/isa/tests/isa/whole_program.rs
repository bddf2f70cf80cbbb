//! Whole-program mode: calls, machine mode, self-modifying code, and the reasons a program stops.

use crate::assembler::{branch, immediate, jump, register, store_word, upper};
use crate::image::{CODE, DATA, elf};
use heddle_isa::whole_program::{Console, Stop, StopReason, WholeProgram};
use heddle_isa::{Access, FetchFault, MemoryFault, Op, Program};
use heddle_types::Pc;

const ECALL: u32 = 0x0000_0073;
const MRET: u32 = 0x3020_0073;
const FENCE_I: u32 = 0x0000_100f;
const A0: u32 = 10;

/// `li rd, value` for 0 <= value < 2048.
fn li(rd: u32, value: u32) -> u32 {
    immediate(Op::Addi, rd, 0, value)
}

/// Ends with what is in a0.
fn exit() -> [u32; 2] {
    [li(17, 93), ECALL]
}

/// Exit code, standard output and standard error, or why the program stopped.
fn run(code: &[u32]) -> Result<(u32, String, String), Stop> {
    let program = Program::parse("test.elf", &elf(code, b"out\nerr\n")).expect("a program");
    let mut machine = WholeProgram::new(&program).expect("it fits");
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut console = Console {
        output: &mut output,
        errors: &mut errors,
    };
    let code = machine.run(1000, &mut console)?;
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ok((code, text(output), text(errors)))
}

/// The exit code of a program that ends itself.
fn exit_code(code: &[u32]) -> u32 {
    run(code).unwrap_or_else(|stop| panic!("{stop}")).0
}

fn stop(code: &[u32]) -> Stop {
    run(code).expect_err("it stops")
}

#[test]
fn calls_write_and_exit() {
    let write = |file, offset| {
        [
            li(A0, file),
            upper(Op::Lui, 11, DATA),
            immediate(Op::Addi, 11, 11, offset),
            li(12, 4),
        ]
        .into_iter()
        .chain([li(17, 64), ECALL])
    };
    // The second write's result, the number of bytes, is the exit code.
    let code: Vec<u32> = write(1, 0).chain(write(2, 4)).chain(exit()).collect();
    assert_eq!(
        run(&code).unwrap(),
        (4, "out\n".to_owned(), "err\n".to_owned())
    );
}

#[test]
fn machine_mode_set_up_as_isa_tests_do_it() {
    const MHARTID: u32 = 0xf14;
    const MEPC: u32 = 0x341;
    // mtvec, mnstatus, satp, pmpaddr0, pmpcfg0, mie, medeleg, mideleg, mstatus
    let ignored = [
        0x305, 0x744, 0x180, 0x3b0, 0x3a0, 0x304, 0x302, 0x303, 0x300,
    ];
    let mut code: Vec<u32> = ignored
        .iter()
        .map(|&csr| immediate(Op::Csrrw, 0, 5, csr))
        .collect();
    code.push(immediate(Op::Csrrs, A0, 0, MHARTID));
    code.push(upper(Op::Auipc, 6, 0));
    code.push(immediate(Op::Addi, 6, 6, 20));
    code.push(immediate(Op::Csrrw, 0, 6, MEPC));
    code.push(MRET);
    code.push(li(A0, 99)); // jumped over
    code.push(immediate(Op::Addi, A0, A0, 3));
    code.extend(exit());
    assert_eq!(exit_code(&code), 3);
}

#[test]
fn stores_to_code_are_fetched_after_fence_i() {
    let patched = li(A0, 2);
    let code = |fence| {
        let mut code = vec![
            upper(Op::Auipc, 5, 0),
            immediate(Op::Lw, 6, 5, 32),
            store_word(Op::Sw, 6, 5, 16),
            fence,
            li(A0, 1), // becomes li a0, 2
        ];
        code.extend(exit());
        code.extend([0, patched]);
        code
    };
    assert_eq!(exit_code(&code(FENCE_I)), 2);
    assert_eq!(exit_code(&code(immediate(Op::Addi, 0, 0, 0))), 1);
}

#[test]
fn counters_count_instructions() {
    const INSTRET: u32 = 0xc02;
    let mut code = vec![li(5, 1), li(5, 2), immediate(Op::Csrrs, A0, 0, INSTRET)];
    code.extend(exit());
    assert_eq!(exit_code(&code), 2);
}

#[test]
fn the_stack_is_there_and_apart_from_the_program() {
    let mut code = vec![
        immediate(Op::Addi, 2, 2, 16_u32.wrapping_neg()),
        store_word(Op::Sw, 2, 2, 12),
        immediate(Op::Lw, 5, 2, 12),
        register(Op::Sub, A0, 5, 2),
    ];
    code.extend(exit());
    assert_eq!(exit_code(&code), 0);
}

#[test]
fn faults_say_where_and_why() {
    let stopped = stop(&[li(5, 64), immediate(Op::Lw, 6, 5, 4)]);
    let fault = MemoryFault {
        address: 68,
        bytes: 4,
        access: Access::Load,
    };
    assert!(matches!(stopped.reason, StopReason::Memory(found) if found == fault));
    assert_eq!(
        stopped.to_string(),
        "at 0x00010004 (lw t1, 4(t0)): load outside every mapped region: 4 bytes at 0x00000044"
    );
    let illegal = stop(&[li(5, 1), 0xffff_ffff]);
    assert_eq!(
        illegal.to_string(),
        "at 0x00010004: illegal instruction 0xffffffff at 0x00010004"
    );
}

#[test]
fn jumps_to_nowhere_stop_at_their_target() {
    let outside = stop(&[jump(Op::Jal, 0, 64)]);
    let pc = Pc::new(CODE + 64);
    assert!(matches!(outside.reason, StopReason::Fetch(f) if f == FetchFault::Outside { pc }));
    let half = stop(&[branch(Op::Beq, 0, 0, 6)]);
    let pc = Pc::new(CODE + 6);
    assert!(matches!(half.reason, StopReason::Fetch(f) if f == FetchFault::Misaligned { pc }));
}

#[test]
fn what_a_whole_program_cannot_do_is_refused() {
    assert!(matches!(
        stop(&[li(17, 1), ECALL]).reason,
        StopReason::UnknownCall(1)
    ));
    let file = stop(&[li(A0, 7), li(17, 64), ECALL]);
    assert!(matches!(file.reason, StopReason::UnknownFile(7)));
    let barrier = stop(&[0x0000_400b]);
    assert!(matches!(barrier.reason, StopReason::Unsupported));
    let reserved = stop(&[immediate(Op::Csrrwi, 0, 5, 2), 0x0000_7053]);
    assert!(matches!(reserved.reason, StopReason::Trap(_)));
    assert_eq!(
        reserved.to_string(),
        "at 0x00010004 (fadd.s ft0, ft0, ft0, dyn): the rounding mode in frm is reserved (thread 0)"
    );
    let endless = stop(&[jump(Op::Jal, 0, 0)]);
    assert!(matches!(endless.reason, StopReason::Limit(1000)));
}
