//! A sparse 4 GiB byte memory: little-endian, misaligned accesses work.
//!
//! Only mapped regions can be accessed. A page is allocated when it is first accessed by anything but a read; pages never written
//! read as 0 and cost nothing.

mod pages;
mod port;
mod table;

use heddle_types::ThreadId;
use std::ops::Range;

pub use pages::Block;
pub use port::{Access, DataPort, MemoryFault};
use table::{Page, Table};

/// log2 of the page size in bytes. Small enough that a kernel with scattered accesses stays cheap, large enough that the page
/// table is small.
const PAGE_BITS: u32 = 14;
const PAGE_BYTES: usize = 1 << PAGE_BITS;

/// Bytes of a page.
pub type Bytes = [u8; PAGE_BYTES];

/// The memory.
#[derive(Clone, Debug)]
pub struct Memory {
    table: Table,
    /// Mapped regions, sorted, disjoint, not adjacent; ends can be 2^32.
    regions: Vec<Range<u64>>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new()
    }
}

/// The value of 1 to 4 bytes.
#[inline(always)]
fn little_endian(bytes: &[u8]) -> u32 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        _ => bytes
            .iter()
            .rev()
            .fold(0, |value, &byte| value << 8 | u32::from(byte)),
    }
}

/// Writes the low 1 to 4 bytes of a value.
#[inline(always)]
fn set_little_endian(bytes: &mut [u8], value: u32) {
    for (at, byte) in bytes.iter_mut().enumerate().take(4) {
        *byte = (value >> (8 * at)) as u8;
    }
}

/// The number of the page of an address.
#[inline(always)]
fn page_of(address: u32) -> usize {
    (address >> PAGE_BITS) as usize
}

/// The pages of a range of addresses.
fn pages_of(range: &Range<u64>) -> Range<usize> {
    let end = range.end.div_ceil(PAGE_BYTES as u64);
    (range.start >> PAGE_BITS) as usize..end as usize
}

/// The part of a page that lies in a range of addresses, as offsets.
fn part_of(page: usize, range: &Range<u64>) -> Range<usize> {
    let start = (page as u64) << PAGE_BITS;
    let offset = |address: u64| address.saturating_sub(start).min(PAGE_BYTES as u64) as usize;
    offset(range.start)..offset(range.end)
}

/// The mapped part of a page as offsets, if the page has exactly one mapped part.
fn mapped_part(regions: &[Range<u64>], page: usize) -> Range<u32> {
    let parts = regions.iter().map(|region| part_of(page, region));
    let mut parts = parts.filter(|part| !part.is_empty());
    match (parts.next(), parts.next()) {
        (Some(part), None) => part.start as u32..part.end as u32,
        _ => 0..0,
    }
}

/// The offset of an address in its page.
#[inline(always)]
pub fn in_page(address: u32) -> usize {
    address as usize & (PAGE_BYTES - 1)
}

impl Memory {
    /// A memory with nothing mapped.
    pub fn new() -> Memory {
        Memory::within(0, 1 << 32)
    }

    /// A memory with nothing mapped that covers only `bytes` bytes from `start`, so that its page table is smaller.
    ///
    /// # Panics
    /// If the range ends beyond 4 GiB.
    pub fn within(start: u32, bytes: u64) -> Memory {
        let end = u64::from(start) + bytes;
        assert!(end <= 1 << 32, "the range ends beyond 4 GiB");
        Memory {
            table: Table::covering(pages_of(&(start.into()..end))),
            regions: Vec::new(),
        }
    }

    /// A page that can be written, unmapped bytes included.
    fn writable(&mut self, number: usize) -> &mut Bytes {
        let regions = &self.regions;
        self.table
            .entry(number, |page| mapped_part(regions, page))
            .allocated()
    }

