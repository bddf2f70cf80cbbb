//! Reading the line tables of DWARF 2 to 5 (section 6.2 of DWARF 5).
//!
//! INS-6: the section `.debug_line` alone maps addresses to lines, so no other section that may be damaged is read for that.
//! Its tables follow each other; reading stops at the first unreadable table and keeps the tables before it. A program without
//! line information is a valid program, so nothing here is an error.

use super::debug_section::{Bytes, section};
use super::{Budget, Sections};
use crate::lines::{Row, SourceLines};
use gimli::{AttributeValue, DebugLine, DebugLineOffset, DebugLineStr, DebugStr};
use std::collections::BTreeMap;

/// Bytes of an address in tables that do not state the size (before DWARF 5).
const ADDRESS_BYTES: u8 = 4;

type Header<'a> = gimli::LineProgramHeader<Bytes<'a>>;

/// The line information of a file; empty if the file has none, or none that can be read.
pub(super) fn read_lines(sections: &Sections<'_>, bytes: &[u8]) -> SourceLines {
    let mut reader = Reader::new(sections, bytes);
    while reader.table() {}
    let mut files = vec![String::new(); reader.files.len()];
    for (name, number) in reader.files {
        files[number] = name;
    }
    SourceLines::new(files, reader.rows)
}

struct Reader<'a> {
    tables: DebugLine<Bytes<'a>>,
    /// Where the next table begins.
    next: usize,
    end: usize,
    /// File and directory names of DWARF 5 tables.
    line_names: DebugLineStr<Bytes<'a>>,
    names: DebugStr<Bytes<'a>>,
    files: BTreeMap<String, usize>,
    rows: Vec<Row>,
    /// Limits the bytes of names: many names may share the same bytes of the file.
    budget: Budget,
}

impl<'a> Reader<'a> {
    fn new(sections: &Sections<'a>, bytes: &'a [u8]) -> Self {
        let section = |name| section(sections, bytes, name);
        let tables = section(".debug_line");
        Reader {
            end: tables.len(),
            tables: tables.into(),
            next: 0,
            line_names: section(".debug_line_str").into(),
            names: section(".debug_str").into(),
            files: BTreeMap::new(),
            rows: Vec::new(),
            budget: Budget::of(bytes),
        }
    }

    /// Reads the next table; `true` if a table was there and could be read.
    fn table(&mut self) -> bool {
        let before = self.rows.len();
        let read = self.next < self.end && self.read_table().is_ok();
        if !read {
            self.rows.truncate(before);
        }
        read
    }

    fn read_table(&mut self) -> gimli::Result<()> {
        let offset = DebugLineOffset(self.next);
        let table = self.tables.program(offset, ADDRESS_BYTES, None, None)?;
        let header = table.header();
        let length_bytes = header.format().initial_length_size();
        self.next += usize::from(length_bytes) + header.unit_length();
        // Keyed by file number in the table.
        let mut files = BTreeMap::new();
        let mut rows = table.rows();
        while let Some((header, row)) = rows.next_row()? {
            let number = row.file_index();
            let file = *files
                .entry(number)
                .or_insert_with(|| self.file(header, number));
            let line = row.line().and_then(|line| u32::try_from(line.get()).ok());
            let place = file.zip(line).filter(|_| !row.end_sequence());
            if let Ok(address) = u32::try_from(row.address()) {
                self.rows.push(Row { address, place });
            }
        }
        Ok(())
    }

    /// The index in `files` of a file that a table names.
    fn file(&mut self, header: &Header<'a>, number: u64) -> Option<usize> {
        let file = header.file(number)?;
        let mut path = self.text(file.path_name())?;
        // Directory 0 is where the compiler ran.
        if file.directory_index() != 0 && !path.starts_with('/') {
            let directory = self.text(header.directory(file.directory_index())?)?;
            path = format!("{}/{path}", directory.trim_end_matches('/'));
        }
        let new = self.files.len();
        Some(*self.files.entry(path).or_insert(new))
    }

    fn text(&mut self, name: AttributeValue<Bytes<'a>>) -> Option<String> {
        let bytes = match name {
            AttributeValue::DebugLineStrRef(offset) => self.line_names.get_str(offset).ok()?,
            name => name.string_value(&self.names)?,
        };
        let length = u32::try_from(bytes.len()).ok()?;
        self.budget.take(length, String::new).ok()?;
        Some(bytes.to_string_lossy().into_owned())
    }
}
