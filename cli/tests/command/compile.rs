//! `heddle compile` from outside: the kernel file, its description, and refused input.

use heddle_isa::Program;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Output;

const SOURCE: &str = "
#include \"size.h\"
__kernel void scale(__global float *values, const float by, __local int *scratch) {
    __local int first[SIZE];
    first[get_local_id(0)] = values[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    values[get_global_id(0)] *= by + first[0];
    printf(\"%d\\n\", scratch[0]);
}
";

fn compile(folder: &Path, source: &str, arguments: &[&str]) -> Output {
    fs::write(folder.join("k.cl"), source).expect("writable");
    fs::write(folder.join("size.h"), "#define SIZE 16\n").expect("writable");
    let mut command = crate::program::heddle();
    command.env("NO_COLOR", "1").current_dir(folder);
    command
        .args(["compile", "k.cl", "-o", "k.elf"])
        .args(arguments);
    command.output().expect("it starts")
}

#[test]
fn kernels_are_written_and_shown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = compile(folder.path(), SOURCE, &["-cl-mad-enable", "-g"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines[2][..5], ["scale", "global", "float*", "values", "64"]);
    assert_eq!(lines[2][6], "yes");
    assert_eq!(lines[4], ["local", "int*", "scratch"]);
    let elf = fs::read(folder.path().join("k.elf")).expect("written");
    let program = Program::parse("k.elf", &elf).expect("a kernel file");
    assert_eq!(program.kernels(), ["scale"]);
}

#[test]
fn json_has_signatures_and_messages() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = format!("#warning careful\n{SOURCE}");
    let output = compile(folder.path(), &source, &["--json"]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let kernel = &value["kernels"][0];
    assert_eq!(kernel["kernel"], "scale");
    assert_eq!(kernel["shared_bytes"], 64);
    assert_eq!(
        kernel["parameters"][1]["kind"],
        json!({ "value": { "bytes": 4, "align": 4 } })
    );
    let log = value["log"].as_str().expect("text");
    assert!(log.contains("k.cl:1:2: warning: careful"), "{log}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("k.cl:1:2: warning: careful"));
}

#[test]
fn what_is_refused_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (source, arguments, message) in [
        (
            "__kernel void k(__global int *o) { o[0] = n; }",
            &[][..],
            "k.cl:1:43: error: use of undeclared identifier 'n'",
        ),
        ("#warning no\n", &["-Werror"], "error: no"),
        ("", &["-cl-none"], "option `-cl-none`: unknown"),
    ] {
        let output = compile(folder.path(), source, arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(message), "{errors}");
        assert!(!folder.path().join("k.elf").exists());
    }
}

/// The file has the kernel, with the reason why no launch starts it.
#[test]
fn a_kernel_that_no_machine_can_run_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = "__kernel void k(image2d_t i) {}";
    let output = compile(folder.path(), source, &["--json"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let warning = "k.cl: warning: kernel `k` uses images, which no machine has";
    assert!(errors.contains(warning), "{errors}");
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["kernels"][0]["lacking"], "images");
    let mut run = crate::program::heddle();
    run.env("NO_COLOR", "1").current_dir(folder.path());
    let output = run.args(["run", "k.cl", "--global", "4"]).output();
    let output = output.expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    let refusal = "k.cl: kernel `k` uses images, which no machine has";
    assert!(errors.contains(refusal), "{errors}");
}

#[test]
fn a_missing_compiler_is_named_with_its_remedy() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("k.cl"), SOURCE).expect("writable");
    let mut command = crate::program::heddle();
    command
        .env("NO_COLOR", "1")
        .env("PATH", folder.path())
        .current_dir(folder.path());
    let output = command
        .args(["compile", "k.cl", "-o", "k.elf"])
        .output()
        .expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("clang-19 is missing"), "{errors}");
    assert!(errors.contains("apt-get install clang-19"), "{errors}");
}

/// Runs `heddle` in a folder.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = crate::program::heddle();
    command.env("NO_COLOR", "1").current_dir(folder);
    command.args(arguments).output().expect("it starts")
}

#[test]
fn a_program_without_kernels_builds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for source in ["", "int two(void);\nint two(void) { return 2; }\n"] {
        let output = compile(folder.path(), source, &["--json"]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["kernels"], json!([]));
        for arguments in [&[][..], &["--kernel", "two"]] {
            let output = run(
                folder.path(),
                &[&["run", "k.cl", "--global", "4"], arguments].concat(),
            );
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{errors}");
            assert!(errors.contains("k.cl: it has no kernel"), "{errors}");
        }
    }
    fs::write(folder.path().join("k.c"), "").expect("writable");
    let output = run(folder.path(), &["compile", "k.c", "-o", "k.elf"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("k.c: it defines no function"), "{errors}");
}

/// Clang would take an argument that begins with `@` for a file of further arguments, which may load a library.
#[test]
fn no_option_is_a_file_of_arguments() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let marked = "#ifdef MARK\n#error expanded\n#endif\n";
    let in_c =
        format!("{marked}#include \"simt.h\"\nKERNEL(k)(uint32_t thread, const void *args) {{}}\n");
    let in_cl = format!("{marked}__kernel void k(void) {{}}\n");
    for (name, source) in [("k.c", &in_c), ("k.cl", &in_cl), ("@k.c", &in_c)] {
        fs::write(folder.path().join(name), source).expect("writable");
    }
    fs::write(folder.path().join("m.rsp"), "X=1 -D MARK").expect("writable");
    for name in ["k.c", "k.cl"] {
        let with = |options: &[&str]| {
            let command = ["compile", name, "-o", "k.elf"];
            let output = run(folder.path(), &[&command, options].concat());
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            (output.status.code(), errors)
        };
        for options in [&["-D@m.rsp"][..], &["-D", "@m.rsp"]] {
            let (code, errors) = with(options);
            assert_eq!(code, Some(2), "{errors}");
            assert!(errors.contains("a macro is NAME"), "{errors}");
        }
        for options in [&["-I@m.rsp"][..], &["-I", "@m.rsp"]] {
            assert_eq!(with(options), (Some(0), String::new()));
        }
    }
    let output = run(folder.path(), &["compile", "@k.c", "-o", "k.elf"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("@k.c: clang takes a name"), "{errors}");
}
