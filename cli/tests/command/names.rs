//! Names in files of outsiders: with characters that act on terminals, with colons, without UTF-8, or missing.

use crate::program::heddle;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Output;
use tempfile::TempDir;

const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels");
const NAME: &[u8] = b"__kernel_if_else";

fn elf() -> Vec<u8> {
    fs::read(format!("{KERNELS}/if_else/if_else.elf")).unwrap()
}

fn called(name: &OsStr, bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn shown(command: &str, path: &Path, more: &[&str]) -> Output {
    let mut heddle = heddle();
    heddle.env("NO_COLOR", "1").arg(command).arg(path);
    heddle.args(more).output().unwrap()
}

/// A message about a file stays one sentence, whatever the file is called.
#[test]
fn line_ends_in_names_do_not_break_messages() {
    let name = OsStr::new("one\ntwo.elf");
    let (_folder, path) = called(name, b"no kernel");
    let launch = path.with_file_name("three\nfour.toml");
    let kernel = format!("{KERNELS}/if_else/if_else.elf");
    for output in [
        shown("cfg", &path, &[]),
        shown(
            "sim",
            Path::new("--kernel"),
            &[path.to_str().unwrap(), "--launch", "none"],
        ),
        shown(
            "sim",
            Path::new("--kernel"),
            &[&kernel, &format!("--launch={}", launch.display())],
        ),
    ] {
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            !text.contains("one\n") && !text.contains("three\n"),
            "{text}"
        );
        assert!(text.contains("\\n"), "{text}");
    }
}

/// The kernel's name, in red.
fn red() -> Vec<u8> {
    let mut elf = elf();
    let at = elf.windows(NAME.len()).position(|name| name == NAME);
    let at = at.expect("a symbol") + "__kernel_".len();
    elf[at..at + 7].copy_from_slice(b"\x1b[31mif");
    elf
}

#[test]
fn what_terminals_act_upon_is_shown() {
    let (_folder, path) = called(OsStr::new("red.elf"), &red());
    for command in ["cfg", "annotate"] {
        let text = shown(command, &path, &[]).stdout;
        assert!(!text.contains(&0x1b), "{command}");
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains(r"__kernel_\u{1b}[31mif"), "{command}: {text}");
        let json: Value =
            serde_json::from_slice(&shown(command, &path, &["--json"]).stdout).unwrap();
        assert_eq!(json["functions"][0]["name"], "__kernel_\u{1b}[31mif");
    }
    let errors = shown("cfg", &path, &["--function", "f"]).stderr;
    assert!(!errors.contains(&0x1b));
    assert!(String::from_utf8(errors).unwrap().contains(r"\u{1b}[31mif"));
}

#[test]
fn the_place_in_a_file_is_shown_without_what_terminals_act_upon() {
    let (_folder, path) = called(OsStr::new("machine.toml"), b"\x1b[31m = \x1b");
    let output = heddle()
        .args(["config", "--config"])
        .arg(&path)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        !output.stderr.contains(&0x1b),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn files_may_have_any_name() {
    for name in [&b"a:b.elf"[..], b"a.elf:b", b"\xff\xfe.elf", b" "] {
        let (_folder, path) = called(OsStr::from_bytes(name), &elf());
        for command in ["cfg", "annotate"] {
            let output = shown(command, &path, &[]);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "{command} {}: {errors}",
                path.display()
            );
        }
        let launch = format!("{KERNELS}/mandelbrot/mandelbrot.toml");
        let mut kernel = path.clone().into_os_string();
        kernel.push(":no_such_kernel");
        let output = heddle()
            .args(["sim", "--launch", &launch, "--kernel"])
            .arg(kernel)
            .output();
        let errors = String::from_utf8_lossy(&output.unwrap().stderr).into_owned();
        assert!(errors.contains("the program has: if_else"), "{errors}");
    }
}

/// The file header without its table of sections.
fn stripped() -> Vec<u8> {
    let mut elf = elf();
    elf[32..36].fill(0);
    elf[46..52].fill(0);
    elf
}

#[test]
fn a_stripped_file_says_that_it_is() {
    let (_folder, path) = called(OsStr::new("stripped.elf"), &stripped());
    for command in ["cfg", "annotate"] {
        let output = shown(command, &path, &[]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let errors = String::from_utf8_lossy(&output.stderr).replace('\n', " ");
        assert!(
            errors.contains("stripped.elf") && errors.contains("do not strip it"),
            "{errors}"
        );
    }
}
