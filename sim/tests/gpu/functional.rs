//! The functional device on programs of a few lines: who gets a turn, how launches end, and what it counts. `random` compares its
//! memory with that under mechanisms, `faults` its faults, and `across::functional` runs the workloads on it.

use crate::progress::{sorted, spin_lock, threads_of};
use crate::support::{Asm, job, reg::*, run, run_functional, tiny, words, words_of};
use heddle_isa::Op;
use heddle_machines::shipped;
use heddle_sim::device::Device;
use heddle_sim::fault::Doing;
use heddle_sim::launch::{Arg, Launch};
use heddle_sim::{Gpu, Job, Limits, Mechanism, Outcome};

/// Every thread takes one lock in global memory, adds to a counter without atomics, and releases the lock.
fn one_lock(blocks: u32, threads: u32) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Addi, S1, ZERO, 1);
    a.label("spin");
    a.op(Op::AmoswapW, T0, S0, S1);
    a.branch(Op::Bne, T0, ZERO, "spin");
    a.imm(Op::Lw, T0, S0, 4);
    a.imm(Op::Addi, T0, T0, 1);
    a.store(Op::Sw, T0, 4, S0);
    a.op(Op::AmoswapW, ZERO, S0, ZERO);
    a.put(T0, 1);
    a.ret();
    let buffers = vec![words("lock", 2), words("out", blocks * threads)];
    job(a, blocks, threads, buffers)
}

/// Machines with blocks and threads: one block, several on a core, several on each of several cores.
const LAUNCHES: [(&str, u32, u32); 3] = [("tiny", 1, 16), ("tiny", 3, 8), ("fung2009", 40, 64)];

/// FUN-3, FUN-4: whoever holds the lock gets its turn, be it in the same warp, in another one or in another block.
#[test]
fn a_lock_of_all_threads_is_handed_over() {
    for (preset, blocks, threads) in LAUNCHES {
        let report = run_functional(&shipped(preset), &one_lock(blocks, threads));
        assert!(report.outcome.is_complete(), "{}", report.outcome);
        let out = sorted(words_of(&report.buffers));
        assert_eq!(out, Vec::from_iter(1..=blocks * threads), "{preset}");
    }
}

#[test]
fn the_lock_of_a_block_is_handed_over() {
    for (preset, blocks, threads) in LAUNCHES {
        let report = run_functional(&shipped(preset), &spin_lock(blocks, threads, true));
        assert!(report.outcome.is_complete(), "{}", report.outcome);
        for of_block in words_of(&report.buffers).chunks(threads as usize) {
            assert_eq!(
                sorted(of_block.to_vec()),
                Vec::from_iter(1..=threads),
                "{preset}"
            );
        }
    }
}

/// A block that waits for the next one: both are resident where a core holds both (FUN-4).
#[test]
fn resident_blocks_wait_for_each_other() {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.branch(Op::Bne, A0, ZERO, "second");
    a.label("wait");
    a.imm(Op::Lw, T0, S0, 4);
    a.branch(Op::Beq, T0, ZERO, "wait");
    a.label("second");
    a.imm(Op::Addi, T0, ZERO, 7);
    a.put(T0, 0);
    a.ret();
    let job = job(a, 2, 1, vec![words("out", 2)]);
    let report = run_functional(&tiny(), &job);
    assert!(report.outcome.is_complete(), "{}", report.outcome);
    assert_eq!(words_of(&report.buffers), [7, 7]);
}

#[test]
fn barriers_that_cannot_open_are_a_deadlock() {
    // Thread 1 waits for its warp, the others for the block.
    let mut a = Asm::kernel();
    a.imm(Op::Addi, T0, ZERO, 1);
    a.branch(Op::Beq, A0, T0, "warp");
    a.barrier();
    a.jal(ZERO, "end");
    a.label("warp");
    a.partial_barrier();
    a.label("end");
    a.ret();
    let job = job(a, 1, 8, vec![words("out", 1)]);
    let outcome = run_functional(&tiny(), &job).outcome;
    let text = outcome.to_string();
    let Outcome::Deadlock(stuck) = outcome else {
        panic!("{text}");
    };
    let groups = stuck.groups.iter();
    let doing: Vec<(Doing, usize)> = groups
        .map(|group| (group.doing, group.threads.len()))
        .collect();
    assert_eq!(doing, [(Doing::Barrier, 7), (Doing::PartialBarrier, 1)]);
    // The golden GPU names the same threads at the same places, and also the cycle.
    let golden = run(&tiny(), &job, Mechanism::Mimd).outcome.to_string();
    let (before, behind) = golden.split_once(", cycle ").unwrap();
    let (_, behind) = behind.split_once(':').unwrap();
    assert_eq!(text, format!("{before}:{behind}"));
}

