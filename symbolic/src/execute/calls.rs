//! Calls: of functions of the module, and of those that are built in.

use super::operations::negated;
use super::run::State;
use super::value::Value;
use super::{Execution, Fate, Object, memory};
use crate::aig::{Aig, Lit};
use crate::error::Refused;
use crate::module::{Call, Comparison, Operand, Shape};
use crate::word::Word;

/// The ends of names of functions that allocate, free and grow memory: before them are the crate and its hash.
const ALLOCATE: &[&str] = &[
    "___rdl_alloc",
    "___rust_alloc",
    "___rdl_alloc_zeroed",
    "___rust_alloc_zeroed",
];
const FREE: &[&str] = &["___rdl_dealloc", "___rust_dealloc"];
/// Functions that grow collections, by the part of the name that stays when it is mangled.
const GROW: &[&str] = &[
    "finish_grow",
    "grow_one",
    "do_reserve_and_handle",
    "realloc",
];
/// The most bytes that are allocated at once.
const MOST_BYTES: u64 = 1 << 24;

type Refuse<'a> = &'a dyn Fn(String) -> Refused;

impl<'m> Execution<'m> {
    /// Executes a call; `None` if the path ends there.
    pub(super) fn call_of(
        &mut self,
        call: &'m Call,
        state: &mut State,
        refuse: Refuse<'_>,
    ) -> Result<Option<Value>, Refused> {
        let arguments: Vec<Value> = call
            .arguments
            .iter()
            .map(|argument| self.operand(argument, &state.values))
            .collect();
        let name = self.callee(&call.callee, state, refuse)?;
        let module = self.module;
        if GROW.iter().any(|part| name.contains(part)) {
            self.ends(Fate::Grows, &name, state.taken);
            return Ok(None);
        }
        if let Some(function) = module.functions.get(&name)
            && !module.never_return.contains(&name)
        {
            if function.parameters != arguments.len() {
                return Err(refuse(format!(
                    "a call of `{name}` with another number of arguments"
                )));
            }
            self.check_depth().map_err(refuse)?;
            let memory = std::mem::take(&mut state.memory);
            let Some(returned) = self.run_function(function, arguments, memory, state.taken)?
            else {
                return Ok(None);
            };
            state.memory = returned.memory;
            state.taken = returned.taken;
            return Ok(returned.value.or(Some(Value::zero(&Shape::Void))));
        }
        if module.never_return.contains(&name) {
            self.ends(Fate::Panics, &name, state.taken);
            return Ok(None);
        }
        let words = arguments.iter().map(|value| match value {
            Value::Word(word) => Ok(word.clone()),
            Value::Fields(_) => Err(refuse(format!(
                "a call of `{name}` with several values as one"
            ))),
        });
        let words: Vec<Word> = words.collect::<Result<_, _>>()?;
        self.built_in(&name, &words, call, state, refuse).map(Some)
    }

    /// The name of the function that is called.
    fn callee(
        &mut self,
        callee: &Operand,
        state: &State,
        refuse: Refuse<'_>,
    ) -> Result<String, Refused> {
        if let Operand::Address(name, 0) = callee {
            return Ok(name.clone());
        }
        let address = self.read(callee, state);
        let unknown = || refuse("a call of a function that depends on inputs".into());
        let (id, _) = memory::place(address.number().ok_or_else(unknown)? as u64);
        let name = self.functions.get(&id);
        Ok(
            (*name.ok_or_else(|| refuse("a call of something that is no function".into()))?)
                .to_owned(),
        )
    }

