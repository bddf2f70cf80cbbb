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

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_machines::Random;

    const BYTES: usize = 27;

    fn number(bytes: &[u8]) -> u128 {
        let bytes = bytes.iter().rev();
        bytes.fold(0, |number, byte| number << 8 | u128::from(*byte))
    }

    #[test]
    fn what_is_written_anywhere_is_read_anywhere() {
        let random = &mut Random::new(3);
        let mut object = Object::new(BYTES as u64);
        let mut bytes = [0u8; BYTES];
        for _ in 0..2000 {
            let length = 1 + random.below(16) as usize;
            let place = random.below((BYTES - length + 1) as u32) as usize;
            let words = [(); 4].map(|()| random.word().to_le_bytes());
            let written = &words.as_flattened()[..length];
            object.write(place as u64, &Word::constant(number(written), 8 * length));
            bytes[place..place + length].copy_from_slice(written);
            let length = 1 + random.below(16) as usize;
            let place = random.below((BYTES - length + 1) as u32) as usize;
            let read = object.read(place as u64, 8 * length);
            assert_eq!(read.number(), Some(number(&bytes[place..place + length])));
        }
    }

    #[test]
    fn behind_the_end_is_nothing() {
        let mut object = Object::new(8);
        object.write(4, &Word::constant(0x1122_3344_5566_7788, 64));
        assert_eq!(object.read(0, 64).number(), Some(0x5566_7788_0000_0000));
        assert_eq!(object.read(4, 64).number(), Some(0x5566_7788));
        assert_eq!(object.read(100, 16).number(), Some(0));
    }

    #[test]
    fn addresses_name_an_object_and_a_place() {
        assert_eq!(place(address(7)), (7, 0));
        assert_eq!(place(address(7) + 12), (7, 12));
        assert_eq!(place(address(7) - 12), (7, -12));
        let word = Word::constant((address(9) + 3).into(), 64);
        assert_eq!(super::number(&word).number(), Some(9));
        assert_eq!(low_half(&word).number(), Some(low_half_of(3).into()));
    }

    #[test]
    fn merged_memory_has_the_objects_of_both_paths() {
        let mut aig = Aig::default();
        let condition = aig.input();
        let [mut then, mut otherwise] = [(); 2].map(|()| Memory::default());
        let mut object = Object::new(8);
        then.insert(2, object.clone());
        otherwise.insert(2, object.clone());
        object.write(1, &Word::constant(0xff, 8));
        then.insert(1, object.clone());
        otherwise
            .get_mut(2)
            .expect("it exists")
            .write(2, &Word::constant(1, 8));
        otherwise.insert(3, object);
        let merged = Memory::mux(&mut aig, condition, then, otherwise);
        assert_eq!(merged.ids().collect::<Vec<_>>(), [1, 2, 3]);
        let read = |id: ObjectId, place| merged.get(id).expect("it exists").read(place, 8);
        assert_eq!(read(1, 1).number(), Some(0xff));
        assert_eq!(read(3, 1).number(), Some(0xff));
        assert_eq!(read(2, 2)[0], !condition);
    }
}
