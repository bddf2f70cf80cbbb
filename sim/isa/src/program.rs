//! A loaded program: its segments, symbols and predecoded code.

use heddle_types::Pc;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::calls::Calls;
use crate::instruction::Instruction;
use crate::lines::{SourceLine, SourceLines};
use crate::memory::{Memory, MemoryFault};
use crate::relocations::Relocations;
use crate::signature::Signature;

/// Prefix of a kernel's symbol (kernel ABI).
pub const KERNEL_PREFIX: &str = "__kernel_";

/// A PT_LOAD segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Virtual address.
    pub address: u32,
    /// Bytes from the file.
    pub data: Vec<u8>,
    /// Size in memory, bytes; bytes beyond `data` are 0.
    pub memory_bytes: u32,
    /// Whether it holds code.
    pub executable: bool,
    /// Whether the program may write to it.
    pub writable: bool,
}

/// The PT_TLS segment: the static part of a block's shared memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tls {
    /// Initial bytes, copied when a block starts.
    pub image: Vec<u8>,
    /// Static size in bytes, the image included.
    pub memory_bytes: u32,
    /// Alignment in bytes, at least 1.
    pub align: u32,
}

/// A symbol with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The symbol's value; for thread-local symbols the offset from `tp`.
    pub address: u32,
    /// Size in bytes, 0 if unknown.
    pub bytes: u32,
    /// Whether it names a function.
    pub function: bool,
    /// Whether it is thread-local, that is, in shared memory.
    pub thread_local: bool,
}

/// Why there is no instruction at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchFault {
    /// The address is not a multiple of 4.
    #[error("jump to {pc}, which is not a multiple of 4")]
    Misaligned {
        /// The address.
        pc: Pc,
    },
    /// The address is outside the code.
    #[error("jump to {pc}, outside the program's executable segments")]
    Outside {
        /// The address.
        pc: Pc,
    },
    /// The word there is not an instruction.
    #[error("illegal instruction 0x{word:08x} at {pc}")]
    Illegal {
        /// The address.
        pc: Pc,
        /// The word.
        word: u32,
    },
}

impl FetchFault {
    /// The fault of a jump to an address without code.
    pub fn at(pc: Pc) -> FetchFault {
        match pc.address() % 4 {
            0 => FetchFault::Outside { pc },
            _ => FetchFault::Misaligned { pc },
        }
    }
}

/// Predecoded code: one slot per word, from the first executable segment to the last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    base: u32,
    words: Vec<u32>,
    /// `None` where the word is illegal, which matters only if it is executed.
    decoded: Vec<Option<Instruction>>,
}

impl Code {
    /// Decodes words that start at address `base`, a multiple of 4.
    pub fn new(base: u32, words: Vec<u32>) -> Code {
        let decoded = words
            .iter()
            .map(|&word| Instruction::decode(word).ok())
            .collect();
        Code {
            base,
            words,
            decoded,
        }
    }

    /// Byte addresses of the code.
    pub fn range(&self) -> Range<u32> {
        self.base..self.base + 4 * self.words.len() as u32
    }

    /// The slot of an address, if it is a multiple of 4.
    #[inline(always)]
    fn slot(&self, address: u32) -> usize {
        // `rotate_right` moves the low bits to the top, so a misaligned address gives an index that is always out of range.
        address.wrapping_sub(self.base).rotate_right(2) as usize
    }

    /// The instruction at a byte address, if there is one.
    #[inline(always)]
    pub fn instruction(&self, address: u32) -> Option<&Instruction> {
        self.decoded.get(self.slot(address))?.as_ref()
    }

    /// The word at a byte address, illegal or not.
    pub fn word(&self, address: u32) -> Option<u32> {
        self.words.get(self.slot(address)).copied()
    }

    /// The instruction at a byte address.
    ///
    /// # Errors
    /// [`FetchFault`] says why no instruction can be fetched there.
    #[inline]
    pub fn fetch(&self, address: u32) -> Result<&Instruction, FetchFault> {
        self.instruction(address)
            .ok_or_else(|| self.explain(address))
    }

