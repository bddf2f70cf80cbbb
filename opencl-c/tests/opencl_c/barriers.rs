//! Barriers in uniform control flow stay there, whatever the options: none is moved, and none is duplicated into the arms of
//! a branch, where mechanisms with stacks would deadlock. Both tests fail if the IR loses its `convergent` attributes.

use crate::support::Session;
use heddle_isa::Program;
use heddle_isa::instruction::Op;
use heddle_sim::Mechanism;
use heddle_sim::launch::Arg;
use std::collections::BTreeMap;

const SOURCE: &str = include_str!("barriers.cl");

/// Work-items of a group.
const ITEMS: usize = 16;

/// Iterations of the loops with barriers.
const ROUNDS: u32 = 5;

/// Options that affect how the compiler may transform code: optimisation levels and others.
const OPTIONS: [&[&str]; 7] = [
    &["-O0"],
    &["-O1"],
    &[],
    &["-O3"],
    &["-cl-opt-disable"],
    &["-cl-std=CL2.0", "-g"],
    &["-cl-fast-relaxed-math", "-cl-uniform-work-group-size"],
];

type Group = [u32; ITEMS];

/// The computation of a group, from its number and its input.
type Compute = fn(usize, Group) -> Group;

/// Kernels, and the same computation in Rust.
const KERNELS: [(&str, Compute); 4] = [
    ("flagged", flagged),
    ("inlined", inlined),
    ("looped", looped),
    ("parted", parted),
];

/// The results of all work-items, each computed from its index.
fn each(compute: impl FnMut(usize) -> u32) -> Group {
    let places: [usize; ITEMS] = std::array::from_fn(|place| place);
    places.map(compute)
}

fn flagged(_: usize, input: Group) -> Group {
    let cells = input.map(|v| if v & 1 == 1 { v + ROUNDS } else { v * 7 });
    each(|x| match input[x] & 1 {
        1 => cells[x ^ 1],
        _ => cells[x] + 5,
    })
}

fn inlined(_: usize, input: Group) -> Group {
    let v = each(|x| input[x].wrapping_add(input[x ^ 1]));
    let v = v.map(|v| match v & 1 {
        1 => v.wrapping_mul(3).wrapping_add(ROUNDS),
        _ => v >> 1,
    });
    let v = each(|x| v[x] ^ v[ITEMS - 1 - x]);
    let grown = |x: usize| (0..x as u32).fold(v[x], |v, j| v.wrapping_add(j.wrapping_mul(v)));
    let v = each(grown);
    each(|x| v[x].wrapping_add(v[(x + 1) % ITEMS]))
}

fn looped(_: usize, input: Group) -> Group {
    (0..ROUNDS).fold(input, |v, round| {
        let cells = v.map(|v| match v & 1 {
            1 => v.wrapping_mul(3).wrapping_add(1),
            _ => v >> 1,
        });
        each(|x| {
            let w = cells[(x + round as usize) % ITEMS];
            let v = match w > v[x] {
                true => w - v[x],
                false => v[x].wrapping_add(w.wrapping_mul(w & 3)),
            };
            if v.is_multiple_of(5) { v } else { v ^ round }
        })
    })
}

fn parted(group: usize, input: Group) -> Group {
    let v = match group & 1 {
        1 => each(|x| input[x] + input[ITEMS - 1 - x] + (ITEMS - 1 - x) as u32),
        _ => input,
    };
    let v = v.map(|mut v| match v & 3 {
        0 => v + ROUNDS,
        1 => (v * 3) ^ 0x55,
        2 => v ^ 0x55,
        _ => {
            while v > 9 {
                v >>= 1;
            }
            v
        }
    });
    each(|x| match x & 1 {
        1 => v[x].wrapping_sub(v[x - 1]),
        _ => v[x].wrapping_add(v[x + 1]),
    })
}

/// The functions with barriers, and the number of barriers of each.
fn barriers(program: &Program) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    let code = program.code.instructions();
    for (pc, _) in code.filter(|(_, i)| i.op == Op::Barrier) {
        let (name, _) = program.function_at(pc).expect("code is in functions");
        *counts.entry(name).or_default() += 1;
    }
    counts
}

/// Functions are inlined unless optimisation is off: a function with two barriers that is called three times gives six.
#[test]
fn there_are_as_many_barriers_as_the_source_has() {
    let expected = [
        ("args.flagged", 1),
        ("args.inlined", 6),
        ("args.looped", 2),
        ("args.parted", 2),
    ];
    let [plain, inlining @ ..] = OPTIONS;
    for options in inlining {
        let session = Session::with_options(SOURCE, options);
        let found = barriers(session.program());
        assert_eq!(found, BTreeMap::from(expected), "{options:?}");
    }
    let session = Session::with_options(SOURCE, plain);
    let called = BTreeMap::from([("_Z7barrierj", 1)]);
    assert_eq!(barriers(session.program()), called);
}

#[test]
fn groups_that_meet_at_barriers_end_under_every_mechanism() {
    const GROUPS: usize = 2;
    let numbers = (0..(GROUPS * ITEMS) as u32).map(|i| i * 37 % 101 + i / 3);
    let input: Vec<u32> = numbers.collect();
    for options in OPTIONS {
        for mechanism in Mechanism::ALL {
            let mut session = Session::with_options(SOURCE, options).under(mechanism);
            let buffer = session.buffer(&input);
            for (kernel, compute) in KERNELS {
                let out = session.buffer(&[0_u32; GROUPS * ITEMS]);
                let args = [buffer.clone(), out.clone(), Arg::U32(ROUNDS)];
                session.run(kernel, GROUPS as u32, ITEMS as u32, &args);
                let groups = input.as_chunks().0.iter().enumerate();
                let expected: Vec<u32> = groups
                    .flat_map(|(group, input)| compute(group, *input))
                    .collect();
                let found = session.read::<u32>(&out, GROUPS * ITEMS);
                assert_eq!(found, expected, "{kernel}, {options:?}, {mechanism}");
            }
        }
    }
}
