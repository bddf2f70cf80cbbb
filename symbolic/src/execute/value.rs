//! Values, and how those of two paths are merged.

use crate::aig::{Aig, Lit};
use crate::module::Shape;
use crate::word::Word;
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Word(Word),
    Fields(Rc<[Value]>),
}

impl Value {
    /// Zero of a shape.
    pub fn zero(shape: &Shape) -> Self {
        match shape {
            Shape::Void => Value::Fields(Rc::new([])),
            Shape::Bits(bits) => Value::Word(Word::constant(0, *bits as usize)),
            Shape::Fields(fields) => {
                Value::Fields(fields.iter().map(|(_, field)| Value::zero(field)).collect())
            }
        }
    }

    /// The word, of a value that is one.
    pub fn word(&self) -> &Word {
        match self {
            Value::Word(word) => word,
            Value::Fields(_) => panic!("the module's types say that this is a word"),
        }
    }

    /// The fields, of a value that has some.
    pub fn fields(&self) -> &[Value] {
        match self {
            Value::Fields(fields) => fields,
            Value::Word(_) => panic!("the module's types say that this has fields"),
        }
    }

    /// The value with another field.
    pub fn with(&self, field: Value, place: &[usize]) -> Value {
        let Some((first, rest)) = place.split_first() else {
            return field;
        };
        let mut fields = self.fields().to_vec();
        fields[*first] = fields[*first].with(field, rest);
        Value::Fields(fields.into())
    }

    /// `then` where the condition is high, else `otherwise`.
    pub fn mux(aig: &mut Aig, condition: Lit, then: &Value, otherwise: &Value) -> Value {
        match (then, otherwise) {
            (Value::Word(a), Value::Word(b)) => Value::Word(aig.mux_word(condition, a, b)),
            (Value::Fields(a), Value::Fields(b)) => {
                let pairs = a.iter().zip(b.iter());
                Value::Fields(
                    pairs
                        .map(|(a, b)| Value::mux(aig, condition, a, b))
                        .collect(),
                )
            }
            _ => panic!("values of one name have one shape"),
        }
    }
}

impl From<Word> for Value {
    fn from(word: Word) -> Self {
        Value::Word(word)
    }
}
