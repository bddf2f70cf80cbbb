//! The place in a text file where something is wrong.

use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A place in a text that the user supplied; error messages show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The whole text.
    pub text: Arc<str>,
    /// The bytes of the text that make up the place.
    pub span: Range<usize>,
}

impl Excerpt {
    /// A place given by its range of bytes.
    pub fn new(text: &str, span: Range<usize>) -> Self {
        let text = text.into();
        Self { text, span }
    }

    /// The entry of a TOML text at a dotted path, such as `buffer[1].name`; `None` if no such entry
    /// exists, and for text that is not TOML.
    pub fn of_key(text: &str, path: &str) -> Option<Self> {
        Self::at(text, &steps(path))
    }

    /// The entry that [`Excerpt::of_key`] finds, or the nearest entry that encloses the path.
    pub fn near_key(text: &str, path: &str) -> Option<Self> {
        let steps = steps(path);
        let around = (1..=steps.len()).rev().map(|length| &steps[..length]);
        around.into_iter().find_map(|path| Self::at(text, path))
    }

    fn at(text: &str, path: &[&str]) -> Option<Self> {
        let table = DeTable::parse(text).ok()?;
        let span = find(table.get_ref(), path)?;
        Some(Self::new(text, span))
    }

    /// The file's name with line and column.
    pub fn place_in(&self, file: &str) -> String {
        let (line, column) = self.line_column();
        format!("{file}:{line}:{column}")
    }

    /// The whole lines in which the place is.
    pub fn lines(&self) -> &str {
        let start = self.text[..self.span.start]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let after = self.text[self.span.end..].find('\n');
        &self.text[start..after.map_or(self.text.len(), |length| self.span.end + length)]
    }

    /// Line and column, both from 1; the column counts characters.
    pub fn line_column(&self) -> (usize, usize) {
        let before = &self.text[..self.span.start];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (line, before[start..].chars().count() + 1)
    }
}

/// An error message about a key; the deserialiser calls the whole file `.`.
pub fn at_key(key: &str, problem: &str) -> String {
    match key {
        "." => problem.into(),
        _ => format!("`{key}`: {problem}"),
    }
}

/// `a.b[1]` as `a`, `b`, `1`.
fn steps(path: &str) -> Vec<&str> {
    let separators = ['.', '[', ']'];
    path.split(separators)
        .filter(|step| !step.is_empty())
        .collect()
}

fn find(table: &DeTable<'_>, path: &[&str]) -> Option<Range<usize>> {
    let (first, rest) = path.split_first()?;
    let (key, value) = table.get_key_value(*first)?;
    if !rest.is_empty() {
        return inside(value, rest);
    }
    // Only the name of a section is shown. The value of a section starts where its header does.
    let whole = key.span().start..value.span().end;
    let is_section = value.span().start <= key.span().start;
    Some(if is_section { key.span() } else { whole })
}

fn inside(value: &Spanned<DeValue<'_>>, path: &[&str]) -> Option<Range<usize>> {
    match (value.get_ref(), path) {
        (_, []) => Some(value.span()),
        (DeValue::Table(table), _) => find(table, path),
        (DeValue::Array(array), [first, rest @ ..]) => {
            inside(array.get(first.parse::<usize>().ok()?)?, rest)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "cores = 1\nargs = [1, {u32 = \"é\"}]\n\n[core]\nwarps = 99\n\n\
        [[buffer]]\nname = \"a\"\n[[buffer]]\nname = \"b\"\n";

    fn shown(excerpt: Option<Excerpt>) -> Option<String> {
        let excerpt = excerpt?;
        let text = &TEXT[excerpt.span.clone()];
        Some(excerpt.place_in("f") + " " + text)
    }

    #[test]
    fn keys_are_found_by_their_path() {
        let is = |path, text: &str| {
            assert_eq!(shown(Excerpt::of_key(TEXT, path)).as_deref(), Some(text));
        };
        is("cores", "f:1:1 cores = 1");
        is("core", "f:4:2 core");
        is("core.warps", "f:5:1 warps = 99");
        is("args[0]", "f:2:9 1");
        is("args[1].u32", "f:2:13 u32 = \"é\"");
        is("buffer[1].name", "f:10:1 name = \"b\"");
        is("buffer[1]", "f:9:1 [[buffer]]");
    }

    #[test]
    fn what_is_missing_is_shown_by_what_is_around_it() {
        let near = |path| shown(Excerpt::near_key(TEXT, path));
        assert_eq!(near("core.blocks").as_deref(), Some("f:4:2 core"));
        assert_eq!(
            near("args[7]").as_deref(),
            Some("f:2:1 args = [1, {u32 = \"é\"}]")
        );
        assert_eq!(near("buffer[0].bytes").as_deref(), Some("f:7:1 [[buffer]]"));
        assert_eq!(near("pipeline.alu_cycles"), None);
        assert_eq!(near(""), None);
        assert_eq!(Excerpt::of_key(TEXT, "core.blocks"), None);
        assert_eq!(Excerpt::of_key("= 3", "cores"), None);
    }
}
