//! Sources and options that are refused, and the messages.

use crate::support::{request, try_compile};
use heddle_isa::Program;
use heddle_opencl_c::{CompileError, Request, compile};

fn log(source: &str, options: &[&str]) -> String {
    match try_compile(source, options) {
        Err(CompileError::Rejected { log, .. }) => log,
        other => panic!("{other:?}"),
    }
}

#[test]
fn messages_are_of_the_users_file() {
    let text = log(
        "\n__kernel void k(__global int *o) {\n  o[0] = missing;\n}\n",
        &[],
    );
    assert!(
        text.starts_with("test.cl:3:10: error: use of undeclared identifier 'missing'\n"),
        "{text}"
    );
    assert!(text.contains("\n    3 |   o[0] = missing;\n"), "{text}");
}

#[test]
fn warnings_are_kept_are_errors_or_are_silenced() {
    let source = "__kernel void k(__global int *o) { o[0] = o; }";
    let warning = "warning: incompatible pointer to integer conversion";
    let incompatible =
        "__kernel void k(__global int *o) { int unused = \"text\"[0] == 1 == 2; o[0] = unused; }";
    let compiled = |options| try_compile(incompatible, options);
    assert!(!compiled(&["-w"]).expect("silenced").log.contains("warning"));
    // The implicit conversion of a pointer to an integer is itself an error.
    assert!(
        log(source, &[]).contains("incompatible pointer to integer conversion"),
        "{warning}"
    );
    let noisy = "__kernel void k(__global int *o) {\n#warning careful\n o[0] = 1; }";
    let warned = try_compile(noisy, &[]).expect("a warning").log;
    assert!(warned.contains("test.cl:2:2: warning: careful"), "{warned}");
    assert!(log(noisy, &["-Werror"]).contains("error: careful"));
    assert_eq!(try_compile(noisy, &["-w"]).expect("silenced").log, "");
}

/// A device without `double` refuses it, and says so with its macros.
#[test]
fn doubles_can_be_hidden() {
    let compiled = |source: &str| {
        compile(&Request {
            without_double: true,
            ..request(source, &[])
        })
    };
    match compiled("__kernel void k(__global double *o) { o[0] = 1; }") {
        Err(CompileError::Rejected { log, .. }) => assert!(log.contains("cl_khr_fp64"), "{log}"),
        other => panic!("{other:?}"),
    }
    let source = "#ifdef cl_khr_fp64\n#error extension\n#endif\n__kernel void k(void) {}";
    compiled(source).expect("there is no such extension");
}

#[test]
fn a_kernel_that_needs_images_is_built_and_named() {
    let source = "
        float texel(read_only image2d_t i) { return read_imagef(i, (int2)(0, 0)).x; }
        __kernel void draw(read_only image2d_t i, __global float *o) { o[0] = texel(i); }
        __kernel void sample(sampler_t s, __global float *o) { o[0] = 1; }
        __kernel void plain(__global float *o) { o[0] = 2; }";
    let compiled = try_compile(source, &[]).expect("only two kernels are of no use");
    assert_eq!(
        compiled.log,
        "test.cl: warning: kernel `draw` uses images, which no machine has: it cannot be launched\n\
         test.cl: warning: kernel `sample` uses samplers, which no machine has: it cannot be launched\n"
    );
    let program = Program::parse("test.elf", &compiled.elf).expect("a kernel file");
    let lacking = |kernel| program.signature(kernel).and_then(|s| s.lacking.as_deref());
    assert_eq!(lacking("draw"), Some("images"));
    assert_eq!(lacking("sample"), Some("samplers"));
    assert!(program.signature("plain").is_some() && lacking("plain").is_none());
}

#[test]
fn a_kernel_that_needs_sub_groups_is_built_and_named() {
    let source = "
        int all(int x) { return sub_group_reduce_add(x) + get_sub_group_local_id(); }
        __kernel void parts(__global int *o) { o[0] = all(o[1]); }
        __kernel void sums(__global float *o) { o[0] = work_group_reduce_max(o[1]); }
        __kernel void plain(__global int *o) { o[0] = 2; work_group_barrier(CLK_GLOBAL_MEM_FENCE); }";
    for standard in ["-cl-std=CL2.0", "-cl-std=CL3.0"] {
        let compiled = try_compile(source, &[standard]).expect("only two kernels are of no use");
        let warnings: Vec<&str> = compiled.log.lines().collect();
        assert_eq!(
            warnings,
            [
                "test.cl: warning: kernel `parts` uses sub-groups, which no machine has: it cannot be launched",
                "test.cl: warning: kernel `sums` uses collective functions of work groups, which no machine has: it cannot be launched",
            ]
        );
    }
    // What a program defines itself is its own, and other mistakes are found in their lines.
    let own = "int sub_group_any(int x) { return x; } __kernel void k(__global int *o) { o[0] = sub_group_any(1); }";
    assert_eq!(try_compile(own, &[]).expect("its own").log, "");
    let wrong = log(
        "__kernel void k(__global int *o) {\n o[0] = sub_group_any(1);\n o[1] = nothing; }",
        &[],
    );
    assert!(
        wrong.contains("test.cl:3:") && !wrong.contains("test.cl:2:"),
        "{wrong}"
    );
}

#[test]
fn macros_say_what_the_device_is() {
    let source = "
        #if __OPENCL_VERSION__ != 300 || __OPENCL_C_VERSION__ != 120 || !defined(__ENDIAN_LITTLE__)
        #error version
        #endif
        #if defined(__IMAGE_SUPPORT__) || !defined(cl_khr_fp64) || defined(cl_khr_fp16) || defined(cl_khr_int64_base_atomics)
        #error extension
        #endif
        #if !defined(cl_khr_global_int32_base_atomics) || !defined(cl_khr_local_int32_extended_atomics)
        #error atomics
        #endif
        #if defined(__FAST_RELAXED_MATH__) != defined(FAST)
        #error fast
        #endif
        __kernel void k(void) {}";
    try_compile(source, &[]).expect("all are so");
    try_compile(source, &["-cl-fast-relaxed-math", "-D", "FAST"]).expect("all are so");
    assert!(log("int f;\n#error x", &["-cl-std=CL1.0"]).contains("error: x"));
}

#[test]
fn what_nobody_defines_is_named() {
    let text = log(
        "int elsewhere(int x); __kernel void k(__global int *o) { o[0] = elsewhere(1); }",
        &[],
    );
    assert_eq!(
        text,
        "test.cl:1: error: `elsewhere` is called, but not defined\n"
    );
}

#[test]
fn options_are_refused_by_name() {
    let error = try_compile("", &["-O9"]).expect_err("unknown");
    assert_eq!(error.to_string(), "option `-O9`: unknown");
    assert!(error.is_users() && error.remedy().contains("clBuildProgram"));
}
