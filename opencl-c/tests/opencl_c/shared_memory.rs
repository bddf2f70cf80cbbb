//! `__local` variables, barriers, and copies by a whole block.

use crate::support::Session;
use heddle_sim::Mechanism;
use heddle_sim::launch::Arg;
use std::slice::from_ref;

const REDUCTION: &str = "
    __kernel void sum(__global const int *in, __global int *out, __local int *scratch) {
        __local int kept[16];
        const int i = get_local_id(0), n = get_local_size(0);
        scratch[i] = in[get_global_id(0)];
        for (int step = n / 2; step > 0; step /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (i < step)
                scratch[i] += scratch[i + step];
        }
        if (i == 0) {
            kept[0] = scratch[0];
            out[get_group_id(0)] = kept[0];
        }
    }";

/// The barrier follows a divergent branch.
#[test]
fn barriers_meet_under_every_mechanism() {
    let input: Vec<i32> = (0..32).map(|i| i * i - 100).collect();
    let expected: Vec<i32> = input.chunks(16).map(|block| block.iter().sum()).collect();
    for mechanism in Mechanism::ALL {
        let mut session = Session::of(REDUCTION).under(mechanism);
        let (input, out) = (session.buffer(&input), session.buffer(&[0, 0]));
        session.run("sum", 2, 16, &[input, out.clone(), Arg::Local(64)]);
        assert_eq!(
            session.read::<i32>(&out, 2),
            expected,
            "{}",
            mechanism.name()
        );
    }
}

/// Each kernel alone needs more than half of the shared memory of a block.
#[test]
fn kernels_of_a_file_share_places() {
    let source = "
        __kernel void one(__global int *out) { __local int a[1000]; a[999 - get_local_id(0)] = 5; out[0] = a[999]; }
        __kernel void two(__global int *out) { __local int b[1000], c; b[0] = 7; c = 1; out[1] = b[0] + c; }
        __kernel void both(__global int *out) { one(out); two(out); }";
    let mut session = Session::of(source);
    let bytes = |kernel| session.signature(kernel).shared_bytes;
    assert_eq!(
        (bytes("one"), bytes("two"), bytes("both")),
        (4000, 8004, 8004)
    );
    assert_eq!(
        session.program().tls.memory_bytes.next_multiple_of(16),
        8016
    );
    let out = session.buffer(&[0, 0]);
    session.run("both", 1, 1, from_ref(&out));
    assert_eq!(session.read::<i32>(&out, 2), [5, 8]);
    // Without the last kernel, no kernel uses both variables.
    let alone = Session::of(&source[..source.rfind("__kernel").expect("the last")]);
    assert_eq!(alone.program().tls.memory_bytes.next_multiple_of(16), 4016);
}

#[test]
fn blocks_copy_together() {
    let mut session = Session::of(
        "__kernel void k(__global const float *in, __global float *out, __global const int3 *threes, __global int3 *others) {
             __local float row[12];
             __local int3 wide[3];
             event_t event = async_work_group_copy(row, in, 12, 0);
             event = async_work_group_strided_copy(wide, threes, 3, 2, event);
             prefetch(in, 12);
             wait_group_events(1, &event);
             if (get_local_id(0) == 0) { row[0] += row[11]; wide[2].z = 9; }
             barrier(CLK_LOCAL_MEM_FENCE);
             event = async_work_group_strided_copy(out, row, 6, 2, 0);
             event = async_work_group_copy(others, wide, 3, event);
             wait_group_events(1, &event);
         }",
    );
    let row: Vec<f32> = (0..12).map(|i| i as f32).collect();
    let input = session.buffer(&row);
    let out = session.buffer(&[-1.0_f32; 12]);
    let threes: Vec<i32> = (0..24).collect();
    let threes = session.buffer(&threes);
    let others = session.buffer(&[0; 12]);
    session.run("k", 1, 5, &[input, out.clone(), threes, others.clone()]);
    let expected: Vec<f32> = (0..12)
        .map(|i| {
            if i % 2 == 0 {
                [11.0, 1.0, 2.0, 3.0, 4.0, 5.0][i / 2]
            } else {
                -1.0
            }
        })
        .collect();
    assert_eq!(session.read::<f32>(&out, 12), expected);
    let others: Vec<i32> = session.read(&others, 12);
    let threes: Vec<&[i32]> = others.chunks(4).map(|four| &four[..3]).collect();
    assert_eq!(threes, [[0, 1, 2], [8, 9, 10], [16, 17, 9]]);
}
