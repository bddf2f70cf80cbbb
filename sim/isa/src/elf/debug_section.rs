//! The sections of DWARF.

use super::Sections;
use gimli::{EndianSlice, LittleEndian};
use object::elf::SHF_COMPRESSED;
use object::read::elf::SectionHeader;

/// Larger sections are not read: the reader may briefly hold a hundred times as many bytes.
const MAX_BYTES: usize = 16 << 20;

/// What is read.
pub(super) type Bytes<'a> = EndianSlice<'a, LittleEndian>;

/// The contents of a section if it exists, is not compressed and is not too large; otherwise empty.
pub(super) fn section<'a>(sections: &Sections<'a>, bytes: &'a [u8], name: &str) -> Bytes<'a> {
    let found = sections.section_by_name(object::LittleEndian, name.as_bytes());
    let data = found.and_then(|(_, section)| {
        let plain = !section
            .sh_flags(object::LittleEndian)
            .contains(SHF_COMPRESSED);
        let data = section.data(object::LittleEndian, bytes).ok()?;
        (plain && data.len() <= MAX_BYTES).then_some(data)
    });
    EndianSlice::new(data.unwrap_or_default(), LittleEndian)
}
