//! Operators and functions on integers.

use super::function::Function;
use super::types::{Element, Type};

/// Functions of two integers whose result is of their type.
const OF_TWO: [&str; 8] = [
    "rotate", "hadd", "rhadd", "add_sat", "sub_sat", "min", "max", "mul_hi",
];

/// Functions of an integer whose result is of its type.
const OF_ONE: [&str; 2] = ["clz", "popcount"];

impl Function<'_> {
    /// An operation with an integer result and operands nested this deep.
    pub fn integer_operation(&mut self, kind: Type, depth: u32) -> String {
        match self.random.below(10) {
            0..=2 => self.arithmetic(kind, depth),
            3 => self.shift(kind, depth),
            4 => self.division(kind, depth),
            5 => self.unary(kind, depth),
            6 => self.function_of_three(kind, depth),
            7 => self.narrow_product(kind, depth),
            8 => self.upsample(kind, depth),
            _ => {
                let name = *self.random.pick(&OF_TWO);
                let (left, right) = (self.value(kind, depth), self.value(kind, depth));
                format!("{name}({left}, {right})")
            }
        }
    }

    /// Unsigned arithmetic for any type, also for small numbers, whose operands C would promote.
    pub fn arithmetic(&mut self, kind: Type, depth: u32) -> String {
        let operator = *self.random.pick(&["+", "-", "*", "^", "&", "|", "+"]);
        let (left, right) = (self.value(kind, depth), self.value(kind, depth));
        wrapped(kind, &left, operator, &right)
    }

    /// A shift. The amount may exceed the number of bits; its lower bits count.
    fn shift(&mut self, kind: Type, depth: u32) -> String {
        let amount = self.value(kind.unsigned(), depth);
        if self.random.one_in(2) {
            let value = self.value(kind, depth);
            return format!("({kind})({value} >> as_{kind}({amount}))");
        }
        let value = self.value(kind.unsigned(), depth);
        match kind.is_vector() {
            true => format!("as_{kind}({value} << {amount})"),
            false => format!("({kind})({value} << {amount})"),
        }
    }

    fn division(&mut self, kind: Type, depth: u32) -> String {
        let operator = *self.random.pick(&["/", "%"]);
        let (left, right) = (self.value(kind, depth), self.value(kind, depth));
        let divisor = match kind.element.is_signed() {
            true => format!("(({right} & ({kind})63) | ({kind})1)"),
            false => format!("({right} | ({kind})1)"),
        };
        format!("({kind})({left} {operator} {divisor})")
    }

    fn unary(&mut self, kind: Type, depth: u32) -> String {
        let value = self.value(kind, depth);
        match self.random.below(5) {
            0 => format!("({kind})(~{value})"),
            1 => {
                let unsigned = kind.unsigned();
                let zero = format!("({unsigned})0");
                let value = format!("as_{unsigned}({value})");
                wrapped(kind, &zero, "-", &value)
            }
            2 => format!("as_{kind}(abs({value}))"),
            _ => {
                let name = *self.random.pick(&OF_ONE);
                format!("{name}({value})")
            }
        }
    }

    fn function_of_three(&mut self, kind: Type, depth: u32) -> String {
        let (one, two) = (self.value(kind, depth), self.value(kind, depth));
        let three = self.leaf(kind);
        match self.random.below(5) {
            0 => format!("mad_sat({one}, {two}, {three})"),
            // The sum must not overflow a signed type.
            1 => format!("mad_hi({one}, {two}, ({kind})({three} >> ({kind})1))"),
            2 => format!("bitselect({one}, {two}, {three})"),
            3 => format!("clamp({one}, ({kind})3, ({kind})100)"),
            // `pocl` subtracts signed numbers in their own type, where the difference must not overflow.
            _ => format!(
                "as_{kind}(abs_diff(({kind})({one} >> ({kind})1), ({kind})({two} >> ({kind})1)))"
            ),
        }
    }

    /// `mul24` and `mad24`: of 24 unsigned bits, or of so few signed bits that nothing overflows.
    fn narrow_product(&mut self, kind: Type, depth: u32) -> String {
        let bits = match kind.element {
            Element::Int => 0x7fff,
            Element::Uint => 0xff_ffff,
            _ => return self.arithmetic(kind, depth),
        };
        let mut operand = || format!("({} & ({kind}){bits})", self.value(kind, depth));
        let (one, two, three) = (operand(), operand(), operand());
        match self.random.one_in(2) {
            true => format!("mul24({one}, {two})"),
            false => format!("mad24({one}, {two}, {three})"),
        }
    }

    /// Two integers of half the size, concatenated.
    fn upsample(&mut self, kind: Type, depth: u32) -> String {
        let Some(half) = kind.element.half() else {
            return self.arithmetic(kind, depth);
        };
        let high = self.value(kind.of(half), depth);
        let low = self.value(kind.of(half.unsigned()), depth);
        format!("upsample({high}, {low})")
    }
}

/// An operation that wraps around, on operands of a type.
pub fn wrapped(kind: Type, left: &str, operator: &str, right: &str) -> String {
    if kind.is_vector() {
        let unsigned = kind.unsigned();
        return format!("as_{kind}(as_{unsigned}({left}) {operator} as_{unsigned}({right}))");
    }
    // Not narrower than 32 bits, because C would compute with signed `int`.
    let unsigned = match kind.element.bits() {
        64 => "ulong",
        _ => "uint",
    };
    format!("({kind})(({unsigned}){left} {operator} ({unsigned}){right})")
}
