//! Printing. Decides nothing about hardware: names, layouts and order are given.

mod body;
mod header;
mod instances;
mod loops;
mod registers;
pub(crate) mod rows;
mod widths;
mod wrappers;

use crate::build::Graph;
use crate::shape::Shape;
use rows::Page;

/// What a module and those inside it are called.
pub(crate) struct Names<'a> {
    pub(crate) module: &'a str,
    /// Modules of its instances.
    pub(crate) children: &'a [String],
    /// What stands in front of the names of memory wrappers.
    pub(crate) prefix: &'a str,
}

/// The Verilog of one module.
pub(crate) fn verilog(graph: &Graph, shape: &Shape, names: &Names<'_>) -> String {
    let mut page = Page::default();
    header::comment(&mut page, graph, names.module);
    page.refuse_implicit_nets();
    page.text(format!("module {} (", names.module));
    page.indent(1);
    header::ports(&mut page, graph, shape.style);
    page.indent(-1);
    page.text(");");
    let inside = body::Body::new(graph, shape, names).inside();
    page.indent(1);
    widths::declare(&mut page, graph, shape, &inside);
    page.indent(-1);
    page.extend(inside);
    page.text("endmodule");
    page.allow_implicit_nets();
    page.render()
}
