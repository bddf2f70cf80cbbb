//! Copies and fills of memory.

use super::run::State;
use super::{Execution, memory};
use crate::aig::Lit;
use crate::word::Word;

/// Bytes that are copied at once, at most.
const PIECE: u64 = 8;

impl Execution<'_> {
    /// Pieces of `length` bytes: for each its place, its bytes, and whether it belongs to the length.
    fn pieces(&mut self, length: &Word, most: u64) -> Vec<(u64, u64, Lit)> {
        if let Some(length) = length.number() {
            let length = length as u64;
            let places = (0..length).step_by(PIECE as usize);
            return places
                .flat_map(|place| whole_pieces(place, PIECE.min(length - place)))
                .map(|(place, bytes)| (place, bytes, Lit::TRUE))
                .collect();
        }
        let zeros = length.iter().take_while(|bit| **bit == Lit::FALSE).count();
        let bytes = 1u64 << zeros.min(3);
        let mut pieces = Vec::new();
        for place in (0..most).step_by(bytes as usize) {
            let number = Word::constant(place.into(), length.width());
            let is = self.aig.less(&number, length);
            if is != Lit::FALSE && place + bytes <= most {
                pieces.push((place, bytes, is));
            }
        }
        pieces
    }

    /// The most bytes that lie behind an address.
    fn most(&mut self, address: &Word, state: &State) -> Result<u64, String> {
        let start = address
            .number()
            .map(|address| memory::place(address as u64).1);
        let behind = |bytes: u64| bytes.saturating_sub(start.unwrap_or(0).max(0) as u64);
        let objects = self.objects(address, state)?.into_iter();
        let objects = objects.filter_map(|(id, _)| state.memory.get(id).or(self.constants.get(id)));
        let bytes = objects.map(|object| behind(object.bytes));
        Ok(bytes.max().unwrap_or(0))
    }

    /// Copies bytes. All are read before the first is written.
    pub(super) fn copy(
        &mut self,
        to: &Word,
        from: &Word,
        length: &Word,
        state: &mut State,
    ) -> Result<(), String> {
        let most = self.most(to, state)?.min(self.most(from, state)?);
        let pieces = self.pieces(length, most);
        let mut read = Vec::new();
        for &(place, bytes, is) in &pieces {
            let address = self.behind(from, place as u32);
            read.push(self.load_word(&address, bytes as usize * 8, is, state)?);
        }
        for ((place, _, is), word) in pieces.into_iter().zip(read) {
            let address = self.behind(to, place as u32);
            self.store_word(&address, &word, is, state)?;
        }
        Ok(())
    }

    /// Fills bytes with a byte.
    pub(super) fn fill(
        &mut self,
        to: &Word,
        byte: &Word,
        length: &Word,
        state: &mut State,
    ) -> Result<(), String> {
        let most = self.most(to, state)?;
        for (place, bytes, is) in self.pieces(length, most) {
            let bits = std::iter::repeat_n(byte.iter().copied(), bytes as usize);
            let word: Word = bits.flatten().collect();
            let address = self.behind(to, place as u32);
            self.store_word(&address, &word, is, state)?;
        }
        Ok(())
    }

    /// Whether bytes differ, as the number that `memcmp` gives: of the first byte that differs, which one is smaller.
    pub(super) fn compare_bytes(
        &mut self,
        a: &Word,
        b: &Word,
        length: &Word,
        state: &mut State,
    ) -> Result<Word, String> {
        let most = self.most(a, state)?.min(self.most(b, state)?);
        let mut result = Word::constant(0, 32);
        let bytes = self.pieces(length, most).into_iter();
        let bytes = bytes
            .flat_map(|(place, bytes, is)| (place..place + bytes).map(move |place| (place, is)));
        let bytes: Vec<(u64, Lit)> = bytes.collect();
        for (place, is) in bytes.into_iter().rev() {
            let [a, b] = [a, b].map(|base| self.behind(base, place as u32));
            let a = self.load_word(&a, 8, is, state)?;
            let b = self.load_word(&b, 8, is, state)?;
            let differs = !self.aig.equal(&a, &b);
            let differs = self.aig.and(differs, is);
            let less = self.aig.less(&a, &b);
            let sign = self.aig.mux_word(
                less,
                &Word::constant(u32::MAX.into(), 32),
                &Word::constant(1, 32),
            );
            result = self.aig.mux_word(differs, &sign, &result);
        }
        Ok(result)
    }
}

/// A number of bytes up to eight, in pieces that are powers of two.
fn whole_pieces(mut place: u64, mut bytes: u64) -> Vec<(u64, u64)> {
    let mut pieces = Vec::new();
    while bytes > 0 {
        let piece = 1 << bytes.ilog2();
        pieces.push((place, piece));
        place += piece;
        bytes -= piece;
    }
    pieces
}
