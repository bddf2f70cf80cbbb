//! A file that appears whole or not at all.

use super::draft::DraftFile;
use super::place::folder_of;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written, and is not there yet.
#[derive(Debug)]
pub struct Appearing {
    draft: BufWriter<DraftFile>,
    place: PathBuf,
}

impl Appearing {
    /// A file that will appear in this place.
    ///
    /// # Errors
    /// The system's.
    pub fn new(place: &Path) -> io::Result<Self> {
        let draft = DraftFile::within(folder_of(place), "")?;
        Ok(Self {
            draft: BufWriter::new(draft),
            place: place.into(),
        })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// The system's. What was in its place is then as it was.
    pub fn appear(self) -> io::Result<()> {
        let draft = self.draft.into_inner();
        let draft = draft.map_err(io::IntoInnerError::into_error)?;
        draft.rename(&self.place)
    }
}

impl Write for Appearing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.draft.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.flush()
    }
}

/// Writes a file as a stream.
///
/// # Errors
/// The system's, and those of `contents`. The file is then as it was.
pub fn whole(
    place: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = Appearing::new(place)?;
    contents(&mut file)?;
    file.appear()
}
