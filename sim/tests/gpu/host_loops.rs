//! Launches that the host repeats until a word is 0.

use crate::support::{Asm, output, reg::*, run, tiny, values, words};
use heddle_isa::Op;
use heddle_sim::launch::{Arg, BufferOffset, HostLoop, HostWrite, Launch};
use heddle_sim::{Job, Mechanism, Outcome};

/// `k` subtracts one from every nonzero element of the first argument, and sets the word at the second argument if any element is
/// still nonzero. `double` doubles the elements.
fn countdown(from: &[u32]) -> Job {
    let mut a = Asm::kernel();
    a.element(T1, 0, A0);
    a.imm(Op::Lw, T0, T1, 0);
    a.branch(Op::Beq, T0, ZERO, "end");
    a.imm(Op::Addi, T0, T0, -1);
    a.store(Op::Sw, T0, 0, T1);
    a.branch(Op::Beq, T0, ZERO, "end");
    a.imm(Op::Lw, T1, A1, 4);
    a.li(T0, 1);
    a.store(Op::Sw, T0, 0, T1);
    a.label("end");
    a.ret();
    a.label("__kernel_double");
    a.element(T1, 0, A0);
    a.imm(Op::Lw, T0, T1, 0);
    a.op(Op::Add, T0, T0, T0);
    a.store(Op::Sw, T0, 0, T1);
    a.ret();
    let buffers = vec![crate::support::filled("out", from), words("flags", 2)];
    let mut job = crate::support::job(a, 1, from.len() as u32, buffers);
    job.launches[0].args[1] = Arg::Part(changed());
    job.loops.push(HostLoop {
        launches: 0..1,
        until_zero: changed(),
        before: vec![HostWrite {
            place: changed(),
            value: 0,
        }],
        most_rounds: 10,
    });
    job
}

/// The second word of its buffer.
fn changed() -> BufferOffset {
    BufferOffset {
        buffer: "flags".into(),
        offset: 4,
    }
}

fn double(job: &Job) -> Launch {
    Launch {
        kernel: "double".into(),
        ..job.launches[0].clone()
    }
}

#[test]
fn a_loop_ends_with_the_first_round_that_leaves_zero() {
    let mut job = countdown(&[3, 1, 0, 2]);
    let before = double(&job);
    job.launches.insert(0, before.clone());
    job.launches.push(before);
    job.loops[0].launches = 1..2;
    for mechanism in Mechanism::ALL {
        let report = run(&tiny(), &job, mechanism);
        assert_eq!(report.outcome, Outcome::Completed, "{mechanism}");
        assert_eq!(values(&report), [0, 0, 0, 0], "{mechanism}");
        let launches = report.launches.iter();
        let ran: Vec<_> = launches.map(|l| (l.kernel.as_str(), l.round)).collect();
        let rounds = (0..6).map(|round| ("k", Some(round)));
        let [first, last] = [("double", None); 2];
        let expected: Vec<_> = [first].into_iter().chain(rounds).chain([last]).collect();
        assert_eq!(ran, expected, "{mechanism}");
        let cycles: u64 = report.launches.iter().map(|launch| launch.cycles).sum();
        assert_eq!(cycles, report.statistics.cycles, "{mechanism}");
        assert_eq!(report, run(&tiny(), &job, mechanism), "{mechanism}");
    }
}

/// A loop has the same counts as its launches written one by one.
#[test]
fn rounds_are_launches() {
    let repeated = countdown(&[3, 1, 0, 2]);
    let mut unrolled = repeated.clone();
    unrolled.loops.clear();
    unrolled.launches = vec![repeated.launches[0].clone(); 3];
    let repeated = run(&tiny(), &repeated, Mechanism::Pdom);
    let unrolled = run(&tiny(), &unrolled, Mechanism::Pdom);
    assert_eq!(repeated.statistics, unrolled.statistics);
    assert_eq!(values(&repeated), values(&unrolled));
}