    /// Maps `bytes` bytes from `start`; parts that are already mapped keep their contents.
    ///
    /// # Panics
    /// If the region ends beyond 4 GiB, or lies outside the range of this memory.
    pub fn map(&mut self, start: u32, bytes: u64) {
        let end = u64::from(start) + bytes;
        assert!(
            end <= 1 << 32,
            "region 0x{start:08x} + {bytes} ends beyond 4 GiB"
        );
        if bytes == 0 {
            return;
        }
        let mut merged = u64::from(start)..end;
        self.regions.retain(|region| {
            let apart = region.end < merged.start || region.start > merged.end;
            if !apart {
                merged = region.start.min(merged.start)..region.end.max(merged.end);
            }
            apart
        });
        let at = self
            .regions
            .partition_point(|region| region.start < merged.start);
        self.regions.insert(at, merged);
        for (number, page) in self.table.existing(pages_of(&(start.into()..end))) {
            page.mapped = mapped_part(&self.regions, number);
        }
    }

    /// Unmaps `bytes` bytes from `start`, as if they had never been mapped or written.
    ///
    /// # Panics
    /// As [`Memory::map`].
    pub fn unmap(&mut self, start: u32, bytes: u64) {
        let gone = u64::from(start)..u64::from(start) + bytes;
        let left = |region: &Range<u64>| {
            let before = region.start..region.end.min(gone.start);
            let after = region.start.max(gone.end)..region.end;
            [before, after].into_iter().filter(|part| !part.is_empty())
        };
        self.regions = self.regions.iter().flat_map(left).collect();
        if gone.is_empty() {
            return;
        }
        for (number, page) in self.table.existing(pages_of(&gone)) {
            page.mapped = mapped_part(&self.regions, number);
            let part = part_of(number, &gone);
            if part.len() == PAGE_BYTES {
                page.data = None;
            } else if let Some(data) = &mut page.data {
                data[part].fill(0);
            }
        }
    }

    /// The mapped regions, sorted by address.
    pub fn regions(&self) -> &[Range<u64>] {
        &self.regions
    }

    /// Whether all of `bytes` bytes at `address` are mapped.
    pub fn is_mapped(&self, address: u32, bytes: u32) -> bool {
        let (start, end) = (u64::from(address), u64::from(address) + u64::from(bytes));
        self.regions
            .iter()
            .any(|region| region.start <= start && end <= region.end)
    }

    fn check(&self, address: u32, bytes: u32, access: Access) -> Result<(), MemoryFault> {
        if self.is_mapped(address, bytes) {
            Ok(())
        } else {
            Err(MemoryFault {
                address,
                bytes,
                access,
            })
        }
    }

    /// Whether an access lies in the only mapped part of a page.
    #[inline(always)]
    fn in_one_part(page: &Page, offset: usize, bytes: u32) -> bool {
        page.mapped.start <= offset as u32 && offset as u32 + bytes <= page.mapped.end
    }

    /// Reads `bytes` (1 to 4) bytes, zero-extended.
    ///
    /// # Errors
    /// [`MemoryFault`] if a byte is not mapped.
    #[inline]
    pub fn read(&self, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        let offset = in_page(address);
        let page = match self.table.get(page_of(address)) {
            Some(page) if Memory::in_one_part(page, offset, bytes) => page,
            _ => return self.read_bytewise(address, bytes),
        };
        let Some(data) = &page.data else { return Ok(0) };
        match data.get(offset..offset + bytes as usize) {
            Some(part) => Ok(little_endian(part)),
            None => self.read_bytewise(address, bytes),
        }
    }

    #[cold]
    fn read_bytewise(&self, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        self.check(address, bytes, Access::Load)?;
        Ok((0..bytes).fold(0, |word, at| {
            word | u32::from(self.byte(address + at)) << (8 * at)
        }))
    }

    fn byte(&self, address: u32) -> u8 {
        let page = self.table.get(page_of(address));
        let data = page.and_then(|page| page.data.as_ref());
        data.map_or(0, |data| data[in_page(address)])
    }

