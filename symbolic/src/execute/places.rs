//! The places that an address may be about.
//!
//! Safe Rust checks every index before it is used, so an access lies in its object on every path that can be taken: places outside
//! of it are left out, and so are the bits of an index that only they would need.

use super::memory;
use crate::aig::{Aig, Lit};
use crate::word::Word;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A sum of a constant and of an index times a number.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub start: u64,
    pub terms: Vec<(u64, Word)>,
}

/// The sums that addresses were computed from. An index is a better key to choose a place than the bits of an address are.
#[derive(Default)]
pub(super) struct Sums(FxHashMap<Word, Sum>);

/// The number of terms up to which sums are kept.
const TERMS: usize = 2;
/// The most numbers that indices are tried for.
const MOST_NUMBERS: usize = 1 << 20;

impl Sums {
    /// The sum that a word is.
    pub fn of(&self, word: &Word) -> Option<Sum> {
        match word.number() {
            Some(start) => Some(Sum {
                start: start as u64,
                terms: Vec::new(),
            }),
            None => self.0.get(word).cloned(),
        }
    }

    /// Remembers the sum that a word is.
    pub fn insert(&mut self, word: &Word, sum: Sum) {
        if sum.terms.len() <= TERMS {
            self.0.entry(word.clone()).or_insert(sum);
        }
    }
}

/// Numbers that were made of a word of which they say where its lowest bit is: for each bit, whether it is that one. This is a
/// better key than the bits of the number.
#[derive(Default)]
pub(super) struct Lowest(FxHashMap<Word, Word>);

impl Lowest {
    /// The lowest bit of a word, as a number; the width if there is none.
    pub fn of(&mut self, aig: &mut Aig, word: &Word) -> Word {
        let mut none = Lit::TRUE;
        let mut hot = Vec::with_capacity(word.width());
        for &bit in word.iter() {
            hot.push(aig.and(none, bit));
            none = aig.and(none, !bit);
        }
        // The width is a number too: an element may stand there, and a wider word may have that bit.
        hot.push(none);
        let number = aig.trailing_zeros(word);
        self.0
            .insert(number.without_zeros(), hot.into_iter().collect());
        number
    }

    /// For each number from 0 on whether a word is it, if it is the number of a lowest bit.
    pub fn get(&self, number: &Word) -> Option<&Word> {
        self.0.get(&number.without_zeros())
    }
}

/// Places of an access, each with the number that the key has for it, lowest number first.
pub(super) struct Places {
    key: Word,
    places: Vec<(u128, u64)>,
}

impl Places {
    /// The places in an object of `size` bytes at which `bytes` bytes can be accessed.
    pub fn new(sums: &Sums, address: &Word, base: u64, size: u64, bytes: u64) -> Self {
        let last = size.checked_sub(bytes);
        let by_index = sums
            .of(address)
            .and_then(|sum| Self::by_index(&sum, base, last));
        by_index.unwrap_or_else(|| Self::by_address(address, last))
    }

    /// The places of a sum; `None` if its indices may be too many numbers.
    fn by_index(sum: &Sum, base: u64, last: Option<u64>) -> Option<Self> {
        let start = i128::from(sum.start) - i128::from(base);
        let room = -start..i128::from(last?) - start + 1;
        let mut found = vec![(0u128, start)];
        let mut key = Word::constant(0, 0);
        for (at, (scale, index)) in sum.terms.iter().enumerate() {
            let numbers = numbers(index, *scale, &room_for(&sum.terms, at, &room))?;
            let shift = key.width();
            if found.len() * numbers.len() > MOST_NUMBERS {
                return None;
            }
            let each = |(known, place): (u128, i128)| {
                let numbers = numbers.iter();
                let moved = numbers.map(move |(bits, number)| {
                    (known | bits << shift, place + number * i128::from(*scale))
                });
                moved.collect::<Vec<_>>()
            };
            found = found.into_iter().flat_map(each).collect();
            key = if shift == 0 {
                index.clone()
            } else {
                key.below(index)
            };
        }
        let inside = |place: i128| last.is_some_and(|last| (0..=i128::from(last)).contains(&place));
        let mut places: Vec<(u128, u64)> = found
            .into_iter()
            .filter(|(_, place)| inside(*place))
            .map(|(bits, place)| (bits, place as u64))
            .collect();
        places.sort_unstable();
        Some(Self { key, places })
    }

