//! The places of instructions: as the program sees them, in bytes, and as hardware sees them, in words of the code.

use crate::order::in_order;
use std::fmt;

in_order!(Pc WordPc);

/// The byte address of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Pc(u32);

impl Pc {
    /// The PC of the instruction at a byte address.
    #[inline(always)]
    pub const fn new(address: u32) -> Self {
        Pc(address)
    }

    /// The byte address.
    #[inline(always)]
    pub const fn address(self) -> u32 {
        self.0
    }

    /// The PC `bytes` bytes further on, modulo 2^32.
    #[inline(always)]
    pub const fn offset(self, bytes: u32) -> Self {
        Pc(self.0.wrapping_add(bytes))
    }

    /// The distance in bytes from `other` to this PC, modulo 2^32.
    #[inline(always)]
    pub const fn bytes_behind(self, other: Pc) -> u32 {
        self.0.wrapping_sub(other.0)
    }

    /// The PC of the next instruction.
    #[inline(always)]
    pub const fn next(self) -> Self {
        self.offset(4)
    }
}

/// Prints the byte address as reports and traces show it.
impl fmt::Display for Pc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:08x}", self.0)
    }
}

/// The number of an instruction's word, from the start of the code: the PC of hardware.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct WordPc(u32);

impl WordPc {
    /// The word with this number.
    #[inline(always)]
    pub const fn new(number: u32) -> Self {
        WordPc(number)
    }

    /// The word that a port of a hardware unit carries.
    #[inline(always)]
    pub const fn of_port(port: u64) -> Self {
        WordPc(port as u32)
    }

    /// The number of the word.
    #[inline(always)]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The number of the word as an index into tables with one entry for each word.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next word, modulo 2^32.
    #[inline(always)]
    pub const fn next(self) -> Self {
        WordPc(self.0.wrapping_add(1))
    }
}

/// The word number as a port of a hardware unit carries it.
impl From<WordPc> for u64 {
    #[inline(always)]
    fn from(word: WordPc) -> u64 {
        word.0.into()
    }
}
