//! The state of a golden unit as text for people.

use std::fmt::Debug;

/// Characters of a line, about.
const LINE: usize = 90;

/// Characters of the whole text: the state of a large unit has millions.
const MOST: usize = 1 << 16;

/// Characters of a part that shares a line with others.
const SHORT: usize = 24;

/// A state on several lines, its numbers in hexadecimal as those of ports: what is in brackets stands on one line if it fits, else each part on its own, but short parts
/// without a name fill lines; equal parts that follow each other are one with their number. A text that is too long is cut, and
/// says so.
pub fn laid_out(state: &impl Debug) -> String {
    let mut text = String::new();
    put(&on_one_line(&format!("{state:#x?}")), 0, &mut text);
    if let Some((cut, _)) = text.char_indices().nth(MOST) {
        let left = text[cut..].chars().count();
        text.truncate(cut);
        text += &format!("\n... and {left} more characters");
    }
    text
}

/// What `Debug` has put on several lines.
fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut line = words.join(" ").replace(", }", " }");
    for (wide, narrow) in [(", ]", "]"), ("[ ", "["), (", )", ")"), ("( ", "(")] {
        line = line.replace(wide, narrow);
    }
    line
}

/// Appends a part, whose first line is already indented.
fn put(part: &str, indent: usize, text: &mut String) {
    let split = part.find(['[', '{', '(']).filter(|_| part.len() > LINE);
    let Some(open) = split else {
        *text += part;
        return;
    };
    let inside = &part[open + 1..part.len() - 1];
    *text += &part[..=open];
    let indent = indent + 2;
    let mut parts = parts(inside.trim()).peekable();
    // How many characters more fit the line.
    let mut room = 0;
    while let Some(part) = parts.next() {
        let mut times = 1;
        while parts.next_if_eq(&part).is_some() {
            times += 1;
        }
        let is_short = part.len() <= SHORT && !part.contains(':');
        match is_short && part.len() < room {
            true => *text += ", ",
            false => {
                *text += &format!("\n{:indent$}", "");
                room = LINE;
            }
        }
        put(part, indent, text);
        if times > 1 {
            *text += &format!(" x {times}");
        }
        room = if is_short {
            room.saturating_sub(part.len() + 8)
        } else {
            0
        };
    }
    *text += &format!("\n{:1$}", "", indent - 2);
    *text += &part[part.len() - 1..];
}

/// The parts of a list, which commas separate.
fn parts(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let parts = list.split(move |letter| {
        match letter {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::laid_out;

    #[derive(Debug)]
    #[allow(dead_code, reason = "printed")]
    struct Unit {
        live: u64,
        stacks: Vec<(u64, Option<u64>)>,
        queue: Vec<u64>,
    }

    #[test]
    fn what_fits_stays_on_its_line_and_equal_parts_are_counted() {
        let unit = Unit {
            live: 3,
            stacks: [vec![(7, Some(1)); 20], vec![(8, None); 2]].concat(),
            queue: vec![],
        };
        let expected = "Unit {\n  live: 0x3\n  stacks: [\n    (0x7, Some(0x1)) x 20, (0x8, None) x 2\n  ]\n  queue: []\n}";
        assert_eq!(laid_out(&unit), expected);
    }

    #[test]
    fn a_text_that_is_too_long_is_cut() {
        let text = laid_out(&(0..50_000).collect::<Vec<u64>>());
        assert!(text.chars().count() < super::MOST + 40);
        assert!(text.ends_with("more characters"), "{text}");
    }
}
