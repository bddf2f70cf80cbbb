//! Blocks, barriers and shared memory.

use crate::support::{Asm, INDEPENDENT, job, output, reg::*, run, tiny, tiny_with, values, words};
use heddle_isa::Op;
use heddle_sim::launch::Arg;
use heddle_sim::{Gpu, Job, Limits, Mechanism};

/// Threads write their number to shared memory and, after a barrier, read the number of the thread mirrored in the block.
fn mirror(blocks: u32, threads: u32) -> Job {
    let mut a = Asm::kernel();
    a.shared(&[], 4 * threads);
    a.csrr(S0, 0xcd3);
    a.csrr(S1, 0xcd9);
    a.imm(Op::Slli, T0, S0, 2);
    a.op(Op::Add, T0, T0, TP);
    a.store(Op::Sw, A0, 0, T0);
    a.barrier();
    a.op(Op::Sub, T0, S1, S0);
    a.imm(Op::Slli, T0, T0, 2);
    a.op(Op::Add, T0, T0, TP);
    a.imm(Op::Lw, A2, T0, -4);
    a.put(A2, 0);
    a.ret();
    job(a, blocks, threads, vec![words("out", blocks * threads)])
}

#[test]
fn barriers_order_shared_memory() {
    // Blocks of 1 to 4 warps, the last warp not always full, more blocks than fit at once.
    for threads in [3, 4, 7, 13, 16] {
        let job = mirror(9, threads);
        let expected: Vec<u32> = (0..9)
            .flat_map(|block| (0..threads).rev().map(move |t| block * threads + t))
            .collect();
        let changes = ["cores=2", "core.blocks=2"];
        let few_blocks = tiny_with(&changes, "blocks wait for each other on more than one core");
        for machine in [tiny(), few_blocks] {
            for mechanism in Mechanism::ALL {
                let out = output(&machine, &job, mechanism);
                assert_eq!(out, expected, "{threads} threads, {mechanism}");
            }
        }
    }
}

#[test]
fn shared_memory_starts_with_its_image_in_every_block() {
    // Each thread adds to its word of the image; a block that inherited it would see the sum.
    let mut a = Asm::kernel();
    a.shared(&[1, 0, 0, 0, 2, 0, 0, 0], 16);
    a.csrr(S0, 0xcd3);
    a.imm(Op::Slli, T0, S0, 2);
    a.op(Op::Add, T0, T0, TP);
    a.imm(Op::Lw, A2, T0, 0);
    a.put(A2, 0);
    a.imm(Op::Addi, A2, A2, 100);
    a.store(Op::Sw, A2, 0, T0);
    a.ret();
    let job = job(a, 10, 4, vec![words("out", 40)]);
    for mechanism in Mechanism::ALL {
        assert_eq!(output(&tiny(), &job, mechanism), [1, 2, 0, 0].repeat(10));
    }
}

#[test]
fn dynamic_shared_memory_follows_the_static_part() {
    // The static part is 20 bytes, so the dynamic one starts at 32; two local arguments follow
    // shared_bytes at offsets 16 and 32.
    let mut a = Asm::kernel();
    a.shared(&[], 20);
    a.imm(Op::Lw, S0, A1, 4);
    a.imm(Op::Lw, S1, A1, 8);
    a.op(Op::Add, T0, TP, S1);
    a.store(Op::Sw, S0, 32 + 12, T0);
    a.imm(Op::Lw, A2, T0, 32 + 12);
    a.op(Op::Add, A2, A2, S1);
    a.put(A2, 0);
    a.ret();
    let mut job = job(a, 1, 1, vec![words("out", 1)]);
    job.launches[0].shared_bytes = 12;
    job.launches[0].args.extend([Arg::Local(8), Arg::Local(16)]);
    assert_eq!(output(&tiny(), &job, Mechanism::Stackless), [16 + 32]);
    // The byte after the last one belongs to no argument.
    job.launches[0].args[2] = Arg::Local(15);
    let report = run(&tiny(), &job, Mechanism::Stackless);
    let outcome = report.outcome.to_string();
    assert!(
        outcome.contains("store outside every mapped region"),
        "{outcome}"
    );
}

