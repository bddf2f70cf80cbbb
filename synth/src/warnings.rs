//! Warnings of the tools: how many of each kind, and why they are harmless (SYN-4).

use serde::Serialize;
use std::collections::BTreeMap;

/// A kind of warning whose reason is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Parts that the text contains, in this order.
    parts: &'static [&'static str],
    /// Why the tool gives the warning, and why it is harmless.
    pub reason: &'static str,
}

const fn of(parts: &'static [&'static str], reason: &'static str) -> Explained {
    Explained { parts, reason }
}

/// Every kind of warning that Heddle's units cause.
const EXPLAINED: &[Explained] = &[
    of(
        &["The SystemVerilog keyword", "/share/"],
        "a file of Yosys' own names something by a word of SystemVerilog; Heddle's Verilog has no such names",
    ),
    of(
        &["Detected", "multi-output cells"],
        "adders of the cell library have two outputs, and ABC does not map to them: it makes adders of gates",
    ),
    of(
        &["No PCF file specified"],
        "the harness has four pins, and it does not matter where they are",
    ),
    of(
        &["Replacing memory", "with list of registers"],
        "the memory is written or read at many places at once: it is one of flip-flops in the Verilog too",
    ),
];

/// Warnings of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The program that gave the warnings.
    pub tool: &'static str,
    /// The text without names and numbers.
    pub kind: String,
    /// Number of warnings.
    pub count: usize,
    /// The first warning.
    pub example: String,
    /// Why the tool gives the warning, if the reason is known.
    pub reason: Option<&'static str>,
}

/// Counts the warnings in a tool's output.
pub(crate) fn count(tool: &'static str, said: &str, into: &mut Vec<Warning>) {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (place, warning) in into.iter().enumerate() {
        kinds.insert(format!("{} {}", warning.tool, warning.kind), place);
    }
    for text in said.lines().filter_map(warning) {
        let kind = kind(text);
        match kinds.get(&format!("{tool} {kind}")) {
            Some(&place) => into[place].count += 1,
            None => {
                kinds.insert(format!("{tool} {kind}"), into.len());
                into.push(Warning {
                    tool,
                    reason: explained(text).map(|explained| explained.reason),
                    kind,
                    count: 1,
                    example: text.to_owned(),
                });
            }
        }
    }
}

fn explained(text: &str) -> Option<&'static Explained> {
    let matches = |explained: &&Explained| {
        let mut rest = Some(text);
        for part in explained.parts {
            rest = rest
                .and_then(|rest| rest.split_once(part))
                .map(|(_, rest)| rest);
        }
        rest.is_some()
    };
    EXPLAINED.iter().find(matches)
}

/// The warning in a line: it begins the line or follows a position in a file. The warnings of Yosys' lexer are in lower case.
fn warning(line: &str) -> Option<&str> {
    let marks = ["Warning: ", "warning: "].iter();
    let (before, text) = marks.filter_map(|mark| line.split_once(mark)).next()?;
    let is_one = before.is_empty() || before == "Lexer " || before.ends_with(": ");
    // The frequency is the result, not a warning.
    (is_one && !text.starts_with("Max frequency for clock")).then(|| text.trim())
}

/// A warning with every name and number replaced by `...`.
fn kind(text: &str) -> String {
    let is_name = |word: &str| {
        let special = ['\\', '$', '/', '[', '.', '_', '\'', '`', '"'];
        word.chars().any(|c| c.is_ascii_digit())
            || word.trim_end_matches(['.', ',', ':']).contains(special)
    };
    let words = text
        .split_whitespace()
        .map(|word| if is_name(word) { "..." } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_stand_at_the_beginning_or_after_a_place() {
        assert_eq!(warning("Warning: a"), Some("a"));
        assert_eq!(warning("top.v:3: Warning: a"), Some("a"));
        assert_eq!(warning("ABC: Warning: a"), Some("a"));
        assert_eq!(warning("Lexer warning: a"), Some("a"));
        assert_eq!(warning("6 warnings, 0 errors"), None);
        assert_eq!(warning("Info: no Warning: here"), None);
        assert_eq!(
            warning("Warning: Max frequency for clock 'clk': 9 MHz"),
            None
        );
    }

    #[test]
    fn warnings_of_one_kind_are_counted_together() {
        let said =
            "Warning: Wire top.\\a has no driver.\nnote\nWarning: Wire top.\\b has no driver.\n";
        let mut found = Vec::new();
        count("yosys", said, &mut found);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].count, found[0].kind.as_str()),
            (2, "Wire ... has no driver.")
        );
    }
}
