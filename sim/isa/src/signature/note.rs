//! Signatures as an ELF note: name `heddle`, type 2; the descriptor is JSON.

use super::Signature;
use crate::elf::ElfReason;
use std::collections::BTreeMap;

/// The section of Heddle's notes.
pub(crate) const SECTION: &str = ".note.heddle";
/// Owner of the note, as stored in the file.
const OWNER: &[u8] = b"heddle\0";
/// Type of the note with signatures. Type 1 is the hash of a kernel's sources.
const SIGNATURES: u32 = 2;

/// The bytes of a section `.note.heddle` that holds signatures.
pub fn section(signatures: &[Signature]) -> Vec<u8> {
    let json = serde_json::to_vec(signatures).expect("texts and numbers can be written as JSON");
    let mut note = Vec::new();
    for word in [OWNER.len() as u32, json.len() as u32, SIGNATURES] {
        note.extend(word.to_le_bytes());
    }
    for part in [OWNER, &json] {
        note.extend(part);
        note.resize(note.len().next_multiple_of(4), 0);
    }
    note
}

/// The signatures in the notes of the section, by kernel name; empty if the section has no such note.
pub(crate) fn read_signatures(section: &[u8]) -> Result<BTreeMap<String, Signature>, ElfReason> {
    let mut signatures = BTreeMap::new();
    let mut rest = section;
    while !rest.is_empty() {
        let note = Note::take(&mut rest).ok_or_else(|| damaged("a note is cut off".into()))?;
        if note.owner == OWNER && note.kind == SIGNATURES {
            for signature in parse(note.descriptor)? {
                let kernel = signature.kernel.clone();
                if signatures.insert(kernel, signature).is_some() {
                    return Err(damaged("a kernel has two signatures".into()));
                }
            }
        }
    }
    Ok(signatures)
}

fn parse(json: &[u8]) -> Result<Vec<Signature>, ElfReason> {
    serde_json::from_slice(json).map_err(|error| damaged(format!("signatures: {error}")))
}

fn damaged(detail: String) -> ElfReason {
    ElfReason::Damaged {
        place: format!("section {SECTION}"),
        detail,
    }
}

/// One note of a section.
struct Note<'a> {
    owner: &'a [u8],
    kind: u32,
    descriptor: &'a [u8],
}

impl<'a> Note<'a> {
    /// Splits the first note off some bytes; `None` if the note is truncated.
    fn take(bytes: &mut &'a [u8]) -> Option<Self> {
        let mut word = || {
            let (word, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(u32::from_le_bytes(*word))
        };
        let (owner, descriptor, kind) = (word()?, word()?, word()?);
        Some(Self {
            owner: padded(bytes, owner)?,
            descriptor: padded(bytes, descriptor)?,
            kind,
        })
    }
}

/// The first `length` bytes; the rest starts at the next multiple of 4, or is empty.
fn padded<'a>(bytes: &mut &'a [u8], length: u32) -> Option<&'a [u8]> {
    let length = length as usize;
    let field = bytes.get(..length)?;
    let next = length.next_multiple_of(4).min(bytes.len());
    *bytes = &bytes[next..];
    Some(field)
}

#[cfg(test)]
mod tests {
    use super::super::{AddressQualifier, Kind, Parameter, TypeQualifiers};
    use super::*;

    fn signature(kernel: &str) -> Signature {
        Signature {
            kernel: kernel.into(),
            parameters: vec![Parameter {
                name: "input".into(),
                type_name: "float*".into(),
                kind: Kind::Global,
                offset: 0,
                address: AddressQualifier::Global,
                qualifiers: TypeQualifiers::default(),
            }],
            hidden_offset: 4,
            required_work_group_size: Some([16, 1, 1]),
            work_group_size_hint: None,
            vec_type_hint: None,
            attributes: "reqd_work_group_size(16,1,1)".into(),
            shared_bytes: 64,
            stack_bytes: Some(32),
            prints: false,
            lacking: None,
        }
    }

    #[test]
    fn what_is_written_is_read_behind_other_notes() {
        let mut bytes = Vec::new();
        for word in [7u32, 1, 1] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(b"heddle\0\0h\0\0\0");
        bytes.extend(section(&[signature("a"), signature("main")]));
        let read = read_signatures(&bytes).expect("two notes");
        let names: Vec<&String> = read.keys().collect();
        assert_eq!(names, ["a", "main"]);
        assert_eq!(read["main"], signature("main"));
    }

    #[test]
    fn every_cut_is_an_error_or_shorter() {
        let whole = section(&[signature("a")]);
        for length in 1..whole.len() {
            let read = read_signatures(&whole[..length]);
            // Only padding may be missing.
            assert!(read.is_err() || whole.len() - length < 4, "{length}");
        }
    }

    #[test]
    fn wrong_notes_name_their_section() {
        let twice = section(&[signature("a"), signature("a")]);
        let mut wrong = section(&[]);
        let at = wrong.len() - 4;
        wrong[at] = b'{';
        for bytes in [twice, wrong, vec![0xff; 12]] {
            let error = read_signatures(&bytes).expect_err("it is wrong");
            assert!(error.to_string().contains(".note.heddle"), "{error}");
        }
    }
}
