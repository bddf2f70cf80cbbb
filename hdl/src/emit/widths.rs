//! Names of widths: constants at the top of a module, one for each name that the module uses.

use super::rows::{self, Kind, Page, Row, Value};
use crate::builder::Graph;
use crate::layout::{Layout, WidthName};
use std::collections::HashSet;

/// Declares the names that the inside of a module uses, followed by a blank line. Linters would report unused names.
pub(super) fn declare(page: &mut Page, graph: &Graph, layout: &Layout, inside: &Page) {
    let text = inside.render();
    // The point belongs to a word, so that a parameter of a memory wrapper (`.WIDTH`) is a different word.
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let words: HashSet<&str> = text.split(|c| !is_of_word(c)).collect();
    let names = layout.widths.names().iter();
    let used: Vec<_> = names.filter(|width| words.contains(&*width.name)).collect();
    for width in &used {
        page.row(row(graph, layout, width));
    }
    if !used.is_empty() {
        page.blank();
    }
}

fn row(graph: &Graph, layout: &Layout, width: &WidthName) -> Row {
    let cells = [
        "localparam".to_owned(),
        width.name.clone(),
        format!("= {}", width.bits),
    ];
    Row {
        comment: meaning(graph, layout, width),
        ..rows::row(Kind::Declaration, cells.into(), Value::end())
    }
}

/// The contract's meaning of the parameter; for a parameter that is derived from others, the name of a port of this width.
fn meaning(graph: &Graph, layout: &Layout, width: &WidthName) -> String {
    let mut params = graph.contract.params.iter();
    let param = params.find(|param| param.name == width.parameter);
    if let Some(param) = param.filter(|param| param.value == u64::from(width.bits)) {
        let (meaning, _limits) = param.doc.split_once(';').unwrap_or((param.doc, ""));
        return meaning.to_owned();
    }
    let name = layout.name(width.port);
    match graph.signals[width.port].length {
        None => format!("bits of {name}"),
        Some(_) => format!("bits of an element of {name}"),
    }
}
