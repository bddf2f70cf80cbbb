//! What slang remarks that other tools do not, found in the text of every unit of every preset.

use crate::common::machines::machines;
use crate::common::printed::printed;
use crate::common::styles;
use heddle_contract::Config;
use heddle_contract::config::PRESETS;
use heddle_hdl::{Design, units};
use heddle_machines::shipped;
use std::collections::{BTreeMap, BTreeSet};

/// Characters of a line that every editor shows.
const LONGEST: usize = 100;

/// The tokens of a line without its comment: names and numbers are one token, other characters one each.
fn tokens(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || "_'`$".contains(c);
        let length = match (is_word(first), &rest[..rest.len().min(2)]) {
            (true, _) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            (false, "<<" | ">>") => 2,
            (false, _) => first.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The width of every signal that is declared with a number for its width, or none.
fn widths(verilog: &str) -> BTreeMap<&str, u32> {
    let mut widths = BTreeMap::new();
    for line in verilog.lines() {
        let all = tokens(line);
        let Some(at) = all.iter().position(|token| ["wire", "reg"].contains(token)) else {
            continue;
        };
        match all[at + 1..] {
            ["[", high, ":", "0", "]", name, ..] if let Ok(high) = high.parse::<u32>() => {
                widths.insert(name, high + 1);
            }
            ["[", ..] | [] => {}
            [name, ..] => {
                widths.insert(name, 1);
            }
        }
    }
    widths
}

/// The remarks on a line.
fn remarks<'a>(line: &'a str, widths: &BTreeMap<&str, u32>) -> Vec<&'a str> {
    const LOOPS: [&str; 4] = ["i", "j", "k", "n"];
    let mut remarks = Vec::new();
    if line.chars().count() > LONGEST {
        remarks.push("it is too long");
    }
    let tokens = tokens(line);
    for at in 1..tokens.len() {
        let behind = |by: usize| tokens.get(at + by).copied().unwrap_or_default();
        let before = tokens[at - 1];
        let shifts = ["<<", ">>"].contains(&tokens[at]);
        if shifts && ["+", "-", "*"].contains(&behind(2)) {
            remarks.push("a sum without parentheses is the amount of a shift");
        }
        let amount = behind(1).parse::<u32>().ok().filter(|_| shifts);
        if amount
            .zip(widths.get(before))
            .is_some_and(|(amount, width)| amount >= *width)
        {
            remarks.push("a shift leaves no bit");
        }
        let is_parameter = |token: &str| {
            token.len() > 1 && token.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        };
        if tokens[at] == "*" && is_parameter(behind(1)) && is_signal(before, &LOOPS) {
            remarks.push("a signed parameter beside an unsigned index");
        }
    }
    remarks
}

/// Whether a token is the name of a signal: neither a number, nor a variable of a loop, nor the end of an expression.
fn is_signal(token: &str, loops: &[&str]) -> bool {
    let starts = token.chars().next().is_some_and(|c| c.is_alphabetic());
    starts && !loops.contains(&token)
}

/// The remarks on a module, each with its line.
fn remarked(verilog: &str) -> Vec<String> {
    let widths = widths(verilog);
    let lines = verilog.lines();
    lines
        .flat_map(|line| {
            remarks(line, &widths)
                .into_iter()
                .map(move |what| format!("{what}: {line}"))
        })
        .collect()
}

/// Every unit on every preset as shipped and on the machines of the tests, every form that is committed, and every
/// style.
fn designs() -> Vec<Design> {
    let design =
        |unit: &str, machine: &Config| units::design(unit, machine).expect("a unit of the machine");
    let presets = PRESETS.iter().map(|(preset, _)| shipped(preset));
    let machines = presets.chain(machines().map(|(_, machine)| machine));
    let of_machine = |machine: Config| units::NAMES.iter().map(move |unit| design(unit, &machine));
    let forms = printed().into_iter();
    let forms = forms.map(|printed| design(printed.unit, &printed.machine));
    let all = machines.flat_map(of_machine).chain(forms);
    all.chain(in_all_styles()).collect()
}

/// Every unit of the preset with the largest memories, with every form of memory and of reset.
fn in_all_styles() -> impl Iterator<Item = Design> {
    let machine = shipped("fung2009");
    styles().flat_map(move |style| {
        let design = |unit: &&str| units::styled(unit, &machine, style);
        let designs = units::NAMES.iter().map(design);
        let designs: Vec<Design> = designs
            .collect::<Result<_, _>>()
            .expect("units of the machine");
        designs
    })
}

#[test]
fn slang_has_nothing_to_remark() {
    let designs = designs();
    let modules = designs.iter().flat_map(|design| &design.modules);
    let found: BTreeSet<String> = modules
        .flat_map(|module| remarked(&module.verilog))
        .collect();
    let found: Vec<String> = found.into_iter().collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_slang_remarks_is_found() {
    let wrong = "
        wire one;
        wire [3:0] warp;
        assign x = one << 1;
        assign y = warp >> n+1;
        assign z = all[warp*LANES +: LANES];
        assign v = all[i*LANES +: LANES] << (n+1) | (warp << 3);
    ";
    let long = format!("assign w = {};", "a".repeat(100));
    let found = remarked(&(wrong.to_owned() + &long));
    let begins = |what: &str| {
        found
            .iter()
            .filter(|remark| remark.starts_with(what))
            .count()
    };
    let kinds = ["it is too long", "a sum", "a shift leaves", "a signed"];
    assert_eq!(kinds.map(begins), [1; 4], "{found:?}");
}
