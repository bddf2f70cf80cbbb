//! The frames of a recording.

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::io::{self, Write};

/// The first line of a recording. Another layout has another number.
pub(super) const FIRST_LINE: &[u8] = b"heddle recording 1\n";

/// How hard a frame is packed, from 1 to 10: more takes twice the time for a tenth less.
const LEVEL: u8 = 3;

/// What a frame holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// What was recorded: JSON.
    About = b'A',
    /// Issued instructions of a core.
    Issues = b'I',
    /// Cycles in which a core issued nothing.
    Stalls = b'S',
    /// Lines that the memory port of a core served.
    Port = b'P',
    /// Tables of a core that have changed.
    Tables = b'T',
    /// Periods in which the data bus of a memory module carried data.
    Bus = b'B',
    /// The report of the run: JSON.
    Report = b'R',
}

impl Kind {
    const ALL: [Kind; 7] = [
        Kind::About,
        Kind::Issues,
        Kind::Stalls,
        Kind::Port,
        Kind::Tables,
        Kind::Bus,
        Kind::Report,
    ];
}

/// Writes a frame.
///
/// # Errors
/// Those of `to`.
pub(super) fn write(kind: Kind, payload: &[u8], to: &mut dyn Write) -> io::Result<()> {
    let packed = compress_to_vec_zlib(payload, LEVEL);
    let length = u32::try_from(packed.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    to.write_all(&[kind as u8])?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(&packed)
}

/// Takes the next frame, of at most so many bytes when it is unpacked, from the front of what is left of a recording: `Some(None)` at
/// its end, and `None` if it is damaged or larger.
pub(super) fn take(left: &mut &[u8], most: usize) -> Option<Option<(Kind, Vec<u8>)>> {
    let Some((&letter, rest)) = left.split_first() else {
        return Some(None);
    };
    let kind = Kind::ALL.into_iter().find(|kind| *kind as u8 == letter)?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (packed, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *left = rest;
    let payload = decompress_to_vec_zlib_with_limit(packed, most).ok()?;
    Some(Some((kind, payload)))
}
