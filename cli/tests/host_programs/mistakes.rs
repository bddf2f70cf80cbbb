//! Programs whose kernels have a mistake detect that their results are wrong.

use crate::exec::heddle;
use crate::programs;
use std::fs;

/// Programs, with a text in their kernels and its replacement.
const MISTAKES: [(&str, &str, &str); 12] = [
    ("atax", "a[row * width + column] * x[column]", "x[column]"),
    ("bfs", "level[node] + 1", "level[node] + 2"),
    ("bitonic", "(place & size) == 0", "true"),
    ("events", "*= amount", "+= amount"),
    ("gemm", "start += TILE", "start += 2 * TILE"),
    ("histogram", "atomic_inc(&own[bins.w]);", ""),
    ("nbody", "near += square", "near = square"),
    ("printf", "%-5d", "%-6d"),
    ("reduction", "min(left.y", "max(left.y"),
    ("scan", "tree[left] = tree[right];", ""),
    ("stencil", "top + y, 0", "top + y, 1"),
    ("structs", "settings.factor += settings.first;", ""),
];

/// Exit code and output of a program in which `this` replaces `that`.
fn run(program: &str, that: &str, this: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let original = programs::path(program);
    let place = folder.path().join(program);
    fs::copy(&original, &place).expect("the program");
    let header = original.with_file_name("structs.h");
    fs::copy(header, folder.path().join("structs.h")).expect("the header");
    let kernels = fs::read_to_string(original.with_extension("cl")).expect("its kernels");
    assert!(kernels.contains(that), "{program}: {that}");
    fs::write(place.with_extension("cl"), kernels.replace(that, this)).expect("kernels");
    let mut command = heddle();
    command.args(["exec", "--preset", "fung2009", "--mechanism", "pdom", "--"]);
    let output = command.arg(place).output().expect("heddle starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

#[test]
fn a_wrong_result_fails() {
    let named: Vec<&str> = MISTAKES.iter().map(|mistake| mistake.0).collect();
    assert_eq!(named, programs::ALL);
    let chosen = |mistake: &&(&str, &str, &str)| programs::chosen().contains(&mistake.0);
    for (program, that, this) in MISTAKES.iter().filter(chosen) {
        let (code, errors) = run(program, that, this);
        assert_eq!(code, Some(1), "{program}: {errors}");
        assert!(errors.contains(", not "), "{program}: {errors}");
    }
}
