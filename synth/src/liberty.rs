//! Facts that a cell library gives about its cells: areas, which cells store, and which is the smallest inverter.

use crate::error::Error;
use std::collections::BTreeMap;
use std::path::Path;

/// A cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Cell {
    /// Area in the library's unit, which is um2 in the libraries that Heddle knows.
    pub area: f64,
    /// Whether the cell is a flip-flop or a latch.
    pub is_register: bool,
    is_inverter: bool,
}

/// The cells of a liberty file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Library {
    cells: BTreeMap<String, Cell>,
}

impl Library {
    /// Reads the needed parts of a liberty file.
    ///
    /// # Errors
    /// The file has no flip-flop or no inverter, so that nothing can be mapped to it.
    pub fn read(text: &str, path: &Path) -> Result<Self, Error> {
        let mut library = Self::default();
        let mut current = None;
        for line in text.lines().map(str::trim) {
            if let Some(name) = group(line, "cell") {
                library.cells.insert(name.clone(), Cell::default());
                current = Some(name);
            }
            let Some(cell) = current
                .as_ref()
                .and_then(|name| library.cells.get_mut(name))
            else {
                continue;
            };
            cell.is_register |= ["ff", "latch"]
                .iter()
                .any(|kind| group(line, kind).is_some());
            cell.is_inverter |= value(line, "function").is_some_and(is_inversion);
            if let Some(area) = value(line, "area").and_then(|text| text.parse().ok()) {
                cell.area = area;
            }
        }
        let lacks = |what: &str| Error::Library {
            path: path.into(),
            what: format!("the cell library has no {what}"),
            remedy: "name a liberty file of standard cells, with flip-flops and inverters".into(),
        };
        if !library.cells.values().any(|cell| cell.is_register) {
            return Err(lacks("flip-flop"));
        }
        library.inverter().ok_or_else(|| lacks("inverter"))?;
        Ok(library)
    }

    /// The cell with a name.
    pub fn cell(&self, name: &str) -> Option<&Cell> {
        self.cells.get(name)
    }

    /// The smallest inverter, which is assumed to drive the inputs of a unit.
    pub fn inverter(&self) -> Option<&str> {
        let inverters = self
            .cells
            .iter()
            .filter(|(_, cell)| cell.is_inverter && !cell.is_register);
        let smallest = inverters.min_by(|(_, one), (_, other)| one.area.total_cmp(&other.area));
        smallest.map(|(name, _)| name.as_str())
    }
}

/// The argument of a group of this kind that begins in a line: `INVX1` in `cell (INVX1) {`.
fn group(line: &str, kind: &str) -> Option<String> {
    let rest = line.strip_prefix(kind)?.trim_start().strip_prefix('(')?;
    let (argument, _) = rest.split_once(')')?;
    Some(argument.trim().trim_matches('"').into())
}

/// The value of an attribute in a line: `16` in `area : 16;`.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(name)?.trim_start().strip_prefix(':')?;
    Some(
        rest.trim()
            .trim_end_matches(';')
            .trim()
            .trim_matches('"')
            .trim(),
    )
}

/// Whether a function is an inversion: `(!A)`, `!A` or `A'`.
fn is_inversion(function: &str) -> bool {
    let bare = function.replace(['(', ')', ' '], "");
    let input = bare.strip_prefix('!').or_else(|| bare.strip_suffix('\''));
    input.is_some_and(|input| input.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
        cell (INVX2) {
          area : 16.5;
          pin(Y) { direction : output;
            function : "(!A)";
          } }
        cell ("INVX1") {
          area : 12;
          function : "!A";
        }
        cell (DFF) {
          area : 96;
          ff ("DS0000","P0000") {
            function : "!Q";
        }"#;

    #[test]
    fn cells_have_areas_and_kinds() {
        let library = Library::read(TEXT, Path::new("x.lib")).expect("a library");
        assert_eq!(library.inverter(), Some("INVX1"));
        assert_eq!(library.cell("INVX2").map(|cell| cell.area), Some(16.5));
        assert!(library.cell("DFF").is_some_and(|cell| cell.is_register));
    }

    #[test]
    fn a_file_that_is_no_library_is_refused() {
        let error = Library::read("hello", Path::new("x.lib")).expect_err("no cells");
        assert_eq!(
            error.to_string(),
            "x.lib: the cell library has no flip-flop"
        );
    }
}
