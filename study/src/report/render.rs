//! Pages as files of HTML.

use super::index::Index;
use super::page::Page;
use crate::plot::panel::STYLE;
use minijinja::AutoEscape;
use minijinja::value::Serde;
use serde::Serialize;

/// The page of a paper as one self-contained file.
pub fn render(page: &Page) -> String {
    rendered(include_str!("page.html.jinja"), page)
}

/// The index of several pages.
pub fn render_index(index: &Index<'_>) -> String {
    rendered(include_str!("index.html.jinja"), index)
}

fn rendered(template: &str, context: &impl Serialize) -> String {
    let mut environment = heddle_template::environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment
        .add_template("style.css", include_str!("style.css"))
        .and_then(|()| environment.add_template("panel.css", STYLE))
        .and_then(|()| environment.add_template("macros.jinja", include_str!("macros.jinja")))
        .and_then(|()| environment.render_str(template, Serde(context)))
        .unwrap_or_else(|error| panic!("the template of the report: {error:#}"))
}
