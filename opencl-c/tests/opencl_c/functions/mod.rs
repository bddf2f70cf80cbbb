//! Built-in functions of OpenCL C 1.2, compared with references in Rust: for edge values and random arguments, within the
//! bounds of section 7.4 for the full profile, and with the results that section 7.5 prescribes.
//!
//! Every function that computes the same for each element is called with scalars, and its vector results have to equal the
//! scalar ones. `coverage.rs` lists the functions that are left out, each with a reason.

mod arguments;
mod call;
mod check;
mod common;
mod conversions;
mod coverage;
mod expected;
mod function;
mod gathered;
mod integers;
mod math;
mod moved;
mod quad;
mod relational;
mod rounding;
mod run;
mod value;

use call::{BLOCK, LARGEST, WIDTHS};
use check::{Effort, Record, check};
use function::Function;
use heddle_machines::{part, thorough};
use value::Kind;

/// Numbers of arguments in the nightly test: for approximate and for exact functions.
const MANY: usize = 1 << 16;
const SOME: usize = 1 << 13;
/// Smallest number of arguments of a function: enough for a block at every width.
const FEWEST: usize = LARGEST * BLOCK;

/// In the nightly test every width and the given number of arguments; otherwise few arguments, and vectors of three.
fn effort(arguments: usize) -> Effort<'static> {
    let (arguments, of_vectors, widths) = match thorough() {
        true => (arguments, 4 * FEWEST, &WIDTHS[..]),
        false => (2 * FEWEST, FEWEST, &[3][..]),
    };
    Effort {
        arguments,
        of_vectors,
        widths,
        prelude: "",
    }
}

/// Prints the findings, which `scripts/tables opencl-built-ins` reads.
///
/// # Panics
/// If the error of a function exceeds its bound.
fn hold(records: Vec<Record>) {
    for record in &records {
        println!("built-in: {record}");
    }
    let outside: Vec<String> = records
        .iter()
        .filter(|record| !record.is_within())
        .map(Record::to_string)
        .collect();
    assert!(!records.is_empty());
    assert!(
        outside.is_empty(),
        "outside of their bounds:\n{}",
        outside.join("\n")
    );
}

/// Tests all functions at night, and otherwise one of every `turns` functions.
fn hold_part(functions: Vec<Function>, turns: usize, arguments: usize) {
    hold(check(&part(functions, 0, turns), &effort(arguments)));
}

#[test]
fn mathematical_functions() {
    hold_part(math::approximate::functions(), 12, MANY);
}

#[test]
fn mathematical_functions_of_doubles() {
    hold_part(math::doubles::functions(), 12, MANY);
}

#[test]
fn exact_mathematical_functions() {
    hold_part(math::exact::functions(), 12, MANY);
}

#[test]
fn common_functions() {
    hold_part(common::functions(), 5, MANY);
}

#[test]
fn integer_functions() {
    hold_part(integers::functions(), 29, SOME);
}

#[test]
fn relational_functions() {
    hold_part(relational::functions(), 13, SOME);
}

#[test]
fn conversions_of_every_type() {
    let functions = Kind::ALL.into_iter().flat_map(conversions::from);
    hold_part(functions.collect(), 61, SOME);
}

#[test]
fn functions_of_whole_vectors() {
    let geometric = [1, 2, 3, 4].into_iter().flat_map(gathered::geometric);
    let truths = WIDTHS.into_iter().flat_map(gathered::truths);
    let functions = part(geometric.chain(truths), 0, 7);
    hold(
        functions
            .chunks(16)
            .flat_map(|functions| gathered::check(functions, &effort(SOME)))
            .collect(),
    );
}

#[test]
fn vectors_in_memory() {
    let kinds = part(Kind::ALL, 0, 9).into_iter();
    hold(
        kinds
            .flat_map(|kind| moved::vectors(kind, &effort(SOME)))
            .collect(),
    );
}

#[test]
fn halves_in_memory() {
    let moves = part(moved::halves(effort(MANY).arguments), 0, 6).into_iter();
    hold(moves.flat_map(|moves| moves.check(&effort(MANY))).collect());
}

#[test]
fn shuffles() {
    let kinds = part(Kind::ALL, 1, 9).into_iter();
    hold(
        kinds
            .flat_map(|kind| moved::shuffles(kind, &effort(SOME)))
            .collect(),
    );
}

/// Mistakes that the daily part must also find: in a function that is always tested, for arguments of one kind.
#[test]
fn mistakes_are_found() {
    let mistakes = [
        "#define acos(x) (acos(x) * 1.000001f)\n",
        "#define acos(x) (isnan(x) ? 0.0f : acos(x))\n",
    ];
    let acos = || {
        math::approximate::functions()
            .into_iter()
            .take(1)
            .collect::<Vec<_>>()
    };
    let found = |prelude: &str| {
        let effort = Effort {
            prelude,
            ..effort(FEWEST)
        };
        check(&acos(), &effort).remove(0)
    };
    for prelude in mistakes {
        let record = found(prelude);
        assert!(!record.is_within(), "{prelude}{record}");
    }
    let of_vectors = "#define acos(x) (acos(x) + (vec_step(x) > 1 ? 1e-6f : 0.0f))\n";
    assert!(found(of_vectors).differs.is_some());
}