/// Threads that have exited do not count at either barrier.
#[test]
fn barriers_forget_threads_that_have_exited() {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Bne, T0, ZERO, "end");
    a.partial_barrier();
    a.barrier();
    a.put(A0, 0);
    a.label("end");
    a.ret();
    let job = job(a, 1, 8, vec![words("out", 8)]);
    let report = run_functional(&tiny(), &job);
    assert!(report.outcome.is_complete(), "{}", report.outcome);
    assert_eq!(words_of(&report.buffers), [0, 0, 2, 0, 4, 0, 6, 0]);
}

fn endless() -> Job {
    let mut a = Asm::kernel();
    a.label("count");
    a.imm(Op::Addi, T0, T0, 1);
    a.jal(ZERO, "count");
    job(a, 2, 7, vec![words("out", 1)])
}

#[test]
fn the_limit_is_one_of_instructions() {
    let limits = Limits { max_cycles: 5_000 };
    let gpu = Gpu::new(&tiny()).unwrap();
    let report = gpu.run_functional(&endless(), &limits).unwrap();
    let Outcome::InstructionLimit(stuck) = &report.outcome else {
        panic!("{}", report.outcome);
    };
    assert_eq!(threads_of(stuck), (0..14).collect::<Vec<u32>>());
    assert_eq!(report.counts.instructions, 5_000);
    assert_eq!(report.launches[0].instructions, 5_000);
    let text = report.outcome.to_string();
    assert!(
        text.starts_with("instruction limit reached: kernel `k`, launch 0:"),
        "{text}"
    );
    assert!(report.outcome.remedy().unwrap().contains("--max-cycles"));
}

/// Four warps of four threads: a branch that half of each takes, and the instructions behind it.
#[test]
fn instructions_are_counted_by_their_lanes() {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Beq, T0, ZERO, "even");
    a.imm(Op::Addi, T1, T1, 1);
    a.label("even");
    a.ret();
    let job = job(a, 1, 16, vec![words("out", 1)]);
    let report = run_functional(&tiny(), &job);
    // The return leads to the stub that ends the threads.
    assert_eq!(report.counts.active_lane_histogram, [0, 0, 4, 0, 16]);
    assert_eq!(report.counts.instructions, 20);
    assert_eq!(report.counts.thread_instructions, 72);
    let golden = run(&tiny(), &job, Mechanism::Pdom).statistics;
    assert_eq!(
        report.counts.thread_instructions,
        golden.thread_instructions
    );
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["mechanism"], "functional");
    for key in ["cycles", "ipc"] {
        assert!(json[key].is_null() && json.get(key).is_some(), "{key}");
    }
    assert!(json["launches"][0]["cycles"].is_null());
}

/// FUN-5: the counters of cycles count instructions; `instret` counts those of its thread.
#[test]
fn counters_count_instructions() {
    let mut a = Asm::kernel();
    a.csrr(S0, 0xc00);
    a.csrr(S1, 0xc02);
    a.op(Op::Add, S0, S0, S1);
    a.put(S0, 0);
    a.ret();
    let job = job(a, 1, 1, vec![words("out", 1)]);
    let report = run_functional(&tiny(), &job);
    assert_eq!(words_of(&report.buffers), [1]);
}

/// A device keeps its memory from launch to launch, whatever runs the launches.
#[test]
fn launches_of_a_device_share_its_memory() {
    let mut a = Asm::kernel();
    a.element(S0, 0, A0);
    a.imm(Op::Lw, T0, S0, 0);
    a.imm(Op::Addi, T0, T0, 1);
    a.store(Op::Sw, T0, 0, S0);
    a.ret();
    let program = a.program();
    let mut device = Device::new(Gpu::new(&tiny()).unwrap());
    let address = device.allocate(64).unwrap();
    let launch = Launch {
        kernel: "k".into(),
        grid: [2, 1, 1],
        block: [8, 1, 1],
        shared_bytes: 0,
        args: vec![Arg::Address(address)],
    };
    let limits = Limits::default();
    for _ in 0..2 {
        let report = device.launch_functional(&program, &launch, &limits);
        assert!(report.unwrap().outcome.is_complete());
        let report = device.launch(&program, &launch, Mechanism::Pdom, &limits);
        assert!(report.unwrap().outcome.is_complete());
    }
    let mut bytes = [0; 64];
    device.read(address, &mut bytes).unwrap();
    assert!(bytes.chunks_exact(4).all(|word| word == 4u32.to_le_bytes()));
}
