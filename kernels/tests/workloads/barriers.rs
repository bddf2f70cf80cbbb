//! Barriers in uniform control flow stay there, whatever the level of optimisation: kernels are compiled with `-fconvergent-functions`;
//! without that flag the compiler copies a barrier into the sides of a branch.

use heddle_isa::Program;
use heddle_isa::instruction::Op;
use heddle_machines::shipped;
use heddle_sim::launch::{Arg, Buffer, Init, Launch};
use heddle_sim::{Gpu, Job, Limits, Mechanism};
use std::sync::Arc;

/// `kernels/tests/data/barriers.c` at each level.
pub const LEVELS: [(&str, &[u8]); 4] = [
    ("-O1", include_bytes!("../data/barriers-O1.elf")),
    ("-O2", include_bytes!("../data/barriers-O2.elf")),
    ("-O3", include_bytes!("../data/barriers-O3.elf")),
    ("-Os", include_bytes!("../data/barriers-Os.elf")),
];

fn program(level: &str, elf: &[u8]) -> Program {
    Program::parse(level, elf).expect("a valid ELF")
}

fn barriers(program: &Program, kernel: &str) -> usize {
    let inside = |pc: u32| {
        let function = program.function_at(pc).map(|(name, _)| name);
        function.is_some_and(|name| name.strip_prefix("__kernel_") == Some(kernel))
    };
    let code = program.code.instructions();
    code.filter(|(pc, i)| i.op == Op::Barrier && inside(*pc))
        .count()
}

#[test]
fn there_are_as_many_barriers_as_the_source_has() {
    for (level, elf) in LEVELS {
        let program = program(level, elf);
        let kernels = ["lud", "flagged", "bfs_one_block"];
        let counts = kernels.map(|kernel| barriers(&program, kernel));
        assert_eq!(counts, [3, 1, 3], "{level}");
    }
}

/// Runs one block of 16 threads, which must complete; returns the words of the last buffer.
fn answer(
    program: &Arc<Program>,
    kernel: &str,
    args: Vec<Arg>,
    buffers: &[(&str, &[u32])],
    mechanism: Mechanism,
) -> Vec<u32> {
    let buffer = |(name, words): &(&str, &[u32])| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Buffer {
            name: (*name).into(),
            bytes: bytes.len() as u32,
            init: Init::Bytes(bytes),
            out: true,
            address: None,
            part: None,
        }
    };
    let job = Job {
        program: program.clone(),
        buffers: buffers.iter().map(buffer).collect(),
        launches: vec![Launch {
            kernel: kernel.into(),
            grid: [1; 3],
            block: [16, 1, 1],
            shared_bytes: 0,
            args,
        }],
        loops: Vec::new(),
    };
    let gpu = Gpu::new(&shipped("tiny")).unwrap();
    let report = gpu.run(&job, mechanism, &Limits::default()).unwrap();
    assert!(report.outcome.is_complete(), "{kernel}: {}", report.outcome);
    let words = report.buffers.last().unwrap().bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

/// LU decomposition of a square matrix, row by row, in the order of operations of the kernel.
fn decomposed(matrix: &[f32], side: usize) -> Vec<f32> {
    let mut m = matrix.to_vec();
    for i in 0..side - 1 {
        for row in i + 1..side {
            for j in 0..i {
                m[row * side + i] -= m[row * side + j] * m[j * side + i];
            }
            m[row * side + i] /= m[i * side + i];
        }
        for column in i + 1..side {
            for j in 0..=i {
                m[(i + 1) * side + column] -= m[(i + 1) * side + j] * m[j * side + column];
            }
        }
    }
    m
}

#[test]
fn blocks_that_meet_at_barriers_end_under_every_mechanism() {
    const SIDE: usize = 16;
    let cell = |at: usize| match at / SIDE == at % SIDE {
        true => 40.0,
        false => (at * 7 % 11) as f32 - 5.0,
    };
    let matrix: Vec<f32> = (0..SIDE * SIDE).map(cell).collect();
    let bits: Vec<u32> = matrix.iter().map(|number| number.to_bits()).collect();
    let expected = decomposed(&matrix, SIDE).into_iter().map(f32::to_bits);
    let expected: Vec<u32> = expected.collect();
    let flags: Vec<u32> = (0..16).map(|thread| thread >> 1 & 1).collect();
    let partners: Vec<u32> = (0..16).map(|t: u32| (t >> 1 & 1) * (t ^ 1)).collect();
    for (level, elf) in LEVELS {
        let program = Arc::new(program(level, elf));
        for mechanism in Mechanism::ALL {
            let args = vec![Arg::Buffer("matrix".into()), Arg::U32(SIDE as u32)];
            let lud = answer(&program, "lud", args, &[("matrix", &bits)], mechanism);
            assert_eq!(lud, expected, "{level}, {}", mechanism.name());
            let args = ["in", "out"].map(|name| Arg::Buffer(name.into())).to_vec();
            let buffers: [(_, &[u32]); 2] = [("in", &flags), ("out", &[0; 16])];
            let flagged = answer(&program, "flagged", args, &buffers, mechanism);
            assert_eq!(flagged, partners, "{level}, {}", mechanism.name());
        }
    }
}

/// A graph as lists of neighbours, and the distances of its vertices from the first one.
fn graph() -> [Vec<u32>; 3] {
    const VERTICES: u32 = 64;
    let ways = |from: u32| [(from * 2 + 1) % VERTICES, (from * 3 + 1) % VERTICES];
    // Every other vertex has two outgoing edges, the others one.
    let neighbours =
        (0..VERTICES).flat_map(|from| ways(from).into_iter().take(1 + from as usize % 2));
    let count = |from: u32| (0..from).map(|vertex| 1 + vertex % 2).sum::<u32>();
    let offsets: Vec<u32> = (0..=VERTICES).map(count).collect();
    let neighbours: Vec<u32> = neighbours.collect();
    let mut levels = vec![u32::MAX; VERTICES as usize];
    let mut queue = std::collections::VecDeque::from([(0, 0)]);
    while let Some((vertex, level)) = queue.pop_front() {
        if levels[vertex] == u32::MAX {
            levels[vertex] = level;
            let edges = offsets[vertex] as usize..offsets[vertex + 1] as usize;
            queue.extend(edges.map(|edge| (neighbours[edge] as usize, level + 1)));
        }
    }
    [offsets, neighbours, levels]
}

#[test]
fn breadth_first_search_as_one_block_ends_under_every_mechanism() {
    let [offsets, neighbours, expected] = graph();
    let mut unseen = vec![u32::MAX; expected.len()];
    unseen[0] = 0;
    for (level, elf) in LEVELS {
        let program = Arc::new(program(level, elf));
        for mechanism in Mechanism::ALL {
            let names = ["offsets", "neighbours", "levels"];
            let mut args = names.map(|name| Arg::Buffer(name.into())).to_vec();
            args.push(Arg::U32(expected.len() as u32));
            let buffers = [
                ("offsets", &offsets[..]),
                ("neighbours", &neighbours),
                ("levels", &unseen),
            ];
            let levels = answer(&program, "bfs_one_block", args, &buffers, mechanism);
            assert_eq!(levels, expected, "{level}, {}", mechanism.name());
        }
    }
}
