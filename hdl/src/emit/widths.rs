//! Names of widths: constants at the top of a module, of those that stand in it.

use super::rows::{self, Kind, Page, Row, Value};
use crate::build::Graph;
use crate::shape::{Shape, WidthName};
use std::collections::HashSet;

/// Declares the names that stand in what is inside a module, and sets them apart. Linters report others.
pub(super) fn declare(page: &mut Page, graph: &Graph, shape: &Shape, inside: &Page) {
    let text = inside.render();
    // With the point, so that a parameter of a memory wrapper (`.WIDTH`) is another word.
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let words: HashSet<&str> = text.split(|c| !is_of_word(c)).collect();
    let names = shape.widths.names().iter();
    let used: Vec<_> = names.filter(|width| words.contains(&*width.name)).collect();
    for width in &used {
        page.row(row(graph, shape, width));
    }
    if !used.is_empty() {
        page.blank();
    }
}

fn row(graph: &Graph, shape: &Shape, width: &WidthName) -> Row {
    let cells = [
        "localparam".to_owned(),
        width.name.clone(),
        format!("= {}", width.bits),
    ];
    Row {
        comment: meaning(graph, shape, width),
        ..rows::row(Kind::Declaration, cells.into(), Value::end())
    }
}

/// What the contract says of the parameter; of one that follows from others, a port that is as wide.
fn meaning(graph: &Graph, shape: &Shape, width: &WidthName) -> String {
    let mut params = graph.contract.params.iter();
    let param = params.find(|param| param.name == width.parameter);
    if let Some(param) = param.filter(|param| param.value == u64::from(width.bits)) {
        let (meaning, _limits) = param.doc.split_once(';').unwrap_or((param.doc, ""));
        return meaning.to_owned();
    }
    let name = shape.name(width.port);
    match graph.signals[width.port].length {
        None => format!("bits of {name}"),
        Some(_) => format!("bits of an element of {name}"),
    }
}
