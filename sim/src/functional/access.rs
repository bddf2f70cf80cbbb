//! Loads, stores and atomics of a group of threads: together where all of their addresses lie in one piece of memory, else one
//! thread after the other. They take effect at once, in the order of the lanes (FUN-6).

use super::groups::Group;
use super::private::Private;
use heddle_gpu_core::Raised;
use heddle_isa::execute::{Row, addresses, atomic, load, store};
use heddle_isa::memory::in_page;
use heddle_isa::{Access, Class, DataPort, Instruction, Memory, MemoryFault, Op, Registers};
use heddle_types::{LaneMask, ThreadId};

/// The thread in lane 0: every warp has registers of its own.
pub const FIRST: ThreadId = ThreadId::new(0);

/// Bytes of a word.
const WORD: usize = 4;

/// The memory that the threads of a warp see.
pub struct View<'a> {
    /// The memory that all blocks see.
    pub global: &'a mut Memory,
    /// Stacks and shared memory of the block.
    pub private: &'a mut Private,
    /// The number in the block of the thread in lane 0.
    pub first: usize,
}

/// Executes a load, store or atomic.
///
/// # Errors
/// The fault of a thread. The accesses of the lanes before it have taken effect.
#[inline(always)]
pub fn access<const W: usize>(
    instruction: &Instruction,
    registers: &mut Registers,
    group: &Group,
    view: &mut View,
) -> Result<(), Raised> {
    let mut found = [0; W];
    addresses::<W>(instruction, registers, FIRST, &mut found);
    let row = Row {
        instruction,
        threads: const { &threads() },
        addresses: &found,
        lanes: group.lanes,
    };
    let at_once = match instruction.class() {
        Class::Load => view.load_row(row, registers),
        Class::Store => view.store_row(row, registers),
        _ => false,
    };
    match at_once {
        true => Ok(()),
        false => one_by_one(row, registers, group, view),
    }
}

/// The thread in each lane.
const fn threads<const W: usize>() -> [ThreadId; W] {
    let mut threads = [FIRST; W];
    let mut lane = 0;
    while lane < W {
        threads[lane] = ThreadId::new(lane);
        lane += 1;
    }
    threads
}

/// The offset of the word of each lane, if they lie side by side.
const fn offsets<const W: usize>() -> [u32; W] {
    let mut offsets = [0; W];
    let mut lane = 0;
    while lane < W {
        offsets[lane] = (WORD * lane) as u32;
        lane += 1;
    }
    offsets
}

/// Whether all lanes of a warp access words that lie side by side, those of lane 0 first.
#[inline(always)]
fn is_side_by_side<const W: usize>(row: &Row<W>) -> bool {
    let first = row.addresses[0];
    let beside = |address: u32, offset: u32| address.wrapping_sub(first) == offset;
    let offsets = const { &offsets::<W>() };
    row.lanes == LaneMask::all(W)
        && LaneMask::where_rows(row.addresses, offsets, beside) == row.lanes
}

/// The words that bytes hold, one for each lane.
#[inline(always)]
fn words<const W: usize>(bytes: &[u8]) -> [u32; W] {
    let mut words = [0; W];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}

/// Writes the words of some lanes.
#[inline(always)]
fn set_words<const W: usize>(bytes: &mut [u8], lanes: LaneMask, words: &[u32; W]) {
    let places = bytes.as_chunks_mut().0;
    if lanes == LaneMask::all(W) {
        for (place, word) in places.iter_mut().zip(words) {
            *place = word.to_le_bytes();
        }
        return;
    }
    for lane in lanes {
        places[lane] = words[lane].to_le_bytes();
    }
}

/// The register row that a store of words writes.
#[inline(always)]
fn stored<'a, const W: usize>(row: &Row<W>, registers: &'a Registers) -> &'a [u32; W] {
    match row.instruction.op {
        Op::Fsw => registers.f_row(row.instruction.rs2, FIRST),
        _ => registers.x_row(row.instruction.rs2, FIRST),
    }
}

/// Writes words to the register of a load.
#[inline(always)]
fn loaded<const W: usize>(row: &Row<W>, registers: &mut Registers, words: &[u32; W]) {
    let rd = row.instruction.rd;
    match row.instruction.op {
        Op::Flw => registers.set_f_row(rd, FIRST, row.lanes, words),
        _ => registers.set_x_row(rd, FIRST, row.lanes, words),
    }
}

/// Some bytes, by their place in memory.
#[inline(always)]
fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let part = bytes[at..].first_chunk();
    *part.expect("the addresses were checked")
}

/// Some bytes to be written, by their place in memory.
#[inline(always)]
fn part_mut<const N: usize>(bytes: &mut [u8], at: usize) -> &mut [u8; N] {
    let part = bytes[at..].first_chunk_mut();
    part.expect("the addresses were checked")
}

