//! Atomics on words of global and shared memory.

use crate::support::Session;

#[test]
fn every_atomic_counts_all_threads() {
    let mut session = Session::of(
        "__kernel void k(volatile __global int *a, volatile __global uint *u, volatile __global float *f, __global int *out) {
             volatile __local int sum, most;
             const int i = get_global_id(0), l = get_local_id(0);
             if (l == 0) { sum = 0; most = -1; }
             barrier(CLK_LOCAL_MEM_FENCE);
             atomic_add(&a[0], i); atomic_sub(&a[1], 1); atomic_inc(&a[2]); atomic_dec(&a[3]);
             atomic_min(&a[4], -i); atomic_max(&a[5], i); atomic_xor(&a[6], 1 << i);
             atomic_and(&u[0], ~(1u << i)); atomic_or(&u[1], 1u << i); atomic_max(&u[2], 0xfffffff0u + i);
             atomic_min(&u[3], i); atom_add(&u[4], 2u);
             atomic_add(&sum, 1); atomic_max(&most, l);
             int old; do old = a[7]; while (atomic_cmpxchg(&a[7], old, 3 * old + 1) != old);
             const float before = atomic_xchg(&f[0], (float)(i + 1));
             if (before == 0.0f) atomic_inc(&a[8]);
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l == 0) { out[0] = sum; out[1] = most; out[2] = atomic_xchg(&a[9], 77); }
         }",
    );
    let a = session.buffer(&[0, 100, 0, 0, 50, -50, 0, 0, 0, 0]);
    let u = session.buffer(&[u32::MAX, 0, 0, 500, 0]);
    let f = session.buffer(&[0.0_f32]);
    let out = session.buffer(&[0; 3]);
    session.run("k", 1, 12, &[a.clone(), u.clone(), f, out.clone()]);
    let repeated = (0..12).fold(0, |value, _| 3 * value + 1);
    let expected = [66, 88, 12, -12, -11, 11, 0xfff, repeated, 1, 77];
    assert_eq!(session.read::<i32>(&a, 10), expected);
    assert_eq!(
        session.read::<u32>(&u, 5),
        [!0xfff, 0xfff, 0xffff_fffb, 0, 24]
    );
    assert_eq!(session.read::<i32>(&out, 3), [12, 11, 0]);
}
