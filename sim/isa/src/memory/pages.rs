//! Pages and blocks of a memory, for accesses of many lanes at once.

use super::{Bytes, Memory, PAGE_BITS, PAGE_BYTES, in_page, page_of, part_of};
use heddle_types::LaneMask;
use std::ops::Range;

/// Bytes of a block; a page consists of a whole number of blocks.
const BLOCK_BYTES: usize = 64;

/// What a page reads as in which nothing was written.
static ZEROS: Bytes = [0; PAGE_BYTES];

/// Bytes of a word, and a mask of all of them.
const WORD: usize = 4;
const WHOLE_WORD: u64 = (1 << WORD) - 1;

/// The contents of a block.
pub type Block = [u8; BLOCK_BYTES];

/// Whether all accesses of `bytes` bytes lie in the mapped part of a page.
#[inline(always)]
fn contains<const W: usize>(
    number: usize,
    mapped: &Range<u32>,
    addresses: &[u32; W],
    lanes: LaneMask,
    bytes: u32,
) -> bool {
    let start = (number as u32) << PAGE_BITS | mapped.start;
    let Some(last) = (mapped.end - mapped.start).checked_sub(bytes) else {
        return false;
    };
    let inside = LaneMask::where_row(addresses, |address| address.wrapping_sub(start) <= last);
    lanes.is_within(inside)
}

impl Memory {
    /// The page of some accesses of `bytes` bytes, if all of them lie in one mapped part of it.
    /// [`in_page`] gives the offset of a byte.
    #[inline(always)]
    pub fn page<const W: usize>(
        &self,
        addresses: &[u32; W],
        lanes: LaneMask,
        bytes: u32,
    ) -> Option<&Bytes> {
        let first = addresses[lanes.first()?];
        let number = page_of(first);
        let (mapped, data) = match self.table.get(number) {
            Some(page) => (page.mapped.clone(), page.data.as_deref()),
            None => (0..0, None),
        };
        let mapped = match mapped.is_empty() {
            true => self.part_around(first),
            false => mapped,
        };
        let inside = contains(number, &mapped, addresses, lanes, bytes);
        inside.then(|| data.unwrap_or(&ZEROS))
    }

    /// The mapped part of a page around an address, as offsets.
    fn part_around(&self, address: u32) -> Range<u32> {
        let mut regions = self.regions.iter();
        let region = regions.find(|region| region.contains(&address.into()));
        let part = region.map_or(0..0, |region| part_of(page_of(address), region));
        part.start as u32..part.end as u32
    }

    /// Like [`Memory::page`], for writing, if the page is allocated and all accesses lie in its only mapped part.
    #[inline(always)]
    pub fn page_mut<const W: usize>(
        &mut self,
        addresses: &[u32; W],
        lanes: LaneMask,
        bytes: u32,
    ) -> Option<&mut Bytes> {
        let number = page_of(addresses[lanes.first()?]);
        let page = self.table.get_mut(number)?;
        let inside = contains(number, &page.mapped, addresses, lanes, bytes);
        page.data.as_deref_mut().filter(|_| inside)
    }

    /// The contents of a block; unmapped bytes are 0. `start` is a multiple of the block size.
    pub fn block(&self, start: u32) -> Block {
        let page = self.table.get(page_of(start));
        let data = page.and_then(|page| page.data.as_ref());
        data.and_then(|data| data[in_page(start)..].first_chunk().copied())
            .unwrap_or([0; BLOCK_BYTES])
    }

    /// Writes the bytes of a block that are set in `written`, bit `i` for byte `i`; all of them are mapped. `start` is a multiple
    /// of the block size.
    pub fn write_block(&mut self, start: u32, block: &Block, written: u64) {
        let data = self.writable(page_of(start))[in_page(start)..]
            .first_chunk_mut()
            .expect("a page has whole blocks");
        if written == u64::MAX {
            *data = *block;
            return;
        }
        // Word by word: most stores are of whole words, and to few words of a block.
        let mut left = written;
        while left != 0 {
            let first = left.trailing_zeros() as usize & !(WORD - 1);
            let (to, from) = (&mut data[first..first + WORD], &block[first..first + WORD]);
            let bytes = left >> first & WHOLE_WORD;
            if bytes == WHOLE_WORD {
                to.copy_from_slice(from);
            } else {
                let written = |at: &usize| bytes >> at & 1 == 1;
                (0..WORD).filter(written).for_each(|at| to[at] = from[at]);
            }
            left &= !(WHOLE_WORD << first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Either all accesses of the lanes are on one page, or one is not and the result says nothing about the others.
    #[test]
    fn a_page_has_all_accesses_or_none() {
        let mut memory = Memory::new();
        let page = PAGE_BYTES as u32;
        memory.map(0x100, u64::from(2 * page));
        let (all, first) = (LaneMask::all(2), LaneMask::single(0));
        // The page is not allocated before something is written.
        let zeros = memory.page(&[0x100, 0x104], all, 4).expect("a page");
        assert!(zeros.iter().all(|byte| *byte == 0));
        assert!(memory.page_mut(&[0x100, 0x104], all, 4).is_none());
        memory.write(0x104, 4, 7).unwrap();
        let bytes = memory.page(&[0x100, 0x104], all, 4).expect("a page");
        assert_eq!(bytes[in_page(0x104)], 7);
        for outside in [0xfc, page, page - 2, 3 * page] {
            assert!(memory.page(&[0x100, outside], all, 4).is_none());
            assert!(memory.page(&[0x100, outside], first, 4).is_some());
        }
        assert!(memory.page(&[0x100, page - 2], all, 2).is_some());
        assert!(memory.page_mut(&[3 * page, 3 * page], all, 1).is_none());
        assert!(memory.page(&[0, 0], LaneMask::NONE, 1).is_none());
    }

    #[test]
    fn accesses_lie_in_one_of_several_mapped_parts() {
        let mut memory = Memory::new();
        memory.map(0x100, 0x40);
        memory.map(0x200, 0x40);
        memory.write(0x204, 4, 7).unwrap();
        let all = LaneMask::all(2);
        let bytes = memory.page(&[0x204, 0x23c], all, 4).expect("a page");
        assert_eq!(bytes[in_page(0x204)], 7);
        for apart in [0x100, 0x1fc, 0x23e] {
            assert!(memory.page(&[0x204, apart], all, 4).is_none());
        }
    }

    #[test]
    fn only_bytes_of_a_block_that_were_written_change() {
        let mut memory = Memory::new();
        memory.map(0x40, 0x80);
        assert_eq!(memory.block(0x40), [0; 64]);
        memory.write_block(0x40, &[9; 64], 0b101);
        assert_eq!(memory.read(0x40, 4), Ok(0x0009_0009));
        memory.write_block(0x80, &[8; 64], u64::MAX);
        assert_eq!(memory.block(0x80), [8; 64]);
        assert_eq!(memory.read(0x7c, 4), Ok(0));
    }
}
