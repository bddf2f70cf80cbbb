//! Jobs that a machine cannot start, and runs that repeat exactly.

use crate::support::{
    Asm, CODE, Image, job, launch, output, program, reg::*, run, tiny, tiny_with, words,
};
use heddle_contract::{Config, Golden, units};
use heddle_isa::Op;
use heddle_sim::launch::{Arg, Init};
use heddle_sim::{Gpu, Job, Limits, Mechanism};
use heddle_units::DwfScheduler;

fn small() -> Job {
    let mut a = Asm::kernel();
    a.put(A0, 0);
    a.ret();
    job(a, 1, 4, vec![words("out", 4)])
}

/// The error, and how to fix it.
fn refusal(config: &Config, job: &Job, mechanism: Mechanism) -> String {
    let gpu = Gpu::new(config).unwrap();
    let error = gpu.run(job, mechanism, &Limits::default()).unwrap_err();
    format!("{error}; {}", error.remedy())
}

#[test]
fn a_program_that_does_not_fit_the_pc_is_refused() {
    let config = tiny_with(&["core.pc_bits=4"], "a short PC is the subject");
    let mut a = Asm::kernel();
    (0..14).for_each(|_| a.imm(Op::Addi, A2, A2, 1));
    a.ret();
    let long = job(a, 1, 4, vec![words("out", 1)]);
    assert_eq!(
        refusal(&config, &long, Mechanism::Stackless),
        "the program has 17 words (2 of them Heddle's own), more than core.pc_bits = 4 can \
         address; --set core.pc_bits=5"
    );
    assert!(run(&config, &long, Mechanism::Nrec).outcome.is_complete());
    assert!(
        run(&config, &small(), Mechanism::Stackless)
            .outcome
            .is_complete()
    );
}

#[test]
fn a_block_larger_than_a_core_is_refused() {
    let mut job = small();
    job.launches[0].block = [17, 1, 1];
    assert_eq!(
        refusal(&tiny(), &job, Mechanism::Mimd),
        "launch 0: a block of 17 threads does not fit on a core of 4 warps of 4; use smaller \
         blocks, or more core.warps"
    );
}

#[test]
fn a_kernel_that_is_no_code_is_refused() {
    let mut image = Image::default();
    image.code.push(0x0000_000b);
    for address in [0x100, CODE + 2, CODE + 4] {
        image.symbols.insert("__kernel_k".into(), address);
        let job = Job {
            program: program(&image),
            ..small()
        };
        let text = refusal(&tiny(), &job, Mechanism::Stackless);
        assert!(text.starts_with("kernel `k` starts at 0x"), "{text}");
    }
}

#[test]
fn jobs_that_contradict_themselves_are_refused() {
    let with = |change: &dyn Fn(&mut Job)| {
        let mut job = small();
        change(&mut job);
        refusal(&tiny(), &job, Mechanism::Stackless)
    };
    let cases = [
        with(&|job| job.launches.clear()),
        with(&|job| job.launches[0].grid = [1, 0, 1]),
        with(&|job| job.launches[0].grid = [u32::MAX, 2, 1]),
        with(&|job| job.launches[0].args = vec![Arg::Buffer("in".into())]),
        with(&|job| job.launches[0].kernel = "q".into()),
        with(&|job| job.buffers.push(words("out", 1))),
        with(&|job| job.buffers[0].bytes = 0),
        with(&|job| job.buffers[0].init = Init::Bytes(vec![0; 17])),
        with(&|job| job.buffers[0].bytes = u32::MAX),
    ];
    let expected = [
        "job: there is nothing to launch; add a launch",
        "job: launch 0: `grid` = [1, 0, 1] has an extent of 0; every extent is at least 1, also one that is not used",
        "job: launch 0: grid times block is more than 2^32 threads; split it into several launches",
        "job: launch 0, argument 0: no buffer is called `in`; the buffers are: out",
        "job: launch 0: there is no kernel `q`; the program has: k",
        "job: buffer `out` is there twice; give every buffer its own name",
        "job: buffer `out` has 0 bytes; give it at least one",
        "job: buffer `out`: 17 bytes of initial contents do not fit in `bytes` = 16; make `bytes` at least 17",
        "job: with buffer `out` all buffers have 4294967295 bytes, more than 1 GiB; use smaller or fewer buffers",
    ];
    assert_eq!(cases, expected);
}

#[test]
fn stacks_that_do_not_fit_are_refused() {
    let config = tiny_with(
        &["core.stack_bytes=16777216", "cores=64"],
        "stacks larger than the memory are the subject",
    );
    let text = refusal(&config, &small(), Mechanism::Nrec);
    assert!(
        text.ends_with("use a smaller core.stack_bytes, fewer cores or less shared memory"),
        "{text}"
    );
}

#[test]
fn random_contents_depend_on_the_seed_alone() {
    let mut job = small();
    job.buffers.push(words("noise", 1000));
    let noise = |job: &mut Job, seed: u64| {
        job.buffers[1].init = Init::Random(seed);
        let report = run(&tiny(), job, Mechanism::Stackless);
        report.buffer("noise").unwrap().to_vec()
    };
    let first = noise(&mut job, 1);
    assert_eq!(first, noise(&mut job, 1));
    assert_ne!(first, noise(&mut job, 2));
}

