//! Shapes of values.

use heddle_compiler::ir::{Layout, Type, Types};

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
                    let layout = field_layout(field, types)?;
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

/// The layout of a field. Integers are as large as the next power of two bytes.
fn field_layout(of: &Type, types: &Types) -> Option<Layout> {
    match of {
        Type::Integer(65..=128) => Some(Layout {
            bytes: 16,
            align: 16,
        }),
        Type::Integer(bits) => {
            let bits = bits.div_ceil(8).next_power_of_two() * 8;
            types.layout(&Type::Integer(bits))
        }
        other => types.layout(other),
    }
}
