//! Every function of libclc is tested, or is listed here with a reason.

use super::call::{Call, WIDTHS};
use super::value::Kind;
use super::{common, conversions, gathered, integers, math, moved, relational};
use std::collections::BTreeSet;
use std::process::Command;

/// libclc, as `opencl-c/src/tools.rs` finds it.
const LIBCLC: &str = "/usr/lib/clc/nvptx--.bc";

/// Prefixes of the names that are not tested here, with the reason.
const LEFT_OUT: [(&str, &str); 10] = [
    ("__clc_", "inside of the library"),
    (
        "async_work_group_",
        "copies of a block: tests of `shared_memory`",
    ),
    ("atom_", "tests of `atomics`"),
    ("atomic_", "tests of `atomics`"),
    ("get_global_", "tests of `work_items`"),
    ("prefetch", "does nothing"),
    (
        "vloada_half ",
        "scalars are always aligned: clang declares no such function",
    ),
    ("vstorea_half ", "the same"),
    ("vstorea_half_", "the same"),
    ("wait_group_events", "a barrier: tests of `shared_memory`"),
];

/// Names of the functions of libclc.
fn names() -> BTreeSet<String> {
    let listed = Command::new("llvm-nm-19")
        .args(["--defined-only", "--just-symbol-name", LIBCLC])
        .output();
    let listed = listed.expect("llvm-19 is there, as libclc is");
    let listed = String::from_utf8(listed.stdout).expect("names are text");
    listed.lines().filter_map(of_overloaded).collect()
}

/// The name in a mangled name such as `_Z3cosDv2_f`: the length precedes the name, the types follow it.
fn of_overloaded(symbol: &str) -> Option<String> {
    let rest = symbol.strip_prefix("_Z")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (name, _) = rest[digits..].split_at_checked(rest[..digits].parse().ok()?)?;
    Some(name.to_owned())
}

fn tried() -> BTreeSet<String> {
    let functions = [
        math::approximate::functions(),
        math::doubles::functions(),
        math::exact::functions(),
        common::functions(),
        integers::functions(),
        relational::functions(),
    ];
    let functions = functions
        .into_iter()
        .chain(Kind::ALL.map(conversions::from))
        .flatten();
    let of_all_widths = |call: &Call| WIDTHS.map(|width| call.called(width));
    let mut names: BTreeSet<String> = functions
        .flat_map(|function| of_all_widths(&function.call))
        .collect();
    let gathered = gathered::geometric(3)
        .into_iter()
        .chain(gathered::truths(1));
    names.extend(gathered.map(|function| function.call.name));
    names.extend(moved::names());
    names
}

#[test]
fn every_function_is_tried_or_left_out_for_a_reason() {
    let tried = tried();
    let is_left_out = |name: &String| {
        LEFT_OUT
            .iter()
            .any(|(left_out, _)| format!("{name} ").starts_with(left_out))
    };
    let names = names();
    assert!(names.len() > 500, "{names:?}");
    let missing: Vec<&String> = names
        .iter()
        .filter(|name| !tried.contains(*name) && !is_left_out(name))
        .collect();
    assert!(
        missing.is_empty(),
        "neither tried nor left out: {missing:?}"
    );
    for (left_out, why) in LEFT_OUT {
        let is_known = names
            .iter()
            .any(|name| format!("{name} ").starts_with(left_out));
        assert!(is_known, "no function begins with {left_out} ({why})");
    }
}
