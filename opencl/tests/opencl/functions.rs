//! Every function of the installed `cl.h`, directly and behind the ICD loader.

use crate::desk::{Desk, text_of};
use crate::icd::behind_the_loader;
use std::collections::BTreeSet;
use std::process::Command;

/// The header of OpenCL that host programs are compiled with.
const HEADER: &str = "/usr/include/CL/cl.h";

/// The names of all functions that the header declares.
fn declared() -> BTreeSet<String> {
    let text = std::fs::read_to_string(HEADER).expect("the headers of OpenCL are installed");
    let declarations = text.split("CL_API_CALL").skip(1);
    let names = declarations.filter_map(|rest| {
        let (name, _) = rest.trim_start().split_once('(')?;
        name.starts_with("cl").then(|| name.to_owned())
    });
    names.collect()
}

/// Every function must have been called with right and with wrong arguments, and every call must have had its answer.
fn check(mut program: Command) {
    let text = text_of(program.output().expect("a program"));
    assert!(text.ends_with("passed\n"), "{text}");
    let called = |how: &str| -> BTreeSet<String> {
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        let lines = lines.filter(|(_, kind)| *kind == how);
        lines.map(|(name, _)| name.to_owned()).collect()
    };
    let declared = declared();
    assert!(declared.len() > 100, "{declared:?}");
    assert_eq!(called("right"), declared);
    assert_eq!(called("wrong"), declared);
}

#[test]
fn every_function_answers() {
    let desk = Desk::new();
    desk.compile("functions");
    check(desk.command("functions"));
}

#[test]
fn every_function_answers_behind_the_loader() {
    let desk = Desk::new();
    desk.compile_with("functions", None);
    let program = desk.path("functions").display().to_string();
    check(behind_the_loader(&desk, &program));
}
