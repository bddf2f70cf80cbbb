//! Memory: objects of words, each at an address of its own.

use crate::aig::{Aig, Lit};
use crate::word::Word;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Bits of a cell.
pub(super) const CELL: usize = 64;
const CELL_BYTES: u64 = 8;
/// The address of an object is its number, in the high half, and this in the low half: bytes before and behind it have the
/// same number in their addresses.
const MIDDLE: u64 = 1 << 31;
const HALF: usize = 32;

/// The number of an object.
pub(super) type ObjectId = u32;

/// A piece of memory.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub bytes: u64,
    cells: Vec<Word>,
}

impl Object {
    pub fn new(bytes: u64) -> Self {
        let zero = Word::constant(0, CELL);
        Self {
            bytes,
            cells: vec![zero; bytes.div_ceil(CELL_BYTES) as usize],
        }
    }

    /// `width` bits at a place in bytes; zeros behind the end.
    pub fn read(&self, place: u64, width: usize) -> Word {
        let mut word = Word::constant(0, 0);
        let mut at = place as usize * 8;
        while word.width() < width {
            let (cell, low) = (at / CELL, at % CELL);
            let taken = (CELL - low).min(width - word.width());
            let part = match self.cells.get(cell) {
                Some(cell) => cell.part(low, taken),
                None => Word::constant(0, taken),
            };
            word = if word.is_empty() {
                part
            } else {
                word.below(&part)
            };
            at += taken;
        }
        word
    }

    /// Writes a word at a place in bytes; bits behind the end are lost.
    pub fn write(&mut self, place: u64, word: &Word) {
        let mut done = 0;
        while done < word.width() {
            let at = place as usize * 8 + done;
            let (cell, low) = (at / CELL, at % CELL);
            let taken = (CELL - low).min(word.width() - done);
            let Some(cell) = self.cells.get_mut(cell) else {
                return;
            };
            let part = word.part(done, taken);
            *cell = match taken {
                CELL => part,
                _ => {
                    let bits = cell[..low].iter().chain(part.iter());
                    bits.chain(&cell[low + taken..]).copied().collect()
                }
            };
            done += taken;
        }
    }
}

/// The objects that exist on a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    objects: BTreeMap<ObjectId, Rc<Object>>,
}

/// The address of an object.
pub(super) fn address(id: ObjectId) -> u64 {
    u64::from(id) << HALF | MIDDLE
}

/// The object and the place in it, in bytes, that a constant address is about.
pub(super) fn place(address: u64) -> (ObjectId, i64) {
    let low = address & (u64::MAX >> HALF);
    ((address >> HALF) as ObjectId, low as i64 - MIDDLE as i64)
}

/// The half of an address with the number of the object.
pub(super) fn number(address: &Word) -> Word {
    address.part(HALF, HALF)
}

/// The half of an address with the place in the object, and the number that stands there for a place.
pub(super) fn low_half(address: &Word) -> Word {
    address.part(0, HALF)
}

/// What the low half of an address is for a place in an object.
pub(super) fn low_half_of(place: u64) -> u64 {
    MIDDLE + place
}

impl Memory {
    pub fn insert(&mut self, id: ObjectId, object: Object) {
        self.objects.insert(id, Rc::new(object));
    }

    pub fn remove(&mut self, id: ObjectId) {
        self.objects.remove(&id);
    }

    pub fn get(&self, id: ObjectId) -> Option<&Rc<Object>> {
        self.objects.get(&id)
    }

    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(&id).map(Rc::make_mut)
    }

    pub fn ids(&self) -> impl Iterator<Item = ObjectId> {
        self.objects.keys().copied()
    }

    /// The memory of a path where the condition is high, else that of another path. What exists on one of them is kept.
    pub fn mux(aig: &mut Aig, condition: Lit, then: Memory, mut otherwise: Memory) -> Memory {
        for (id, a) in then.objects {
            match otherwise.objects.get_mut(&id) {
                Some(b) if Rc::ptr_eq(&a, b) => {}
                Some(b) => merge(aig, condition, &a, Rc::make_mut(b)),
                None => {
                    otherwise.objects.insert(id, a);
                }
            }
        }
        otherwise
    }
}

fn merge(aig: &mut Aig, condition: Lit, then: &Object, otherwise: &mut Object) {
    for (a, b) in then.cells.iter().zip(&mut otherwise.cells) {
        if a != b {
            *b = aig.mux_word(condition, a, b);
        }
    }
}
