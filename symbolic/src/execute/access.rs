//! Loads and stores.

use super::memory::{self, ObjectId};
use super::places::Places;
use super::run::State;
use super::value::Value;
use super::{Execution, Fate};
use crate::aig::Lit;
use crate::module::Shape;
use crate::word::Word;

/// Of which object nothing is known, and why.
type Unknown = String;

/// Bits that a word takes in memory: whole bytes.
fn stored(width: usize) -> usize {
    width.next_multiple_of(8)
}

impl Execution<'_> {
    /// The objects that an address may be in, each with whether it is in it. An error says of which one nothing is known.
    pub(super) fn objects(
        &mut self,
        address: &Word,
        state: &State,
    ) -> Result<Vec<(ObjectId, Lit)>, Unknown> {
        let number = memory::number(address);
        if let Some(id) = number.number() {
            let id = id as ObjectId;
            self.known(id)?;
            let object = state.memory.get(id).or(self.constants.get(id));
            return Ok(object.map(|_| (id, Lit::TRUE)).into_iter().collect());
        }
        let ids = state.memory.ids().chain(self.constants.ids());
        let ids: Vec<ObjectId> = ids.chain(self.unknown.keys().copied()).collect();
        let mut found = Vec::new();
        for id in ids {
            let is = self
                .aig
                .equal(&number, &Word::constant(id.into(), number.width()));
            // What cannot be written keeps its value, which may be a constant that decides loops and places.
            if self.solver.is_possible(&self.aig, &[state.taken, is]) {
                self.known(id)?;
                found.push((id, is));
            }
        }
        Ok(found)
    }

    /// Whether the contents of an object are known.
    fn known(&self, id: ObjectId) -> Result<(), Unknown> {
        let name = self.unknown.get(&id);
        match name.and_then(|name| self.module.unknown.get_key_value(*name)) {
            Some((name, why)) => Err(format!("an access to `{name}`, {why}")),
            None => Ok(()),
        }
    }

    /// The word of `width` bits at an address, which is of use where `condition` is high.
    pub(super) fn load_word(
        &mut self,
        address: &Word,
        width: usize,
        condition: Lit,
        state: &State,
    ) -> Result<Word, Unknown> {
        let bits = stored(width);
        let mut loaded: Option<Word> = None;
        for (id, is) in self.objects(address, state)? {
            let object = state.memory.get(id).or(self.constants.get(id));
            let object = object.expect("it exists").clone();
            let bytes = bits as u64 / 8;
            let places = Places::new(
                &self.sums,
                address,
                memory::address(id),
                object.bytes,
                bytes,
            );
            let mut leaf = |place| object.read(place, bits);
            let Some(word) = places.choose(&mut self.aig, &self.lowest, &mut leaf) else {
                continue;
            };
            loaded = Some(match loaded {
                Some(others) => self.aig.mux_word(is, &word, &others),
                None => word,
            });
        }
        match loaded {
            Some(word) => Ok(word.resized(width)),
            None => {
                self.misses("a load from no object", condition, state);
                Ok(Word::constant(0, width))
            }
        }
    }

    /// Writes a word at an address where `condition` is high.
    pub(super) fn store_word(
        &mut self,
        address: &Word,
        word: &Word,
        condition: Lit,
        state: &mut State,
    ) -> Result<(), Unknown> {
        let word = word.resized(stored(word.width()));
        let bytes = word.width() as u64 / 8;
        let mut is_any = false;
        for (id, is) in self.objects(address, state)? {
            let Some(object) = state.memory.get(id) else {
                continue;
            };
            let places = Places::new(
                &self.sums,
                address,
                memory::address(id),
                object.bytes,
                bytes,
            );
            let chosen = self.aig.and(is, condition);
            for (place, hit) in places.hits(&mut self.aig, &self.lowest) {
                is_any = true;
                let hit = self.aig.and(hit, chosen);
                let object = state.memory.get_mut(id).expect("it exists");
                let before = object.read(place, word.width());
                let after = self.aig.mux_word(hit, &word, &before);
                if after != before {
                    object.write(place, &after);
                }
            }
        }
        if !is_any {
            self.misses("a store to no object", condition, state);
        }
        Ok(())
    }

    /// Notes an access that has no place, if it is made at all.
    fn misses(&mut self, what: &str, condition: Lit, state: &State) {
        if self
            .solver
            .is_possible(&self.aig, &[state.taken, condition])
        {
            let taken = self.aig.and(state.taken, condition);
            self.ends(Fate::Impossible, what, taken);
        }
    }

    pub(super) fn load(
        &mut self,
        address: &Word,
        shape: &Shape,
        state: &State,
    ) -> Result<Value, Unknown> {
        Ok(match shape {
            Shape::Void => Value::zero(shape),
            Shape::Bits(bits) => {
                Value::Word(self.load_word(address, *bits as usize, Lit::TRUE, state)?)
            }
            Shape::Fields(fields) => {
                let fields = fields.iter().map(|(place, field)| {
                    let address = self.behind(address, *place);
                    self.load(&address, field, state)
                });
                Value::Fields(fields.collect::<Result<_, _>>()?)
            }
        })
    }

    pub(super) fn store(
        &mut self,
        address: &Word,
        shape: &Shape,
        value: &Value,
        state: &mut State,
    ) -> Result<(), Unknown> {
        match shape {
            Shape::Void => {}
            Shape::Bits(_) => self.store_word(address, value.word(), Lit::TRUE, state)?,
            Shape::Fields(fields) => {
                for ((place, field), value) in fields.iter().zip(value.fields()) {
                    let address = self.behind(address, *place);
                    self.store(&address, field, value, state)?;
                }
            }
        }
        Ok(())
    }

    /// An address some bytes behind another one.
    pub(super) fn behind(&mut self, address: &Word, bytes: u32) -> Word {
        let bytes = Word::constant(bytes.into(), address.width());
        self.binary(crate::module::Binary::Add, address, &bytes)
    }
}
