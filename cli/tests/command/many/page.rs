//! A page, read as XML: it is written to be valid HTML and XML.

use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;

/// The text of a page that parses.
pub struct Page(String);

impl Page {
    pub fn parse(text: String) -> Page {
        let page = Page(text);
        page.document();
        page
    }

    fn document(&self) -> Document<'_> {
        let options = ParsingOptions {
            allow_dtd: true,
            ..ParsingOptions::default()
        };
        Document::parse_with_options(&self.0, options).expect("every element is closed")
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// The attributes of all elements of a name.
    pub fn elements(&self, name: &str) -> Vec<BTreeMap<String, String>> {
        let document = self.document();
        let named = document
            .descendants()
            .filter(|node| node.tag_name().name() == name);
        let attributes = |node: Node<'_, '_>| {
            let all = node.attributes();
            let pairs = all.map(|one| (one.name().to_owned(), one.value().to_owned()));
            pairs.collect()
        };
        named.map(attributes).collect()
    }

    pub fn has_id(&self, id: &str) -> bool {
        let document = self.document();
        document
            .descendants()
            .any(|node| node.attribute("id") == Some(id))
    }

    /// Cells of the row with this id.
    pub fn row(&self, id: &str) -> Vec<String> {
        let document = self.document();
        let row = document
            .descendants()
            .find(|node| node.attribute("id") == Some(id));
        cells(row.unwrap_or_else(|| panic!("no row `{id}`")))
    }

    /// Cells of the last table of the section with this heading, the table's heading first.
    pub fn table_after(&self, id: &str) -> Vec<Vec<String>> {
        let document = self.document();
        let rows = section(&document, id)
            .descendants()
            .filter(|node| node.has_tag_name("tr"));
        rows.map(cells).collect()
    }

    pub fn rows_after(&self, id: &str) -> usize {
        self.table_after(id).len()
    }

    pub fn charts_after(&self, id: &str) -> usize {
        let document = self.document();
        let all = section(&document, id).descendants();
        all.filter(|node| node.tag_name().name() == "svg").count()
    }

    /// Resources that the page would load from elsewhere.
    pub fn resources(&self) -> Vec<String> {
        let document = self.document();
        let loads = ["src", "srcset", "data", "poster", "action", "href"];
        let attributes = document
            .descendants()
            .flat_map(|node| node.attributes())
            .filter(|a| loads.contains(&a.name()) && !a.value().starts_with('#'))
            .map(|a| a.value().to_owned());
        let style = document.descendants().filter_map(|node| node.text());
        let style = style.filter(|text| text.contains("url(") || text.contains("@import"));
        attributes.chain(style.map(str::to_owned)).collect()
    }

    /// Links within the page that lead nowhere.
    pub fn missing_targets(&self) -> Vec<String> {
        let document = self.document();
        let links = document
            .descendants()
            .filter_map(|node| node.attribute("href"));
        let ids = links.filter_map(|link| link.strip_prefix('#'));
        ids.filter(|id| !self.has_id(id))
            .map(str::to_owned)
            .collect()
    }
}

fn section<'a>(document: &'a Document<'a>, id: &str) -> Node<'a, 'a> {
    let heading = document
        .descendants()
        .find(|node| node.attribute("id") == Some(id));
    heading
        .and_then(|heading| heading.parent())
        .unwrap_or_else(|| panic!("no section `{id}`"))
}

fn cells(row: Node<'_, '_>) -> Vec<String> {
    let cells = row
        .children()
        .filter(|node| node.has_tag_name("td") || node.has_tag_name("th"));
    let text = |cell: Node<'_, '_>| -> String {
        let texts = cell.descendants().filter(Node::is_text);
        let text: String = texts.filter_map(|node| node.text()).collect();
        text.trim().replace('\u{a0}', " ")
    };
    cells.map(text).collect()
}
