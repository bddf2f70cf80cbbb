//! OpenCL C 3.0: its macros, and what it has in addition to 1.2 when all optional features are off.

use crate::support::{Session, try_compile};

const OPTIONS: [&str; 1] = ["-cl-std=CL3.0"];

#[test]
fn features_that_the_device_lacks_are_not_defined() {
    let source = "
        #if __OPENCL_VERSION__ != 300 || __OPENCL_C_VERSION__ != 300
        #error version
        #endif
        #ifndef __opencl_c_int64
        #error int64
        #endif
        #if defined(__opencl_c_images) || defined(__opencl_c_3d_image_writes) || defined(__opencl_c_read_write_images)
        #error images
        #endif
        #if defined(__opencl_c_atomic_order_acq_rel) || defined(__opencl_c_atomic_order_seq_cst)
        #error orders
        #endif
        #if defined(__opencl_c_atomic_scope_device) || defined(__opencl_c_atomic_scope_all_devices)
        #error scopes
        #endif
        #if defined(__opencl_c_generic_address_space) || defined(__opencl_c_program_scope_global_variables)
        #error spaces
        #endif
        #if defined(__opencl_c_device_enqueue) || defined(__opencl_c_pipes) || defined(__opencl_c_subgroups)
        #error objects
        #endif
        #if defined(__opencl_c_work_group_collective_functions) || defined(cl_khr_subgroup_shuffle)
        #error functions
        #endif
        __kernel void k(void) {}";
    try_compile(source, &OPTIONS).expect("all are so");
}

/// Atomics with an order and a scope, in both address spaces.
#[test]
fn atomics_have_an_order_and_a_scope() {
    let mut session = Session::with_options(
        "#define AS memory_order_relaxed, memory_scope_work_group
         __kernel void k(volatile __global atomic_int *a, volatile __global atomic_uint *u,
                         volatile __global atomic_float *f, __global int *out) {
             __local atomic_int sum;
             __local atomic_flag taken;
             const int i = get_global_id(0);
             if (i == 0) { atomic_init(&sum, 5); atomic_flag_clear_explicit(&taken, AS); }
             work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
             atomic_fetch_add_explicit(&a[0], i, AS); atomic_fetch_sub_explicit(&a[1], 1, AS);
             atomic_fetch_min_explicit(&a[2], -i, AS); atomic_fetch_max_explicit(&a[3], i, AS);
             atomic_fetch_or_explicit(&u[0], 1u << i, AS); atomic_fetch_and_explicit(&u[1], ~(1u << i), AS);
             atomic_fetch_xor_explicit(&u[2], 3u << i, AS); atomic_fetch_max_explicit(&u[3], 0xfffffff0u + i, AS);
             atomic_fetch_add_explicit(&sum, 1, AS);
             int old = atomic_load_explicit(&a[4], AS);
             while (!atomic_compare_exchange_strong_explicit(&a[4], &old, 3 * old + 1, memory_order_relaxed,
                                                             memory_order_relaxed, memory_scope_work_group)) ;
             if (!atomic_flag_test_and_set_explicit(&taken, AS)) atomic_fetch_add_explicit(&a[5], 1, AS);
             if (atomic_exchange_explicit(&f[0], (float)(i + 1), AS) == 0.5f) atomic_store_explicit(&a[6], 7, AS);
             atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
             work_group_barrier(CLK_LOCAL_MEM_FENCE);
             if (i == 0) out[0] = atomic_load_explicit(&sum, AS);
         }",
        &OPTIONS,
    );
    let a = session.buffer(&[0, 100, 50, -50, 0, 0, 0]);
    let u = session.buffer(&[0, u32::MAX, 0, 0]);
    let f = session.buffer(&[0.5_f32]);
    let out = session.buffer(&[0]);
    session.run("k", 1, 12, &[a.clone(), u.clone(), f, out.clone()]);
    let repeated = (0..12).fold(0, |value, _| 3 * value + 1);
    assert_eq!(
        session.read::<i32>(&a, 7),
        [66, 88, -11, 11, repeated, 1, 7]
    );
    let toggled = (0..12).fold(0, |bits, i| bits ^ 3 << i);
    assert_eq!(
        session.read::<u32>(&u, 4),
        [0xfff, !0xfff, toggled, 0xffff_fffb]
    );
    assert_eq!(session.read::<i32>(&out, 1), [17]);
}

#[test]
fn zeros_below_the_lowest_one_are_counted() {
    let mut session = Session::with_options(
        "__kernel void k(__global const int *x, __global int *out) {
             const size_t i = get_global_linear_id();
             const int v = x[i];
             out[i] = ctz(v) == ctz((uint)v) && ctz((int2)(v, 0)).y == 32 && ctz((int2)(v, 0)).x == ctz(v)
                 ? ctz(v) + 100 * ctz((char)v) + 10000 * ctz((long)v) + 1000000 * (get_enqueued_local_size(0) == 4) : -1;
         }",
        &OPTIONS,
    );
    let numbers = [0, 1, 6, i32::MIN, -1, 0x100, 0x80, 0x10000];
    let x = session.buffer(&numbers);
    let out = session.buffer(&[0; 8]);
    session.run("k", 2, 4, &[x, out.clone()]);
    let expected = numbers.map(|x| {
        let (int, char, long) = (x, x as i8, i64::from(x));
        let zeros = int.trailing_zeros() + 100 * char.trailing_zeros();
        (zeros + 10000 * long.trailing_zeros() + 1_000_000) as i32
    });
    assert_eq!(session.read::<i32>(&out, 8), expected);
}