    /// Without a known sum, the bits of the address itself choose.
    fn by_address(address: &Word, last: Option<u64>) -> Self {
        let key = memory::low_half(address);
        let places = (0..last.map_or(0, |last| last + 1)).map(|place| {
            let bits = memory::low_half_of(place);
            (u128::from(bits), place)
        });
        let places = places.filter(|(bits, _)| may_be(&key, *bits)).collect();
        Self { key, places }
    }

    /// The word of the place that the key has: a tree of multiplexers. `None` without any place.
    pub fn choose(
        &self,
        aig: &mut Aig,
        lowest: &Lowest,
        leaf: &mut dyn FnMut(u64) -> Word,
    ) -> Option<Word> {
        if self.places.is_empty() {
            return None;
        }
        let Some(hot) = self.hot(lowest) else {
            return Some(self.choose_of(aig, &self.places, self.key.width(), leaf));
        };
        let chosen = hot.into_iter().map(|(place, hit)| {
            let word = leaf(place);
            word.iter().map(|bit| aig.and(*bit, hit)).collect::<Word>()
        });
        let chosen: Vec<Word> = chosen.collect();
        chosen.into_iter().reduce(|a, b| aig.zip(&a, &b, Aig::or))
    }

    /// Each place, with whether the key has it, if the key is the number of a lowest bit.
    fn hot(&self, lowest: &Lowest) -> Option<Vec<(u64, Lit)>> {
        let hot = lowest.get(&self.key)?;
        let hit = |bits: u128| hot.get(usize::try_from(bits).ok()?).copied();
        let places = self.places.iter();
        Some(
            places
                .filter_map(|(bits, place)| Some((*place, hit(*bits)?)))
                .collect(),
        )
    }

    fn choose_of(
        &self,
        aig: &mut Aig,
        of: &[(u128, u64)],
        width: usize,
        leaf: &mut dyn FnMut(u64) -> Word,
    ) -> Word {
        let Some((bit, [low, high])) = split(of, width) else {
            return leaf(of[0].1);
        };
        let otherwise = self.choose_of(aig, low, bit, leaf);
        let then = self.choose_of(aig, high, bit, leaf);
        aig.mux_word(self.key[bit], &then, &otherwise)
    }

    /// Each place, with whether the key has it.
    pub fn hits(&self, aig: &mut Aig, lowest: &Lowest) -> Vec<(u64, Lit)> {
        if let Some(hot) = self.hot(lowest) {
            return hot;
        }
        let mut hits = Vec::new();
        if !self.places.is_empty() {
            self.hits_of(aig, &self.places, self.key.width(), Lit::TRUE, &mut hits);
        }
        hits
    }

    fn hits_of(
        &self,
        aig: &mut Aig,
        of: &[(u128, u64)],
        width: usize,
        all: Lit,
        hits: &mut Vec<(u64, Lit)>,
    ) {
        let Some((bit, [low, high])) = split(of, width) else {
            hits.push((of[0].1, all));
            return;
        };
        let [without, with] = [!self.key[bit], self.key[bit]].map(|lit| aig.and(all, lit));
        self.hits_of(aig, low, bit, without, hits);
        self.hits_of(aig, high, bit, with, hits);
    }
}

/// Places, each with its number.
type Numbered<'p> = &'p [(u128, u64)];

/// The highest bit below `width` in which numbers differ, and the numbers without and with it.
fn split(of: Numbered<'_>, width: usize) -> Option<(usize, [Numbered<'_>; 2])> {
    let (first, last) = (of[0].0, of[of.len() - 1].0);
    if of.len() == 1 {
        return None;
    }
    // The numbers are sorted: the highest bit in which any two differ is that of the first and the last.
    let bit = (u128::BITS - 1 - (first ^ last).leading_zeros()) as usize;
    debug_assert!(bit < width);
    let high = of.partition_point(|(number, _)| number >> bit & 1 == 0);
    Some((bit, [&of[..high], &of[high..]]))
}

