//! The buffer to which kernels append records.

use super::argument::{Argument, ArgumentType};
use super::format::format;
use heddle_isa::Program;

/// Words at the front: used bytes, including the header; size in bytes; number of records that did not fit.
const HEADER: usize = 3;
/// Words of a record before its arguments: its size in bytes, its thread, and the addresses of the format and the types.
const RECORD_HEADER: usize = 4;

/// The first bytes of an empty buffer of this size. All other bytes have to be 0.
pub fn header(bytes: u32) -> Vec<u8> {
    let words = [4 * HEADER as u32, bytes, 0];
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The output of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The text of all calls that fit in the buffer, thread by thread.
    pub text: Vec<u8>,
    /// Number of calls that did not fit.
    pub lost: u32,
}

/// The text of a buffer after a launch of a kernel of `program`. Formats, types and texts are constants of the program.
///
/// The text is in the order of thread numbers, and for each thread in the order of its calls. It ends at the first invalid
/// record, which a kernel has overwritten.
pub fn text(buffer: &[u8], program: &Program) -> Printed {
    let words: Vec<u32> = buffer.chunks_exact(4).map(word).collect();
    let mut records = records(&words);
    // The records of one thread are in the order of its calls, which the stable sort preserves.
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

/// The records of a buffer, in order, up to the first place without a valid record.
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
    /// The arguments with their types, which the program holds as constants.
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

/// The bytes of a program from an address to the first 0.
fn constant(program: &Program, address: u32) -> Option<&[u8]> {
    let segment = program.segments.iter().find_map(|segment| {
        let offset = address.checked_sub(segment.address)?;
        segment.data.get(offset as usize..)
    })?;
    let end = segment.iter().position(|&byte| byte == 0)?;
    Some(&segment[..end])
}
