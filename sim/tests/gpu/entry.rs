//! The state of a thread when it starts (kernel ABI, version 1).

use crate::support::{Asm, CODE, filled, job, output, reg::*, tiny, tiny_with, values, words};
use heddle_isa::Op;
use heddle_sim::launch::Arg;
use heddle_sim::{Gpu, Job, Limits, Mechanism};

/// Stores `count` values per thread; `make(n)` computes value `n` in A2.
fn table(count: u32, make: impl Fn(&mut Asm, u32)) -> Asm {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Addi, T0, ZERO, 4 * count as i32);
    a.op(Op::Mul, T0, T0, A0);
    a.op(Op::Add, S0, S0, T0);
    for index in 0..count {
        make(&mut a, index);
        a.store(Op::Sw, A2, 4 * index as i32, S0);
    }
    a.ret();
    a
}

#[test]
fn ids_follow_the_dimensions() {
    // threadIdx, blockIdx, blockDim, gridDim in x, y, z; mhartid.
    let csrs: Vec<u32> = (0xcd3..=0xcde).chain([0xf14]).collect();
    let asm = table(13, |a, index| a.csrr(A2, csrs[index as usize]));
    let (grid, block) = ([2, 3, 2], [3, 2, 2]);
    let threads = 12 * 12;
    let mut job = job(asm, 1, 1, vec![words("out", 13 * threads)]);
    job.launches[0].grid = grid;
    job.launches[0].block = block;
    for mechanism in Mechanism::ALL {
        let config = tiny_with(&["cores=3"], "ids are those of blocks on any core");
        let out = output(&config, &job, mechanism);
        for thread in 0..threads {
            let (b, t) = (thread / 12, thread % 12);
            let expected = [
                [t % 3, t / 3 % 2, t / 6],
                [b % 2, b / 2 % 3, b / 6],
                block,
                grid,
            ];
            let row = &out[13 * thread as usize..][..13];
            assert_eq!(row[..12], *expected.as_flattened(), "thread {thread}");
            assert_eq!(row[12], thread);
        }
    }
}

#[test]
fn registers_hold_what_the_abi_says_and_zero() {
    // Everything except S0 and T0 (already used) and A2, stored unchanged.
    let integer: Vec<u32> = (1..32).filter(|r| ![T0, S0, A2].contains(r)).collect();
    let count = integer.len() as u32;
    let asm = table(count, |a, index| {
        a.imm(Op::Addi, A2, integer[index as usize], 0)
    });
    let mut job = job(asm, 3, 8, vec![words("out", count * 24)]);
    job.launches[0].args.push(Arg::U32(7));
    let config = tiny();
    let out = output(&config, &job, Mechanism::Stackless);
    for thread in 0..24 {
        let row = &out[(thread * count) as usize..][..count as usize];
        for (&register, &value) in integer.iter().zip(row) {
            match register {
                RA => assert!(value > CODE, "an address in the code"),
                SP => assert!(value.is_multiple_of(16) && value != 0),
                TP | A1 => assert_eq!(
                    value,
                    out[integer.iter().position(|&r| r == register).unwrap()]
                ),
                A0 => assert_eq!(value, thread),
                _ => assert_eq!(value, 0, "x{register}"),
            }
        }
    }
}

#[test]
fn threads_do_not_inherit_registers() {
    // A second block on the same core finds zeros where the first block left values.
    let mut a = Asm::kernel();
    a.put(S1, 0);
    a.imm(Op::Addi, S1, ZERO, 77);
    a.ret();
    let job = job(a, 8, 16, vec![words("out", 128)]);
    assert_eq!(output(&tiny(), &job, Mechanism::Stackless), [0; 128]);
}

#[test]
fn returning_and_exiting_both_end_a_thread() {
    let mut a = Asm::kernel();
    a.put(A0, 0);
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Beq, T0, ZERO, "even");
    a.exit();
    a.label("even");
    a.ret();
    let job = job(a, 1, 8, vec![words("out", 8)]);
    for mechanism in Mechanism::ALL {
        assert_eq!(output(&tiny(), &job, mechanism), [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

#[test]
fn counters_count() {
    // cycle, time, instret twice with one instruction between, and the high halves.
    let csrs = [0xc00, 0xc01, 0xc02, 0xc02, 0xc80, 0xc82];
    let asm = table(6, |a, index| a.csrr(A2, csrs[index as usize]));
    let job = job(asm, 1, 4, vec![words("out", 24)]);
    for mechanism in Mechanism::ALL {
        let out = output(&tiny(), &job, mechanism);
        let [cycle, time, first, second, cycle_high, retired_high] = out[..6] else {
            panic!("six words");
        };
        assert!(0 < cycle && cycle < time, "{mechanism}");
        // Before it lw, addi, mul, add; then a csrr and a sw for each value.
        assert_eq!((first, second), (4 + 2 * 2, 4 + 2 * 3), "{mechanism}");
        assert_eq!((cycle_high, retired_high), (0, 0));
    }
}

#[test]
fn launches_follow_each_other_over_the_same_buffers() {
    let mut a = Asm::kernel();
    a.element(T1, 0, A0);
    a.imm(Op::Lw, A2, T1, 0);
    a.imm(Op::Lw, T0, A1, 4);
    a.op(Op::Mul, A2, A2, T0);
    a.imm(Op::Addi, A2, A2, 1);
    a.store(Op::Sw, A2, 0, T1);
    a.ret();
    let mut job: Job = job(a, 1, 4, vec![filled("out", &[0, 1, 2, 3])]);
    let mut second = job.launches[0].clone();
    job.launches[0].args.push(Arg::U32(10));
    second.args.push(Arg::U32(3));
    job.launches.push(second);
    for mechanism in Mechanism::ALL {
        let gpu = Gpu::new(&tiny()).unwrap();
        let report = gpu.run(&job, mechanism, &Limits::default()).unwrap();
        assert_eq!(values(&report), [4, 34, 64, 94]);
        assert_eq!(report.launches.len(), 2);
        let cycles: u64 = report.launches.iter().map(|launch| launch.cycles).sum();
        assert_eq!(cycles, report.statistics.cycles);
    }
}
