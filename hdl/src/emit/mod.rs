//! Printing. Decides nothing about hardware: names, layouts and order are given.

mod body;
mod header;
mod instances;
mod loops;
mod registers;
pub(crate) mod rows;
mod wrappers;

use crate::build::Graph;
use crate::shape::Shape;
use rows::Page;

/// The Verilog of one module; `children` are the module names of its instances.
pub(crate) fn verilog(graph: &Graph, shape: &Shape, name: &str, children: &[String]) -> String {
    let mut page = Page::default();
    header::comment(&mut page, graph, name);
    page.refuse_implicit_nets();
    page.text(format!("module {name} ("));
    page.indent(1);
    header::ports(&mut page, graph, shape.style);
    page.indent(-1);
    let mut page = body::Body::new(graph, shape, children, page).module();
    page.allow_implicit_nets();
    page.render()
}
