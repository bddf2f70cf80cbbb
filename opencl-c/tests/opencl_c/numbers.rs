//! Arithmetic of OpenCL C: vectors, wide integers, halves.

use crate::support::Session;
use std::cmp::Ordering;
use std::slice::from_ref;

#[test]
fn products_and_sums_are_rounded_twice_unless_they_may_not_be() {
    let source = "__kernel void k(__global float *o, float a, float b, float c) { o[0] = a * b + c; o[1] = fma(a, b, c);
        { \n#pragma OPENCL FP_CONTRACT ON\n o[2] = a * b + c; } }";
    let (a, b, c) = (1.000_000_1_f32, 1.000_000_1_f32, -1.000_000_2_f32);
    let twice = a * b + c;
    let once = a.mul_add(b, c);
    assert_ne!(twice, once);
    for (options, first) in [(&[][..], twice), (&["-cl-mad-enable"], once)] {
        let mut session = Session::with_options(source, options);
        let out = session.buffer(&[0.0_f32; 3]);
        let args = [a, b, c].map(heddle_sim::launch::Arg::F32);
        session.run("k", 1, 1, &[&[out.clone()][..], &args].concat());
        assert_eq!(session.read::<f32>(&out, 3), [first, once, once]);
    }
}

#[test]
fn wide_integers_divide_and_convert() {
    let mut session = Session::of(
        "__kernel void k(__global const long *a, __global const long *b, __global long *out, __global float *f) {
             const int i = get_global_id(0);
             const long x = a[i], y = b[i]; const ulong ux = x, uy = y;
             __global long *o = out + 8 * i;
             o[0] = x / y; o[1] = x % y; o[2] = ux / uy; o[3] = ux % uy;
             o[4] = x * y; o[5] = mul_hi(x, y); o[6] = x >> (i + 30); o[7] = convert_long_sat((float)x * 4);
             f[2 * i] = x; f[2 * i + 1] = ux;
         }",
    );
    let a = [
        7,
        -7,
        i64::MAX,
        i64::MIN,
        1 << 40,
        -(1 << 40) - 5,
        0x1234_5678_9abc_def0,
        3,
    ];
    let b = [2, 2, 3, 10, 1 << 33, 77, -0x10_0000_0001, i64::MAX];
    let args = [
        session.buffer(&a),
        session.buffer(&b),
        session.buffer(&[0_i64; 64]),
        session.buffer(&[0.0_f32; 16]),
    ];
    session.run("k", 2, 4, &args);
    let out = session.read::<i64>(&args[2], 64);
    let floats = session.read::<f32>(&args[3], 16);
    for (i, (x, y)) in a.into_iter().zip(b).enumerate() {
        let (ux, uy) = (x as u64, y as u64);
        let expected = [
            x / y,
            x % y,
            (ux / uy) as i64,
            (ux % uy) as i64,
            x.wrapping_mul(y),
            ((i128::from(x) * i128::from(y)) >> 64) as i64,
            x >> (i + 30),
            (x as f32 * 4.0) as i64,
        ];
        assert_eq!(out[8 * i..][..8], expected, "{x}, {y}");
        assert_eq!(floats[2 * i..][..2], [x as f32, ux as f32], "{x}");
    }
}

/// Also where the nearest float is outside of the integer's range.
#[test]
fn integers_are_rounded_in_every_direction() {
    let mut session = Session::of(
        "__kernel void k(__global const long *in, __global float *out) {
             const int i = get_global_id(0);
             const long x = in[i]; const ulong u = x;
             __global float *o = out + 16 * i;
             o[0] = convert_float_rtz(x); o[1] = convert_float_rtp(x); o[2] = convert_float4_rtn((long4)(x)).w;
             o[3] = convert_float2_rtz((ulong2)(u)).y; o[4] = convert_float_rtp(u); o[5] = convert_float_rtn(u);
             o[6] = convert_float_rtz((int)x); o[7] = convert_float3_rtp((int3)(x)).z; o[8] = convert_float_rtn((int)x);
             o[9] = convert_float_rtz((uint)x); o[10] = convert_float_rtp((uint)x); o[11] = convert_float16_rtn((uint16)(x)).sf;
         }",
    );
    let input = [
        0,
        1,
        -1,
        0x7fff_ffff,
        -0x7fff_ffff,
        i64::MAX,
        i64::MIN + 1,
        0x1_ffff_ff80,
    ];
    let args = [session.buffer(&input), session.buffer(&[0_f32; 128])];
    session.run("k", 2, 4, &args);
    let out = session.read::<f32>(&args[1], 128);
    for (found, x) in out.chunks_exact(16).zip(input) {
        let kinds = [
            x.into(),
            i128::from(x as u64),
            i128::from(x as i32),
            i128::from(x as u32),
        ];
        for (found, exact) in found.chunks_exact(3).zip(kinds) {
            let [below, above] = around(exact);
            let towards_zero = if exact < 0 { above } else { below };
            assert_eq!(found, [towards_zero, above, below], "{exact}");
        }
    }
}

