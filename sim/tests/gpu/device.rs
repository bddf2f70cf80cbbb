//! Memory that persists from launch to launch.

use crate::support::{Asm, reg::*, tiny};
use heddle_isa::{Op, Program};
use heddle_sim::device::{Device, NotAllocated};
use heddle_sim::launch::layout::{NoRoom, Placing};
use heddle_sim::launch::{Arg, Launch};
use heddle_sim::{Error, Gpu, Limits, Mechanism, Report};
use std::sync::Arc;

const THREADS: u32 = 24;

fn device() -> Device {
    Device::new(Gpu::new(&tiny()).unwrap())
}

/// Adds a number to one word per thread.
fn adds(number: i32) -> Arc<Program> {
    program(number, |_| {})
}

fn program(number: i32, stack: impl Fn(&mut Asm)) -> Arc<Program> {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.imm(Op::Slli, T0, A0, 2);
    a.op(Op::Add, S0, S0, T0);
    a.imm(Op::Lw, A2, S0, 0);
    a.imm(Op::Addi, A2, A2, number);
    stack(&mut a);
    a.store(Op::Sw, A2, 0, S0);
    a.ret();
    a.program()
}

fn over(address: u32) -> Launch {
    Launch {
        kernel: "k".into(),
        grid: [3, 1, 1],
        block: [THREADS / 3, 1, 1],
        shared_bytes: 0,
        args: vec![Arg::Address(address)],
    }
}

fn words_at(device: &Device, address: u32) -> Vec<u32> {
    let mut bytes = vec![0; 4 * THREADS as usize];
    device.read(address, &mut bytes).unwrap();
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

fn run(device: &mut Device, program: &Arc<Program>, address: u32, mechanism: Mechanism) -> Report {
    let limits = Limits::default();
    let report = device.launch(program, &over(address), mechanism, &limits);
    let report = report.unwrap();
    assert!(report.outcome.is_complete());
    report
}

#[test]
fn memory_stays_between_launches_and_programs() {
    for mechanism in Mechanism::ALL {
        let mut device = device();
        let [a, b] = [0; 2].map(|_| device.allocate(4 * THREADS).unwrap());
        device.write(b, &[1; 4]).unwrap();
        let one = program(1, |a| a.store(Op::Sw, A2, -4, SP));
        let ten = program(10, |a| {
            a.imm(Op::Lw, A3, SP, -4); // what launches before left here is gone
            a.op(Op::Add, A2, A2, A3);
        });
        let cycles = [&one, &ten, &one]
            .map(|program| run(&mut device, program, a, mechanism).statistics.cycles);
        assert_eq!(words_at(&device, a), [12; THREADS as usize], "{mechanism}");
        assert_eq!(words_at(&device, b)[..2], [0x0101_0101, 0]);
        // Every launch has counts of its own.
        assert_eq!(cycles[0], cycles[2]);
    }
}

#[test]
fn a_captured_launch_is_the_launch() {
    for mechanism in Mechanism::ALL {
        let mut device = device();
        device.allocate(100).unwrap();
        let a = device.allocate(4 * THREADS).unwrap();
        device.write(a, &[5; 8]).unwrap();
        let program = adds(1);
        let job = device.capture(&program, &over(a));
        let replayed = device
            .gpu()
            .run(&job, mechanism, &Limits::default())
            .unwrap();
        let launched = run(&mut device, &program, a, mechanism);
        assert_eq!(launched.statistics, replayed.statistics);
        assert_eq!(launched.outcome, replayed.outcome);
        let words = words_at(&device, a);
        assert_eq!(words[..3], [0x0505_0506, 0x0505_0506, 1]);
        device.write(a, &[0; 8]).unwrap();
        device.restore(&replayed);
        assert_eq!(words_at(&device, a), words);
    }
}

#[test]
fn what_was_freed_is_gone() {
    let mut device = device();
    let a = device.allocate(64).unwrap();
    let b = device.allocate(64).unwrap();
    device.write(a, &[7; 64]).unwrap();
    device.free(a).unwrap();
    assert_eq!(device.free(a), Err(NotAllocated { address: a }));
    assert_eq!(device.free(b + 4), Err(NotAllocated { address: b + 4 }));
    assert!(device.write(a, &[1]).is_err());
    assert!(device.read(b + 60, &mut [0; 8]).is_err());
    let again = device.allocate(16).unwrap();
    let mut bytes = [1; 16];
    device.read(again, &mut bytes).unwrap();
    assert_eq!((again, bytes), (a, [0; 16]));
}

#[test]
fn a_launch_that_cannot_start_changes_nothing() {
    let mut device = device();
    let a = device.allocate(4 * THREADS).unwrap();
    device.write(a, &[1; 4]).unwrap();
    let mut launch = over(a);
    launch.block = [17, 1, 1];
    let limits = Limits::default();
    let refused = device.launch(&adds(1), &launch, Mechanism::Pdom, &limits);
    assert!(matches!(
        refused,
        Err(Error::BlockTooLarge { threads: 17, .. })
    ));
    assert_eq!(words_at(&device, a)[0], 0x0101_0101);
}

#[test]
fn a_fault_leaves_what_was_written() {
    let mut device = device();
    let a = device.allocate(64).unwrap();
    let report = device.launch(&adds(1), &over(a), Mechanism::Mimd, &Limits::default());
    // Threads 16 and above write behind the allocation.
    let fault = report.unwrap().outcome.to_string();
    assert!(
        fault.contains("at_40000000") || fault.contains("0x4000"),
        "{fault}"
    );
    let mut words = [0; 64];
    device.read(a, &mut words).unwrap();
    assert_ne!(words, [0; 64]);
}

#[test]
fn there_is_an_end_of_memory() {
    let mut device = device();
    device.allocate(1 << 29).unwrap();
    let refused = device.allocate((1 << 29) + 1);
    let (what, bytes) = (Placing::Allocation, (1 << 29) + 1);
    assert_eq!(refused, Err(NoRoom { what, bytes }));
    device.allocate(1 << 29).unwrap();
}
