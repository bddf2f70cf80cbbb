//! The TOML structure of launch files.

use crate::launch::place::LaunchPaths;
use crate::launch::{Arg, BufferOffset, LaunchReason};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use toml::de::{DeTable, DeValue};

/// A launch file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    pub kernel: Option<String>,
    pub grid: Option<Extent>,
    pub block: Option<Extent>,
    pub shared_bytes: Option<u32>,
    pub args: Option<Vec<Arg>>,
    #[serde(default, rename = "buffer")]
    pub buffers: Vec<BufferEntry>,
    #[serde(default, rename = "launch", skip_serializing_if = "Vec::is_empty")]
    pub launches: Vec<LaunchEntry>,
    #[serde(default, rename = "loop", skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<LoopEntry>,
}

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LaunchEntry {
    pub kernel: Option<String>,
    pub grid: Option<Extent>,
    pub block: Option<Extent>,
    pub shared_bytes: Option<u32>,
    pub args: Option<Vec<Arg>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoopEntry {
    pub until_zero: BufferOffset,
    #[serde(default)]
    pub before: Vec<WriteEntry>,
    pub most_rounds: Option<u32>,
    #[serde(rename = "launch")]
    pub launches: Vec<LaunchEntry>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteEntry {
    pub buffer: String,
    #[serde(default)]
    pub offset: u32,
    pub u32: u32,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BufferEntry {
    pub name: String,
    pub part: Option<BufferOffset>,
    pub bytes: Option<u32>,
    #[serde(default)]
    pub init: InitEntry,
    #[serde(default)]
    pub out: bool,
    pub address: Option<u32>,
}

/// Three numbers. If this were an array, serde would accept more numbers and take the first three.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(try_from = "Vec<u32>")]
pub(super) struct Extent(pub [u32; 3]);

impl TryFrom<Vec<u32>> for Extent {
    type Error = String;

    fn try_from(values: Vec<u32>) -> Result<Self, String> {
        let wrong = |values: Vec<u32>| format!("{values:?} is not three numbers: x, y, z");
        values.try_into().map(Extent).map_err(wrong)
    }
}

#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum InitEntry {
    #[default]
    Zero,
    File(PathBuf),
    Random(u64),
}

/// A table that holds launches, by its number among those of its name.
#[derive(Clone, Copy)]
pub(super) enum Table {
    /// `[[launch]]`.
    Launch(usize),
    /// `[[loop]]`.
    Loop(usize),
}

impl Text {
    /// Parses a launch file. A file without a launch gets one that leaves all keys out.
    pub fn parse(text: &str) -> Result<Text, LaunchReason> {
        let deserializer =
            toml::Deserializer::parse(text).map_err(|error| LaunchReason::Syntax {
                problem: error.message().trim().into(),
                span: error.span().unwrap_or_default(),
            })?;
        let parsed = serde_path_to_error::deserialize(deserializer);
        let mut parsed: Text = parsed.map_err(|error| {
            let key = error.path().to_string();
            let problem = error.into_inner().message().trim().to_owned();
            LaunchReason::Key { key, problem }
        })?;
        if parsed.launches.is_empty() && parsed.loops.is_empty() {
            parsed.launches.push(LaunchEntry::default());
        }
        Ok(parsed)
    }

    /// The tables that hold launches, in the order of the text.
    pub fn tables(&self, text: &str) -> Vec<Table> {
        let launches = (0..self.launches.len()).map(Table::Launch);
        if self.loops.is_empty() {
            return launches.collect();
        }
        let loops = (0..self.loops.len()).map(Table::Loop);
        let launches = starts(text, "launch").into_iter().zip(launches);
        let loops = starts(text, "loop").into_iter().zip(loops);
        let mut tables: Vec<_> = launches.chain(loops).collect();
        tables.sort_by_key(|(start, _)| *start);
        tables.into_iter().map(|(_, table)| table).collect()
    }

    /// The dotted paths of the launches of these tables.
    pub fn paths(&self, tables: &[Table]) -> LaunchPaths {
        let paths = tables.iter().flat_map(|table| match *table {
            Table::Launch(index) => vec![format!("launch[{index}]")],
            Table::Loop(index) => {
                let launches = 0..self.loops[index].launches.len();
                let path = |launch| format!("loop[{index}].launch[{launch}]");
                launches.map(path).collect()
            }
        });
        LaunchPaths(paths.collect())
    }
}

/// Start positions in bytes of the elements of a top-level array.
fn starts(text: &str, key: &str) -> Vec<usize> {
    let table = DeTable::parse(text).expect("it was parsed before");
    match table.get_ref().get(key).map(|value| value.get_ref()) {
        Some(DeValue::Array(array)) => array.iter().map(|value| value.span().start).collect(),
        _ => Vec::new(),
    }
}
