//! Expressions and conditions. Arithmetic is unsigned or otherwise defined in C: shift counts are below 32, divisors are odd.

use super::function::Function;

/// Binary operators whose result C defines for all unsigned operands.
const OPERATORS: [&str; 7] = ["+", "-", "*", "^", "&", "|", "+"];

/// Comparisons of unsigned and of signed numbers.
const COMPARISONS: [&str; 6] = ["<", ">", "<=", ">=", "==", "!="];

impl Function<'_> {
    /// An expression with operators nested this deep.
    pub fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(4) {
            return self.leaf();
        }
        let left = self.expression(depth - 1);
        match self.random.below(12) {
            0 => format!("({left} << ({} & 31))", self.leaf()),
            1 => format!("({left} >> ({} & 31))", self.leaf()),
            2 => format!("({left} / ({} | 1))", self.leaf()),
            3 => format!("({left} % ({} | 1))", self.leaf()),
            4 => format!("({} ? {left} : {})", self.condition(), self.leaf()),
            5 => format!("t->in[{left} & 63]"),
            _ => {
                let operator = *self.random.pick(&OPERATORS);
                format!("({left} {operator} {})", self.expression(depth - 1))
            }
        }
    }

    fn leaf(&mut self) -> String {
        match self.random.below(8) {
            0 => "t->index".into(),
            1 => format!("{}u", self.random.below(16)),
            2 => format!("{:#x}u", self.random.word()),
            3 => format!("t->in[{}]", self.random.below(64)),
            _ => self.value(),
        }
    }

    /// A condition whose value differs between threads.
    pub fn condition(&mut self) -> String {
        if self.random.one_in(5) {
            let operator = if self.random.one_in(2) { "&&" } else { "||" };
            let left = self.comparison();
            return format!("({left} {operator} {})", self.comparison());
        }
        self.comparison()
    }

    fn comparison(&mut self) -> String {
        let (left, right) = (self.expression(1), self.expression(1));
        let operator = *self.random.pick(&COMPARISONS);
        match self.random.below(6) {
            0 => format!("(int32_t){left} {operator} (int32_t){right}"),
            1 => format!("(float)({left} & 1023) {operator} 1.5f * (float)({right} & 1023)"),
            2 => format!("{left} {operator} {right}"),
            3 => format!(
                "((t->index + {left}) & 3) {operator} {}u",
                self.random.below(4)
            ),
            _ => {
                let bits = self.random.pick(&[1u32, 3, 7]);
                format!("(({left} ^ t->index) & {bits}) != 0")
            }
        }
    }
}