    fn built_in(
        &mut self,
        name: &str,
        words: &[Word],
        call: &Call,
        state: &mut State,
        refuse: Refuse<'_>,
    ) -> Result<Value, Refused> {
        if ALLOCATE.iter().any(|end| name.ends_with(end)) {
            return Ok(self.allocate(&words[0], state, refuse)?.into());
        }
        if FREE.iter().any(|end| name.ends_with(end)) {
            free(&words[0], state);
            return Ok(Value::zero(&Shape::Void));
        }
        if name.contains("no_alloc_shim_is_unstable") {
            return Ok(Value::zero(&call.shape));
        }
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            let unknown = || refuse(format!("the intrinsic `{name}`"));
            if let Some(copied) = self.moves(intrinsic, words, state).map_err(refuse)? {
                return Ok(copied);
            }
            return self.intrinsic(intrinsic, words).ok_or_else(unknown);
        }
        match (name, words) {
            ("malloc", [bytes]) => Ok(self.allocate(bytes, state, refuse)?.into()),
            ("calloc", [count, bytes]) => {
                let bytes = self.aig.mul(count, bytes);
                Ok(self.allocate(&bytes, state, refuse)?.into())
            }
            ("free", [address]) => {
                free(address, state);
                Ok(Value::zero(&Shape::Void))
            }
            ("memcmp" | "bcmp", [a, b, length]) => {
                let compared = self.compare_bytes(a, b, length, state);
                Ok(compared.map_err(refuse)?.into())
            }
            ("memcpy" | "memmove", [to, from, length]) => {
                self.copy(to, from, length, state).map_err(refuse)?;
                Ok(to.clone().into())
            }
            _ => Err(refuse(format!(
                "a call of `{name}`, which is outside of the module"
            ))),
        }
    }

    /// The address of a new object.
    fn allocate(
        &mut self,
        bytes: &Word,
        state: &mut State,
        refuse: Refuse<'_>,
    ) -> Result<Word, Refused> {
        let bytes = bytes.number().map(|bytes| bytes as u64);
        let bytes = bytes.filter(|bytes| *bytes <= MOST_BYTES);
        let what = "an allocation whose size depends on inputs, or is too large";
        let bytes = bytes.ok_or_else(|| refuse(what.into()))?;
        let id = self.number();
        state.memory.insert(id, Object::new(bytes));
        Ok(Word::constant(memory::address(id).into(), 64))
    }

    /// An intrinsic that moves or fills memory, given its name without `llvm.`; none if it is another one.
    fn moves(
        &mut self,
        name: &str,
        words: &[Word],
        state: &mut State,
    ) -> Result<Option<Value>, String> {
        let [to, what, length, volatile] = words else {
            return Ok(None);
        };
        let is = |intrinsics: &[&str]| {
            intrinsics
                .iter()
                .any(|of| name.strip_prefix(of) == Some(".i64"))
        };
        let (copies, fills) = (is(&["memcpy.p0.p0", "memmove.p0.p0"]), is(&["memset.p0"]));
        if (copies || fills) && volatile[0] != Lit::FALSE {
            return Err(format!("`llvm.{name}` of volatile memory"));
        }
        match (copies, fills) {
            (true, _) => self.copy(to, what, length, state)?,
            (_, true) => self.fill(to, what, length, state)?,
            _ => return Ok(None),
        }
        Ok(Some(Value::zero(&Shape::Void)))
    }

    /// An intrinsic that computes a value, given its name without `llvm.`.
    fn intrinsic(&mut self, name: &str, words: &[Word]) -> Option<Value> {
        // What stands behind the last dot of the name is a type.
        let stem = name.rsplit_once(".i").map_or(name, |(stem, _)| stem);
        let aig = &mut self.aig;
        let word = match (stem, words) {
            ("umin", [a, b]) => self.least(Comparison::Ult, a, b),
            ("umax", [a, b]) => self.least(Comparison::Ugt, a, b),
            ("smin", [a, b]) => self.least(Comparison::Slt, a, b),
            ("smax", [a, b]) => self.least(Comparison::Sgt, a, b),
            ("is.constant", [_]) => Word::constant(0, 1),
            ("abs", [a, _]) => negated(aig, a[a.width() - 1], a),
            ("ctpop", [a]) => aig.ones(a),
            ("cttz", [a, _]) => self.lowest.of(&mut self.aig, a),
            ("ctlz", [a, _]) => aig.leading_zeros(a),
            ("bitreverse", [a]) => a.reversed(),
            ("bswap", [a]) => {
                let bytes = a.chunks(8).rev().flatten().copied();
                bytes.collect()
            }
            // The distance counts modulo the width.
            ("fshl" | "fshr", [a, ..]) if !a.width().is_power_of_two() => return None,
            ("fshl", [a, b, by]) => funnel(aig, a, b, by),
            ("fshr", [a, b, by]) => {
                let [a, b] = [b, a].map(Word::reversed);
                funnel(aig, &a, &b, by).reversed()
            }
            ("uadd.sat", [a, b]) => {
                let (sum, carry) = aig.sum(a, b, Lit::FALSE);
                sum.iter().map(|bit| aig.or(*bit, carry)).collect()
            }
            ("usub.sat", [a, b]) => {
                let (rest, fits) = aig.difference(a, b);
                rest.iter().map(|bit| aig.and(*bit, fits)).collect()
            }
            ("sadd.sat" | "ssub.sat", [a, b]) => {
                let (word, overflows) = self.overflowing(stem, a, b)?;
                let sign = a[a.width() - 1];
                let bits = std::iter::repeat_n(!sign, a.width() - 1);
                let limit = bits.chain([sign]).collect();
                self.aig.mux_word(overflows, &limit, &word)
            }
            (_, [a, b]) if stem.ends_with(".with.overflow") => {
                let (word, overflows) = self.overflowing(stem, a, b)?;
                let fields = [word.into(), Word::from(overflows).into()];
                return Some(Value::Fields(fields.into()));
            }
            (_, [a, b]) if stem.starts_with("ucmp") || stem.starts_with("scmp") => {
                let kind = match stem.starts_with('u') {
                    true => Comparison::Ult,
                    false => Comparison::Slt,
                };
                let (less, more) = (self.compare(kind, a, b), self.compare(kind, b, a));
                let any = self.aig.or(less, more);
                let width: usize = stem.split(".i").nth(1)?.parse().ok()?;
                let bits = std::iter::once(any).chain(std::iter::repeat(less));
                bits.take(width).collect()
            }
            _ => return None,
        };
        Some(word.into())
    }

    /// The first word where it compares to the second one, else the second.
    fn least(&mut self, kind: Comparison, a: &Word, b: &Word) -> Word {
        let is = self.compare(kind, a, b);
        self.aig.mux_word(is, a, b)
    }

    /// The result of an operation that also says whether it overflows.
    fn overflowing(&mut self, name: &str, a: &Word, b: &Word) -> Option<(Word, Lit)> {
        let width = a.width();
        let aig = &mut self.aig;
        let is_signed = name.starts_with('s');
        let wide = |word: &Word, width: usize| match is_signed {
            true => word.sign_extended(width),
            false => word.resized(width),
        };
        let (operation, bits) = match name[1..].split_once('.')? {
            ("add", _) => (Aig::add as fn(&mut Aig, &Word, &Word) -> Word, width + 1),
            ("sub", _) => (Aig::sub as _, width + 1),
            ("mul", _) => (Aig::mul as _, 2 * width),
            _ => return None,
        };
        let whole = operation(aig, &wide(a, bits), &wide(b, bits));
        let word = whole.part(0, width);
        let fits = aig.equal(&wide(&word, bits), &whole);
        Some((word, !fits))
    }
}

/// Frees an object. One that is perhaps another is kept: nobody reads it.
fn free(address: &Word, state: &mut State) {
    if let Some(address) = address.number() {
        state.memory.remove(memory::place(address as u64).0);
    }
}

/// The high half of two words, moved to higher bits; the distance counts modulo the width, a power of two.
fn funnel(aig: &mut Aig, high: &Word, low: &Word, by: &Word) -> Word {
    let width = high.width();
    let both = low.below(high);
    let by = by.part(0, width.ilog2() as usize);
    aig.shift_left(&both, &by, Lit::FALSE).part(width, width)
}
