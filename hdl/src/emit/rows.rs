//! Lines of text, and rows whose columns line up with those of their neighbours.

use crate::layout::{LINE, Width};

/// Which rows line up with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Port,
    Declaration,
    Assignment,
    Load,
    Connection,
}

/// The part of a row to the right of its columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Value {
    /// `=`, `<=`, or nothing.
    pub(crate) operator: &'static str,
    /// The value on one line.
    pub(crate) flat: String,
    /// The value on several lines, if it is too long for one.
    pub(crate) broken: Vec<String>,
    /// The end of the statement.
    pub(crate) end: &'static str,
}

impl Value {
    /// Text that is not broken, with the end of a statement.
    pub(crate) fn new(operator: &'static str, flat: impl Into<String>) -> Self {
        Self {
            operator,
            flat: flat.into(),
            broken: Vec::new(),
            end: ";",
        }
    }

    /// Only the end of a statement.
    pub(crate) fn end() -> Self {
        Self::new("", "")
    }
}

/// One line in columns.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) kind: Kind,
    pub(crate) cells: Vec<String>,
    pub(crate) value: Value,
    pub(crate) comment: String,
}

enum Line {
    Blank,
    Text(usize, String),
    Row(usize, Row),
}

pub(crate) fn row(kind: Kind, cells: Vec<String>, value: Value) -> Row {
    let comment = String::new();
    Row {
        kind,
        cells,
        value,
        comment,
    }
}

pub(crate) fn declaration(keyword: &str, width: Width<'_>, name: String, value: Value) -> Row {
    let range = match width {
        // Without a range it would have 32 bits, the width of its value.
        Width::Bits(1) if keyword == "localparam" => "[0:0]".to_owned(),
        Width::Bits(1) => String::new(),
        Width::Bits(bits) => format!("[{}:0]", bits - 1),
        Width::Named(_) | Width::Times(..) => format!("[{width}-1:0]"),
    };
    row(
        Kind::Declaration,
        vec![keyword.to_owned(), range, name],
        value,
    )
}

pub(crate) fn load(target: String, value: Value) -> Row {
    row(Kind::Load, vec![target], value)
}

/// A connection of a port to an expression, which may be broken into lines.
pub(crate) fn connection(port: &str, signal: &str, broken: Vec<String>) -> Row {
    let value = Value {
        end: "),",
        broken,
        ..Value::new("", format!("({signal}"))
    };
    row(Kind::Connection, vec![format!(".{port}")], value)
}

/// The text of a module as it grows.
#[derive(Default)]
pub(crate) struct Page {
    lines: Vec<Line>,
    depth: usize,
}

impl Page {
    /// Adds a blank line, unless the page ends with one or there is nothing to separate.
    pub(crate) fn blank(&mut self) {
        if !matches!(self.lines.last(), None | Some(Line::Blank)) {
            self.lines.push(Line::Blank);
        }
    }

    pub(crate) fn text(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Text(self.depth, text.into()));
    }

    pub(crate) fn row(&mut self, row: Row) {
        self.lines.push(Line::Row(self.depth, row));
    }

    /// Adds a comment, broken into lines.
    pub(crate) fn comment(&mut self, text: &str) {
        for line in wrap(text, LINE - 3 - 4 * self.depth) {
            self.text(format!("// {line}"));
        }
    }

    /// Adds a directive: from here on, a name without a declaration is a mistake, not a wire.
    pub(crate) fn refuse_implicit_nets(&mut self) {
        self.text("`default_nettype none");
        self.blank();
    }

    /// Adds a directive that restores the default of the language for the files that are compiled afterwards.
    pub(crate) fn allow_implicit_nets(&mut self) {
        self.blank();
        self.text("`default_nettype wire");
    }

    /// Appends the lines of another page, separated by a blank line.
    pub(crate) fn append(&mut self, other: Page) {
        self.blank();
        self.extend(other);
    }

    /// Appends the lines of another page.
    pub(crate) fn extend(&mut self, other: Page) {
        self.lines.extend(other.lines);
    }

    /// Increases or decreases the indentation.
    pub(crate) fn indent(&mut self, levels: isize) {
        self.depth = self.depth.checked_add_signed(levels).expect("blocks nest");
    }

    /// Number of columns left for text one level deeper.
    pub(crate) fn room(&self) -> usize {
        LINE.saturating_sub(4 * (self.depth + 1) + 1)
    }

    /// The text of all lines, with rows lined up.
    pub(crate) fn render(&self) -> String {
        let mut text = String::new();
        let mut rest = &self.lines[..];
        while !rest.is_empty() {
            let (run, behind) = rest.split_at(run_length(rest));
            render_run(&mut text, run);
            rest = behind;
        }
        text
    }
}