    /// Writes the low `bytes` (1 to 4) bytes of `value`.
    ///
    /// # Errors
    /// [`MemoryFault`] if a byte is not mapped; then nothing is written.
    #[inline]
    pub fn write(&mut self, address: u32, bytes: u32, value: u32) -> Result<(), MemoryFault> {
        let offset = in_page(address);
        if let Some(page) = self.table.get_mut(page_of(address))
            && Memory::in_one_part(page, offset, bytes)
            && let Some(data) = &mut page.data
            && let Some(part) = data.get_mut(offset..offset + bytes as usize)
        {
            set_little_endian(part, value);
            return Ok(());
        }
        self.write_bytewise(address, bytes, value)
    }

    #[cold]
    fn write_bytewise(&mut self, address: u32, bytes: u32, value: u32) -> Result<(), MemoryFault> {
        self.write_bytes(address, &value.to_le_bytes()[..bytes as usize])
    }

    /// Reads as many bytes as `out` holds.
    ///
    /// # Errors
    /// [`MemoryFault`] if a byte is not mapped.
    pub fn read_bytes(&self, address: u32, out: &mut [u8]) -> Result<(), MemoryFault> {
        self.check(address, out.len() as u32, Access::Load)?;
        let mut done = 0;
        while done < out.len() {
            let at = address + done as u32;
            let offset = in_page(at);
            let count = (PAGE_BYTES - offset).min(out.len() - done);
            let part = &mut out[done..done + count];
            let page = self.table.get(page_of(at));
            match page.and_then(|page| page.data.as_ref()) {
                Some(data) => part.copy_from_slice(&data[offset..offset + count]),
                None => part.fill(0),
            }
            done += count;
        }
        Ok(())
    }

    /// Reads `count` bytes.
    ///
    /// # Errors
    /// [`MemoryFault`] if a byte is not mapped.
    pub fn bytes(&self, address: u32, count: u32) -> Result<Vec<u8>, MemoryFault> {
        // Checked first, so that an invalid count allocates nothing.
        self.check(address, count, Access::Load)?;
        let mut bytes = vec![0; count as usize];
        self.read_bytes(address, &mut bytes)?;
        Ok(bytes)
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// [`MemoryFault`] if a byte is not mapped; then nothing is written.
    pub fn write_bytes(&mut self, address: u32, bytes: &[u8]) -> Result<(), MemoryFault> {
        self.check(address, bytes.len() as u32, Access::Store)?;
        let mut done = 0;
        while done < bytes.len() {
            let at = address + done as u32;
            let offset = in_page(at);
            let count = (PAGE_BYTES - offset).min(bytes.len() - done);
            let data = self.writable(page_of(at));
            data[offset..offset + count].copy_from_slice(&bytes[done..done + count]);
            done += count;
        }
        Ok(())
    }

    /// Sets bytes to 0, mapped or not. No pages are allocated for that: clearing costs no more than the pages that exist.
    pub fn clear(&mut self, start: u32, bytes: u32) {
        let cleared = u64::from(start)..u64::from(start) + u64::from(bytes);
        for (number, page) in self.table.existing(pages_of(&cleared)) {
            if let Some(data) = &mut page.data {
                data[part_of(number, &cleared)].fill(0);
            }
        }
    }

    /// How many bytes the allocated pages have, for statistics: the real cost of the memory.
    pub fn allocated_bytes(&self) -> u64 {
        (self.table.allocated() * PAGE_BYTES) as u64
    }
}

impl DataPort for Memory {
    #[inline]
    fn load(&mut self, _thread: ThreadId, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        self.read(address, bytes)
    }

