//! Host programs: each says `passed`, or what was wrong.

use crate::desk::{Desk, text_of};

/// What a program prints.
fn run(name: &str) -> String {
    let desk = Desk::new();
    desk.compile(name);
    text_of(desk.command(name).output().expect("a program"))
}

fn passes(name: &str) {
    assert_eq!(run(name), "passed\n");
}

#[test]
fn buffers() {
    passes("buffers");
}

#[test]
fn events() {
    passes("events");
}

#[test]
fn calls() {
    passes("calls");
}

#[test]
fn infos() {
    passes("infos");
}

#[test]
fn kernels() {
    passes("kernels");
}

#[test]
fn launches() {
    passes("launches");
}

#[test]
fn prints() {
    let text = run("prints");
    let item = |number: u32| format!("item {number}: 1.0,2.0,3.0,4.0 text\n");
    let items: String = (0..3).map(item).collect();
    assert_eq!(text, format!("before\n{items}behind\npassed\n"));
}

/// Ten thousand launches under valgrind: no memory is lost, none is used that is not there.
#[test]
#[ignore = "takes a quarter of an hour"]
fn launches_under_valgrind() {
    let desk = Desk::new();
    desk.compile("launches");
    let mut valgrind = std::process::Command::new("valgrind");
    valgrind.args(["-q", "--error-exitcode=9", "--leak-check=full"]);
    valgrind.arg("--show-leak-kinds=definite,indirect");
    valgrind.arg(desk.path("launches")).arg("10000");
    valgrind.env("LD_LIBRARY_PATH", desk.folder());
    valgrind.env("HEDDLE_PRESET", "tiny");
    let output = valgrind.output().expect("valgrind is installed");
    assert_eq!(text_of(output), "passed\n");
}