/// The nearest float not above an integer, and the nearest not below it.
fn around(exact: i128) -> [f32; 2] {
    let nearest = exact as f32;
    match (nearest as i128).cmp(&exact) {
        Ordering::Less => [nearest, nearest.next_up()],
        Ordering::Equal => [nearest; 2],
        Ordering::Greater => [nearest.next_down(), nearest],
    }
}

#[test]
fn products_and_sums_of_long_numbers_saturate() {
    let mut session = Session::of(
        "__kernel void k(__global const long *in, __global long *out) {
             const int i = get_global_id(0);
             const long a = in[i & 7], b = in[i >> 3];
             for (int j = 0; j < 8; j++) {
                 const long c = in[j];
                 const long found = mad_sat(a, b, c);
                 const long4 vector = mad_sat((long4)(0, a, 1, 2), (long4)(3, b, 4, 5), (long4)(6, c, 7, 8));
                 out[8 * i + j] = all(vector == (long4)(6, found, 11, 18)) ? found : ~found;
             }
         }",
    );
    let input = [
        0,
        1,
        -1,
        0xb504_f333,
        -0x1_0000_0001,
        i64::MAX,
        i64::MIN,
        -7,
    ];
    let args = [session.buffer(&input), session.buffer(&[0_i64; 512])];
    session.run("k", 16, 4, &args);
    let out = session.read::<i64>(&args[1], 512);
    for (i, found) in out.into_iter().enumerate() {
        let [a, b, c] = [i >> 3 & 7, i >> 6, i & 7].map(|at| i128::from(input[at]));
        let exact = a * b + c;
        let expected = exact.clamp(i64::MIN.into(), i64::MAX.into());
        assert_eq!(i128::from(found), expected, "{a} * {b} + {c}");
    }
}

/// OpenCL 1.2, 6.2.3.3: a NaN becomes 0, and a value out of range becomes the nearest number.
#[test]
fn conversions_saturate() {
    let mut session = Session::of(
        "__kernel void k(__global const float *in, __global long *out) {
             const int i = get_global_id(0);
             const float x = in[i]; const float4 v = (float4)(0, x, 0, -x);
             __global long *o = out + 8 * i;
             o[0] = convert_char_sat(x); o[1] = convert_uchar4_sat_rte(v).y;
             o[2] = convert_short4_sat_rtn(v).y; o[3] = convert_ushort_sat_rtp(x);
             o[4] = convert_int4_sat_rtz(v).y; o[5] = convert_uint_sat(x);
             o[6] = convert_long_sat_rte(x); o[7] = convert_ulong4_sat(v).y;
         }",
    );
    let input = [
        f32::NAN,
        f32::NEG_INFINITY,
        -2_f32.powi(63),
        -40_000.7,
        -0.6,
        100.5,
        65_535.5,
        2_f32.powi(31),
        2_f32.powi(63),
        2_f32.powi(64),
        f32::INFINITY,
        -f32::NAN,
    ];
    let args = [session.buffer(&input), session.buffer(&[0_i64; 96])];
    session.run("k", 3, 4, &args);
    let out = session.read::<i64>(&args[1], 96);
    for (i, x) in input.into_iter().enumerate() {
        // Casts in Rust saturate, and turn a NaN into 0.
        let expected = [
            i64::from(x as i8),
            i64::from(x.round_ties_even() as u8),
            i64::from(x.floor() as i16),
            i64::from(x.ceil() as u16),
            i64::from(x as i32),
            i64::from(x as u32),
            x.round_ties_even() as i64,
            (x as u64) as i64,
        ];
        assert_eq!(out[8 * i..][..8], expected, "{x}");
    }
}

