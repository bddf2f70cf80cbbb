//! Lines of a file that may be compressed.

use crate::Reason;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Stream};
use memchr::memchr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

/// The longest line; a record with 32 addresses has less than 1000 bytes.
const LONGEST: usize = 1 << 16;

/// Bytes that are held at a time; larger than the longest line.
const BLOCK: usize = 1 << 18;

/// Bytes of a file that are read ahead of a decoder. Fewer than are free in a block, so that uncompressed text is read directly
/// into the block, without a copy.
const AHEAD: usize = 1 << 16;

/// The most memory of the decoder of xz; the highest level of compression needs 65 MiB.
const XZ_MEMORY: u64 = 256 << 20;

/// First bytes of files written by xz and zstd.
const XZ: &[u8] = b"\xfd7zXZ\0";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// A line, in the block that was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The line without its line end and surrounding spaces.
    pub text: &'a [u8],
    /// The rest of the block from this line on, for reading it as words.
    pub block: &'a [u8],
}

/// The lines of a file, one after the other, returned in place in the block that was read.
pub(crate) struct Lines {
    input: Box<dyn Read>,
    block: Box<[u8]>,
    /// The unread part of the block.
    rest: Range<usize>,
    number: u64,
}

impl Lines {
    /// Opens a file; its first bytes tell how it is compressed.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = BufReader::with_capacity(AHEAD, File::open(path)?);
        let start = file.fill_buf()?;
        let input: Box<dyn Read> = if start.starts_with(XZ) {
            let decoder = Stream::new_stream_decoder(XZ_MEMORY, CONCATENATED)?;
            Box::new(XzDecoder::new_stream(file, decoder))
        } else if start.starts_with(ZSTD) {
            Box::new(zstd::Decoder::with_buffer(file)?)
        } else {
            Box::new(file)
        };
        Ok(Lines {
            input,
            block: vec![0; BLOCK].into(),
            rest: 0..0,
            number: 0,
        })
    }

    /// Number of the last line read, counted from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line; `None` at the end of the file.
    pub fn next(&mut self) -> Result<Option<Line<'_>>, Reason> {
        self.number += 1;
        let mut searched = 0;
        let length = loop {
            let rest = &self.block[self.rest.clone()];
            if let Some(at) = memchr(b'\n', &rest[searched..]) {
                break searched + at + 1;
            }
            searched = rest.len();
            if searched > LONGEST || self.read()? == 0 {
                break searched;
            }
        };
        if length > LONGEST {
            return Err(Reason::TooLong(LONGEST));
        }
        let line = self.rest.start..self.rest.start + length;
        self.rest.start = line.end;
        let text = self.block[line.clone()].trim_ascii_start();
        Ok((length > 0).then(|| Line {
            block: &self.block[line.end - text.len()..],
            text: text.trim_ascii_end(),
        }))
    }

    /// Moves the unread part to the front of the block and reads more bytes behind it; returns how many.
    fn read(&mut self) -> io::Result<usize> {
        self.block.copy_within(self.rest.clone(), 0);
        self.rest = 0..self.rest.len();
        let free = &mut self.block[self.rest.end..];
        let bytes = loop {
            match self.input.read(free) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.rest.end += bytes;
        Ok(bytes)
    }
}
