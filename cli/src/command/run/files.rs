//! Files for buffers of a source's kernel: to write them to, and to compare them with.

use crate::failure::Failure;
use heddle_isa::signature::Signature;
use heddle_sim::report::Output;
use heddle_system::input::CONTENTS;
use std::path::Path;

/// Parses `PARAMETER=FILE`: buffers given by their parameters' names, each with its file.
pub fn named<'a>(
    option: &str,
    texts: &'a [String],
    signature: &Signature,
) -> Result<Vec<(&'a str, &'a Path)>, Failure> {
    let known: Vec<&str> = signature
        .parameters
        .iter()
        .filter(|parameter| parameter.type_name.ends_with('*'))
        .map(|parameter| parameter.name.as_str())
        .collect();
    let named = texts.iter().map(|text| {
        let pair = text
            .split_once('=')
            .filter(|(name, _)| known.contains(name));
        pair.map(|(name, file)| (name, Path::new(file)))
            .ok_or_else(|| {
                let what = format!("{option} {text}: no buffer is named");
                let remedy = format!("{option} PARAMETER=FILE; buffers are: {}", known.join(", "));
                Failure::input_with(what, remedy)
            })
    });
    named.collect()
}

/// A buffer and its expected contents from a file.
pub struct Expected<'a> {
    name: &'a str,
    file: &'a Path,
    bytes: Vec<u8>,
}

/// Reads the files that buffers are compared with.
pub fn expected<'a>(
    texts: &'a [String],
    signature: &Signature,
) -> Result<Vec<Expected<'a>>, Failure> {
    let files = named("--expect", texts, signature)?;
    let read = |(name, file): (&'a str, &'a Path)| {
        let bytes = heddle_system::input::read(file, CONTENTS).map_err(|error| {
            let what = format!("--expect {}: cannot be read: {error}", file.display());
            Failure::input_with(what, heddle_system::input::remedy(&error))
        })?;
        Ok(Expected { name, file, bytes })
    };
    files.into_iter().map(read).collect()
}

/// The bytes of a buffer.
pub fn contents<'a>(buffers: &'a [Output], name: &str) -> Option<&'a [u8]> {
    let output = buffers.iter().find(|output| output.name == name);
    output.map(|output| output.bytes.as_slice())
}

/// The places where buffers differ from the expected contents.
pub fn differences(buffers: &[Output], expected: &[Expected]) -> Vec<String> {
    let difference = |expected: &Expected| {
        let Expected { name, file, bytes } = expected;
        let found = contents(buffers, name)?;
        let file = file.display();
        if found.len() != bytes.len() {
            let (found, bytes) = (found.len(), bytes.len());
            return Some(format!("buffer `{name}` has {found} bytes, {file} {bytes}"));
        }
        let at = found
            .iter()
            .zip(bytes)
            .position(|(found, bytes)| found != bytes)?;
        Some(format!(
            "buffer `{name}` differs from {file} at byte {at} first"
        ))
    };
    expected.iter().filter_map(difference).collect()
}