/// Every half, to a float and back; and floats between two halves.
#[test]
fn halves_are_loaded_and_stored() {
    let mut session = Session::of(
        "__kernel void k(__global const half *in, __global float *out, __global half *back, __global half *next) {
             const int i = 16 * get_global_id(0);
             for (int j = i; j < i + 16; j++) {
                 out[j] = vload_half(j, in);
                 vstore_half(out[j], j, back);
                 vstore_half(as_float(as_int(out[j]) + 0x1001), j, next);
             }
             vstore_half4_rtz(vload_half4(0, in + i), 0, back + i);
         }",
    );
    let halves: Vec<u16> = (0..=u16::MAX).step_by(61).chain(0..).take(1088).collect();
    let args = [
        session.buffer(&halves),
        session.buffer(&[0.0_f32; 1088]),
        session.buffer(&[0_u16; 1088]),
        session.buffer(&[0_u16; 1088]),
    ];
    session.run("k", 17, 4, &args);
    let floats = session.read::<f32>(&args[1], 1088);
    let back = session.read::<u16>(&args[2], 1088);
    let next = session.read::<u16>(&args[3], 1088);
    for (index, half) in halves.into_iter().enumerate() {
        let (sign, exponent, fraction) = (half >> 15, half >> 10 & 31, f32::from(half & 0x3ff));
        let size = match exponent {
            0 => fraction * 2_f32.powi(-24),
            31 if fraction == 0.0 => f32::INFINITY,
            31 => f32::NAN,
            _ => (1024.0 + fraction) * 2_f32.powi(i32::from(exponent) - 25),
        };
        let expected = if sign == 1 { -size } else { size };
        if expected.is_nan() {
            assert!(
                floats[index].is_nan()
                    && back[index] & 0x7c00 == 0x7c00
                    && back[index] & 0x3ff != 0
            );
            continue;
        }
        assert_eq!(floats[index].to_bits(), expected.to_bits(), "{half:04x}");
        assert_eq!(back[index], half);
        // A little more than halfway to the next half.
        if (1..30).contains(&exponent) {
            assert_eq!(next[index], half + 1, "{half:04x}");
        }
    }
}

/// The nearest half that is not below, or not above; also between 0 and the smallest half.
#[test]
fn halves_are_rounded_up_and_down() {
    let mut session = Session::of(
        "__kernel void k(__global const float *in, __global half *up, __global half *down, __global half *vectors) {
             const int i = get_global_id(0);
             vstore_half_rtp(in[i], i, up);
             vstore_half_rtn(in[i], i, down);
             vstorea_half3_rtp((float3)(in[i], 1, -in[i]), i, vectors);
         }",
    );
    // Numbers, and the halves around them.
    let numbers: [(f32, u16, u16); 12] = [
        (0.0, 0, 0),
        (f32::from_bits(1), 1, 0),
        (2_f32.powi(-25), 1, 0),
        (-2_f32.powi(-26), 0x8000, 0x8001),
        (2_f32.powi(-24), 1, 1),
        (1.5 * 2_f32.powi(-24), 2, 1),
        (2_f32.powi(-14) - 2_f32.powi(-30), 0x400, 0x3ff),
        (1.0, 0x3c00, 0x3c00),
        (-1.000_1, 0xbc00, 0xbc01),
        (65_504.0, 0x7bff, 0x7bff),
        (65_505.0, 0x7c00, 0x7bff),
        (f32::NEG_INFINITY, 0xfc00, 0xfc00),
    ];
    let args = [
        session.buffer(&numbers.map(|number| number.0)),
        session.buffer(&[0_u16; 12]),
        session.buffer(&[0_u16; 12]),
        session.buffer(&[0_u16; 48]),
    ];
    session.run("k", 3, 4, &args);
    let [up, down] = [1, 2].map(|at: usize| session.read::<u16>(&args[at], 12));
    let vectors = session.read::<u16>(&args[3], 48);
    for (i, (x, above, below)) in numbers.into_iter().enumerate() {
        assert_eq!([up[i], down[i]], [above, below], "{x}");
        assert_eq!(vectors[4 * i..][..4], [above, 0x3c00, below ^ 0x8000, 0]);
    }
}

