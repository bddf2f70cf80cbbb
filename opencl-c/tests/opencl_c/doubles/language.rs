//! `double` in the language: as a parameter, in vectors and structures, in `printf`, and where nobody wrote it.

use crate::support::{Session, request, try_compile};
use heddle_isa::signature::Kind;
use heddle_opencl_c::{Request, compile};
use heddle_sim::launch::Arg;

/// An argument of these numbers.
fn argument(numbers: &[f64]) -> Arg {
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    Arg::Bytes {
        align: bytes.len() as u32,
        bytes,
    }
}

#[test]
fn parameters_are_numbers_vectors_and_structures() {
    let mut session = Session::of(
        "typedef struct { int i; double d; } both;
         __kernel void k(int before, double x, double3 v, both s, __global double *o, __constant double4 *c) {
             o[0] = before + x;
             vstore3(v * x, 0, o + 1);
             o[4] = s.i * s.d;
             o[5] = dot(c[0], (double4)(1, 2, 3, 4));
         }",
    );
    let parameters = &session.signature("k").parameters;
    let values: Vec<Kind> = parameters[1..4].iter().map(|of| of.kind).collect();
    let value = |bytes, align| Kind::Value { bytes, align };
    assert_eq!(values, [value(8, 8), value(32, 32), value(16, 8)]);
    let out = session.buffer(&[0.0_f64; 6]);
    let constant = session.buffer(&[1.0, 0.5, 0.25, 0.125]);
    let structure = [3_u64.to_le_bytes(), 0.1_f64.to_le_bytes()].concat();
    let args = [
        Arg::I32(2),
        argument(&[0.3]),
        argument(&[1.0, 2.0, 1e300, 0.0]),
        Arg::Bytes {
            bytes: structure,
            align: 8,
        },
        out.clone(),
        constant,
    ];
    session.run("k", 1, 1, &args);
    assert_eq!(
        session.read::<f64>(&out, 6),
        [2.3, 0.3, 0.6, 0.3 * 1e300, 3.0 * 0.1, 3.25]
    );
}

#[test]
fn doubles_are_printed_as_doubles() {
    let mut session = Session::of(
        r#"__kernel void k(double x, float y) {
            printf("%.17g %.17g %f|%v2lf|%d %a\n", x, y, 0.1, (double2)(x, -2), 7, x / 3);
        }"#,
    );
    session.run("k", 1, 1, &[argument(&[0.1]), Arg::F32(0.1)]);
    assert_eq!(
        String::from_utf8_lossy(&session.printed.text),
        "0.10000000000000001 0.10000000149011612 0.100000|0.100000,-2.000000|7 0x1.1111111111111p-5\n"
    );
}

/// A constant without a suffix makes a product one of doubles, unless an option says otherwise.
#[test]
fn constants_are_doubles() {
    let source =
        "__kernel void k(float x, __global float *o) { o[0] = x * 1.000000000000001 - x; }";
    for (options, is_double) in [(&[][..], true), (&["-cl-single-precision-constant"], false)] {
        let mut session = Session::with_options(source, options);
        let out = session.buffer(&[1.0_f32]);
        session.run("k", 1, 1, &[Arg::F32(1e6), out.clone()]);
        let expected = (1e6 * 1.000000000000001 - 1e6) as f32;
        let expected = if is_double { expected } else { 0.0 };
        assert_eq!(session.read::<f32>(&out, 1), [expected], "{options:?}");
    }
}

/// What a program does not use costs it nothing: the file is that of a device without `double`.
#[test]
fn programs_without_doubles_are_what_they_were() {
    let sources = [
        "__kernel void k(__global float *x) { x[0] = exp(x[1]) * convert_float_rtz(1) + tgamma(x[2]) + fract(x[3], x + 4); }",
        r#"__kernel void k(float x, int n) {
            for (int i = 0; i < n; i++) { float y = x * i; printf("%f %f %d %f\n", y, i & 1 ? x : y, i, 0.5f); }
        }"#,
        r#"void tell(float x) { printf("%v2f %e\n", (float2)(x), 0.1f); }
        __kernel void k(__global float *x) { tell(x[0]); printf("%g", x[1] + 1); }"#,
    ];
    for source in sources {
        for level in ["-O0", "-O2"] {
            let with = try_compile(source, &[level]).expect("it compiles").elf;
            let without = Request {
                without_double: true,
                ..request(source, &[level])
            };
            assert!(
                with == compile(&without).expect("it compiles").elf,
                "{level}: {source}"
            );
        }
    }
}
