//! Arguments that point inside buffers, and buffers that are regions of other buffers.

use crate::support::{Asm, filled, job, reg::*, run, tiny, values};
use heddle_isa::Op;
use heddle_sim::launch::{Arg, Buffer, BufferOffset, Init};
use heddle_sim::{Gpu, Job, Limits, Mechanism};

fn place(buffer: &str, offset: u32) -> BufferOffset {
    BufferOffset {
        buffer: buffer.into(),
        offset,
    }
}

/// The second half of `out`, which has 64 words.
fn region() -> Buffer {
    Buffer {
        name: "half".into(),
        bytes: 128,
        init: Init::Zero,
        out: true,
        address: None,
        part: Some(place("out", 128)),
    }
}

/// Threads copy elements of the second argument to the first.
fn copy(threads: u32, args: [Arg; 2]) -> Job {
    let mut a = Asm::kernel();
    a.element(T1, 1, A0);
    a.imm(Op::Lw, T0, T1, 0);
    a.put(T0, 0);
    a.ret();
    let numbers: Vec<u32> = (100..164).collect();
    let mut job = job(a, 1, threads, vec![filled("out", &numbers), region()]);
    job.launches[0].args = args.into();
    job
}

#[test]
fn arguments_begin_inside_of_buffers() {
    let out = || Arg::Part(place("out", 16));
    for from in [Arg::Part(place("out", 128)), Arg::Buffer("half".into())] {
        let job = copy(4, [out(), from]);
        let report = run(&tiny(), &job, Mechanism::Stackless);
        assert_eq!(values(&report)[3..9], [103, 132, 133, 134, 135, 108]);
    }
    // Inside a region.
    let inside = Arg::Part(place("half", 8));
    let report = run(&tiny(), &copy(1, [out(), inside]), Mechanism::Stackless);
    assert_eq!(values(&report)[4], 134);
}

#[test]
fn a_region_has_the_memory_of_its_buffer() {
    let args = [Arg::Buffer("half".into()), Arg::Buffer("out".into())];
    let job = copy(4, args);
    let report = run(&tiny(), &job, Mechanism::Pdom);
    let half = report.buffer("half").unwrap();
    assert_eq!(half, &report.buffer("out").unwrap()[128..]);
    assert_eq!(half[..8], [100, 0, 0, 0, 101, 0, 0, 0]);
    // The region is at its stated place, and no other memory is used for it.
    let mut without = job.clone();
    without.buffers.pop();
    without.launches[0].args[0] = Arg::Part(place("out", 128));
    let other = run(&tiny(), &without, Mechanism::Pdom);
    assert_eq!(other.statistics, report.statistics);
    assert_eq!(values(&other), values(&report));
}

/// Reports of wild accesses and races name the whole buffer.
#[test]
fn people_are_told_of_the_whole_buffer() {
    let args = [Arg::Buffer("half".into()), Arg::Buffer("half".into())];
    let mut job = copy(4, args);
    job.buffers.rotate_left(1);
    job.launches[0].block[0] = 8;
    job.launches[0].args[0] = Arg::Part(place("out", 252));
    let outcome = run(&tiny(), &job, Mechanism::Pdom).outcome.to_string();
    assert!(outcome.contains("behind buffer `out`"), "{outcome}");
    job.launches[0].args = vec![Arg::Part(place("half", 4)), Arg::Buffer("half".into())];
    let gpu = Gpu::new(&tiny()).unwrap().with_race_check(true);
    let report = gpu.run(&job, Mechanism::Pdom, &Limits::default()).unwrap();
    let races = report.races.unwrap().to_string();
    assert!(races.contains("of buffer `out`"), "{races}");
}

/// A change that makes a job invalid.
type Change<'a> = &'a dyn Fn(&mut Job);

#[test]
fn wrong_places_are_refused() {
    let refused = |change: Change| {
        let mut job = copy(1, [Arg::Buffer("out".into()), Arg::Buffer("half".into())]);
        change(&mut job);
        let error = job.validate("job").unwrap_err();
        format!("{error}; {}", error.reason.remedy())
    };
    let at = |buffer, offset| {
        move |job: &mut Job| job.launches[0].args[1] = Arg::Part(place(buffer, offset))
    };
    let part =
        |buffer, offset| move |job: &mut Job| job.buffers[1].part = Some(place(buffer, offset));
    let wrong: [(Change, &str); 9] = [
        (
            &at("in", 0),
            "launch 0, argument 1: no buffer is called `in`; the buffers are: out, half",
        ),
        (
            &at("out", 6),
            "launch 0, argument 1: `offset` = 6 is no multiple of 4; the nearest are 4 and 8",
        ),
        (
            &at("out", 256),
            "launch 0, argument 1: byte 256 is not in buffer `out` of 256 bytes",
        ),
        (&part("in", 0), "buffer `half`: no buffer is called `in`"),
        (
            &part("out", 64),
            "buffer `half`: `offset` = 64 is no multiple of 128; regions begin at multiples of 128",
        ),
        (
            &part("out", 256),
            "buffer `half`: 128 bytes from byte 256 on are not in buffer `out` of 256 bytes",
        ),
        (
            &part("half", 0),
            "buffer `half`: it is a region of `half`, which is a region itself",
        ),
        (
            &|job| job.buffers[1].init = Init::Random(1),
            "buffer `half`: it is a region of another buffer, and has `init`",
        ),
        (
            &|job| job.buffers[1].address = Some(0x4000_0000),
            "buffer `half`: it is a region of another buffer, and has `address`",
        ),
    ];
    for (change, expected) in wrong {
        let error = refused(change);
        assert!(error.starts_with(&format!("job: {expected}")), "{error}");
    }
}
