//! Types of OpenCL C: numbers and vectors of them.

use heddle_machines::Random;
use std::fmt;

/// The type of a number or of a vector's element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    Char,
    Uchar,
    Short,
    Ushort,
    Int,
    Uint,
    Long,
    Ulong,
    Float,
    Double,
}

use Element::{Char, Double, Float, Int, Long, Short, Uchar, Uint, Ulong, Ushort};

/// Integers: signed and unsigned of each size in turn, smallest first.
pub const INTEGERS: [Element; 8] = [Char, Uchar, Short, Ushort, Int, Uint, Long, Ulong];

/// Elements as often as they are drawn.
const DRAWN: [Element; 15] = [
    Char, Uchar, Short, Ushort, Int, Int, Uint, Uint, Long, Ulong, Float, Float, Float, Double,
    Double,
];

/// Numbers of elements of vectors, and 1 for numbers, as often as they are drawn.
const WIDTHS: [u32; 10] = [1, 1, 1, 1, 2, 3, 4, 4, 8, 16];

impl Element {
    pub fn drawn(random: &mut Random) -> Self {
        *random.pick(&DRAWN)
    }

    pub fn name(self) -> &'static str {
        match self {
            Char => "char",
            Uchar => "uchar",
            Short => "short",
            Ushort => "ushort",
            Int => "int",
            Uint => "uint",
            Long => "long",
            Ulong => "ulong",
            Float => "float",
            Double => "double",
        }
    }

    /// Size in bits.
    pub fn bits(self) -> u32 {
        match self {
            Char | Uchar => 8,
            Short | Ushort => 16,
            Int | Uint | Float => 32,
            Long | Ulong | Double => 64,
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Char | Short | Int | Long)
    }

    /// The signed and the unsigned integer of this size.
    fn integers(self) -> [Self; 2] {
        let at = 2 * (self.bits().trailing_zeros() as usize - 3);
        [INTEGERS[at], INTEGERS[at + 1]]
    }

    pub fn signed(self) -> Self {
        self.integers()[0]
    }

    pub fn unsigned(self) -> Self {
        self.integers()[1]
    }

    /// The floating-point number of this size, if there is one.
    pub fn floating(self) -> Option<Self> {
        match self.bits() {
            32 => Some(Float),
            64 => Some(Double),
            _ => None,
        }
    }

    /// The integer of half the size with the same signedness, if one exists.
    pub fn half(self) -> Option<Self> {
        let at = INTEGERS.iter().position(|&integer| integer == self)?;
        Some(INTEGERS[at.checked_sub(2)?])
    }
}

/// A number, or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    pub element: Element,
    /// Number of elements; 1 for a number.
    pub width: u32,
}

impl Type {
    pub const UINT: Type = Type {
        element: Uint,
        width: 1,
    };

    pub fn drawn(random: &mut Random) -> Self {
        Type {
            element: Element::drawn(random),
            width: *random.pick(&WIDTHS),
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self.element, Float | Double)
    }

    pub fn is_vector(self) -> bool {
        self.width > 1
    }

    /// The type with other elements.
    pub fn of(self, element: Element) -> Self {
        Type { element, ..self }
    }

    /// The type with another number of elements.
    pub fn wide(self, width: u32) -> Self {
        Type { width, ..self }
    }

    pub fn signed(self) -> Self {
        self.of(self.element.signed())
    }

    pub fn unsigned(self) -> Self {
        self.of(self.element.unsigned())
    }

    /// Size in memory in bytes: a vector of three takes the space of four.
    pub fn bytes(self) -> u32 {
        self.element.bits() / 8 * self.width.next_power_of_two()
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.element.name())?;
        match self.width {
            1 => Ok(()),
            width => write!(f, "{width}"),
        }
    }
}
