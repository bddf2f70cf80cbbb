//! Kernels in C, compiled and run in a folder that has nothing but their source.

use crate::program::heddle;
use std::fs;
use std::process::Output;

const KERNEL: &str = "#include \"simt.h\"
struct args { const uint32_t *in; uint32_t *out; uint32_t n; float factor; uint64_t large; };
SHARED uint32_t cells[64];
KERNEL(turn)(uint32_t thread, const struct args *args) {
    cells[thread_idx_x()] = args->in[thread];
    block_barrier();
    if (thread < args->n)
        args->out[thread] = cells[63 - thread_idx_x()] + (uint32_t)(args->large / args->n);
}
";

/// Runs the command in an empty folder with a source `k.c`.
fn with(source: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("k.c"), source).unwrap();
    let mut command = heddle();
    command.current_dir(folder.path()).args(arguments);
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const RUN: [&str; 14] = [
    "run",
    "k.c",
    "--global",
    "128",
    "--local",
    "64",
    "--preset",
    "fung2009",
    "--args",
    "index:128",
    "zero:128",
    "100",
    "2.5",
    "1000000007",
];

/// Thread t gets what stands at the mirrored place of its block, and the quotient of the large number.
#[test]
fn a_kernel_runs_with_the_arguments_of_its_structure() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.bin");
    let dump = format!("out={}", out.display());
    let output = with(KERNEL, &[&RUN[..], &["--dump", &dump]].concat());
    assert!(output.status.success(), "{}", said(&output));
    let bytes = fs::read(out).unwrap();
    let words: Vec<u32> = bytes
        .chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect();
    let expected = (0..128u32).map(|t| match t < 100 {
        true => t / 64 * 64 + 63 - t % 64 + 10_000_000,
        false => 0,
    });
    assert!(words.into_iter().eq(expected));
}

#[test]
fn every_level_and_order_compiles() {
    for level in ["0", "1", "2", "3", "s"] {
        for order in ["topological", "clang"] {
            let output = with(
                KERNEL,
                &[
                    "compile",
                    "k.c",
                    "-O",
                    level,
                    "--block-order",
                    order,
                    "-o",
                    "k.elf",
                ],
            );
            assert!(
                output.status.success(),
                "{level}, {order}: {}",
                said(&output)
            );
        }
    }
}

#[test]
fn errors_name_file_and_line() {
    for (source, place) in [
        (
            "#include \"simt.h\"\nKERNEL(k)(uint32_t thread, const void *args) { x = 1; }",
            "k.c:2:48: error:",
        ),
        (
            "#include \"simt.h\"\nvoid f(void);\nKERNEL(k)(uint32_t thread, const void *args) { f(); }",
            "k.c:3: error: `f` is called, but not defined",
        ),
        ("#include \"none.h\"", "k.c:1:10: fatal error:"),
    ] {
        let output = with(source, &["run", "k.c", "--global", "64"]);
        assert_eq!(output.status.code(), Some(2), "{source}");
        assert!(said(&output).contains(place), "{}", said(&output));
    }
}

#[test]
fn a_barrier_that_the_source_has_in_a_divergent_branch_is_a_warning_with_both_lines() {
    let source = "#include \"simt.h\"\nKERNEL(k)(uint32_t thread, const void *args) {\n    if (thread & 1) {\n        block_barrier();\n    }\n}\n";
    let output = with(source, &["compile", "k.c", "-o", "k.elf"]);
    assert!(output.status.success(), "{}", said(&output));
    let warning = "k.c:4: warning: the threads that part at k.c:3";
    assert!(said(&output).contains(warning), "{}", said(&output));
}

#[test]
fn options_of_another_language_are_refused() {
    let output = with(KERNEL, &["compile", "k.c", "-cl-mad-enable", "-o", "k.elf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("`-cl-mad-enable`"),
        "{}",
        said(&output)
    );
}