/// Breaks text into lines of at most `room` characters.
pub(crate) fn wrap(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= room => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn push(text: &mut String, depth: usize, line: &str) {
    text.extend(std::iter::repeat_n("    ", depth));
    text.push_str(line.trim_end());
    text.push('\n');
}

/// How many lines, from the first one on, line up. Groups of ports line up across the lines that separate them.
fn run_length(lines: &[Line]) -> usize {
    let Line::Row(depth, first) = &lines[0] else {
        return 1;
    };
    let same =
        |line: &&Line| matches!(line, Line::Row(d, row) if d == depth && row.kind == first.kind);
    if first.kind == Kind::Port {
        return lines
            .iter()
            .rposition(|line| same(&line))
            .map_or(1, |last| last + 1);
    }
    lines.iter().take_while(same).count()
}

fn render_run(text: &mut String, run: &[Line]) {
    let rows: Vec<(usize, &Row)> = run.iter().filter_map(Line::row).collect();
    let widths = widths(&rows);
    let commented = rows
        .iter()
        .filter(|(_, row)| row.kind == Kind::Port || !row.comment.is_empty());
    let comments = commented
        .map(|(_, row)| row.head(&widths).len() + row.value.end.len())
        .max();
    for line in run {
        match line {
            Line::Blank => text.push('\n'),
            Line::Text(depth, line) => push(text, *depth, line),
            Line::Row(depth, row) => {
                let lines = row.lines(&widths, *depth, comments.unwrap_or(0));
                lines.iter().for_each(|line| push(text, *depth, line));
            }
        }
    }
}

impl Line {
    fn row(&self) -> Option<(usize, &Row)> {
        match self {
            Line::Row(depth, row) => Some((*depth, row)),
            _ => None,
        }
    }
}

/// Widths of the columns. A last cell that nothing follows does not widen the column for its neighbours.
fn widths(rows: &[(usize, &Row)]) -> Vec<usize> {
    let mut widths = Vec::new();
    for (depth, row) in rows {
        widths.resize(widths.len().max(row.cells.len()), 0);
        let ends = row.value.flat.is_empty() || row.is_long(*depth);
        let counted = row.cells.len() - usize::from(ends && row.kind != Kind::Port);
        for (width, cell) in widths.iter_mut().zip(&row.cells[..counted]) {
            *width = cell.len().max(*width);
        }
    }
    widths
}

impl Row {
    /// The lines of the row, without indentation.
    fn lines(&self, widths: &[usize], depth: usize, comments: usize) -> Vec<String> {
        let Value {
            flat, broken, end, ..
        } = &self.value;
        if !self.comment.is_empty() {
            return self.with_comment(
                &(self.head(widths).trim_end().to_owned() + end),
                comments,
                depth,
            );
        }
        if flat.is_empty() {
            return vec![self.head(widths).trim_end().to_owned() + end];
        }
        let one = format!("{} {flat}{end}", self.target(widths));
        if broken.is_empty() || depth * 4 + one.len() <= LINE {
            return vec![one];
        }
        let (last, before) = widths.split_last().expect("a row has cells");
        let mut lines = vec![self.target(&[before, &[(*last).min(1)]].concat())];
        lines.extend(broken.iter().map(|line| format!("    {line}")));
        if self.kind == Kind::Connection {
            lines[0] += " (";
            lines.push(String::new());
        }
        lines.last_mut().expect("one line at least").push_str(end);
        lines
    }

    /// The columns with the operator.
    fn target(&self, widths: &[usize]) -> String {
        let space = if self.value.operator.is_empty() {
            ""
        } else {
            " "
        };
        format!("{}{space}{}", self.head(widths), self.value.operator)
    }

    /// Whether the row does not fit on a line even without alignment.
    fn is_long(&self, depth: usize) -> bool {
        let Value {
            operator,
            flat,
            broken,
            end,
        } = &self.value;
        let cells: usize = self.cells.iter().map(|cell| cell.len() + 1).sum();
        let length = depth * 4 + cells + operator.len() + 1 + flat.len() + end.len();
        !broken.is_empty() && length > LINE
    }

    fn with_comment(&self, head: &str, column: usize, depth: usize) -> Vec<String> {
        let room = LINE.saturating_sub(4 * depth + column + "   // ".len());
        let comment = wrap(&self.comment, room.max(LINE / 4));
        let mut heads = std::iter::once(head).chain(std::iter::repeat(""));
        let line = |line| format!("{:column$}   // {line}", heads.next().unwrap_or(""));
        comment.iter().map(line).collect()
    }

    /// The padded columns; a column that no row uses takes no space.
    fn head(&self, widths: &[usize]) -> String {
        let used = self.cells.iter().zip(widths);
        let used = used.filter(|(cell, width)| **width > 0 || !cell.is_empty());
        let cells: Vec<String> = used
            .map(|(cell, &width)| format!("{cell:width$}"))
            .collect();
        cells.join(" ")
    }
}
