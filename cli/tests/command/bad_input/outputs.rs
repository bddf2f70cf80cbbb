//! Outputs with the same place, over something that is no file, and over files that Heddle itself writes: refused before
//! anything runs.

use crate::bad_input::desk::Desk;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

const SIM: &str = "sim --kernel k.elf --launch k.toml --preset tiny";

/// A desk with a link to `x`, a pipe, and a folder.
fn desk() -> Desk {
    let desk = Desk::new();
    symlink("x", desk.path("link")).unwrap();
    fs::create_dir(desk.path("folder")).unwrap();
    let made = Command::new("mkfifo").arg(desk.path("pipe")).status();
    assert!(made.unwrap().success());
    desk
}

#[test]
fn two_outputs_in_one_place() {
    let mut desk = desk();
    for other in ["x", "./x", "folder/../x", "link"] {
        desk.refused(&format!(
            "run bfs --preset tiny --trace x --log-instructions {other}"
        ));
    }
    desk.refused(&format!("{SIM} --trace x --log-instructions x"));
    desk.refused(&format!("{SIM} --out results --trace results"));
    desk.refused(&format!("{SIM} --out folder --trace folder/out.bin"));
    desk.refused("report --out x --data x --size small --only figure-13");
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn functions_to_log() {
    let mut desk = desk();
    let run = "run loops:for_break --preset tiny";
    desk.refused(run);
    desk.refused(&format!(
        "{run} --log-function for_loop --log-instructions x"
    ));
    for log in ["--log-stack x --mechanism pdom", "--log-instructions x"] {
        desk.refused(&format!("run loops:climb --preset tiny {log}"));
        desk.refused(&format!("{SIM} --log-function climb {log}"));
    }
    desk.refused("run loops: --preset tiny --log-instructions x");
    insta::assert_snapshot!(desk.transcript());
}

/// Stacks of golden units are in the log of `heddle run`.
#[test]
fn logs_of_stacks_that_no_rtl_keeps() {
    let mut desk = desk();
    let run = "--preset tiny --workload if_else --log-stack x";
    desk.refused(&format!(
        "cosim --unit unified_arbiter --mode in-loop {run}"
    ));
    desk.refused(&format!(
        "cosim --unit reconvergence_stack --mode shadow {run}"
    ));
    desk.refused("cosim --unit reconvergence_stack --preset tiny --log-stack x");
    desk.refused("cosim --unit reconvergence_stack --preset tiny --log-function climb");
    let run = format!("cosim --unit reconvergence_stack --mode in-loop {run}");
    desk.refused(&format!("{run} --log-function climb"));
    desk.refused("run if_else --preset tiny --mechanism dwf --log-stack x");
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn outputs_over_what_is_no_file() {
    let mut desk = desk();
    for place in ["/dev/null", "pipe", "folder"] {
        desk.refused(&format!("annotate k.elf --out {place}"));
        desk.refused(&format!("run bfs --preset tiny --trace {place}"));
        desk.refused(&format!("{SIM} --log-instructions {place}"));
    }
    for place in ["/dev/null", "pipe"] {
        desk.refused(&format!("report --out {place} --only figure-13"));
        desk.refused(&format!("compare bfs --preset tiny --out {place}"));
        desk.refused(&format!(
            "cosim --unit unified_arbiter --preset tiny --out {place}"
        ));
        desk.refused(&format!("gen --all --preset tiny --out {place}"));
    }
    fs::create_dir_all(desk.path("results/out.bin")).unwrap();
    desk.refused(&format!("{SIM} --out results"));
    insta::assert_snapshot!(desk.transcript());
}

/// The target of a link is written; the link stays.
#[test]
fn a_link_leads_to_the_output() {
    let desk = desk();
    let mut command = desk.heddle("annotate k.elf --out link");
    assert!(command.output().unwrap().status.success());
    assert!(desk.path("link").is_symlink());
    let text = fs::read_to_string(desk.path("x")).unwrap();
    assert!(text.contains("\"functions\""), "{text}");
}

/// Either all of the many files are written or none, whichever cannot be written: no file appears or changes.
#[test]
fn one_file_of_many_that_cannot_be_written() {
    let mut desk = desk();
    fs::create_dir_all(desk.path("out/manifest.json")).unwrap();
    desk.write("out/unified_arbiter.v", "an older one");
    desk.write("out/notes.txt", "of the user's");
    desk.refused("gen --all --preset tiny --out out");
    fs::create_dir(desk.path("other")).unwrap();
    desk.write("other/testbench", "no folder");
    desk.refused("gen --unit unified_arbiter --preset tiny --testbench --out other");
    fs::remove_dir(desk.path("out/manifest.json")).unwrap();
    let mut command = desk.heddle("gen --unit unified_arbiter --preset tiny --out out");
    assert!(command.output().unwrap().status.success());
    let verilog = fs::read_to_string(desk.path("out/unified_arbiter.v")).unwrap();
    assert!(verilog.contains("module unified_arbiter"));
    let notes = fs::read_to_string(desk.path("out/notes.txt")).unwrap();
    assert_eq!(notes, "of the user's");
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn templates_that_would_replace_verilog() {
    let mut desk = desk();
    for extension in ["v", "V", "rs"] {
        fs::create_dir_all(desk.path(extension)).unwrap();
        desk.write(&format!("{extension}/a.{extension}"), "nothing");
        desk.refused(&format!(
            "gen --unit unified_arbiter --preset tiny --rust-hdl --out folder --constraints {extension}"
        ));
    }
    insta::assert_snapshot!(desk.transcript());
}
