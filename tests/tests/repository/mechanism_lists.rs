//! No list of mechanisms is kept by hand: such a list forgets the next mechanism.

use crate::files::{ROOT, below};
use crate::packages::packages;
use heddle_sim::Mechanism;
use std::fs;
use std::path::Path;

/// Pages of people, besides sources and scripts.
const PAGES: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// The mechanisms of the first list in a text: names, or variants of the enumeration, with only signs between them. All but two
/// are a list; fewer are a choice for some purpose.
fn list(text: &str) -> Option<Vec<String>> {
    let known = Mechanism::ALL.map(Mechanism::name);
    let mut row: Vec<String> = Vec::new();
    let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != ';');
    for word in words.filter(|word| !word.is_empty() && !["Mechanism", "and"].contains(word)) {
        let name = word.to_lowercase();
        match known.contains(&name.as_str()) {
            true if row.contains(&name) => {}
            true => row.push(name),
            false => row.clear(),
        }
        if row.len() >= known.len() - 2 {
            return Some(row);
        }
    }
    None
}

#[test]
fn none_is_kept_by_hand() {
    let root = Path::new(ROOT);
    let folders = packages()
        .into_iter()
        .flat_map(|package| ["src", "tests"].map(|of| below(&root.join(&package).join(of))));
    let sources = folders
        .flatten()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let others = below(&root.join("scripts")).into_iter();
    let pages = PAGES.map(|page| root.join(page));
    let mut read = 0;
    for path in sources.chain(others).chain(pages) {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        read += 1;
        assert_eq!(
            list(&text),
            None,
            "{}: take `Mechanism::ALL` or `heddle mechanisms`",
            path.display()
        );
    }
    assert!(read > 500, "{read}");
}

/// Deliberate errors: the lists that had forgotten a mechanism, and other forms of one.
#[test]
fn lists_are_found() {
    let all = Mechanism::ALL.map(Mechanism::name);
    let variants = Mechanism::ALL.map(|mechanism| format!("Mechanism::{mechanism:?}"));
    for text in [
        format!("for mechanism in [\"{}\"] {{", all[1..].join("\", \"")),
        format!("[{}]", variants[2..].join(",\n    ")),
        format!("for mechanism in {}; do", all.join(" ")),
        format!("| `{}` |", all.join("` | `")),
    ] {
        assert!(list(&text).is_some(), "{text}");
    }
    let few = format!("[\"{}\"]", all[..3].join("\", \""));
    assert_eq!(list(&few), None);
}