/// What a term of a sum may be so that the sum lies in `room`: the other terms take something away from it, or add to it.
fn room_for(terms: &[(u64, Word)], term: usize, room: &Range<i128>) -> Range<i128> {
    let others = terms.iter().enumerate().filter(|(at, _)| *at != term);
    others.fold(room.clone(), |room, (_, (scale, index))| {
        let (least, most) = extremes(index);
        let scale = i128::from(*scale);
        room.start - most * scale..room.end - least * scale
    })
}

/// The least and the most number, with its sign, that the constant bits of a word allow.
fn extremes(word: &Word) -> (i128, i128) {
    let (high, low) = word.split_last().expect("a word has bits");
    let of = |unknown: bool| {
        let bits = low.iter().enumerate();
        bits.fold(0i128, |sum, (at, bit)| {
            sum | i128::from(bit.constant().unwrap_or(unknown)) << at
        })
    };
    let sign = |is: bool| if is { -1i128 << low.len() } else { 0 };
    let [least, most] = [true, false].map(|unknown| sign(high.constant().unwrap_or(unknown)));
    (least + of(false), most + of(true))
}

/// Numbers that an index may be, as bits and with their sign, so that `scale` times the number lies in `room`; `None` if these
/// are too many.
fn numbers(index: &Word, scale: u64, room: &Range<i128>) -> Option<Vec<(u128, i128)>> {
    let scale = i128::from(scale.max(1));
    let (least, most) = extremes(index);
    let first = least.max(room.start.div_euclid(scale));
    let last = most.min(room.end.div_euclid(scale));
    if last - first >= MOST_NUMBERS as i128 {
        return None;
    }
    let ones = u128::MAX >> (128 - index.width());
    let bits = |number: i128| number as u128 & ones;
    let all = (first..=last).map(|number| (bits(number), number));
    Some(all.filter(|(bits, _)| may_be(index, *bits)).collect())
}

