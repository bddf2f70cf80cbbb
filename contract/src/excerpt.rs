//! Where in a text file something is wrong.

use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A place in a text that somebody supplied, for errors to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The whole text.
    pub text: Arc<str>,
    /// Bytes of it that are meant.
    pub span: Range<usize>,
}

impl Excerpt {
    /// A place that is known by its bytes.
    pub fn new(text: &str, span: Range<usize>) -> Self {
        let text = text.into();
        Self { text, span }
    }

    /// The entry of a TOML text at a dotted path, such as `buffer[1].name`, as the user names it;
    /// if there is none, the table that it would be in. `None` for a place in no table of the
    /// text, and for text that is not TOML.
    pub fn of_key(text: &str, path: &str) -> Option<Self> {
        let table = DeTable::parse(text).ok()?;
        let span = find(table.get_ref(), &steps(path))?;
        Some(Self::new(text, span))
    }

    /// Line and column, both from 1; the column counts characters.
    pub fn line_column(&self) -> (usize, usize) {
        let before = &self.text[..self.span.start];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (line, before[start..].chars().count() + 1)
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
    if let Some(inner) = inside(value, rest) {
        return Some(inner);
    }
    let whole = key.span().start..value.span().end;
    // A section's name is shown, not all that is in it.
    let section = value.span().start < key.span().start || value.get_ref().is_table();
    Some(if section { key.span() } else { whole })
}

fn inside(value: &Spanned<DeValue<'_>>, path: &[&str]) -> Option<Range<usize>> {
    let (first, rest) = path.split_first()?;
    match value.get_ref() {
        DeValue::Table(table) => find(table, path),
        DeValue::Array(array) => {
            let entry = array.get(first.parse::<usize>().ok()?)?;
            Some(inside(entry, rest).unwrap_or(entry.span()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "cores = 1\nargs = [1, {u32 = \"é\"}]\n\n[core]\nwarps = 99\n\n\
        [[buffer]]\nname = \"a\"\n[[buffer]]\nname = \"b\"\n";

    fn shown(path: &str) -> Option<String> {
        let excerpt = Excerpt::of_key(TEXT, path)?;
        let (line, column) = excerpt.line_column();
        let text = &TEXT[excerpt.span.clone()];
        Some(format!("{line}:{column} {text}"))
    }

    #[test]
    fn keys_are_found_by_their_path() {
        let is = |path, text: &str| assert_eq!(shown(path).as_deref(), Some(text), "{path}");
        is("cores", "1:1 cores = 1");
        is("core.warps", "5:1 warps = 99");
        is("args[0]", "2:9 1");
        is("args[1].u32", "2:13 u32 = \"é\"");
        is("buffer[1].name", "10:1 name = \"b\"");
    }

    #[test]
    fn what_is_missing_is_shown_by_what_is_around_it() {
        assert_eq!(shown("core.blocks").as_deref(), Some("4:2 core"));
        assert_eq!(
            shown("args[7]").as_deref(),
            Some("2:1 args = [1, {u32 = \"é\"}]")
        );
        assert_eq!(shown("pipeline.alu_cycles"), None);
        assert_eq!(shown(""), None);
        assert_eq!(Excerpt::of_key("= 3", "cores"), None);
    }
}
