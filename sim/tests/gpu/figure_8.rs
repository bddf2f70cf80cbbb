//! fung2009, figure 8: two warps run through blocks A to G, with stacks and with dynamic warp formation.

use crate::support::{Asm, job, reg::*, tiny_with, values, words};
use heddle_isa::Op;
use heddle_sim::{Gpu, Job, Limits, Mechanism};
use heddle_sim::{Issued, Observer};

/// The figure's masks of warps x and y by block, the first thread on the left.
const MASKS: [(&str, &str, &str); 7] = [
    ("A", "1111", "1111"),
    ("B", "1110", "0011"),
    ("C", "1000", "0010"),
    ("D", "0110", "0001"),
    ("E", "1110", "0011"),
    ("F", "0001", "1100"),
    ("G", "1111", "1111"),
];

/// Threads of a block as bits: warp x, then warp y.
fn threads_of(block: &str) -> u64 {
    let (_, x, y) = MASKS.iter().find(|(name, ..)| *name == block).unwrap();
    let bits = |mask: &str, first: usize| {
        let lanes = mask.bytes().enumerate();
        lanes.fold(0, |all, (lane, bit)| {
            all | u64::from(bit == b'1') << (first + lane)
        })
    };
    bits(x, 0) | bits(y, 4)
}

/// Every block is one instruction.
fn blocks() -> (Job, Vec<(&'static str, u32)>) {
    let mut a = Asm::kernel();
    for (register, block) in [(T0, "F"), (T1, "D")] {
        a.imm(Op::Addi, T2, ZERO, threads_of(block) as i32);
        a.op(Op::Srl, T2, T2, A0);
        a.imm(Op::Andi, register, T2, 1);
    }
    a.word(Op::Auipc.row().value | S1 << 7);
    a.imm(Op::Addi, S1, S1, 8);
    a.label("A");
    a.branch(Op::Bne, T0, ZERO, "F");
    a.label("B");
    a.branch(Op::Bne, T1, ZERO, "D");
    a.label("C");
    a.jal(ZERO, "E");
    a.label("D");
    a.imm(Op::Addi, A2, A2, 1);
    a.label("E");
    a.jal(ZERO, "G");
    a.label("F");
    a.imm(Op::Addi, A2, A2, 2);
    a.label("G");
    // To A, and the second time to the next instruction.
    a.imm(Op::Jalr, S1, S1, 0);
    a.put(A2, 0);
    a.ret();
    let labels = MASKS.map(|(block, ..)| (block, a.address(block)));
    (job(a, 1, 8, vec![words("out", 8)]), labels.to_vec())
}

/// A warp that was issued.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Slot {
    cycle: u64,
    pc: u32,
    /// Threads of both warps.
    threads: u64,
}

/// Issue slots of the pipeline, combined over the original warps of their threads.
#[derive(Default)]
struct Slots(Vec<Slot>);

impl Observer for Slots {
    fn issued(&mut self, event: &Issued) {
        let cycle = event.cycle.number();
        let threads = event.lanes.bits() << event.warp.first(4).index();
        match self.0.last_mut() {
            Some(last) if last.cycle == cycle => last.threads |= threads,
            _ => self.0.push(Slot {
                cycle,
                pc: event.pc.address(),
                threads,
            }),
        }
    }
}

/// The slots from the first A until all threads have run A again: block, threads, cycle.
fn slots(changes: &[&str], mechanism: Mechanism) -> Vec<(&'static str, u64, u64)> {
    let machine = ["core.warps=2", "core.simd_width=1", "dwf.swizzle=false"];
    let reason = "the two warps of the figure, each in a slot of four cycles";
    let config = tiny_with(&[&machine[..], changes].concat(), reason);
    let (job, labels) = blocks();
    let (gpu, mut slots) = (Gpu::new(&config).unwrap(), Slots::default());
    let report = gpu.run_observed(&job, mechanism, &Limits::default(), &mut slots);
    assert_eq!(values(&report.unwrap()), [0, 2, 2, 4, 4, 4, 0, 2]);
    let named = slots.0.iter().filter_map(|slot| {
        let (name, _) = labels.iter().find(|(_, pc)| *pc == slot.pc)?;
        Some((*name, slot.threads, slot.cycle))
    });
    let mut in_a = 0;
    let figure = named.take_while(|(name, threads, _)| {
        let before = in_a;
        in_a += if *name == "A" {
            threads.count_ones()
        } else {
            0
        };
        before < 16
    });
    figure.collect()
}

/// Blocks in the order of their slots.
fn order(slots: &[(&'static str, u64, u64)]) -> String {
    slots.iter().map(|(name, ..)| *name).collect()
}

/// The number of active lanes, and of all lanes.
fn utilisation(slots: &[(&str, u64, u64)]) -> (u32, usize) {
    let active = slots.iter().map(|(_, threads, _)| threads.count_ones());
    (active.sum(), 4 * slots.len())
}

#[test]
fn with_stacks_42_of_64_lanes_work() {
    let found = slots(&["stack.first=fall_through"], Mechanism::Pdom);
    assert_eq!(order(&found), "AABBCCDDEEFFGGAA");
    assert_eq!(utilisation(&found), (42, 64));
    // Warps x and y take turns, with slots of four cycles each and no gaps: figure 8 (b).
    for (slot, (name, threads, cycle)) in found.iter().enumerate() {
        let warp = [0x0f, 0xf0][slot % 2];
        assert_eq!(*threads, threads_of(name) & warp, "{name}");
        assert_eq!(*cycle, found[0].2 + 4 * slot as u64);
    }
}

/// Groups by PC in program order, and a choice that waits for arrivals: all threads of a block have arrived before the block is
/// chosen. (The heap chooses a cycle earlier; in the figure's pipeline of one warp that is too early.)
#[test]
fn regrouped_42_of_52_lanes_work() {
    let found = slots(
        &[
            "dwf.policy=pc",
            "dwf.structure=tournament",
            "dwf.tournament_latency=2",
        ],
        Mechanism::Dwf,
    );
    assert_eq!(order(&found), "AABBCDEEFGGAA");
    assert_eq!(utilisation(&found), (42, 52));
    let threads: Vec<u64> = found.iter().map(|(_, threads, _)| *threads).collect();
    // C, D and F are one warp each: figure 8 (c). If a lane is taken, the thread that requests it later goes to the second warp;
    // the figure does not say which other threads are in it.
    let expected = [
        [0x0f, 0xf0],
        [0b1000_0111, 0b0100_0000],
        [threads_of("C"), threads_of("D")],
        [0b1100_0011, 0b0000_0100],
        [threads_of("F"), 0b1100_0011],
        [0b0011_1100, 0b1100_0011],
    ];
    assert_eq!(threads[..12], expected.concat());
    assert_eq!(threads[12], 0b0011_1100);
    for slots in found.windows(2) {
        let ((before, _, then), (after, _, now)) = (slots[0], slots[1]);
        // The warps of a group follow each other directly; the heap needs some time to choose the next group.
        let gap = now - then;
        assert!(
            gap == 4 || before != after && gap <= 9,
            "{before} {after} {gap}"
        );
    }
}
