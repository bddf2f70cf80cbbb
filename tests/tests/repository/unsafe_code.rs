//! `unsafe` stands at three borders: to compiled models, to host programs, and to the caller's rows in what only proofs read.

use crate::files::written;

/// Where it may stand.
const BORDERS: [&str; 3] = [
    "cosim/src/verilated/library.rs",
    "opencl/src/border/",
    "sim/units/cycle/src/lib.rs",
];

/// Whether a line of code begins something unsafe. Attributes such as `forbid(unsafe_code)` and comments do not.
fn is_unsafe(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.into_iter().any(|word| word == "unsafe") && !code.contains('"')
}

#[test]
fn unsafe_code_stands_at_the_borders_alone() {
    let mut borders = BORDERS.map(|_| false);
    for file in written().iter().filter(|file| file.path.ends_with(".rs")) {
        if file.text.lines().any(is_unsafe) {
            let border = BORDERS.iter().position(|at| file.path.starts_with(at));
            let border = border.unwrap_or_else(|| panic!("{}: unsafe code", file.path));
            borders[border] = true;
        }
    }
    assert_eq!(
        borders,
        [true; BORDERS.len()],
        "a border has no unsafe code any more"
    );
}