/// Two launches per round; before each round the host writes the word to which the second launch adds.
#[test]
fn the_host_writes_before_each_round() {
    let mut job = countdown(&[2, 2]);
    let second = double(&job);
    job.launches.push(second);
    let [first, second] = [0, 4].map(|offset| HostWrite {
        place: BufferOffset {
            buffer: "out".into(),
            offset,
        },
        value: 1 + offset / 4,
    });
    job.loops[0].launches = 0..2;
    job.loops[0].before.extend([first, second]);
    job.loops[0].until_zero.offset = 0;
    // Each round starts from 1 and 2, and the first word of `flags` stays zero.
    assert_eq!(output(&tiny(), &job, Mechanism::Stackless), [0, 2]);
}

/// `k` writes the number of the round and its distance from 9.
#[test]
fn an_argument_counts_rounds() {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, T0, A1, 4);
    a.put(T0, 0);
    a.imm(Op::Addi, T0, T0, -9);
    a.imm(Op::Lw, T1, A1, 8);
    a.store(Op::Sw, T0, 4, T1);
    a.ret();
    let buffers = vec![words("out", 2), words("flags", 2)];
    let mut job = crate::support::job(a, 1, 2, buffers);
    job.launches[0].args.insert(1, Arg::Round(7));
    job.loops.push(HostLoop {
        launches: 0..1,
        until_zero: changed(),
        before: vec![],
        most_rounds: 10,
    });
    for mechanism in [Mechanism::Pdom, Mechanism::Dwf] {
        let report = run(&tiny(), &job, mechanism);
        assert_eq!(report.launches.len(), 3, "{mechanism}");
        assert_eq!(values(&report), [9, 9], "{mechanism}");
    }
    job.loops.clear();
    let error = job.validate("job").unwrap_err().to_string();
    assert!(
        error.contains("launch 0, argument 1: it counts rounds, and the launch is in no loop"),
        "{error}"
    );
}

#[test]
fn a_loop_that_goes_on_is_given_up() {
    let mut job = countdown(&[20, 4]);
    job.loops[0].most_rounds = 5;
    let report = run(&tiny(), &job, Mechanism::Dwf);
    assert_eq!(report.launches.len(), 5);
    assert_eq!(values(&report), [15, 0]);
    assert_eq!(
        report.outcome.to_string(),
        "round limit reached: after 5 rounds of loop 0 the word at byte 4 of buffer `flags` is still 1"
    );
    let remedy = report.outcome.remedy().unwrap();
    assert!(remedy.contains("most_rounds"), "{remedy}");
}

#[test]
fn faults_name_the_round() {
    let mut job = countdown(&[2, 1]);
    job.launches[0].args.truncate(1);
    let Outcome::Fault(fault) = run(&tiny(), &job, Mechanism::Pdom).outcome else {
        panic!("there is no second argument");
    };
    assert_eq!((fault.launch, fault.round), (0, Some(0)));
    let text = fault.to_string();
    assert!(text.contains("launch 0 in round 0, thread 0"), "{text}");
}

/// A change that makes a job invalid.
type Change<'a> = &'a dyn Fn(&mut Job);

#[test]
fn wrong_loops_are_refused() {
    let refused = |change: Change| {
        let mut job = countdown(&[1]);
        change(&mut job);
        job.validate("job").unwrap_err().to_string()
    };
    let wrong: [(Change, &str); 6] = [
        (
            &|job| job.loops[0].launches = 0..2,
            "job: loop 0: launches 0..2 are none, or not all there",
        ),
        (
            &|job| job.loops[0].launches = 0..0,
            "job: loop 0: launches 0..0 are none",
        ),
        (
            &|job| job.loops.push(job.loops[0].clone()),
            "job: loop 1: launches 0..1 are none, or not all there, or those of another",
        ),
        (
            &|job| job.loops[0].most_rounds = 0,
            "job: loop 0: `most_rounds` is 0",
        ),
        (
            &|job| job.loops[0].until_zero.offset = 8,
            "job: loop 0, `until_zero`: 4 bytes from byte 8 on are not in buffer `flags` of 8 bytes",
        ),
        (
            &|job| job.loops[0].before[0].place.buffer = "flag".into(),
            "job: loop 0, `before[0]`: no buffer is called `flag`",
        ),
    ];
    for (change, expected) in wrong {
        let error = refused(change);
        assert!(error.starts_with(expected), "{error}");
    }
}
