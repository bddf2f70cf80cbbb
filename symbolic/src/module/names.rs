//! Names of values and blocks.

use super::Known;
use super::cursor::Cursor;
use crate::error::Refused;
use heddle_compiler::ir::Types;
use std::collections::HashMap;

/// Numbers of names in a function.
pub(super) struct Names<'k> {
    values: HashMap<String, usize>,
    blocks: HashMap<String, usize>,
    known: &'k Known,
}

impl<'k> Names<'k> {
    pub fn new(blocks: impl Iterator<Item = (String, usize)>, known: &'k Known) -> Self {
        Self {
            values: HashMap::new(),
            blocks: blocks.collect(),
            known,
        }
    }

    /// Number of values that have been read.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// The number of a value; names are numbered when they are first read.
    pub fn value(&mut self, name: String) -> usize {
        let next = self.values.len();
        *self.values.entry(name).or_insert(next)
    }

    pub fn types(&self) -> &Types {
        &self.known.types
    }

    pub fn block(&self, at: &Cursor<'_, '_>, label: &str) -> Result<usize, Refused> {
        let block = self.blocks.get(label).copied();
        block.ok_or_else(|| at.refuse(format!("no block is called `{label}`")))
    }
}
