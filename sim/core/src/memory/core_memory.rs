//! What a core reads and writes: its own stacks and shared memory at once, global memory as it was
//! when the quantum began, with the core's own stores on top.
//!
//! Cores are simulated one after the other, or side by side, for a quantum of cycles each, so none of
//! them may see what another does in it. Stores to global memory and atomics are written down in
//! order, and take effect at the end of the quantum, core by core. A core sees its own stores at
//! once. The result of an atomic is there when the reply of the memory comes, which is later
//! than the end of the quantum.

use super::private_range::PrivateRange;
use super::space::Space;
use heddle_isa::execute::atomic;
use heddle_isa::{Access, DataPort, Instruction, Memory, MemoryFault, Registers};
use heddle_types::ThreadId;

/// What takes effect at the end of the quantum.
#[derive(Clone, Copy, Debug)]
enum Later {
    Store {
        address: u32,
        bytes: u32,
        value: u32,
    },
    Atomic {
        thread: ThreadId,
        address: u32,
        instruction: Instruction,
    },
}

/// Bits of the filter.
const FILTER: usize = 1024;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct CoreMemory {
    /// Stacks and shared memory of this core.
    private: Memory,
    start: u32,
    bytes: u32,
    later: Vec<Later>,
    /// Words that may have been stored to in this quantum.
    filter: [u64; FILTER / 64],
    /// Stores that changed a value: while it stands still, threads can only learn what they knew.
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
            later: Vec::new(),
            filter: [0; FILTER / 64],
            changes: 0,
        }
    }

    /// Memory of this core with that of all cores.
    #[inline(always)]
    pub fn view<'a>(&'a mut self, global: &'a Memory) -> View<'a> {
        View { own: self, global }
    }

    /// Makes shared memory what a block finds in it.
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

    #[inline(always)]
    fn place(address: u32) -> (usize, u64) {
        let word = address as usize / 4;
        let bit = (word ^ (word / FILTER)) % FILTER;
        (bit / 64, 1 << (bit % 64))
    }

    #[inline(always)]
    fn may_be_stored(&self, address: u32) -> bool {
        let (word, bit) = Self::place(address);
        self.filter[word] & bit != 0
    }

    /// A value of global memory with this quantum's stores to it.
    fn on_top(&self, address: u32, bytes: u32, value: u32) -> u32 {
        let mut value = u64::from(value);
        for later in &self.later {
            let Later::Store {
                address: at,
                bytes: count,
                value: stored,
            } = *later
            else {
                continue;
            };
            let offset = i64::from(at) - i64::from(address);
            if offset >= i64::from(bytes) || offset + i64::from(count) <= 0 {
                continue;
            }
            let ones = u64::from(u32::MAX >> (32 - 8 * count));
            let (ones, stored) = match offset {
                0.. => (ones << (8 * offset), u64::from(stored) << (8 * offset)),
                _ => (ones >> (-8 * offset), u64::from(stored) >> (-8 * offset)),
            };
            value = value & !ones | stored & ones;
        }
        value as u32 & (u32::MAX >> (32 - 8 * bytes))
    }

    fn write_down(&mut self, address: u32, bytes: u32, value: u32) {
        let (word, bit) = Self::place(address);
        self.filter[word] |= bit;
        self.later.push(Later::Store {
            address,
            bytes,
            value,
        });
    }

    /// Whether anything takes effect at the end of the quantum.
    pub fn has_written_down(&self) -> bool {
        !self.later.is_empty()
    }

    /// The quantum ends: what was written down takes effect.
    pub fn commit(&mut self, registers: &mut Registers, global: &mut Memory) {
        const CHECKED: &str = "the access has been checked";
        if self.later.is_empty() {
            return;
        }
        for later in self.later.drain(..) {
            match later {
                Later::Store {
                    address,
                    bytes,
                    value,
                } => global.write(address, bytes, value).expect(CHECKED),
                Later::Atomic {
                    thread,
                    address,
                    instruction,
                } => {
                    let changes = &mut self.changes;
                    let mut port = Counting { global, changes };
                    atomic(&instruction, registers, thread, address, &mut port).expect(CHECKED);
                }
            }
        }
        self.filter.fill(0);
    }
}

/// Memory as a core sees it in a quantum, at physical addresses.
pub struct View<'a> {
    own: &'a mut CoreMemory,
    global: &'a Memory,
}

impl View<'_> {
    /// Performs an atomic: at once in shared memory, at the end of the quantum elsewhere.
    ///
    /// # Errors
    /// No memory, or a misaligned address.
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
        self.own.later.push(Later::Atomic {
            thread,
            address,
            instruction: *instruction,
        });
        Ok(())
    }

    fn changed(&mut self, old: u32, new: u32, bytes: u32) {
        let ones = u32::MAX >> (32 - 8 * bytes);
        self.own.changes += u64::from((old ^ new) & ones != 0);
    }
}

impl DataPort for View<'_> {
    #[inline(always)]
    fn load(&mut self, _thread: ThreadId, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        if self.own.is_private(address) {
            return self.own.private.read(address, bytes);
        }
        let value = self.global.read(address, bytes)?;
        match self.own.may_be_stored(address) {
            true => Ok(self.own.on_top(address, bytes, value)),
            false => Ok(value),
        }
    }

    #[inline(always)]
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
        self.own.write_down(address, bytes, value);
        Ok(())
    }
}

/// Global memory between quanta.
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

/// Byte-wise accesses at virtual addresses, for what is misaligned: the bytes of a stack word
/// and of the next one are far apart.
pub struct Bytewise<'a> {
    /// Memory at physical addresses.
    pub view: View<'a>,
    /// The translation of addresses.
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