    #[cold]
    fn explain(&self, address: u32) -> FetchFault {
        let word = self.word(address);
        let (aligned, pc) = (address.is_multiple_of(4), Pc::new(address));
        match word {
            _ if !aligned => FetchFault::Misaligned { pc },
            Some(word) => FetchFault::Illegal { pc, word },
            None => FetchFault::Outside { pc },
        }
    }

    /// All legal instructions with their byte addresses.
    pub fn instructions(&self) -> impl Iterator<Item = (u32, &Instruction)> {
        let addresses = (self.base..).step_by(4);
        addresses
            .zip(&self.decoded)
            .filter_map(|(pc, slot)| Some((pc, slot.as_ref()?)))
    }
}

/// A program as an ELF file describes it; made by [`Program::parse`].
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Where whole-program mode starts.
    pub entry: u32,
    /// The segments to load, in file order.
    pub segments: Vec<Segment>,
    /// Static shared memory, empty if there is none.
    pub tls: Tls,
    /// Predecoded code.
    pub code: Code,
    pub(crate) lines: SourceLines,
    pub(crate) calls: Calls,
    pub(crate) symbols: BTreeMap<String, Symbol>,
    /// Addresses that have a symbol.
    pub(crate) labels: BTreeSet<u32>,
    pub(crate) relocations: Relocations,
    pub(crate) notes: BTreeMap<String, Vec<u8>>,
    pub(crate) signatures: BTreeMap<String, Signature>,
}

impl Program {
    /// The instruction at a byte address; `None` where the word is illegal or the address is outside the code. [`Code::fetch`]
    /// tells the two cases apart.
    #[inline(always)]
    pub fn instruction(&self, address: u32) -> Option<&Instruction> {
        self.code.instruction(address)
    }

    /// Byte addresses of the code. Hardware PCs are `(pc - text_range().start) / 4`.
    pub fn text_range(&self) -> Range<u32> {
        self.code.range()
    }

    /// A symbol by its name.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// All symbols, sorted by name.
    pub fn symbols(&self) -> impl Iterator<Item = (&str, Symbol)> {
        self.symbols
            .iter()
            .map(|(name, symbol)| (name.as_str(), *symbol))
    }

    /// Whether a symbol has this address, whether of a function, an object or a label.
    pub fn has_label(&self, address: u32) -> bool {
        self.labels.contains(&address)
    }

    /// Whether the linker wrote an address into the word at an address. Known only for files that keep their relocations
    /// (`-Wl,--emit-relocs`).
    pub fn holds_address(&self, address: u32) -> bool {
        self.relocations.words.contains_key(&address)
    }

    /// Whether the word at an address holds the address of a label that a compiler made up, and not of a function or object.
    pub fn holds_label(&self, address: u32) -> bool {
        self.relocations.words.get(&address) == Some(&true)
    }

    /// Whether the file has kept its relocations, so that the addresses that code and data take are known.
    pub fn has_relocations(&self) -> bool {
        self.relocations.kept
    }

    /// Addresses in a range that code or data takes, in no particular order; empty for a file without relocations.
    pub fn taken_in(&self, range: Range<u32>) -> impl Iterator<Item = u32> {
        self.relocations.taken_in(range)
    }

    /// The functions whose addresses code or data takes by name, by their entries.
    pub fn taken_functions(&self) -> impl Iterator<Item = u32> {
        let functions = self.symbols.values().filter(|symbol| symbol.function);
        let entries = functions.map(|symbol| symbol.address);
        entries.filter(|&entry| self.relocations.takes_name(entry))
    }

    /// The function that contains an address: its name and the offset from its start, for reports.
    pub fn function_at(&self, address: u32) -> Option<(&str, u32)> {
        self.symbols()
            .filter(|(_, symbol)| symbol.function && symbol.address <= address)
            .max_by_key(|(_, symbol)| symbol.address)
            .map(|(name, symbol)| (name, address - symbol.address))
    }