#[test]
fn vectors_are_computed_by_element() {
    let mut session = Session::of(
        "__kernel void k(__global const int4 *in, __global int *out, __global float *f) {
             const int i = get_global_id(0);
             int4 a = in[i]; uchar16 bytes = as_uchar16(a);
             out[8 * i] = dot(convert_float4(a), (float4)(1, 2, 3, 4));
             out[8 * i + 1] = a.s3 + a.wzyx.x + a.lo.y + a.odd.x;
             out[8 * i + 2] = any(a > (int4)(5)) + 2 * all(a != (int4)(0));
             out[8 * i + 3] = mad24(a.x, 3, a.y) + mul24(a.z, -2) + rotate(a.w, 4) + popcount(a.x) + (int)clz(a.y);
             out[8 * i + 4] = abs_diff(a.x, a.y) + max(a.z, 3) + clamp(a.w, 1, 9) + hadd(a.x, a.w) + (int)add_sat((char)100, (char)a.w);
             out[8 * i + 5] = shuffle(a, (uint4)(3, 2, 1, 0)).x * 100 + select(a, -a, (int4)(-1, 0, -1, 0)).z;
             out[8 * i + 6] = bytes.s4 + convert_uchar_sat(a.w * 100) + convert_int_rte(a.x + 0.5f);
             out[8 * i + 7] = upsample((short)a.x, (ushort)a.y) + bitselect(a.z, a.w, 5) + isnan(nan(0u)) + sign(-2.0f);
             float3 p = (float3)(a.x, a.y, a.z); int exponent;
             f[4 * i] = length(p) + cross(p, p.yzx).x + distance(p, p);
             f[4 * i + 1] = mix(1.0f, 3.0f, 0.25f) + step(2.0f, 3.0f) + smoothstep(0.0f, 1.0f, 0.5f) + fmin(p.x, 2.0f) + clamp(p.y, 0.0f, 4.0f);
             f[4 * i + 2] = frexp(p.z + 8.0f, &exponent) + exponent + ldexp(1.0f, 3) + fract(2.75f, f + 4 * i + 3) + fmod(7.5f, 2.0f);
             vstore3(vload3(0, f + 4 * i), 0, f + 4 * i);
         }",
    );
    let input: Vec<i32> = (0..16).collect();
    let args = [
        session.buffer(&input),
        session.buffer(&[0; 32]),
        session.buffer(&[0.0_f32; 16]),
    ];
    session.run("k", 1, 4, &args);
    let out = session.read::<i32>(&args[1], 32);
    let floats = session.read::<f32>(&args[2], 16);
    for i in 0..4 {
        let [x, y, z, w] = [0, 1, 2, 3].map(|lane| 4 * i + lane);
        let expected = [
            x + 2 * y + 3 * z + 4 * w,
            w + w + y + y,
            i32::from(w > 5) + 2 * i32::from(x != 0),
            x * 3 + y - 2 * z + w.rotate_left(4) + x.count_ones() as i32 + y.leading_zeros() as i32,
            1 + z.max(3) + w.clamp(1, 9) + ((x + w) >> 1) + (100 + w).min(127),
            100 * w - z,
            y + (100 * w).min(255) + (x + x % 2),
            (x << 16 | y) + ((z & !5) | (w & 5)) + 1 - 1,
        ];
        assert_eq!(out[8 * i as usize..][..8], expected, "{i}");
        let [fx, fy, fz] = [x, y, z].map(|lane| lane as f32);
        let length = (fx * fx + fy * fy + fz * fz).sqrt() + fy * fx - fz * fz;
        let at = &floats[4 * i as usize..][..4];
        assert!((at[0] - length).abs() < 1e-4, "{at:?}: {length}");
        assert_eq!(at[1], 1.5 + 1.0 + 0.5 + fx.min(2.0) + fy.min(4.0));
        let (significand, exponent) = if z < 8 {
            ((fz + 8.0) / 16.0, 4.0)
        } else {
            ((fz + 8.0) / 32.0, 5.0)
        };
        assert_eq!(at[2], significand + exponent + 8.0 + 0.75 + 1.5);
        assert_eq!(at[3], 2.0);
    }
}

/// Generic pointers of OpenCL C 2.0 may point to any address space; and unoptimised code computes the same.
#[test]
fn pointers_may_point_anywhere() {
    let source = "float split(float x, float *whole) { return fract(x, whole) + modf(x, whole); }
        __kernel void k(__global float *out) {
            __local float shared[4]; float own;
            const int i = get_local_linear_id();
            out[i] = split(i + 0.25f, &own) + own;
            out[i] += split(i + 0.5f, &shared[i]);
            work_group_barrier(CLK_LOCAL_MEM_FENCE);
            out[i] += shared[3 - i];
            out[i] += split(i, &out[4 + i]);
        }";
    for options in [
        &["-cl-std=CL2.0"][..],
        &["-cl-std=CL2.0", "-cl-opt-disable"],
    ] {
        let mut session = Session::with_options(source, options);
        let out = session.buffer(&[0.0_f32; 8]);
        session.run("k", 1, 4, from_ref(&out));
        let expected = [4.5, 4.5, 4.5, 4.5, 0.0, 1.0, 2.0, 3.0];
        assert_eq!(session.read::<f32>(&out, 8), expected);
    }
}