#[test]
fn blocks_share_a_core_s_shared_memory() {
    let mut a = Asm::kernel();
    a.put(A0, 0);
    a.ret();
    let mut job = job(a, 4, 4, vec![words("out", 16)]);
    job.launches[0].shared_bytes = 1024;
    let reason = "how many blocks fit beside each other is what it is about";
    let cycles = |job: &Job, bytes: u32| {
        let config = tiny_with(&[&format!("core.shared_bytes={bytes}")], reason);
        let report = run(&config, job, Mechanism::Pdom);
        assert_eq!(values(&report), (0..16).collect::<Vec<_>>());
        report.statistics.cycles
    };
    let [four, two, one] = [4096, 2048, 1024].map(|bytes| cycles(&job, bytes));
    assert!(four < two && two < one, "{four}, {two}, {one} cycles");
    job.launches[0].shared_bytes = 0;
    assert_eq!(cycles(&job, 16), four);

    job.launches[0].shared_bytes = 1025;
    let config = tiny_with(&["core.shared_bytes=1024"], reason);
    let gpu = Gpu::new(&config).unwrap();
    let refused = gpu.run(&job, Mechanism::Pdom, &Limits::default());
    let refused = refused.unwrap_err();
    let text = format!("{refused}; {}", refused.remedy());
    assert_eq!(
        text,
        "launch 0: a block asks for 1025 bytes of shared memory, and a core has core.shared_bytes = 1024; \
         use less shared memory, or --set core.shared_bytes=1025"
    );
}

#[test]
fn exited_threads_do_not_hold_up_a_barrier() {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Bne, T0, ZERO, "end");
    a.barrier();
    a.put(A0, 0);
    a.label("end");
    a.ret();
    let job = job(a, 2, 16, vec![words("out", 32)]);
    let expected: Vec<u32> = (0..32).map(|t| if t % 2 == 0 { t } else { 0 }).collect();
    for mechanism in INDEPENDENT {
        assert_eq!(output(&tiny(), &job, mechanism), expected);
    }
}

#[test]
fn arrivals_are_counted_per_block_not_per_pc() {
    // Odd and even threads wait at different barriers.
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Bne, T0, ZERO, "odd");
    a.barrier();
    a.imm(Op::Addi, A2, ZERO, 2);
    a.jal(ZERO, "end");
    a.label("odd");
    a.barrier();
    a.imm(Op::Addi, A2, ZERO, 1);
    a.label("end");
    a.put(A2, 0);
    a.ret();
    let job = job(a, 1, 8, vec![words("out", 8)]);
    for mechanism in INDEPENDENT {
        assert_eq!(output(&tiny(), &job, mechanism), [2, 1].repeat(4));
    }
}

#[test]
fn partial_barriers_gather_the_original_warp() {
    // Thread 0 of each warp writes late, after a long loop; the other threads of its warp read after the warp's barrier. Threads
    // 4 to 7 loop longer, and no other warp waits for them.
    let mut a = Asm::kernel();
    a.shared(&[], 64);
    a.imm(Op::Andi, T0, A0, 3);
    a.imm(Op::Andi, S0, A0, -4);
    a.imm(Op::Slli, S0, S0, 2);
    a.op(Op::Add, S0, S0, TP);
    a.branch(Op::Bne, T0, ZERO, "wait");
    a.imm(Op::Slli, T1, A0, 4);
    a.imm(Op::Addi, T1, T1, 9);
    a.label("loop");
    a.imm(Op::Addi, T1, T1, -1);
    a.branch(Op::Bne, T1, ZERO, "loop");
    a.imm(Op::Addi, A2, A0, 40);
    a.store(Op::Sw, A2, 0, S0);
    a.label("wait");
    a.partial_barrier();
    a.imm(Op::Lw, A2, S0, 0);
    a.put(A2, 0);
    a.ret();
    let job = job(a, 1, 8, vec![words("out", 8)]);
    for mechanism in Mechanism::ALL {
        let out = output(&tiny(), &job, mechanism);
        assert_eq!(out, [40, 40, 40, 40, 44, 44, 44, 44], "{mechanism}");
    }
}

#[test]
fn blocks_spread_over_the_cores() {
    let job = mirror(8, 16);
    let cycles = |cores: usize| {
        let changes = [&*format!("cores={cores}")];
        let machine = tiny_with(&changes, "the number of cores is the subject");
        let report = run(&machine, &job, Mechanism::Stackless);
        assert!(report.outcome.is_complete());
        report.statistics.cycles
    };
    let (one, four) = (cycles(1), cycles(4));
    assert!(3 * four < one, "{four} cycles on four cores, {one} on one");
}