    /// The source line that an address was compiled from, if the file has DWARF line information for it.
    pub fn line_at(&self, address: u32) -> Option<SourceLine<'_>> {
        self.lines.at(address)
    }

    /// The functions that the code at an address was compiled from, if the file has DWARF for it: the outermost first, and each
    /// one inlined into the one before it. Of more than 32, the innermost ones.
    pub fn calls_at(&self, address: u32) -> Vec<&str> {
        self.calls.at(address)
    }

    /// Value of `__global_pointer$`: the value of `gp` at entry.
    pub fn global_pointer(&self) -> Option<u32> {
        self.symbol("__global_pointer$")
            .map(|symbol| symbol.address)
    }

    /// Value of `__simt_dyn`: where dynamic shared memory starts, as an offset from `tp`.
    pub fn dynamic_shared(&self) -> Option<u32> {
        self.symbol("__simt_dyn").map(|symbol| symbol.address)
    }

    /// Bytes of a note section such as `.note.heddle`, header included.
    pub fn note(&self, section: &str) -> Option<&[u8]> {
        self.notes.get(section).map(Vec::as_slice)
    }

    /// The signature that the source declares for a kernel; `None` if the file was compiled from a language without signatures.
    pub fn signature(&self, kernel: &str) -> Option<&Signature> {
        self.signatures.get(kernel)
    }

    /// The signatures of all kernels that have one, sorted by name.
    pub fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.signatures.values()
    }

    /// Names of the kernels: the part after `__kernel_`, or every function if no symbol has that prefix.
    pub fn kernels(&self) -> Vec<&str> {
        let prefixed: Vec<&str> = self
            .symbols
            .keys()
            .filter_map(|name| name.strip_prefix(KERNEL_PREFIX))
            .collect();
        if !prefixed.is_empty() {
            return prefixed;
        }
        self.symbols()
            .filter(|(_, symbol)| symbol.function)
            .map(|(name, _)| name)
            .collect()
    }

    /// Entry address of a kernel: of `__kernel_name`, or of `name` if no symbol has that prefix.
    ///
    /// # Errors
    /// [`NoKernel`] lists the available kernels.
    pub fn kernel(&self, name: &str) -> Result<u32, NoKernel> {
        let prefixed = self
            .symbols
            .keys()
            .any(|symbol| symbol.starts_with(KERNEL_PREFIX));
        let symbol = if prefixed {
            format!("{KERNEL_PREFIX}{name}")
        } else {
            name.to_owned()
        };
        match self.symbol(&symbol) {
            Some(symbol) => Ok(symbol.address),
            None => Err(NoKernel {
                name: name.to_owned(),
                available: self.kernels().into_iter().map(str::to_owned).collect(),
            }),
        }
    }

    /// Maps the segments into a memory and writes their bytes. Static shared memory is not loaded: every block has its own copy.
    ///
    /// # Errors
    /// Never for programs from [`Program::parse`], whose segments fit; [`MemoryFault`] otherwise.
    pub fn load_into(&self, memory: &mut Memory) -> Result<(), MemoryFault> {
        for segment in &self.segments {
            memory.map(segment.address, segment.memory_bytes.into());
            memory.write_bytes(segment.address, &segment.data)?;
        }
        Ok(())
    }
}

/// How many kernel names an error lists: a program without the prefix has many functions.
const SHOWN: usize = 12;

/// A kernel that is not in the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no kernel `{name}`")]
pub struct NoKernel {
    /// The requested name.
    pub name: String,
    /// The names of all kernels in the file.
    pub available: Vec<String>,
}

impl NoKernel {
    /// How to fix it.
    pub fn remedy(&self) -> String {
        if self.available.is_empty() {
            return "the program has no function symbols: do not strip it".to_owned();
        }
        let shown: Vec<&str> = self
            .available
            .iter()
            .map(String::as_str)
            .take(SHOWN)
            .collect();
        let more = match self.available.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("the program has: {}{more}", shown.join(", "))
    }
}
