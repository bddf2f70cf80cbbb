//! Ids, sizes and offsets.

use crate::support::Session;
use heddle_isa::signature::Hidden;

const SOURCE: &str = "
    __kernel void ids(__global uint *out) {
        const uint x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
        __global uint *at = out + 16 * (y * get_global_size(0) + x);
        at[0] = get_global_id(0); at[1] = get_global_id(1); at[2] = get_global_id(2);
        at[3] = get_local_id(0); at[4] = get_local_id(1);
        at[5] = get_group_id(0); at[6] = get_group_id(1);
        at[7] = get_global_size(0); at[8] = get_global_size(1); at[9] = get_global_size(3);
        at[10] = get_local_size(0); at[11] = get_num_groups(1);
        at[12] = get_work_dim(); at[13] = get_global_offset(1);
        at[14] = get_local_id(7) + get_group_id(3) + get_global_id(4);
        at[15] = get_num_groups(5) * get_local_size(9);
    }";

#[test]
fn ids_count_from_the_offset() {
    let mut session = Session::of(SOURCE);
    let out = session.buffer(&[0_u32; 16 * 24]);
    let hidden = Hidden {
        global_offset: [100, 20, 3],
        work_dimension: 2,
        print_buffer: 0,
    };
    session.launch("ids", [3, 2, 1], [2, 2, 1], &[out.clone()], hidden);
    let found = session.read::<u32>(&out, 16 * 24);
    for (index, found) in found.chunks(16).enumerate() {
        let (x, y) = (index as u32 % 6, index as u32 / 6);
        let ids = [x + 100, y + 20, 3, x % 2, y % 2, x / 2, y / 2];
        let sizes = [6, 4, 1, 2, 2, 2, 20, 0, 1];
        assert_eq!(found, [&ids[..], &sizes].concat(), "{x}, {y}");
    }
}

/// A dimension may be known only when the kernel runs.
#[test]
fn dimensions_may_be_computed() {
    let mut session = Session::of(
        "__kernel void k(__global uint *out, uint d) { out[get_global_id(0)] = get_global_id(d) + 10 * get_global_size(d); }",
    );
    let out = session.buffer(&[0_u32; 4]);
    session.run("k", 2, 2, &[out.clone(), heddle_sim::launch::Arg::U32(0)]);
    assert_eq!(session.read::<u32>(&out, 4), [40, 41, 42, 43]);
    session.run("k", 2, 2, &[out.clone(), heddle_sim::launch::Arg::U32(5)]);
    assert_eq!(session.read::<u32>(&out, 4), [10; 4]);
}
