//! Names that also occur in the C library, functions of all kinds, and source lines.

use crate::support::{Session, try_compile};

#[test]
fn the_users_names_are_the_users() {
    let mut session = Session::of(
        "__constant int memcpy[2] = {30, 12};
         float sinf(float x) { return x + 1; }
         inline int twice(int x) { return 2 * x; }
         static int hidden(int x) { return twice(x) + 1; }
         int __attribute__((overloadable)) of(int x) { return 1; }
         int __attribute__((overloadable)) of(float x) { return 2; }
         __kernel void exp(__global int *out, int start) { out[0] = memcpy[0] + memcpy[1]; out[1] = start; }
         __kernel void memset(__global int *out, int start) {
             exp(out, start);
             out[2] = (int)sinf(4.0f); out[3] = hidden(10); out[4] = of(1) + 10 * of(1.0f);
             out[5] = (int)native_sin(0.0f); out[6] = (int)(100 * sin(1.0f));
             for (int i = 7; i < 40; i++) out[i] = 0;
         }",
    );
    let out = session.buffer(&[-1; 40]);
    session.run(
        "memset",
        1,
        1,
        &[out.clone(), heddle_sim::launch::Arg::I32(6)],
    );
    let expected = [42, 6, 5, 21, 21, 0, 84];
    assert_eq!(session.read::<i32>(&out, 40)[..7], expected);
    assert_eq!(session.program().kernels(), ["exp", "memset"]);
}

#[test]
fn instructions_have_lines_and_are_the_same_without() {
    let source = "int add(int a, int b) {\n  return a + b;\n}\n\
        __kernel void k(__global int *out) {\n  const int i = get_global_id(0);\n  out[i] = add(out[i], i);\n}\n";
    let [with, without] = [&["-g"][..], &[]].map(|options| Session::with_options(source, options));
    let lines: Vec<u32> = with
        .program()
        .code
        .instructions()
        .filter_map(|(pc, _)| Some(with.program().line_at(pc)?.line))
        .collect();
    for line in [2, 4, 6] {
        assert!(lines.contains(&line), "{line}: {lines:?}");
    }
    let file = with
        .program()
        .code
        .instructions()
        .find_map(|(pc, _)| with.program().line_at(pc));
    assert!(file.expect("it has lines").file.ends_with("test.cl"));
    assert_eq!(with.program().code, without.program().code);
}

#[test]
fn the_stack_of_a_kernel_is_known_unless_it_is_recursive() {
    let stack = |source: &str| Session::of(source).signature("k").stack_bytes;
    assert_eq!(
        stack("__kernel void k(__global int *o) { o[0] = 1; }"),
        Some(0)
    );
    let array =
        "__kernel void k(__global int *o) { int a[300]; for (int i = 0; i < 300; i++) a[i] = o[i];
        for (int i = 0; i < 300; i++) o[i] = a[o[i] & 255]; }";
    assert!((1200..1300).contains(&stack(array).expect("known")));
    let far = "__kernel void k(__global float *o) { float a[3000]; for (int i = 0; i < 3000; i++) a[i] = o[i];
        for (int i = 0; i < 3000; i++) o[i] = a[(int)o[i]] + o[0] / (float)((long)o[1] / (long)o[2]); }";
    assert!((12000..12400).contains(&stack(far).expect("known")));
    let recursive =
        "int f(__global int *o, int n) { return n < 2 ? o[n] : f(o, n - 1) * f(o, n - 2) + 1; }
        __kernel void k(__global int *o) { o[0] = f(o, o[1]); }";
    assert_eq!(stack(recursive), None);
}

#[test]
fn names_that_differ_in_options_are_other_programs() {
    let source = "__kernel void k(__global int *o) { o[0] = N; }";
    let elf = |options| try_compile(source, options).expect("it compiles").elf;
    assert_ne!(elf(&["-DN=1"]), elf(&["-D", "N=2"]));
}
