//! The life of the process around the library: exit, fork, and closing the library; what launches cost it.

use crate::desk::{Desk, text_of};
use std::process::{Command, Output};

/// The output of a program, which writes nothing to standard error and ends with this code.
fn ends(desk: &Desk, name: &str, code: i32) -> Output {
    let output = desk.command(name).output().expect("a program");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{text}");
    assert_eq!((&*text, output.status.code()), ("passed\n", Some(code)));
    output
}

#[test]
fn objects_are_released_while_the_process_exits() {
    let desk = Desk::new();
    desk.compile("exit");
    ends(&desk, "exit", 7);
}

#[test]
fn objects_of_global_variables_are_released() {
    let desk = Desk::new();
    desk.compile_cpp("static_objects");
    ends(&desk, "static_objects", 7);
}

#[test]
fn a_forked_child_is_refused() {
    let desk = Desk::new();
    desk.compile("forks");
    ends(&desk, "forks", 0);
}

#[test]
fn no_child_is_left_behind() {
    let desk = Desk::new();
    desk.compile("children");
    ends(&desk, "children", 0);
}

#[test]
fn calls_are_possible_after_dlclose() {
    let desk = Desk::new();
    desk.compile_with("unloaded", Some(desk.folder()));
    ends(&desk, "unloaded", 0);
}

/// What is released while the process exits is not leaked.
#[test]
#[ignore = "takes a minute"]
fn exit_under_valgrind() {
    let desk = Desk::new();
    desk.compile("exit");
    // The compiler's cache is filled.
    ends(&desk, "exit", 7);
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["-q", "--error-exitcode=9", "--leak-check=full"]);
    valgrind.arg("--errors-for-leak-kinds=definite,indirect");
    valgrind.arg(desk.path("exit"));
    valgrind.env("LD_LIBRARY_PATH", desk.folder());
    valgrind.env("HEDDLE_PRESET", "tiny");
    let output = valgrind.output().expect("valgrind is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(7), "{errors}");
}

/// The machine stays with the device: a launch allocates its schedulers, not registers and tags, which are 10 MB of `fung2009` and
/// 5 MB of `lashgar2012`; and it makes no host thread.
#[test]
fn a_launch_builds_no_machine() {
    let desk = Desk::new();
    desk.compile("launch_costs");
    for preset in ["fung2009", "lashgar2012", "vaidya2013"] {
        let mut command = desk.command("launch_costs");
        command.env("HEDDLE_PRESET", preset);
        command.env("HEDDLE_THREADS", "2");
        let output = command.arg((3 << 19).to_string()).output();
        assert_eq!(text_of(output.expect("a program")), "passed\n", "{preset}");
    }
}
