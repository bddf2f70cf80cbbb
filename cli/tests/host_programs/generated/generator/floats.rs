//! Operations whose result is exact or exactly rounded, so that all devices agree.

use super::function::Function;
use super::types::{Element, Type};

impl Function<'_> {
    /// An operation with a floating-point result and operands nested this deep.
    pub fn float_operation(&mut self, kind: Type, depth: u32) -> String {
        let (left, right) = (self.value(kind, depth), self.value(kind, depth));
        match self.random.below(12) {
            0 => format!("fma({left}, {right}, {})", self.leaf(kind)),
            1 => format!("({left} / {right})"),
            2 => format!("sqrt({left})"),
            3 => {
                let name = *self
                    .random
                    .pick(&["floor", "ceil", "trunc", "rint", "round", "fabs"]);
                format!("{name}({left})")
            }
            4 => {
                // OpenCL leaves open which zero is larger; a sum with 0 is never -0.
                let name = *self.random.pick(&["fmin", "fmax"]);
                format!("({name}({left}, {right}) + 0.0f)")
            }
            5 => format!("(-({left}))"),
            // `pocl` rounds a double to a float first.
            6 if !kind.is_vector() && kind.element == Element::Float => {
                let mode = *self.random.pick(&["", "_rte", "_rtz", "_rtp", "_rtn"]);
                format!("halved{mode}({left})")
            }
            _ => {
                let operator = *self.random.pick(&["+", "-", "*"]);
                format!("({left} {operator} {right})")
            }
        }
    }
}
