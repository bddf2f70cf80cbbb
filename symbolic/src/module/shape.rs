//! Shapes of values.

use heddle_compiler::ir::{Type, Types};

/// The shape of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Void,
    /// This number of bits; pointers have 64.
    Bits(u32),
    /// Fields, each with its place in memory in bytes.
    Fields(Vec<(u32, Shape)>),
}

impl Shape {
    /// The shape of values of a type; `None` if such values are not supported.
    pub fn of(of: &Type, types: &Types) -> Option<Self> {
        Some(match of {
            Type::Integer(bits @ 1..=128) => Shape::Bits(*bits),
            Type::Pointer => Shape::Bits(super::POINTER * 8),
            Type::Struct { fields, packed } => {
                let mut start = 0;
                let mut all = Vec::new();
                for field in fields {
                    let layout = types.layout(&stored(field))?;
                    let align = if *packed { 1 } else { layout.align };
                    start = u32::next_multiple_of(start, align);
                    all.push((start, Shape::of(field, types)?));
                    start += layout.bytes;
                }
                Shape::Fields(all)
            }
            Type::Array(count, element) => {
                let bytes = types.layout(element)?.bytes;
                let shape = Shape::of(element, types)?;
                let fields = (0..*count).map(|at| (at * bytes, shape.clone()));
                Shape::Fields(fields.collect())
            }
            Type::Named(name) => Shape::of(types.named(name)?, types)?,
            Type::Integer(_) | Type::Float(_) | Type::Vector(..) => return None,
        })
    }
}

/// The type that a field takes the place of in memory: integers are as large as the next power of two bytes.
fn stored(of: &Type) -> Type {
    match of {
        Type::Integer(bits) => Type::Integer(bits.div_ceil(8).next_power_of_two() * 8),
        other => other.clone(),
    }
}
