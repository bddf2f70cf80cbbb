//! The metadata nodes in which clang describes kernels.

use super::name::unescaped;
use crate::ir::{IrError, Item, Kind, Token, TokenKind, arguments};
use std::collections::HashMap;

/// The numbered nodes of a module.
#[derive(Debug, Default)]
pub struct Metadata<'t, 'a>(HashMap<&'t str, &'t [Token<'a>]>);

/// The nodes that are attached to a function, by kind.
pub type Attachments<'t> = HashMap<&'t str, &'t str>;

impl<'t, 'a> Metadata<'t, 'a> {
    /// The nodes among the items of a module.
    pub fn of(items: &'t [Item<'a>]) -> Self {
        let nodes = items.iter().filter(|item| item.kind == Kind::Metadata);
        let node = |item: &'t Item<'a>| {
            let [name, _, node @ ..] = item.tokens.as_slice() else {
                return None;
            };
            Some((name.text.as_ref(), node))
        };
        Self(nodes.filter_map(node).collect())
    }

    /// The node with this name, such as `!4`.
    pub fn node(&self, name: &str) -> Option<&'t [Token<'a>]> {
        self.0.get(name).copied()
    }

    /// The operands of the node that is attached with this kind; `None` if none is attached.
    pub fn operands(
        &self,
        attachments: &Attachments<'_>,
        kind: &str,
    ) -> Result<Option<Vec<&'t [Token<'a>]>>, IrError> {
        let Some(&name) = attachments.get(kind) else {
            return Ok(None);
        };
        match self.0.get(name) {
            // `!{...}`
            Some([bang, open, inside @ .., _]) if bang.text == "!" && open.is("{") => {
                Ok(Some(arguments(inside)))
            }
            _ => Err(IrError::new(0, format!("{kind} is no list: {name}"))),
        }
    }

    /// The operands of such a node as texts.
    pub fn texts(
        &self,
        attachments: &Attachments<'_>,
        kind: &str,
    ) -> Result<Option<Vec<String>>, IrError> {
        let operands = self.operands(attachments, kind)?;
        let text = |operand: &[Token<'_>]| match operand {
            [token] => text(&token.text).ok_or_else(|| unexpected(token, kind)),
            _ => Err(IrError::new(0, format!("{kind} is no list of texts"))),
        };
        operands
            .map(|operands| operands.into_iter().map(text).collect())
            .transpose()
    }

    /// The operands of such a node as numbers of type `i32`.
    pub fn numbers(
        &self,
        attachments: &Attachments<'_>,
        kind: &str,
    ) -> Result<Option<Vec<u32>>, IrError> {
        let operands = self.operands(attachments, kind)?;
        let number = |operand: &[Token<'_>]| match operand {
            [of, number] if of.is("i32") => {
                number.text.parse().map_err(|_| unexpected(number, kind))
            }
            _ => Err(IrError::new(0, format!("{kind} is no list of numbers"))),
        };
        operands
            .map(|operands| operands.into_iter().map(number).collect())
            .transpose()
    }
}

fn unexpected(token: &Token<'_>, kind: &str) -> IrError {
    IrError::new(token.line, format!("`{}` in {kind}", token.text))
}

/// The nodes attached to a function; they precede its body.
pub fn attachments<'t>(function: &'t [Token<'_>]) -> Attachments<'t> {
    let body = function.iter().position(|token| token.is("{"));
    let header = &function[..body.unwrap_or(function.len())];
    let pairs = header.windows(2).filter_map(|pair| match pair {
        [kind, node] if [kind.kind, node.kind] == [TokenKind::Metadata; 2] => {
            Some((kind.text.as_ref(), node.text.as_ref()))
        }
        _ => None,
    });
    pairs.collect()
}

/// The text of `!"text"`, with escaped bytes restored.
fn text(token: &str) -> Option<String> {
    let quoted = token.strip_prefix("!\"")?.strip_suffix('"')?;
    String::from_utf8(unescaped(quoted)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Items;

    #[test]
    fn nodes_are_found_by_what_they_are_attached_as() {
        let module = "define void @k() #0 !a !1 !b !2 !c !3 {\n}\n!1 = !{!\"x\\22\", !\"\"}\n!2 = !{i32 7, i32 1}\n!3 = !{i64 7}\n";
        let items: Vec<_> = Items::of(module).map(Result::unwrap).collect();
        let metadata = Metadata::of(&items);
        let attached = attachments(&items[0].tokens);
        let texts = metadata.texts(&attached, "!a").expect("texts");
        assert_eq!(texts.expect("attached"), ["x\"", ""]);
        let numbers = metadata.numbers(&attached, "!b").expect("numbers");
        assert_eq!(numbers.expect("attached"), [7, 1]);
        assert_eq!(metadata.numbers(&attached, "!d"), Ok(None));
        assert!(metadata.numbers(&attached, "!c").is_err());
        assert!(metadata.texts(&attached, "!b").is_err());
    }
}
