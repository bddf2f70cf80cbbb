//! Every function of the installed `cl.h`, directly and behind the ICD loader, and the page that lists them.
//!
//! `HEDDLE_BLESS=1 cargo test -p heddle-opencl --test opencl functions::` writes the page.

use crate::desk::{Desk, library, text_of};
use crate::icd::behind_the_loader;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The header of OpenCL that host programs are compiled with.
const HEADER: &str = "/usr/include/CL/cl.h";

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/opencl-functions.md");

/// The answer that says that a function did what it is for.
const DONE: [&str; 2] = ["CL_SUCCESS", "an address"];

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

/// The functions that the library has for programs that are linked with it.
fn exported() -> BTreeSet<String> {
    let mut nm = Command::new("nm");
    nm.args(["--dynamic", "--defined-only", "--format=posix"]);
    let text = text_of(nm.arg(library()).output().expect("binutils are installed"));
    let names = text.lines().filter_map(|line| line.split(' ').next());
    let names = names.filter_map(|name| name.split('@').next());
    let functions = names.filter(|name| name.starts_with("cl"));
    functions.map(str::to_owned).collect()
}

/// What functions answered to right or to wrong arguments.
type Answers = BTreeMap<String, String>;

/// Every function must have been called with right and with wrong arguments, and every call must have had its answer. Returns
/// the last answer of each function to right arguments.
fn check(mut program: Command) -> Answers {
    let text = text_of(program.output().expect("a program"));
    assert!(text.ends_with("passed\n"), "{text}");
    let answers = |how: &str| -> Answers {
        let lines = text.lines().filter_map(|line| {
            let (name, rest) = line.split_once(' ')?;
            let answer = rest.strip_prefix(how)?.strip_prefix(' ')?;
            Some((name.to_owned(), answer.to_owned()))
        });
        lines.collect()
    };
    let declared = declared();
    assert!(declared.len() > 100, "{declared:?}");
    let [right, wrong] = ["right", "wrong"].map(answers);
    for answers in [&right, &wrong] {
        assert_eq!(answers.keys().cloned().collect::<BTreeSet<_>>(), declared);
    }
    right
}

/// The page with a row for each function of the header, and the names of those that the loader's table has besides.
fn page(answers: &Answers, exported: &BTreeSet<String>) -> String {
    let others = exported.iter().filter(|name| !answers.contains_key(*name));
    let others: Vec<String> = others.map(|name| format!("`{name}`")).collect();
    let others = others.join(", ");
    let works = answers
        .values()
        .filter(|answer| DONE.contains(&answer.as_str()));
    let (works, all) = (works.count(), answers.len());
    let row = |(name, answer): (&String, &String)| match DONE.contains(&answer.as_str()) {
        true => format!("| `{name}` | yes | |\n"),
        false if answer.starts_with("CL_") => format!("| `{name}` | no | `{answer}` |\n"),
        false => format!("| `{name}` | no | {answer} |\n"),
    };
    let rows: String = answers.iter().map(row).collect();
    format!(
        "# Functions\n\n\
        Every function that `cl.h` of OpenCL 3.0 declares, {all} in all. {works} do what they are for; the others belong to features \
        that the device lacks, and answer as the standard says ([OpenCL](opencl.md#what-there-is-and-what-is-refused)).\n\n\
        A test writes this page: it reads the symbols of the library, and calls each function with right and with wrong arguments, \
        directly and behind the ICD loader. The answer is that to right arguments \
        (`opencl/tests/opencl/programs/functions.c`).\n\n\
        | function | does it | answer |\n| --- | --- | --- |\n{rows}\n\
        The library also has what the loader asks for besides: {others}.\n"
    )
}

#[test]
fn every_function_answers() {
    let desk = Desk::new();
    desk.compile("functions");
    let answers = check(desk.command("functions"));
    let exported = exported();
    assert!(exported.is_superset(&declared()), "{exported:?}");
    let page = page(&answers, &exported);
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        std::fs::write(PAGE, &page).expect("the page can be written");
    }
    let committed = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(committed == page, "{PAGE}: HEDDLE_BLESS=1 writes it");
}

#[test]
fn every_function_answers_behind_the_loader() {
    let desk = Desk::new();
    desk.compile_with("functions", None);
    let program = desk.path("functions").display().to_string();
    check(behind_the_loader(&desk, &program));
}
