//! Source lines of instructions, as the compiler noted them.

/// A line of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceLine<'a> {
    /// The file as the compiler was told, relative to where it ran.
    pub file: &'a str,
    /// Counted from 1.
    pub line: u32,
}

/// Where a stretch of code begins that was made of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Byte address.
    pub address: u32,
    /// Number of the file and of the line; `None` where code ends, or is of no line.
    pub place: Option<(usize, u32)>,
}

/// Lines of a whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SourceLines {
    files: Vec<String>,
    /// In order of their addresses; of several at one address the last counts.
    rows: Vec<Row>,
}

impl SourceLines {
    /// Rows in any order, but of those at one address the last counts, and one that begins
    /// something more than one that ends something else there.
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
