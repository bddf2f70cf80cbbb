//! Lines of a file that may be compressed.

use crate::Reason;
use liblzma::bufread::XzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line; a record with 32 addresses has less than 1000 bytes.
const LONGEST: usize = 1 << 16;

/// Bytes that are read at a time.
const BUFFER: usize = 1 << 18;

/// First bytes of what xz and zstd write.
const XZ: &[u8] = b"\xfd7zXZ\0";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// The lines of a file, one after the other, in one buffer.
pub(crate) struct Lines {
    input: Box<dyn BufRead>,
    line: Vec<u8>,
    number: u64,
}

impl Lines {
    /// Opens a file; how it is compressed is told by its first bytes.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = BufReader::with_capacity(BUFFER, File::open(path)?);
        let start = file.fill_buf()?;
        let input: Box<dyn BufRead> = if start.starts_with(XZ) {
            let decoder = XzDecoder::new_multi_decoder(file);
            Box::new(BufReader::with_capacity(BUFFER, decoder))
        } else if start.starts_with(ZSTD) {
            let decoder = zstd::Decoder::with_buffer(file)?;
            Box::new(BufReader::with_capacity(BUFFER, decoder))
        } else {
            Box::new(file)
        };
        Ok(Lines {
            input,
            line: Vec::new(),
            number: 0,
        })
    }

    /// Number of the last line, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line without its end and without spaces around it; nothing at the end of the file.
    pub fn next(&mut self) -> Result<Option<&[u8]>, Reason> {
        self.line.clear();
        self.number += 1;
        let mut limited = self.input.by_ref().take(LONGEST as u64 + 1);
        let bytes = limited.read_until(b'\n', &mut self.line)?;
        if bytes > LONGEST {
            return Err(Reason::TooLong(LONGEST));
        }
        Ok((bytes > 0).then(|| self.line.trim_ascii()))
    }
}
