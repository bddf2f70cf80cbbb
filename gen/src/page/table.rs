//! Tables in Markdown.

/// A table with this head; in cells, `|` is escaped.
pub fn table<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let mut text = line(&head);
    text += &line(&[" --- "; N].map(str::trim));
    for row in rows {
        let cells = row.map(|cell| cell.replace('|', "\\|"));
        text += &line(&cells.each_ref().map(String::as_str));
    }
    text.trim_end().into()
}

fn line(cells: &[&str]) -> String {
    format!("| {} |\n", cells.join(" | "))
}
