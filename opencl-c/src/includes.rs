//! The files that a source includes, as clang lists them for `make`.

/// Paths of a rule `target: path path \`.
pub(crate) fn parse(rule: &str) -> Vec<String> {
    let (_, list) = rule.split_once(':').unwrap_or_default();
    let (mut paths, mut path) = (Vec::new(), String::new());
    let mut characters = list.chars().peekable();
    while let Some(c) = characters.next() {
        match (c, characters.peek()) {
            // A backslash escapes a blank, a dollar sign is doubled, and a backslash at the end of a line continues it.
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => path.extend(characters.next()),
            ('\\', Some('\n')) | (' ' | '\n', _) => paths.push(std::mem::take(&mut path)),
            _ => path.push(c),
        }
    }
    paths.push(path);
    paths.retain(|path| !path.is_empty());
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_apart_as_make_does() {
        let rule = "out: a.h inc/b\\ c.h \\\n  d$$e\\#.h \\\n  f\\g.h\n";
        assert_eq!(parse(rule), ["a.h", "inc/b c.h", "d$e#.h", "f\\g.h"]);
        assert!(parse("out:\n").is_empty());
        assert!(parse("").is_empty());
    }
}
