//! Host programs: each says `passed`, or what was wrong.

use crate::desk::{Desk, text_of};

fn passes(name: &str) {
    let desk = Desk::new();
    desk.compile(name);
    let output = desk.command(name).output().expect("a program");
    let text = text_of(output);
    assert_eq!(text, "passed\n");
}

#[test]
fn buffers() {
    passes("buffers");
}

#[test]
fn events() {
    passes("events");
}
