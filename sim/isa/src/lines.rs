//! Source lines of instructions, as the compiler recorded them.

/// A line of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceLine<'a> {
    /// The file name as passed to the compiler, relative to the directory it ran in.
    pub file: &'a str,
    /// Line number, counted from 1.
    pub line: u32,
}

/// The start of a range of code that was compiled from one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Byte address.
    pub address: u32,
    /// Numbers of the file and the line; `None` where code ends or belongs to no line.
    pub place: Option<(usize, u32)>,
}

/// Lines of a whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SourceLines {
    files: Vec<String>,
    /// Sorted by address; of several rows at one address the last counts.
    rows: Vec<Row>,
}

impl SourceLines {
    /// Accepts rows in any order, but of several at one address the last counts, and a row that begins a line takes precedence
    /// over a row that ends code there.
    pub fn new(files: Vec<String>, mut rows: Vec<Row>) -> Self {
        rows.sort_by_key(|row| (row.address, row.place.is_some()));
        SourceLines { files, rows }
    }

    /// The line that an address belongs to.
    pub fn at(&self, address: u32) -> Option<SourceLine<'_>> {
        let behind = self.rows.partition_point(|row| row.address <= address);
        let (file, line) = self.rows[..behind].last()?.place?;
        let file = self.files.get(file)?;
        Some(SourceLine { file, line })
    }
}
