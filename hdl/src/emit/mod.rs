//! Prints Verilog. Makes no decisions about hardware: names, layouts and order are given.

mod body;
mod header;
mod instances;
mod loops;
mod registers;
pub(crate) mod rows;
mod widths;
mod wrappers;

use crate::builder::Graph;
use crate::layout::Layout;
use rows::Page;

/// The names of a module and of the modules inside it.
pub(crate) struct Names<'a> {
    pub(crate) module: &'a str,
    /// Names of the modules of its instances.
    pub(crate) children: &'a [String],
    /// The prefix of the names of memory wrappers.
    pub(crate) prefix: &'a str,
}

/// The Verilog of one module.
pub(crate) fn verilog(graph: &Graph, layout: &Layout, names: &Names<'_>) -> String {
    let mut page = Page::default();
    header::comment(&mut page, graph, names.module);
    page.refuse_implicit_nets();
    page.text(format!("module {} (", names.module));
    page.indent(1);
    header::ports(&mut page, graph, layout.style);
    page.indent(-1);
    page.text(");");
    let inside = body::Body::new(graph, layout, names).inside();
    page.indent(1);
    widths::declare(&mut page, graph, layout, &inside);
    page.indent(-1);
    page.extend(inside);
    page.text("endmodule");
    page.allow_implicit_nets();
    page.render()
}
