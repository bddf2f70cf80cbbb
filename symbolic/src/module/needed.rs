//! The part of a module that a function needs.

use super::cursor::plain;
use std::collections::{HashMap, HashSet};

/// The text of a module with blank lines in place of the functions and variables that a function does not need: lines keep their
/// numbers.
pub(super) fn needed(text: &str, function: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let owners = owners(&lines);
    let mut of_owner: HashMap<&str, Vec<&str>> = HashMap::new();
    for (line, owner) in lines.iter().zip(&owners) {
        of_owner.entry(owner.unwrap_or("")).or_default().push(line);
    }
    let mut known: HashSet<&str> = HashSet::new();
    let first = owners.iter().flatten().find(|name| plain(name) == function);
    let mut waiting: Vec<&str> = first.copied().into_iter().collect();
    while let Some(name) = waiting.pop() {
        if known.insert(name) {
            let lines = of_owner.get(name).into_iter().flatten();
            waiting.extend(lines.flat_map(|line| globals(line)));
        }
    }
    let kept = lines.iter().zip(&owners).map(|(line, owner)| match owner {
        Some(name) if !known.contains(name) => "",
        _ => line,
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// For each line, the function or variable to which it belongs.
fn owners<'a>(lines: &[&'a str]) -> Vec<Option<&'a str>> {
    let mut open = None;
    let owner = |line: &&'a str| {
        let starts = |word| line.starts_with(word);
        let owner = match open {
            Some(_) => open,
            None if starts("@") || starts("declare ") || starts("define ") => globals(line).next(),
            None => None,
        };
        open = match starts("define ") || open.is_some() && *line != "}" {
            true => owner,
            false => None,
        };
        owner
    };
    lines.iter().map(owner).collect()
}

/// The names of globals in a line, each with its `@`.
fn globals(line: &str) -> impl Iterator<Item = &str> {
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || "-_.$".contains(c);
    line.match_indices('@').map(move |(at, _)| {
        let rest = &line[at..];
        let end = match rest[1..].strip_prefix('"') {
            Some(quoted) => quoted.find('"').map(|end| end + 3),
            None => rest[1..].find(|c| !is_in_name(c)).map(|end| end + 1),
        };
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "%t = type { i64 }
@a = constant [1 x i8] c\"x\"
@b = constant <{ ptr }> <{ ptr @a }>
define void @\"one two\"(ptr %0) {
  call void @f(ptr @b)
}
declare void @f(ptr)
define void @g() {
b0:
  call void @\"one two\"(ptr null)
}
attributes #0 = { noreturn }";

    #[test]
    fn what_a_function_does_not_need_is_blank() {
        let lines = |function: &str| {
            let text = needed(MODULE, function);
            let lines = text.lines().enumerate();
            let kept = lines.filter(|(_, line)| !line.is_empty());
            kept.map(|(at, _)| at).collect::<Vec<_>>()
        };
        assert_eq!(lines("g"), (0..12).collect::<Vec<_>>());
        assert_eq!(lines("one two"), [0, 1, 2, 3, 4, 5, 6, 11]);
        assert_eq!(lines("f"), [0, 6, 11]);
        assert_eq!(lines("h"), [0, 11]);
        assert_eq!(needed(MODULE, "g"), MODULE);
    }
}
