//! Expressions of numbers and truth values.

use super::{SCALARS, Scalar, Type, Writer};

impl Writer<'_> {
    /// An expression of a type of numbers, of a depth at most.
    pub fn scalar(&mut self, of: Scalar, depth: u32) -> String {
        if depth == 0 || !self.pays(1) || self.random.one_in(6) {
            return self.leaf(of);
        }
        match self.random.below(14) {
            0..3 => self.modular(of, depth),
            3 => self.bitwise(of, depth),
            4 => self.shifted(of, depth),
            5 => self.bounded(of, depth),
            6 => self.counted(of, depth),
            7 => self.quotient(of, depth),
            8 => self.plain(of, depth),
            9 => self.cast(of, depth),
            10 => self.chosen(of, depth),
            11 => self.element(of, depth),
            12 => self.of_option(of, depth),
            _ => self.of_chain(of, depth),
        }
    }

    /// An operand without operations.
    pub fn leaf(&mut self, of: Scalar) -> String {
        let known = match self.random.below(10) {
            0..5 => self.find(|variable| variable.of == Type::Scalar(of)),
            5 => return self.constant(of),
            _ => None,
        };
        match known {
            Some(variable) => variable.name,
            None if self.inputs.is_empty() => self.converted(of),
            None => {
                let at = self.random.below(self.inputs.len() as u32);
                format!("(i[{at}] as {})", of.text)
            }
        }
    }

    /// A variable of another type, or a constant.
    fn converted(&mut self, of: Scalar) -> String {
        match self.find(|variable| matches!(variable.of, Type::Scalar(_))) {
            Some(variable) => format!("({} as {})", variable.name, of.text),
            None => self.constant(of),
        }
    }

    /// A constant: often a corner.
    pub fn constant(&mut self, of: Scalar) -> String {
        let text = of.text;
        match self.random.below(8) {
            0 => format!("{text}::MAX"),
            1 => format!("{text}::MIN"),
            2 if of.is_signed => format!("(-{}{text})", 1 + self.random.below(20)),
            3 => format!("(1{text} << {})", self.random.below(of.bits)),
            4 => format!("{}{text}", self.random.below(120)),
            _ => format!("{}{text}", self.random.below(9)),
        }
    }

    /// A number below a constant.
    pub fn below(&mut self, limit: usize, depth: u32) -> String {
        let number = self.scalar(super::U64, depth);
        match limit.is_power_of_two() {
            true => format!("({number} & {})", limit - 1),
            false => format!("({number} as u8 as u64 % {limit})"),
        }
    }

    /// A number for an index into so many elements: below their number, or perhaps beyond it.
    pub fn index(&mut self, count: usize, depth: u32) -> String {
        let limit = match self.risks() {
            true => count + 1 + self.random.below(3) as usize,
            false => count,
        };
        if limit == count && self.random.one_in(4) {
            return self.random.below(count as u32).to_string();
        }
        let number = self.below(limit, depth.min(1));
        match self.random.below(4) {
            0 => format!("({} - {number} as usize)", limit - 1),
            1 => format!(
                "(({number} as usize + {}) % {limit})",
                1 + self.random.below(3)
            ),
            _ => format!("({number} as usize)"),
        }
    }

    fn pair(&mut self, of: Scalar, depth: u32) -> [String; 2] {
        [(); 2].map(|()| self.scalar(of, depth - 1))
    }

    fn modular(&mut self, of: Scalar, depth: u32) -> String {
        let price = of.bits / 8 * of.bits / 16;
        let operations = match self.pays(price) {
            true => &["add", "sub", "mul"][..],
            false => &["add", "sub"],
        };
        let operation = *self.random.pick(operations);
        let [a, b] = self.pair(of, depth);
        match self.random.below(8) {
            0 => format!("{a}.saturating_{operation}({b})"),
            1 => {
                let otherwise = self.scalar(of, depth - 1);
                format!("{a}.checked_{operation}({b}).unwrap_or({otherwise})")
            }
            2 => {
                let (sum, is) = (self.name(), self.name());
                let otherwise = self.scalar(of, depth - 1);
                format!(
                    "{{ let ({sum}, {is}) = {a}.overflowing_{operation}({b}); if {is} {{ {otherwise} }} else {{ {sum} }} }}"
                )
            }
            _ => format!("{a}.wrapping_{operation}({b})"),
        }
    }

    fn bitwise(&mut self, of: Scalar, depth: u32) -> String {
        let [a, b] = self.pair(of, depth);
        match self.random.below(6) {
            0 => format!("(!{a})"),
            1 => format!("{a}.swap_bytes()"),
            2 => format!("{a}.reverse_bits()"),
            3 => format!("({a} & {b})"),
            4 => format!("({a} | {b})"),
            _ => format!("({a} ^ {b})"),
        }
    }

    fn shifted(&mut self, of: Scalar, depth: u32) -> String {
        let by = self.scalar(*SCALARS.first().expect("a type"), depth - 1);
        let a = self.scalar(of, depth - 1);
        let (bits, risks) = (of.bits - 1, self.risks());
        match self.random.below(7) {
            0 => format!("{a}.rotate_left({by} as u32)"),
            1 => format!("{a}.rotate_right({by} as u32)"),
            2 => format!("{a}.wrapping_shl({by} as u32)"),
            3 => format!("{a}.wrapping_shr({by} as u32)"),
            4 => format!("{a}.checked_shl({by} as u32).unwrap_or(3)"),
            5 if risks => format!("({a} << ({by} & {}))", 2 * of.bits - 1),
            5 => format!("({a} << ({by} & {bits}))"),
            _ => format!("({a} >> ({by} & {bits}))"),
        }
    }

    fn bounded(&mut self, of: Scalar, depth: u32) -> String {
        let [a, b] = self.pair(of, depth);
        match self.random.below(4) {
            0 => format!("{a}.min({b})"),
            1 => format!("{a}.max({b})"),
            2 => format!("({a}.abs_diff({b}) as {})", of.text),
            _ => format!("{a}.clamp(2, 90)"),
        }
    }

    fn counted(&mut self, of: Scalar, depth: u32) -> String {
        let from = self.any_scalar();
        let a = self.scalar(from, depth - 1);
        let count = self.random.pick(&[
            "count_ones",
            "count_zeros",
            "leading_zeros",
            "trailing_zeros",
            "leading_ones",
            "trailing_ones",
        ]);
        format!("({a}.{count}() as {})", of.text)
    }

    fn quotient(&mut self, of: Scalar, depth: u32) -> String {
        if of.bits > 32 || !self.pays(of.bits * of.bits / 16) {
            return self.bitwise(of, depth);
        }
        let [a, b] = self.pair(of, depth);
        if self.risks() {
            let operation = self.random.pick(&["/", "%"]);
            return format!("({a} {operation} {b})");
        }
        match self.random.below(6) {
            0 => format!("{a}.checked_div({b}).unwrap_or(1)"),
            1 => format!("{a}.checked_rem({b}).unwrap_or(2)"),
            2 => format!("{a}.wrapping_div({b} | 1)"),
            3 => format!("{a}.wrapping_rem({b} | 1)"),
            4 => format!("({a} / {})", 1 + self.random.below(12)),
            _ => format!("{a}.rem_euclid({})", 1 + self.random.below(12)),
        }
    }

    /// What panics where it does not fit; the operands are small where that is not wanted.
    fn plain(&mut self, of: Scalar, depth: u32) -> String {
        let operation = *self.random.pick(&["+", "-", "*"]);
        let [a, b] = self.pair(of, depth);
        match self.risks() {
            true => format!("({a} {operation} {b})"),
            false if of.is_signed && self.random.one_in(3) => format!("(-({a} >> 1))"),
            false if operation == "-" => format!("({a} / 2 + {} - ({b} & 7))", 8),
            false => format!("(({a} & 7) {operation} ({b} & 7))"),
        }
    }

    fn cast(&mut self, of: Scalar, depth: u32) -> String {
        if self.random.one_in(5) {
            return format!("({} as {})", self.truth(depth - 1), of.text);
        }
        let (from, through) = (self.any_scalar(), self.any_scalar());
        let a = self.scalar(from, depth - 1);
        match self.random.below(3) {
            0 => format!("({a} as {} as {})", through.text, of.text),
            1 => format!("{}::try_from({a}).unwrap_or(4)", of.text),
            _ => format!("({a} as {})", of.text),
        }
    }

    fn chosen(&mut self, of: Scalar, depth: u32) -> String {
        if self.random.one_in(2) {
            let condition = self.truth(depth - 1);
            let [a, b] = self.pair(of, depth);
            return format!("(if {condition} {{ {a} }} else {{ {b} }})");
        }
        let on = self.any_scalar();
        let value = self.scalar(on, depth - 1);
        let [a, b] = self.pair(of, depth);
        let c = self.leaf(of);
        let (low, high) = (self.random.below(3), 3 + self.random.below(90));
        format!(
            "(match {value} {{ {low} => {a}, 3..={high} => {b}, {} => 9, _ => {c} }})",
            high + 1
        )
    }

    /// A part of a variable that has several.
    fn element(&mut self, of: Scalar, depth: u32) -> String {
        let found = self.find(|variable| match variable.of {
            Type::Grid(element, ..) => element == of,
            Type::Pair(a, b) | Type::Rows(a, b, _) => a == of || b == of,
            Type::Record | Type::Choice => true,
            other => other.element() == Some(of),
        });
        let Some(variable) = found else {
            return self.leaf(of);
        };
        let name = &variable.name;
        match variable.of {
            Type::Array(_, count) => format!("{name}[{}]", self.index(count, depth)),
            Type::Grid(_, rows, count) => {
                format!(
                    "{name}[{}][{}]",
                    self.index(rows, depth),
                    self.index(count, depth)
                )
            }
            Type::Rows(a, _, count) => {
                format!(
                    "{name}[{}].{}",
                    self.index(count, depth),
                    u32::from(a != of)
                )
            }
            Type::List(_, count) | Type::Ring(_, count) => self.at(name, count, depth),
            Type::Pair(a, _) => format!("{name}.{}", u32::from(a != of)),
            Type::Record => {
                let field = *self.random.pick(&["a", "b"]);
                format!("({name}.{field} as {})", of.text)
            }
            _ => format!(
                "(match {name} {{ Choice::A => {}, Choice::B(x) => x as {of}, Choice::C {{ x, y }} => (x as {of}) ^ (y as {of}) }})",
                self.leaf(of),
                of = of.text
            ),
        }
    }

    /// An element of a collection that has up to a number of them.
    fn at(&mut self, name: &str, count: usize, depth: u32) -> String {
        let index = self.index(count, depth);
        match self.risks() {
            true => format!("{name}[{index}]"),
            false => format!("{name}.get({index}).copied().unwrap_or(6)"),
        }
    }

    /// A condition.
    pub fn truth(&mut self, depth: u32) -> String {
        if depth == 0 || !self.pays(1) {
            return match self.find(|variable| variable.of == Type::Bool) {
                Some(variable) if self.random.one_in(2) => variable.name,
                _ => self.comparison(0),
            };
        }
        match self.random.below(9) {
            0..4 => self.comparison(depth - 1),
            4 => format!("({} && {})", self.truth(depth - 1), self.truth(depth - 1)),
            5 => format!("({} || {})", self.truth(depth - 1), self.truth(depth - 1)),
            6 => format!("({} ^ {})", self.truth(depth - 1), self.truth(depth - 1)),
            7 => format!("(!{})", self.truth(depth - 1)),
            _ => self.question(depth),
        }
    }

    fn comparison(&mut self, depth: u32) -> String {
        let of = self.any_scalar();
        let [a, b] = [(); 2].map(|()| self.scalar(of, depth));
        let kind = self.random.pick(&["==", "!=", "<", "<=", ">", ">="]);
        format!("({a} {kind} {b})")
    }
}
