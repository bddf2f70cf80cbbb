//! A program that `clBuildProgram` compiled before is found without a compiler: the tools write down that they were started.

use crate::desk::{Desk, text_of};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The programs that a compilation starts.
const TOOLS: [&str; 7] = [
    "clang-19",
    "llvm-dis-19",
    "llvm-link-19",
    "opt-19",
    "llc-19",
    "ld.lld-19",
    "llvm-objcopy-19",
];

/// A folder of tools that add a line to a file when they are started.
fn watched_tools(folder: &Path, started: &Path) {
    fs::create_dir(folder).expect("a folder");
    for tool in TOOLS {
        let started = started.display();
        let script = format!("#!/bin/sh\necho {tool} >>'{started}'\nexec /usr/bin/{tool} \"$@\"\n");
        let file = folder.join(tool);
        fs::write(&file, script).expect("a script");
        fs::set_permissions(&file, Permissions::from_mode(0o755)).expect("a script that runs");
    }
}

#[test]
fn a_program_in_the_cache_starts_no_compiler() {
    let desk = Desk::new();
    desk.compile("launches");
    let [tools, started, cache] = ["tools", "started", "cache"].map(|name| desk.path(name));
    watched_tools(&tools, &started);
    let run = || {
        fs::write(&started, "").expect("an empty file");
        let mut command = desk.command("launches");
        command.env("HEDDLE_TOOLS", &tools);
        command.env("HEDDLE_CACHE", &cache);
        let text = text_of(command.output().expect("a program"));
        assert_eq!(text, "passed\n");
        fs::read_to_string(&started).expect("a list")
    };
    let first = run();
    for tool in TOOLS {
        assert!(first.lines().any(|line| line == tool), "{tool}: {first}");
    }
    assert_eq!(run(), "");
}
