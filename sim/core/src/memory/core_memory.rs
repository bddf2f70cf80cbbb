//! The memory that a core reads and writes: its own stacks and shared memory directly, global memory as it was when
//! the quantum began, overlaid with the core's own stores.
//!
//! Cores are simulated for a quantum of cycles each, one after the other or in parallel, so none of them may see what
//! another one does in the quantum. Stores to global memory and atomics are recorded in order. They take effect at
//! the end of the quantum, core by core. A core sees its own stores at once. The result of an atomic is available
//! when the reply of the memory arrives, which is later than the end of the quantum.

use super::private_range::PrivateRange;
use super::space::Space;
use super::stores::Stores;
use heddle_isa::execute::{Row, atomic};
use heddle_isa::memory::in_page;
use heddle_isa::{Access, DataPort, Instruction, Memory, MemoryFault, Registers};
use heddle_types::ThreadId;

/// An atomic that takes effect at the end of the quantum.
#[derive(Clone, Copy, Debug)]
struct Atomic {
    thread: ThreadId,
    address: u32,
    instruction: Instruction,
    /// Number of store blocks that take effect before the atomic.
    after: usize,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct CoreMemory {
    /// Stacks and shared memory of this core.
    private: Memory,
    start: u32,
    bytes: u32,
    /// Recorded stores, which take effect at the end of the quantum.
    stores: Stores,
    atomics: Vec<Atomic>,
    /// Number of stores that changed a value: while it does not change, a thread that loads again reads what it read
    /// before.
    pub changes: u64,
}

impl CoreMemory {
    /// Memory of a core, all zero.
    pub fn new(private: &PrivateRange) -> Self {
        let range = &private.range;
        let bytes = range.end.wrapping_sub(range.start);
        let mut memory = Memory::within(range.start, bytes.into());
        memory.map(range.start, bytes.into());
        CoreMemory {
            private: memory,
            start: range.start,
            bytes,
            stores: Stores::new(),
            atomics: Vec::new(),
            changes: 0,
        }
    }

    /// The view of this core's memory together with global memory.
    #[inline(always)]
    pub fn view<'a>(&'a mut self, global: &'a Memory) -> View<'a> {
        View { own: self, global }
    }

    /// Initialises the shared memory of a block: zeros, with the image at the start.
    pub fn fill_shared(&mut self, start: u32, bytes: u32, image: &[u8]) {
        self.private.clear(start, bytes);
        if !image.is_empty() {
            let written = self.private.write_bytes(start, image);
            written.expect("the layout maps what it places");
        }
    }

    #[inline(always)]
    fn is_private(&self, address: u32) -> bool {
        address.wrapping_sub(self.start) < self.bytes
    }

    /// Whether anything is recorded that takes effect at the end of the quantum.
    pub fn has_written_down(&self) -> bool {
        !self.stores.is_empty() || !self.atomics.is_empty()
    }

    /// Ends the quantum: the recorded stores and atomics take effect.
    pub fn commit(&mut self, registers: &mut Registers, global: &mut Memory) {
        const CHECKED: &str = "the access has been checked";
        let mut done = 0;
        for later in self.atomics.drain(..) {
            self.stores.commit(done..later.after, global);
            done = later.after;
            let changes = &mut self.changes;
            let mut port = Counting { global, changes };
            let (thread, address) = (later.thread, later.address);
            atomic(&later.instruction, registers, thread, address, &mut port).expect(CHECKED);
        }
        self.stores.commit(done..self.stores.len(), global);
        self.stores.clear();
    }
}

/// Memory as a core sees it in a quantum, at physical addresses.
pub struct View<'a> {
    own: &'a mut CoreMemory,
    global: &'a Memory,
}

