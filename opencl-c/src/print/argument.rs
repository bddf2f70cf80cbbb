//! The types of printed arguments, as a compiled program describes them to the host.

/// The kind of an argument's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Float,
    Pointer,
}

/// The type of an argument: a vector, or a scalar, which has one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArgumentType {
    pub kind: Kind,
    pub lanes: u8,
    /// Size of an element in bytes.
    pub bytes: u8,
}

impl ArgumentType {
    /// Number of words that an argument takes in a record.
    pub fn words(self) -> u32 {
        (u32::from(self.lanes) * u32::from(self.bytes)).div_ceil(4)
    }

    /// Encodes the type as three bytes, none of which is 0.
    pub fn encode(self) -> [u8; 3] {
        let kind = match self.kind {
            Kind::Integer => b'i',
            Kind::Float => b'f',
            Kind::Pointer => b'p',
        };
        [kind, self.lanes, self.bytes]
    }

    /// Decodes the bytes of [`ArgumentType::encode`].
    pub fn decode([kind, lanes, bytes]: [u8; 3]) -> Option<Self> {
        let kind = match kind {
            b'i' => Kind::Integer,
            b'f' => Kind::Float,
            b'p' => Kind::Pointer,
            _ => return None,
        };
        let is_known = matches!(lanes, 1 | 2 | 3 | 4 | 8 | 16) && matches!(bytes, 1 | 2 | 4 | 8);
        is_known.then_some(Self { kind, lanes, bytes })
    }
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    pub of: ArgumentType,
    /// The elements in order, little-endian.
    pub bytes: Vec<u8>,
}