impl View<'_> {
    /// Loads for all lanes at once, if their addresses lie in one piece of memory; returns whether they do.
    #[inline(always)]
    fn load_row<const W: usize>(&self, row: Row<W>, registers: &mut Registers) -> bool {
        match row.instruction.access_bytes() {
            4 => self.load_parts(row, registers, u32::from_le_bytes),
            2 => self.load_parts(row, registers, |half| u16::from_le_bytes(half).into()),
            _ => self.load_parts(row, registers, |[byte]| byte.into()),
        }
    }

    /// Stores for all lanes, one after the other, if their addresses lie in one piece of memory; returns whether they do.
    #[inline(always)]
    fn store_row<const W: usize>(&mut self, row: Row<W>, registers: &Registers) -> bool {
        match row.instruction.access_bytes() {
            4 => self.store_parts(row, registers, u32::to_le_bytes),
            2 => self.store_parts(row, registers, |value| (value as u16).to_le_bytes()),
            _ => self.store_parts(row, registers, |value| [value as u8]),
        }
    }

    #[inline(always)]
    fn load_parts<const W: usize, const N: usize>(
        &self,
        row: Row<W>,
        registers: &mut Registers,
        value: impl Fn([u8; N]) -> u32,
    ) -> bool {
        if self.is_private(&row) {
            return self.load_private(row, registers, value);
        }
        let Some(page) = self.global.page(row.addresses, row.lanes, N as u32) else {
            return false;
        };
        if N == WORD && is_side_by_side(&row) {
            let words = words(&page[in_page(row.addresses[0])..]);
            loaded(&row, registers, &words);
        } else {
            row.load(registers, |address| value(part(page, in_page(address))));
        }
        true
    }

    #[inline(always)]
    fn store_parts<const W: usize, const N: usize>(
        &mut self,
        row: Row<W>,
        registers: &Registers,
        bytes: impl Fn(u32) -> [u8; N],
    ) -> bool {
        if self.is_private(&row) {
            return self.store_private(row, registers, bytes);
        }
        let page = self.global.page_mut(row.addresses, row.lanes, N as u32);
        let Some(page) = page else {
            return false;
        };
        if N == WORD && is_side_by_side(&row) {
            let places = &mut page[in_page(row.addresses[0])..];
            set_words(places, row.lanes, stored(&row, registers));
        } else {
            row.store(registers, |address, value| {
                *part_mut(page, in_page(address)) = bytes(value);
            });
        }
        true
    }

    /// Whether the first lane accesses stacks or shared memory.
    #[inline(always)]
    fn is_private<const W: usize>(&self, row: &Row<W>) -> bool {
        let first = row.lanes.first().unwrap_or(0);
        self.private.contains(row.addresses[first])
    }

    /// Where the words of all lanes begin in the stacks, if all lanes access the same word of their stacks.
    #[inline(always)]
    fn stack_words<const W: usize>(&self, row: &Row<W>) -> Option<usize> {
        let address = row.addresses[row.lanes.first()?];
        let same = LaneMask::where_row(row.addresses, |other| other == address);
        let first = self.private.stack_word(self.first, address);
        first.filter(|_| row.lanes.is_within(same))
    }

    /// Whether all lanes access shared memory.
    #[inline(always)]
    fn is_all_shared<const W: usize>(&self, row: &Row<W>, bytes: usize) -> bool {
        let Some(last) = self.private.shared().len().checked_sub(bytes) else {
            return false;
        };
        let inside = |address| self.private.in_shared(address) <= last as u32;
        row.lanes
            .is_within(LaneMask::where_row(row.addresses, inside))
    }

    #[inline(always)]
    fn load_private<const W: usize, const N: usize>(
        &self,
        row: Row<W>,
        registers: &mut Registers,
        value: impl Fn([u8; N]) -> u32,
    ) -> bool {
        let private = &*self.private;
        if self.is_all_shared(&row, N) {
            let shared = private.shared();
            row.load(registers, |address| {
                value(part(shared, private.in_shared(address) as usize))
            });
            return true;
        }
        match self.stack_words(&row) {
            Some(first) if N == WORD => {
                loaded(&row, registers, &words(&private.stacks()[first..]));
                true
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn store_private<const W: usize, const N: usize>(
        &mut self,
        row: Row<W>,
        registers: &Registers,
        bytes: impl Fn(u32) -> [u8; N],
    ) -> bool {
        if self.is_all_shared(&row, N) {
            let start = self.private.in_shared(0);
            let shared = self.private.shared_mut();
            row.store(registers, |address, value| {
                let at = address.wrapping_add(start) as usize;
                *part_mut(shared, at) = bytes(value);
            });
            return true;
        }
        match self.stack_words(&row) {
            Some(first) if N == WORD => {
                let stacks = &mut self.private.stacks_mut()[first..];
                set_words(stacks, row.lanes, stored(&row, registers));
                true
            }
            _ => false,
        }
    }
}

impl DataPort for View<'_> {
    fn load(&mut self, thread: ThreadId, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        match self.private.contains(address) {
            true => self
                .private
                .read(self.first + thread.index(), address, bytes),
            false => self.global.read(address, bytes),
        }
    }

    fn store(
        &mut self,
        thread: ThreadId,
        address: u32,
        bytes: u32,
        value: u32,
    ) -> Result<(), MemoryFault> {
        let thread = self.first + thread.index();
        match self.private.contains(address) {
            true => self.private.write(thread, address, bytes, value),
            false => self.global.write(address, bytes, value),
        }
    }
}

#[inline(never)]
fn one_by_one<const W: usize>(
    row: Row<W>,
    registers: &mut Registers,
    group: &Group,
    view: &mut View,
) -> Result<(), Raised> {
    let instruction = row.instruction;
    for lane in row.lanes {
        let (thread, address) = (row.threads[lane], row.addresses[lane]);
        let done = match instruction.class() {
            Class::Load => load(instruction, registers, thread, address, view),
            Class::Store => store(instruction, registers, thread, address, view),
            _ => one_atomic(instruction, registers, thread, address, view),
        };
        done.map_err(|fault| group.fault(thread, fault, Some(address)))?;
    }
    Ok(())
}

fn one_atomic(
    instruction: &Instruction,
    registers: &mut Registers,
    thread: ThreadId,
    address: u32,
    view: &mut View,
) -> Result<(), MemoryFault> {
    if view.private.contains(address) {
        let thread = view.first + thread.index();
        // An atomic writes, whatever it does first.
        (view.private).check(thread, address, WORD as u32, Access::Store)?;
    }
    atomic(instruction, registers, thread, address, view)
}