impl View<'_> {
    /// Performs an atomic: at once in shared memory, at the end of the quantum elsewhere (MEM-2).
    ///
    /// # Errors
    /// If the address maps to no memory, or is misaligned.
    pub fn atomic(
        &mut self,
        instruction: &Instruction,
        registers: &mut Registers,
        thread: ThreadId,
        address: u32,
    ) -> Result<(), MemoryFault> {
        if self.own.is_private(address) || !address.is_multiple_of(4) {
            return atomic(instruction, registers, thread, address, self);
        }
        self.global.read(address, 4)?;
        self.own.stores.close();
        self.own.atomics.push(Atomic {
            thread,
            address,
            instruction: *instruction,
            after: self.own.stores.len(),
        });
        Ok(())
    }

    /// Loads for some lanes at once, if all of their addresses are aligned and lie in one page; returns whether they
    /// do.
    #[inline(always)]
    pub fn load_row<const W: usize>(&self, row: Row<W>, registers: &mut Registers) -> bool {
        match row.instruction.access_bytes() {
            4 => self.load_words(row, registers, u32::from_le_bytes),
            2 => self.load_words(row, registers, |half| u16::from_le_bytes(half).into()),
            _ => self.load_words(row, registers, |[byte]| byte.into()),
        }
    }

    #[inline(always)]
    fn load_words<const W: usize, const N: usize>(
        &self,
        row: Row<W>,
        registers: &mut Registers,
        value: impl Fn([u8; N]) -> u32,
    ) -> bool {
        let Some(first) = row.lanes.first() else {
            return true;
        };
        let private = self.own.is_private(row.addresses[first]);
        let memory = match private {
            true => &self.own.private,
            false => self.global,
        };
        let Some(page) = memory.page(row.addresses, row.lanes, N as u32) else {
            return false;
        };
        let read = |address| {
            *page[place::<N>(address)..]
                .first_chunk()
                .expect("it is in the page")
        };
        if private || self.own.stores.is_empty() {
            row.load(registers, |address| value(read(address)));
        } else {
            let stores = &self.own.stores;
            row.load(registers, |address| {
                value(stores.read(address).unwrap_or_else(|| read(address)))
            });
        }
        true
    }

    /// Stores for some lanes, one after the other, if all of their addresses are aligned and lie in one page; returns
    /// whether they do.
    #[inline(always)]
    pub fn store_row<const W: usize>(&mut self, row: Row<W>, registers: &Registers) -> bool {
        match row.instruction.access_bytes() {
            4 => self.store_words(row, registers, u32::to_le_bytes),
            2 => self.store_words(row, registers, |value| (value as u16).to_le_bytes()),
            _ => self.store_words(row, registers, |value| [value as u8]),
        }
    }

    #[inline(always)]
    fn store_words<const W: usize, const N: usize>(
        &mut self,
        row: Row<W>,
        registers: &Registers,
        bytes: impl Fn(u32) -> [u8; N],
    ) -> bool {
        let Some(first) = row.lanes.first() else {
            return true;
        };
        let is_private = self.own.is_private(row.addresses[first]);
        let CoreMemory {
            private,
            stores,
            changes,
            ..
        } = &mut *self.own;
        if is_private {
            let Some(page) = private.page_mut(row.addresses, row.lanes, N as u32) else {
                return false;
            };
            row.store(registers, |address, value| {
                let place = page[place::<N>(address)..].first_chunk_mut();
                let place = place.expect("it is in the page");
                *changes += u64::from(*place != bytes(value));
                *place = bytes(value);
            });
            return true;
        }
        let page = self.global.page(row.addresses, row.lanes, N as u32);
        if page.is_none() {
            return false;
        }
        row.store(registers, |address, value| {
            let changed = stores.write(address, bytes(value), self.global);
            *changes += u64::from(changed);
        });
        true
    }

    fn changed(&mut self, old: u32, new: u32, bytes: u32) {
        let ones = u32::MAX >> (32 - 8 * bytes);
        self.own.changes += u64::from((old ^ new) & ones != 0);
    }
}

