//! Tools that are missing, too old or broken; folders that cannot be written; full disks.

use crate::bad_input::desk::Desk;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

const COSIM: &str = "cosim --unit unified_arbiter --preset tiny --cycles 100";

/// A fake Verilator that answers queries and translates to nothing.
fn verilator(version: &str) -> String {
    format!(
        "case $1 in --version) echo 'Verilator {version} 2023-01-22' ;; \
         --getenv) echo /nowhere ;; *) echo '%Error: no space left' >&2; exit 1 ;; esac"
    )
}

/// A folder `bin` with these scripts and nothing else in `PATH`.
fn with_tools(desk: &mut Desk, tools: &[(&str, String)]) {
    let bin = desk.path("bin");
    let _ = fs::remove_dir_all(&bin);
    fs::create_dir(&bin).unwrap();
    for (name, script) in tools {
        script_file(&bin, name, script);
    }
    let cache = tempfile::tempdir().unwrap();
    let mut command = desk.heddle(COSIM);
    command
        .env("PATH", &bin)
        .env("HEDDLE_CACHE", cache.path().join("new"));
    desk.fails(command, COSIM, 2);
    assert_no_half_model(&cache.path().join("new"));
}

fn script_file(folder: &Path, name: &str, script: &str) {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn caches_that_others_can_write_to() {
    let mut desk = Desk::new();
    fs::create_dir(desk.path("cache")).unwrap();
    for mode in [0o777, 0o770, 0o755] {
        fs::set_permissions(desk.path("cache"), Permissions::from_mode(mode)).unwrap();
        let mut command = desk.heddle(COSIM);
        command.env("HEDDLE_CACHE", "cache");
        desk.fails(command, COSIM, 2);
    }
    insta::assert_snapshot!(desk.transcript());
}

/// Checks that no draft of an entry is left.
fn assert_no_half_model(cache: &Path) {
    for entry in fs::read_dir(cache).into_iter().flatten() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.starts_with('.'), "{name} is left in the cache");
    }
}

#[test]
fn tools() {
    let mut desk = Desk::new();
    let compiler = || ("g++", "echo 'g++ 12.2.0'".to_owned());
    with_tools(&mut desk, &[]);
    with_tools(&mut desk, &[("verilator", verilator("4.228")), compiler()]);
    with_tools(
        &mut desk,
        &[("verilator", "echo 'no version'".into()), compiler()],
    );
    with_tools(&mut desk, &[("verilator", verilator("5.006"))]);
    with_tools(&mut desk, &[("verilator", "exit 3".into()), compiler()]);
    with_tools(&mut desk, &[("verilator", verilator("5.006")), compiler()]);
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn tools_of_mutation() {
    const MUTATE: &str = "mutate unified_arbiter --preset tiny --mutants 5";
    let mut desk = Desk::new();
    // The installation has a Yosys; elsewhere there is none.
    let elsewhere = tempfile::tempdir().unwrap();
    let heddle = elsewhere.path().join("heddle");
    fs::copy(env!("CARGO_BIN_EXE_heddle"), &heddle).unwrap();
    let fails = "echo 'ERROR: out of memory' >&2; exit 1";
    let fails = format!("case $1 in -V) echo 'Yosys 0.40 (git)' ;; *) {fails} ;; esac");
    let bin = desk.path("bin");
    fs::create_dir(&bin).unwrap();
    for yosys in [None, Some("echo 'Yosys 0.23 (git)'"), Some(&*fails)] {
        if let Some(script) = yosys {
            script_file(&bin, "yosys", script);
        }
        let mut command = Command::new(&heddle);
        command.args(MUTATE.split(' ')).env("PATH", &bin);
        desk.surround(&mut command);
        desk.fails(command, MUTATE, 2);
    }
    insta::assert_snapshot!(desk.transcript());
    // The message has the random name of a temporary folder.
    let mut command = desk.heddle(MUTATE);
    command.env("TMPDIR", "/proc/nowhere");
    desk.fails(command, MUTATE, 2);
}

#[test]
fn caches() {
    let mut desk = Desk::new();
    desk.write("file", "in the way");
    for cache in ["file", "/proc/heddle"] {
        let mut command = desk.heddle(COSIM);
        command.env("HEDDLE_CACHE", cache);
        desk.fails(command, COSIM, 2);
    }
    let mut command = desk.heddle(COSIM);
    for name in ["HEDDLE_CACHE", "XDG_CACHE_HOME", "HOME"] {
        command.env_remove(name);
    }
    desk.fails(command, COSIM, 2);
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn folders() {
    let mut desk = Desk::new();
    desk.write("file", "in the way");
    // Not even the superuser can write to these places.
    for out in ["file", "file/below", "/proc/heddle", "/dev/null/heddle"] {
        desk.refused(&format!("gen --all --preset tiny --out {out}"));
        desk.refused(&format!("sim --kernel k.elf --launch k.toml --out {out}"));
    }
    fs::create_dir_all(desk.path("out/unified_arbiter.v")).unwrap();
    desk.refused("gen --unit unified_arbiter --preset tiny --out out");
    insta::assert_snapshot!(desk.transcript());
}

/// A command whose files may not grow beyond 4 KiB, as if the disk were filling up.
fn cramped(desk: &Desk, arguments: &str) -> Command {
    let mut command = Command::new("bash");
    command.args(["-c", "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_heddle"));
    command.args(arguments.split(' '));
    desk.surround(&mut command);
    command
}

#[test]
fn full_disks() {
    let mut desk = Desk::new();
    fs::create_dir(desk.path("there")).unwrap();
    desk.write("there/unified_arbiter.v", "an older one");
    let large = crate::bad_input::desk::LAUNCH.replace("bytes = 64", "bytes = 65536");
    desk.write("large.toml", large);
    for arguments in [
        "gen --all --out there",
        "gen --all --out new/folder",
        "sim --kernel k.elf --launch large.toml --out results",
    ] {
        let command = cramped(&desk, arguments);
        desk.fails(command, arguments, 2);
    }
    let cache = tempfile::tempdir().unwrap();
    let mut command = cramped(&desk, COSIM);
    let cache = cache.path().join("new");
    command.env("HEDDLE_CACHE", &cache);
    // The compiler's message names a temporary file, so it is in no transcript.
    let (_, text) = desk.answer(command, COSIM, 2);
    assert!(text.contains("File too large"), "{text}");
    assert_no_half_model(&cache);
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn standard_output() {
    let mut desk = Desk::new();
    for arguments in ["units", "units --json", "config", "completions bash"] {
        let mut command = desk.heddle(arguments);
        let full = File::options().write(true).open("/dev/full").unwrap();
        command.stdout(full);
        let shown = format!("{arguments} > /dev/full");
        let spawned = command.stderr(Stdio::piped()).spawn().unwrap();
        let output = spawned.wait_with_output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{shown}: {text}");
        assert!(
            text.contains("No space left") && text.contains("help:"),
            "{text}"
        );
    }
    // A reader that closes its pipe early is no failure.
    let heddle = env!("CARGO_BIN_EXE_heddle");
    let pipe = format!("{heddle} completions bash | head -n 1; echo ${{PIPESTATUS[0]}}");
    let mut command = Command::new("bash");
    command.args(["-c", &pipe]);
    desk.surround(&mut command);
    let output = command.output().unwrap();
    assert!(output.stdout.ends_with(b"\n0\n"), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    desk.refused("nonsense");
}
