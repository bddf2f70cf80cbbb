//! Kernel arguments and the block of argument slots to which `a1` points (kernel ABI, version 1).

use super::BufferOffset;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// One argument of a kernel.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Arg {
    /// Address of a buffer, 4 bytes.
    Buffer(String),
    /// Address of a byte in a buffer, 4 bytes.
    Part(BufferOffset),
    /// A word: the number of the round of the launch's [loop](super::HostLoop), with this number for the first round.
    Round(u32),
    /// A word.
    U32(u32),
    /// A signed word.
    I32(i32),
    /// A byte, in a slot of its own.
    U8(u8),
    /// Half a word, in a slot of its own.
    U16(u16),
    /// A single-precision number, rounded to nearest from the written one.
    F32(#[serde(deserialize_with = "single")] f32),
    /// A scalar of 8 bytes, 8-byte aligned.
    U64(u64),
    /// A signed scalar of 8 bytes, 8-byte aligned.
    I64(i64),
    /// A double-precision number, 8-byte aligned.
    F64(f64),
    /// A value in its memory layout: a vector or a structure.
    #[serde(rename = "struct")]
    Bytes {
        /// The value's bytes, padded with zeros to the next slot.
        bytes: Vec<u8>,
        /// The value's alignment in bytes, a power of two of at most 4096. Below that of a slot it has no effect.
        align: u32,
    },
    /// A fixed address: of a device's [allocation](crate::device::Device::allocate), or inside one.
    Address(u32),
    /// This many bytes of the block's dynamic shared memory, aligned to 16. The kernel gets their offset in the dynamic part.
    /// They follow the `shared_bytes`, so a kernel can use both without overlap.
    Local(u32),
}

/// Refuses finite numbers beyond single precision as mistakes; infinity must be written as such.
fn single<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    let exact = f64::deserialize(deserializer)?;
    let value = exact as f32;
    if value.is_infinite() && exact.is_finite() {
        return Err(D::Error::custom(format!(
            "{exact:e} is too large for an f32"
        )));
    }
    Ok(value)
}

/// Bytes of a slot.
const SLOT: u32 = 4;

/// Alignment of the dynamic part of shared memory and of every piece of it, in bytes.
const LOCAL_ALIGN: u64 = 16;

impl Arg {
    /// Bytes in the argument block, and their alignment.
    pub(super) fn size(&self) -> (u64, u64) {
        match self {
            Arg::U64(_) | Arg::I64(_) | Arg::F64(_) => (8, 8),
            Arg::Bytes { bytes, align } => (bytes.len() as u64, (*align).max(SLOT).into()),
            _ => (SLOT.into(), SLOT.into()),
        }
    }
}

/// The argument block of a launch, and the shared memory that its arguments request. A plain kernel declares no parameters, so
/// nothing says how many there should be (GPU-16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentBlock {
    /// 4-byte slots in order, little-endian.
    pub bytes: Vec<u8>,
    /// Dynamic shared memory of a block in bytes: `shared_bytes`, then the local arguments.
    pub dynamic_bytes: u64,
    /// Words that change from round to round; `bytes` has their values for the first round.
    pub rounds: Vec<RoundWord>,
}

/// A word of an argument block that holds the number of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundWord {
    /// Offset of the word in the block.
    pub offset: u32,
    /// Value of the word in the first round.
    pub first: u32,
}

impl ArgumentBlock {
    /// Lays out arguments; `address` gives the addresses of buffers.
    pub fn new(args: &[Arg], shared_bytes: u32, address: impl Fn(&str) -> u32) -> Self {
        let mut block = ArgumentBlock {
            bytes: Vec::new(),
            dynamic_bytes: shared_bytes.into(),
            rounds: Vec::new(),
        };
        for arg in args {
            match arg {
                Arg::Buffer(name) => block.word(address(name)),
                Arg::Part(start) => block.word(address(&start.buffer) + start.offset),
                Arg::Round(first) => block.round(*first),
                Arg::Address(address) => block.word(*address),
                Arg::U8(value) => block.word((*value).into()),
                Arg::U16(value) => block.word((*value).into()),
                Arg::U32(value) => block.word(*value),
                Arg::I32(value) => block.word(*value as u32),
                Arg::F32(value) => block.word(value.to_bits()),
                Arg::U64(value) => block.aligned(&value.to_le_bytes(), 8),
                Arg::I64(value) => block.aligned(&value.to_le_bytes(), 8),
                Arg::F64(value) => block.aligned(&value.to_le_bytes(), 8),
                Arg::Bytes { bytes, align } => block.aligned(bytes, *align),
                Arg::Local(bytes) => block.local(*bytes),
            }
        }
        block
    }

    fn word(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }

    fn round(&mut self, first: u32) {
        let offset = self.bytes.len() as u32;
        self.rounds.push(RoundWord { offset, first });
        self.word(first);
    }

    fn aligned(&mut self, value: &[u8], align: u32) {
        self.pad(align.max(SLOT) as usize);
        self.bytes.extend(value);
        self.pad(SLOT as usize);
    }

    fn pad(&mut self, align: usize) {
        self.bytes
            .resize(self.bytes.len().next_multiple_of(align), 0);
    }

    fn local(&mut self, bytes: u32) {
        let offset = self.dynamic_bytes.next_multiple_of(LOCAL_ALIGN);
        // Offsets beyond 4 GiB are never used: the layout refuses such a block.
        self.word(offset as u32);
        self.dynamic_bytes = offset + u64::from(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_follow_the_abi() {
        let args = [
            Arg::Buffer("a".into()),
            Arg::U64(0x1122_3344_5566_7788),
            Arg::F32(1.0),
            Arg::I32(-2),
            Arg::Local(20),
            Arg::Local(4),
            Arg::U8(0xff),
            Arg::Bytes {
                bytes: vec![1, 2, 3, 4, 5],
                align: 16,
            },
            Arg::U16(0x8000),
            Arg::Part(BufferOffset {
                buffer: "a".into(),
                offset: 64,
            }),
        ];
        let block = ArgumentBlock::new(&args, 8, |_| 0x8000_0000);
        let words: Vec<u32> = block
            .bytes
            .chunks(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
            .collect();
        let expected = [
            0x8000_0000,
            0,
            0x5566_7788,
            0x1122_3344,
            0x3f80_0000,
            0xffff_fffe,
            16,
            48,
            0xff,
            0,
            0,
            0,
            0x0403_0201,
            5,
            0x8000,
            0x8000_0040,
        ];
        assert_eq!(words, expected);
        assert_eq!(block.dynamic_bytes, 52);
    }
}