/// Whether the constant bits of a word are those of a number.
fn may_be(word: &Word, number: u128) -> bool {
    let bits = word.iter().enumerate();
    bits.filter_map(|(at, bit)| Some((at, bit.constant()?)))
        .all(|(at, bit)| bit == (number >> at & 1 == 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aig::value;

    const OBJECT: u32 = 3;

    /// A sum of inputs: bits of each index, what it is multiplied by, and whether its highest bit is a sign.
    struct Case {
        start: i64,
        size: u64,
        bytes: u64,
        terms: &'static [(usize, u64, bool)],
    }

    const CASES: &[Case] = &[
        Case {
            start: 0,
            size: 24,
            bytes: 8,
            terms: &[(4, 8, false)],
        },
        Case {
            start: 4,
            size: 23,
            bytes: 2,
            terms: &[(4, 3, true)],
        },
        Case {
            start: -60,
            size: 16,
            bytes: 1,
            terms: &[(6, 2, false)],
        },
        Case {
            start: 5000,
            size: 6000,
            bytes: 8,
            terms: &[(8, 100, true)],
        },
        Case {
            start: 0,
            size: 8000,
            bytes: 8,
            terms: &[(4, 1000, false), (4, 8, false)],
        },
        Case {
            start: -900,
            size: 8000,
            bytes: 4,
            terms: &[(4, 1000, false), (5, 30, true)],
        },
        Case {
            start: 0,
            size: 4,
            bytes: 8,
            terms: &[(3, 1, false)],
        },
    ];

    /// An address, its sum, and its inputs.
    fn address(aig: &mut Aig, case: &Case) -> (Word, Sum) {
        let start = memory::address(OBJECT).wrapping_add_signed(case.start);
        let mut address = Word::constant(start.into(), 64);
        let mut terms = Vec::new();
        for (bits, scale, is_signed) in case.terms {
            let index: Word = (0..*bits).map(|_| aig.input()).collect();
            let index = match is_signed {
                true => index.sign_extended(64),
                false => index.resized(64),
            };
            let scaled = aig.mul(&index, &Word::constant((*scale).into(), 64));
            address = aig.add(&address, &scaled);
            terms.push((*scale, index));
        }
        (address, Sum { start, terms })
    }

    /// Checks that places choose and hit what the address says, for all inputs with which it lies in the object.
    fn check(case: &Case, knows_sum: bool) {
        let mut aig = Aig::default();
        let (address, sum) = address(&mut aig, case);
        let mut sums = Sums::default();
        if knows_sum {
            sums.insert(&address, sum);
        }
        let base = memory::address(OBJECT);
        let places = Places::new(&sums, &address, base, case.size, case.bytes);
        let lowest = Lowest::default();
        let chosen = places.choose(&mut aig, &lowest, &mut |place: u64| {
            Word::constant(place.into(), 64)
        });
        let hits = places.hits(&mut aig, &lowest);
        let mut inside = 0;
        for input in 0..1u64 << aig.inputs() {
            let inputs: Vec<u64> = (0..aig.inputs()).map(|bit| input >> bit & 1).collect();
            let values = aig.eval(&inputs);
            let number = |word: &Word| {
                let bits = word.iter().enumerate();
                bits.map(|(at, bit)| (value(&values, *bit) & 1) << at)
                    .sum::<u64>()
            };
            let (object, place) = memory::place(number(&address));
            assert_eq!(object, OBJECT, "the object is large enough");
            if place < 0 || place as u64 + case.bytes > case.size {
                continue;
            }
            inside += 1;
            let place = place as u64;
            assert_eq!(chosen.as_ref().map(number), Some(place), "{input}");
            let hit = hits.iter().filter(|(_, is)| value(&values, *is) & 1 == 1);
            assert!(hit.map(|(hit, _)| *hit).eq([place]), "{input}");
        }
        assert_eq!(inside > 0, chosen.is_some() && case.size >= case.bytes);
    }

    #[test]
    fn places_are_those_of_the_address() {
        for case in CASES {
            check(case, true);
            check(case, false);
        }
    }

    #[test]
    fn indices_that_may_be_anything_leave_the_choice_to_the_address() {
        let case = Case {
            start: 0,
            size: 64,
            bytes: 8,
            terms: &[(64, 16, false), (64, 8, false)],
        };
        let mut aig = Aig::default();
        let (address, sum) = address(&mut aig, &case);
        let mut sums = Sums::default();
        sums.insert(&address, sum);
        let places = Places::new(
            &sums,
            &address,
            memory::address(OBJECT),
            case.size,
            case.bytes,
        );
        assert_eq!(places.key, memory::low_half(&address));
        assert_eq!(places.places.len(), 8);
    }

    #[test]
    fn the_number_of_the_lowest_bit_is_known_by_its_bits() {
        let mut aig = Aig::default();
        let word: Word = (0..4).map(|_| aig.input()).collect();
        let mut lowest = Lowest::default();
        let number = lowest.of(&mut aig, &word).resized(64);
        let hot = lowest.get(&number).expect("it is known").clone();
        for input in 0..16u64 {
            let inputs: Vec<u64> = (0..4).map(|bit| input >> bit & 1).collect();
            let values = aig.eval(&inputs);
            let high = hot.iter().position(|bit| value(&values, *bit) & 1 == 1);
            assert_eq!(high, Some(input.trailing_zeros().min(4) as usize));
        }
        assert_eq!(lowest.get(&word), None);
    }

    #[test]
    fn constant_bits_say_what_a_word_may_be() {
        let mut aig = Aig::default();
        let input = aig.input();
        let word: Word = [input, Lit::TRUE, input].into_iter().collect();
        assert_eq!(extremes(&word), (-2, 3));
        assert_eq!(extremes(&word.resized(8)), (2, 7));
        assert!(may_be(&word, 2) && may_be(&word, 7) && !may_be(&word, 5));
    }
}
