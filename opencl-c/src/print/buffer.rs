//! The buffer that kernels append to.

use super::argument::{Argument, ArgumentType};
use super::format::format;
use heddle_isa::Program;

/// Words at the front: bytes taken, these included; size in bytes; records that did not fit.
const HEADER: usize = 3;
/// Words of a record before its arguments: its bytes, thread, format, types.
const RECORD_HEADER: usize = 4;

/// The first bytes of a buffer of so many bytes that nothing was printed to. The others have to be 0.
pub fn header(bytes: u32) -> Vec<u8> {
    let words = [4 * HEADER as u32, bytes, 0];
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// What a launch printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The text of all calls that found room, thread by thread.
    pub text: Vec<u8>,
    /// Calls that found no room.
    pub lost: u32,
}

/// The text of a buffer after a launch of a kernel of `program`. Formats, types and texts are constants of the program.
///
/// Threads are in the order of their numbers, the calls of a thread in the order in which it made them. A record that
/// is no record, because a kernel wrote over it, ends the text.
pub fn text(buffer: &[u8], program: &Program) -> Printed {
    let words: Vec<u32> = buffer.chunks_exact(4).map(word).collect();
    let mut records = records(&words);
    // The buffer has the records of one thread in its order.
    records.sort_by_key(|record| record.thread);
    let mut text = Vec::new();
    for record in records {
        let Some(arguments) = record.arguments(program) else {
            break;
        };
        let format_text = constant(program, record.format).unwrap_or_default();
        format(
            format_text,
            &arguments,
            &|address| constant(program, address),
            &mut text,
        );
    }
    Printed {
        text,
        lost: words.get(2).copied().unwrap_or(0),
    }
}

fn word(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// A call.
struct Record<'b> {
    thread: u32,
    format: u32,
    types: u32,
    arguments: &'b [u32],
}

/// The records of a buffer, in its order, up to the first place that holds none.
fn records(words: &[u32]) -> Vec<Record<'_>> {
    let mut records = Vec::new();
    let mut rest = words.get(HEADER..).unwrap_or_default();
    while let [bytes, thread, format, types, ..] = *rest {
        let count = bytes as usize / 4;
        let Some(arguments) = rest.get(RECORD_HEADER..count) else {
            break;
        };
        records.push(Record {
            thread,
            format,
            types,
            arguments,
        });
        rest = &rest[count..];
    }
    records
}

impl Record<'_> {
    /// The arguments with their types, which the program describes.
    fn arguments(&self, program: &Program) -> Option<Vec<Argument>> {
        let described = constant(program, self.types)?;
        let (described, []) = described.as_chunks::<3>() else {
            return None;
        };
        let mut rest = self.arguments;
        let arguments = described.iter().map(|&described| {
            let of = ArgumentType::decode(described)?;
            let (words, after) = rest.split_at_checked(of.words() as usize)?;
            rest = after;
            let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            Some(Argument { of, bytes })
        });
        arguments.collect()
    }
}

/// The bytes of a program from an address up to the first 0.
fn constant(program: &Program, address: u32) -> Option<&[u8]> {
    let segment = program.segments.iter().find_map(|segment| {
        let offset = address.checked_sub(segment.address)?;
        segment.data.get(offset as usize..)
    })?;
    let end = segment.iter().position(|&byte| byte == 0)?;
    Some(&segment[..end])
}
