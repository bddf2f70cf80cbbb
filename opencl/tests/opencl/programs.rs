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
