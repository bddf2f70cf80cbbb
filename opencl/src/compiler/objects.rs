//! The input of the linker: one or several objects of the compiler, LLVM IR as clang writes it (HST-14), as one binary.
//!
//! The binary begins with [`OBJECT`] or [`LIBRARY`]; each object follows as its length, 8 bytes little-endian, and its bytes.

/// The first bytes of the binary of one object, which distinguish it from other binaries.
const OBJECT: &[u8; 8] = b"heddleO\x01";

/// The first bytes of the binary of a library, of one object or several.
const LIBRARY: &[u8; 8] = b"heddleL\x01";

/// Objects of the compiler: one, or a library.
#[derive(Debug, PartialEq, Eq)]
pub struct Objects {
    binary: Vec<u8>,
}

impl Objects {
    /// One object.
    pub fn one(object: Vec<u8>) -> Objects {
        Objects::all(OBJECT, &[&object])
    }

    /// A library of the objects of several binaries, in order.
    pub fn library<'a>(all: impl IntoIterator<Item = &'a Objects>) -> Objects {
        let parts: Vec<&[u8]> = all.into_iter().flat_map(Objects::parts).collect();
        Objects::all(LIBRARY, &parts)
    }

    fn all(kind: &[u8; 8], parts: &[&[u8]]) -> Objects {
        let mut binary = kind.to_vec();
        for part in parts {
            binary.extend((part.len() as u64).to_le_bytes());
            binary.extend(*part);
        }
        Objects { binary }
    }

    /// The objects in a binary; `None` if the binary has another format or is damaged.
    pub fn read(binary: &[u8]) -> Option<Objects> {
        split(binary)?;
        Some(Objects {
            binary: binary.into(),
        })
    }

    /// Whether they are a library.
    pub fn is_library(&self) -> bool {
        self.binary.starts_with(LIBRARY)
    }

    /// The objects.
    pub fn parts(&self) -> Vec<&[u8]> {
        split(&self.binary).expect("a binary is read before it is one")
    }

    /// The binary, from which [`Objects::read`] can read the objects again.
    pub fn binary(&self) -> &[u8] {
        &self.binary
    }
}

fn split(binary: &[u8]) -> Option<Vec<&[u8]>> {
    let (kind, mut rest) = binary.split_first_chunk()?;
    if kind != OBJECT && kind != LIBRARY {
        return None;
    }
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (length, behind) = rest.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (part, behind) = behind.split_at_checked(length)?;
        parts.push(part);
        rest = behind;
    }
    let fits = match kind == OBJECT {
        true => parts.len() == 1,
        false => !parts.is_empty(),
    };
    fits.then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::Objects;

    #[test]
    fn objects_are_read_again() {
        let (one, other) = (Objects::one(b"one".into()), Objects::one(b"".into()));
        let both = Objects::library([&one, &other]);
        let read = Objects::read(both.binary()).expect("two objects");
        assert_eq!(read.parts(), [b"one".as_slice(), b""]);
    }

    #[test]
    fn a_library_of_one_object_stays_one() {
        let object = Objects::one(b"one".into());
        for (objects, is_library) in [(Objects::library([&object]), true), (object, false)] {
            let read = Objects::read(objects.binary()).expect("an object");
            assert_eq!(read.is_library(), is_library);
        }
    }

    #[test]
    fn every_cut_is_refused() {
        let objects = Objects::one(b"one".into());
        for length in 0..objects.binary().len() {
            assert_eq!(Objects::read(&objects.binary()[..length]), None, "{length}");
        }
    }
}