    #[inline]
    fn store(
        &mut self,
        _thread: ThreadId,
        address: u32,
        bytes: u32,
        value: u32,
    ) -> Result<(), MemoryFault> {
        self.write(address, bytes, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untouched_pages_read_zero_and_cost_nothing() {
        let mut memory = Memory::new();
        memory.map(0, 1 << 32);
        assert_eq!(memory.read(0x1234_5678, 4), Ok(0));
        assert_eq!(memory.allocated_bytes(), 0);
        memory.write(0xffff_fffc, 4, 7).unwrap();
        assert_eq!(memory.allocated_bytes(), PAGE_BYTES as u64);
        assert_eq!(memory.read(0xffff_fffc, 4), Ok(7));
    }

    #[test]
    fn accesses_across_pages_are_whole() {
        let mut memory = Memory::new();
        memory.map(0x1000, 1 << 20);
        let edge = 4 * PAGE_BYTES as u32;
        for back in 0..4 {
            memory.write(edge - back, 4, 0xa1b2_c3d4).unwrap();
            assert_eq!(memory.read(edge - back, 4), Ok(0xa1b2_c3d4));
            assert_eq!(memory.read(edge - back + 2, 2), Ok(0xa1b2));
            assert_eq!(memory.read(edge - back + 1, 1), Ok(0xc3));
        }
    }

    #[test]
    fn an_access_outside_faults_and_writes_nothing() {
        let mut memory = Memory::new();
        memory.map(0x2000, 6);
        let fault = MemoryFault {
            address: 0x2004,
            bytes: 4,
            access: Access::Store,
        };
        assert_eq!(memory.write(0x2004, 4, u32::MAX), Err(fault));
        assert_eq!(memory.read(0x2002, 4), Ok(0));
        assert!(memory.read(0x1fff, 1).is_err());
        // The same after the page has been allocated.
        memory.write(0x2002, 4, u32::MAX).unwrap();
        assert_eq!(memory.write(0x2004, 4, 0), Err(fault));
        assert_eq!(memory.write(0x2005, 2, 0).unwrap_err().bytes, 2);
        assert!(memory.read(0x2003, 4).is_err() && memory.write(0x1fff, 2, 0).is_err());
        assert_eq!(
            (memory.read(0x2002, 4), memory.read(0x2005, 1)),
            (Ok(u32::MAX), Ok(255))
        );
        assert!(memory.read(0xffff_ffff, 4).is_err());
        assert_eq!(
            fault.to_string(),
            "store outside every mapped region: 4 bytes at 0x00002004"
        );
    }

    #[test]
    fn what_was_taken_away_is_as_if_it_had_never_been() {
        let mut memory = Memory::new();
        let page = PAGE_BYTES as u32;
        memory.map(page, 4 * u64::from(page));
        for at in 1..5 {
            memory.write(at * page, 4, at).unwrap();
            memory.write(at * page + 8, 4, at).unwrap();
        }
        memory.unmap(2 * page, u64::from(2 * page + 4));
        assert_eq!(
            memory.regions().to_vec(),
            [
                u64::from(page)..u64::from(2 * page),
                u64::from(4 * page + 4)..u64::from(5 * page)
            ]
        );
        assert_eq!(memory.allocated_bytes(), 2 * PAGE_BYTES as u64);
        assert_eq!(memory.read(page, 4), Ok(1));
        assert_eq!(memory.read(4 * page + 8, 4), Ok(4));
        assert!(memory.read(2 * page, 4).is_err() && memory.read(4 * page, 4).is_err());
        memory.map(2 * page, u64::from(2 * page + 4));
        for gone in [2, 3, 4] {
            assert_eq!(memory.read(gone * page, 4), Ok(0));
        }
        assert_eq!(memory.read(4 * page + 8, 4), Ok(4));
    }

    #[test]
    fn two_regions_in_a_page_leave_a_hole() {
        let mut memory = Memory::new();
        memory.map(0x100, 0x10);
        memory.map(0x120, 0x10);
        memory.write(0x10c, 4, 5).unwrap();
        memory.write(0x120, 4, 6).unwrap();
        assert_eq!(
            (memory.read(0x10c, 4), memory.read(0x120, 4)),
            (Ok(5), Ok(6))
        );
        assert!(memory.read(0x110, 4).is_err());
        memory.map(0x110, 0x10);
        assert_eq!(memory.regions().to_vec(), vec![0x100..0x130]);
        assert_eq!(memory.read(0x110, 4), Ok(0));
    }
}