/// The offset in its page of an aligned access of `N` bytes. The mask repeats that the access is aligned, so that the
/// compiler removes the check whether it leaves the page.
#[inline(always)]
fn place<const N: usize>(address: u32) -> usize {
    in_page(address) & !(N - 1)
}

impl DataPort for View<'_> {
    fn load(&mut self, _thread: ThreadId, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        if self.own.is_private(address) {
            return self.own.private.read(address, bytes);
        }
        let value = self.global.read(address, bytes)?;
        if self.own.stores.is_empty() {
            return Ok(value);
        }
        let byte = |at: u32| {
            let [byte] = self.own.stores.read(address + at)?;
            Some(u32::from(byte))
        };
        Ok((0..bytes).fold(value, |value, at| {
            let stored = byte(at).unwrap_or(value >> (8 * at) & 0xff);
            value & !(0xff << (8 * at)) | stored << (8 * at)
        }))
    }

    fn store(
        &mut self,
        thread: ThreadId,
        address: u32,
        bytes: u32,
        value: u32,
    ) -> Result<(), MemoryFault> {
        let old = self.load(thread, address, bytes).map_err(|fault| {
            let access = Access::Store;
            MemoryFault { access, ..fault }
        })?;
        self.changed(old, value, bytes);
        if self.own.is_private(address) {
            return self.own.private.write(address, bytes, value);
        }
        for (at, &byte) in (0..bytes).zip(&value.to_le_bytes()) {
            self.own.stores.write(address + at, [byte], self.global);
        }
        Ok(())
    }
}

/// Global memory between quanta, with a count of the changes.
struct Counting<'a> {
    global: &'a mut Memory,
    changes: &'a mut u64,
}

impl DataPort for Counting<'_> {
    fn load(&mut self, _thread: ThreadId, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        self.global.read(address, bytes)
    }

    fn store(
        &mut self,
        _thread: ThreadId,
        address: u32,
        bytes: u32,
        value: u32,
    ) -> Result<(), MemoryFault> {
        *self.changes += u64::from(self.global.read(address, bytes)? != value);
        self.global.write(address, bytes, value)
    }
}

/// Byte-wise accesses at virtual addresses, for misaligned accesses: the bytes of consecutive stack words are far
/// apart in physical memory.
pub struct Bytewise<'a> {
    /// Memory at physical addresses.
    pub view: View<'a>,
    /// The address translation.
    pub space: &'a Space,
    /// Slot of the threads' block on the core.
    pub block: usize,
}

impl Bytewise<'_> {
    fn physical(
        &mut self,
        thread: ThreadId,
        address: u32,
        bytes: u32,
        access: Access,
    ) -> Result<[u32; 4], MemoryFault> {
        let fault = MemoryFault {
            address,
            bytes,
            access,
        };
        let mut physical = [0; 4];
        for at in 0..bytes {
            let address = address.checked_add(at).ok_or(fault)?;
            let found = self.space.physical(thread, self.block, address, 1);
            physical[at as usize] = found.ok_or(fault)?;
            self.view
                .load(thread, physical[at as usize], 1)
                .map_err(|_| fault)?;
        }
        Ok(physical)
    }
}

impl DataPort for Bytewise<'_> {
    fn load(&mut self, thread: ThreadId, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        let physical = self.physical(thread, address, bytes, Access::Load)?;
        let mut value = 0;
        for at in (0..bytes as usize).rev() {
            value = value << 8 | self.view.load(thread, physical[at], 1)?;
        }
        Ok(value)
    }

    fn store(
        &mut self,
        thread: ThreadId,
        address: u32,
        bytes: u32,
        value: u32,
    ) -> Result<(), MemoryFault> {
        let physical = self.physical(thread, address, bytes, Access::Store)?;
        for (at, address) in physical.into_iter().take(bytes as usize).enumerate() {
            self.view
                .store(thread, address, 1, value >> (8 * at) & 0xff)?;
        }
        Ok(())
    }
}