#[test]
fn digests_are_those_of_the_bytes() {
    let report = run(&tiny(), &small(), Mechanism::Stackless);
    let json = serde_json::to_value(&report).unwrap();
    // The output of sha256sum for the words 0, 1, 2, 3.
    let digest = "baed642339816affb3fe8719792d0e4ce82f12db72b7373d244eaa65445800fe";
    assert_eq!(json["buffers"][0]["sha256"], digest);
    for key in [
        "cycles",
        "instructions",
        "thread_instructions",
        "ipc",
        "simd_efficiency",
        "active_lane_histogram",
        "cache",
        "dram",
        "stalls",
    ] {
        assert!(!json[key].is_null(), "{key}");
    }
    assert_eq!(json["outcome"]["kind"], "completed");
    assert_eq!(json["buffers"][0]["bytes"], 16);
}

#[test]
fn requests_for_pcs_that_wait_for_memory_are_counted() {
    // Warps of different lengths, so that branches of some warps compete with lines of others.
    let stalls = |memory: bool| {
        let mut a = Asm::kernel();
        a.imm(Op::Lw, S0, A1, 0);
        a.imm(Op::Slli, T1, A0, 6);
        a.op(Op::Add, S0, S0, T1);
        a.imm(Op::Addi, T0, A0, 20);
        a.label("loop");
        if memory {
            a.store(Op::Sw, T0, 0, S0);
        }
        a.imm(Op::Addi, T0, T0, -1);
        a.branch(Op::Bne, T0, ZERO, "loop");
        a.ret();
        let job = job(a, 1, 16, vec![words("out", 256)]);
        run(&tiny(), &job, Mechanism::Stackless).statistics.arbiter
    };
    let (with, without) = (stalls(true), stalls(false));
    assert!(with.structural_stalls > 50, "{with:?}");
    assert!(without.structural_stalls < 10, "{without:?}");
    assert_eq!(
        with.line_grants - without.line_grants,
        (20..36).sum::<u64>()
    );
}

#[test]
fn counts_agree_with_each_other() {
    for mechanism in Mechanism::ALL {
        let mut job = small();
        job.launches = vec![launch("k", 1, 3, &job.buffers.clone())];
        let config = tiny_with(
            &["cores=2", "core.simd_width=2"],
            "counts of two cores that issue a warp in two cycles add up",
        );
        let counts = run(&config, &job, mechanism).statistics;
        let histogram = &counts.active_lane_histogram;
        let weighted: u64 = (0..)
            .zip(histogram)
            .map(|(lanes, count)| lanes * count)
            .sum();
        assert_eq!(histogram.iter().sum::<u64>(), counts.instructions);
        assert_eq!(weighted, counts.thread_instructions);
        let s = counts.stalls;
        let stalled = s.issue + s.arbiter + s.memory + s.pipeline + s.barrier + s.idle;
        assert_eq!(
            stalled + counts.instructions,
            2 * counts.cycles,
            "{mechanism}"
        );
        let cache = counts.cache;
        assert_eq!(cache.accesses, cache.loads + cache.stores + cache.atomics);
        assert_eq!(cache.accesses, cache.hits + cache.misses);
    }
}

#[test]
fn threads_need_numbers_and_room_in_the_spill_queue() {
    for (change, text) in [
        ("dwf.tid_bits=4", "dwf: tid_bits = 4 is not in 5 to 16"),
        (
            "dwf.spill_entries=16",
            "dwf: spill_entries = 16 is not in 32 to 65536",
        ),
    ] {
        let limited = tiny_with(&[change], "what is refused is the subject");
        let refused = refusal(&limited, &small(), Mechanism::Dwf);
        assert!(refused.starts_with(text), "{refused}");
        let changes = [change, "dwf.ideal=true"];
        let unlimited = tiny_with(&changes, "the same is no limit here");
        assert!(
            run(&unlimited, &small(), Mechanism::Dwf)
                .outcome
                .is_complete()
        );
    }
}

/// Units that exist only in the golden GPU cannot be replaced from outside.
#[test]
fn what_is_in_no_hardware_has_no_socket() {
    for change in [
        "dwf.ideal=true",
        "dwf.lane_aware=false",
        "dwf.policy=pdom-priority",
        "dwf.heap_updates=owed",
    ] {
        let config = tiny_with(&[change], "what is in no hardware is the subject");
        let gpu = Gpu::new(&config).unwrap();
        let make = |_, params: &_| DwfScheduler::new(params);
        let limits = Limits::default();
        let refused = gpu.run_with::<units::DwfScheduler, _>(&small(), &limits, make);
        let text = refused.unwrap_err().to_string();
        assert!(text.ends_with("it exists in the golden GPU only"), "{text}");
    }
}

/// A buffer is placed in one pass over the buffers before it; trying every address that follows another buffer took hours.
#[test]
fn ten_thousand_buffers_are_placed() {
    let mut job = small();
    let buffers = (0..10_000).map(|number| words(&format!("more{number}"), 1));
    job.buffers.extend(buffers);
    assert_eq!(output(&tiny(), &job, Mechanism::Pdom), [0, 1, 2, 3]);
}

/// The job is refused before any memory is allocated for it.
#[test]
fn more_than_a_gibibyte_of_buffers_is_refused() {
    let mut job = small();
    for name in ["first", "second"] {
        let mut buffer = words(name, 1 << 27);
        buffer.init = Init::Random(1);
        job.buffers.push(buffer);
    }
    assert_eq!(
        refusal(&tiny(), &job, Mechanism::Pdom),
        "job: with buffer `second` all buffers have 1073741840 bytes, more than 1 GiB; use smaller or fewer \
         buffers"
    );
}
