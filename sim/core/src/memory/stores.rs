//! The stores of a core to global memory in a quantum, by blocks of memory: what the core sees at these addresses,
//! and which bytes take effect when the quantum ends.

use heddle_isa::Memory;
use heddle_isa::memory::Block;
use std::ops::Range;

/// Bytes of a memory block.
const BYTES: u32 = size_of::<Block>() as u32;
/// Number of hash lists of blocks; a power of two.
const LISTS: usize = 256;
const NONE: u32 = u32::MAX;

/// A block of global memory that the core stored to.
#[derive(Clone, Debug)]
struct Stored {
    /// First address of the block, a multiple of its size.
    start: u32,
    /// The content of the block as the core sees it.
    bytes: Block,
    /// The bytes that were stored: bit `i` for byte `i`.
    written: u64,
    /// Index of the next older block in the same hash list.
    next: u32,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Stores {
    /// The blocks in the order of their first stores.
    blocks: Vec<Stored>,
    /// Index of the first block that takes more stores: an atomic follows the blocks before it.
    open: usize,
    /// Index of the block of the last store, if it takes more stores.
    last: usize,
    /// Index of the newest block of each hash list.
    lists: [u32; LISTS],
}

impl Stores {
    /// No stores.
    pub fn new() -> Self {
        Stores {
            blocks: Vec::new(),
            open: 0,
            last: 0,
            lists: [NONE; LISTS],
        }
    }

    /// Whether no block was stored to.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Stores from now on take effect after an atomic that is recorded now.
    pub fn close(&mut self) {
        self.open = self.blocks.len();
        self.last = self.open;
    }

    #[inline(always)]
    fn list(start: u32) -> usize {
        let number = start / BYTES;
        (number ^ (number / LISTS as u32)) as usize % LISTS
    }

    /// The newest block that contains an address.
    #[inline(always)]
    fn find(&self, address: u32) -> Option<usize> {
        let start = Self::start(address);
        let mut at = self.lists[Self::list(start)];
        while at != NONE {
            let block = &self.blocks[at as usize];
            if block.start == start {
                return Some(at as usize);
            }
            at = block.next;
        }
        None
    }

    /// The `N` bytes at an address as the core sees them, if their block was stored to; they must lie within one
    /// block.
    #[inline(always)]
    pub fn read<const N: usize>(&self, address: u32) -> Option<[u8; N]> {
        let block = &self.blocks[self.find(address)?];
        block.bytes[Self::offset(address)..].first_chunk().copied()
    }

    /// Stores bytes that lie within one block; returns whether they change any.
    #[inline(always)]
    pub fn write<const N: usize>(&mut self, address: u32, bytes: [u8; N], global: &Memory) -> bool {
        let last = self.blocks.get(self.last);
        if last.is_none_or(|block| block.start != Self::start(address)) {
            self.last = self.open_block(address, global);
        }
        let block = &mut self.blocks[self.last];
        let offset = Self::offset(address);
        let place = block.bytes[offset..]
            .first_chunk_mut()
            .expect("bytes of one block");
        let changed = *place != bytes;
        *place = bytes;
        block.written |= (u64::MAX >> (BYTES as usize - N)) << offset;
        changed
    }

    /// The block of an address, ready to take a store.
    fn open_block(&mut self, address: u32, global: &Memory) -> usize {
        match self.find(address) {
            Some(at) if at >= self.open => at,
            older => self.add(Self::start(address), older, global),
        }
    }

    fn add(&mut self, start: u32, older: Option<usize>, global: &Memory) -> usize {
        let list = &mut self.lists[Self::list(start)];
        let bytes = match older {
            Some(at) => self.blocks[at].bytes,
            None => global.block(start),
        };
        let at = self.blocks.len();
        self.blocks.push(Stored {
            start,
            bytes,
            written: 0,
            next: std::mem::replace(list, at as u32),
        });
        at
    }

    #[inline(always)]
    fn start(address: u32) -> u32 {
        address & !(BYTES - 1)
    }

    #[inline(always)]
    fn offset(address: u32) -> usize {
        (address % BYTES) as usize
    }

    /// Makes the stores of the blocks `from..to` take effect.
    pub fn commit(&self, blocks: Range<usize>, global: &mut Memory) {
        for block in &self.blocks[blocks] {
            global.write_block(block.start, &block.bytes, block.written);
        }
    }

    /// Forgets all stores.
    pub fn clear(&mut self) {
        for block in self.blocks.drain(..) {
            self.lists[Self::list(block.start)] = NONE;
        }
        (self.open, self.last) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        let mut memory = Memory::new();
        memory.map(0x1000, 0x4000);
        memory.write(0x1040, 4, 0x4433_2211).unwrap();
        memory
    }

    #[test]
    fn the_core_sees_its_stores_at_once_and_memory_at_the_end() {
        let mut memory = memory();
        let mut stores = Stores::new();
        assert_eq!(stores.read::<4>(0x1040), None);
        assert!(stores.write(0x1041, [7], &memory));
        assert!(!stores.write(0x1043, [0x44], &memory));
        assert!(stores.write(0x1080, [1, 0, 0, 0], &memory));
        assert_eq!(stores.read(0x1040), Some([0x11, 7, 0x33, 0x44]));
        assert_eq!(memory.read(0x1040, 4), Ok(0x4433_2211));
        // Only the stored bytes are written: another core has stored beside them.
        memory.write(0x1040, 1, 0x99).unwrap();
        stores.commit(0..stores.len(), &mut memory);
        stores.clear();
        assert_eq!(memory.read(0x1040, 4), Ok(0x4433_0799));
        assert_eq!(memory.read(0x1080, 4), Ok(1));
        assert!(stores.is_empty() && stores.read::<1>(0x1041).is_none());
    }

    #[test]
    fn stores_behind_an_atomic_are_blocks_of_their_own() {
        let mut memory = memory();
        let mut stores = Stores::new();
        stores.write(0x1040, [1], &memory);
        stores.close();
        let before = stores.len();
        stores.write(0x1041, [2], &memory);
        assert_eq!(stores.read(0x1040), Some([1, 2, 0x33, 0x44]));
        stores.commit(0..before, &mut memory);
        assert_eq!(memory.read(0x1040, 4), Ok(0x4433_2201));
        // The atomic.
        memory.write(0x1040, 1, 8).unwrap();
        stores.commit(before..stores.len(), &mut memory);
        assert_eq!(memory.read(0x1040, 4), Ok(0x4433_0208));
    }

    #[test]
    fn blocks_in_one_list_are_told_apart() {
        let mut memory = Memory::new();
        memory.map(0, 1 << 32);
        let mut stores = Stores::new();
        let apart = LISTS as u32 * BYTES;
        let all: Vec<u32> = (0..40).map(|at| at * apart).collect();
        for &address in &all {
            stores.write(address, address.to_le_bytes(), &memory);
        }
        for &address in &all {
            assert_eq!(stores.read(address), Some(address.to_le_bytes()));
        }
        stores.commit(0..stores.len(), &mut memory);
        assert!(
            all.iter()
                .all(|&address| memory.read(address, 4) == Ok(address))
        );
    }
}
