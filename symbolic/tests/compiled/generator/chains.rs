//! Chains: of options and results, and of iterators.

use super::{Scalar, Type, U64, Writer};

impl Writer<'_> {
    /// An option of a number.
    pub fn option(&mut self, of: Scalar, depth: u32) -> String {
        let known = self.find(|variable| variable.of == Type::Option(of));
        if depth == 0 || !self.pays(1) {
            return match known {
                Some(variable) if self.random.one_in(2) => variable.name,
                _ => format!("Some({})", self.leaf(of)),
            };
        }
        match self.random.below(12) {
            0 => format!(
                "{}.then(|| {})",
                self.truth(depth - 1),
                self.scalar(of, depth - 1)
            ),
            1 => format!("{}.then_some({})", self.truth(depth - 1), self.leaf(of)),
            2 => self.checked(of, depth),
            3 => {
                let (option, [x, is]) = (self.option(of, depth - 1), self.condition(of));
                format!("{option}.filter(|&{x}| {is})")
            }
            4 => format!(
                "{}.or({})",
                self.option(of, depth - 1),
                self.option(of, depth - 1)
            ),
            5 => format!(
                "{}.xor({})",
                self.option(of, depth - 1),
                self.option(of, depth - 1)
            ),
            6 => self.bound(of, depth),
            7 => self.mapped(of, depth),
            8 => self.through_result(of, depth),
            9 => self.found(of, depth),
            10 => self.helped(of, depth),
            _ => known.map_or(format!("None::<{}>", of.text), |variable| variable.name),
        }
    }

    /// A closure of one number: its parameter, and what is written below it.
    fn under(&mut self, of: Scalar, write: impl FnOnce(&mut Self) -> String) -> [String; 2] {
        let name = self.name();
        let written = self.within(&[(&name, Type::Scalar(of))], write);
        [name, written]
    }

    fn condition(&mut self, of: Scalar) -> [String; 2] {
        self.under(of, |writer| writer.truth(1))
    }

    fn checked(&mut self, of: Scalar, depth: u32) -> String {
        let from = self.any_scalar();
        if self.random.one_in(2) {
            return format!(
                "{}::try_from({}).ok()",
                of.text,
                self.scalar(from, depth - 1)
            );
        }
        let operation = *self.random.pick(&["add", "sub"]);
        let [a, b] = [(); 2].map(|()| self.scalar(of, depth - 1));
        format!("{a}.checked_{operation}({b})")
    }

    fn bound(&mut self, of: Scalar, depth: u32) -> String {
        let from = self.any_scalar();
        let first = self.option(from, depth - 1);
        let [x, next] = self.under(from, |writer| writer.option(of, 1));
        format!("{first}.and_then(|{x}: {}| {next})", from.text)
    }

    fn mapped(&mut self, of: Scalar, depth: u32) -> String {
        let (from, other) = (self.any_scalar(), self.any_scalar());
        let [a, b] = [from, other].map(|of| self.option(of, depth - 1));
        let (x, y) = (self.name(), self.name());
        let both = [(x.as_str(), Type::Scalar(from)), (&y, Type::Scalar(other))];
        let value = self.within(&both, |writer| writer.scalar(of, 1));
        format!(
            "{a}.zip({b}).map(|({x}, {y}): ({}, {})| {value})",
            from.text, other.text
        )
    }

    fn through_result(&mut self, of: Scalar, depth: u32) -> String {
        let option = self.option(of, depth - 1);
        let error = self.scalar(U64, 0);
        let [x, value] = self.under(of, |writer| writer.scalar(of, 1));
        let [y, otherwise] = self.under(U64, |writer| writer.option(of, 1));
        format!(
            "(match {option}.ok_or({error}).map(|{x}| {value}) {{ Ok(x) => Some(x), Err({y}) => {otherwise} }})"
        )
    }

    /// What a search in an iterator finds.
    fn found(&mut self, of: Scalar, depth: u32) -> String {
        let Some(chain) = self.chain(of, depth) else {
            return format!("Some({})", self.leaf(of));
        };
        match self.random.below(6) {
            0 => {
                let [x, is] = self.condition(of);
                format!("{chain}.find(|&{x}| {is})")
            }
            1 => format!("{chain}.max()"),
            2 => format!("{chain}.min()"),
            3 => format!("{chain}.last()"),
            4 => format!("{chain}.nth({})", self.random.below(4)),
            _ => {
                let [x, key] = self.under(of, |writer| writer.scalar(of, 1));
                let which = self.random.pick(&["min", "max"]);
                format!("{chain}.{which}_by_key(|&{x}| {key})")
            }
        }
    }

    /// A number out of an option.
    pub fn of_option(&mut self, of: Scalar, depth: u32) -> String {
        let option = self.option(of, depth - 1);
        if self.risks() {
            return format!("({option}).unwrap()");
        }
        match self.random.below(4) {
            0 => format!("({option}).unwrap_or_default()"),
            1 => format!(
                "({option}).unwrap_or_else(|| {})",
                self.scalar(of, depth - 1)
            ),
            2 => format!(
                "(if let Some(x) = {option} {{ x }} else {{ {} }})",
                self.leaf(of)
            ),
            _ => format!("({option}).unwrap_or({})", self.leaf(of)),
        }
    }

    /// A condition about an option or an iterator.
    pub fn question(&mut self, depth: u32) -> String {
        let of = self.any_scalar();
        let chain = self.chain(of, depth - 1);
        let [x, is] = self.condition(of);
        match (self.random.below(4), chain) {
            (0, Some(chain)) => format!("{chain}.any(|{x}| {is})"),
            (1, Some(chain)) => format!("{chain}.all(|{x}| {is})"),
            (2, _) => format!("({}).is_some()", self.option(of, depth - 1)),
            _ => format!("({}).is_some_and(|{x}| {is})", self.option(of, depth - 1)),
        }
    }

    /// A number that an iterator comes to.
    pub fn of_chain(&mut self, of: Scalar, depth: u32) -> String {
        let from = self.any_scalar();
        let Some(chain) = self.chain(from, depth - 1) else {
            return self.leaf(of);
        };
        let text = of.text;
        let first = self.leaf(of);
        match self.random.below(6) {
            0 => {
                let [x, is] = self.condition(from);
                format!("({chain}.position(|{x}| {is}).unwrap_or(9) as {text})")
            }
            1 => format!("({chain}.count() as {text})"),
            2 if self.risks() => format!("({chain}.sum::<{}>() as {text})", from.text),
            _ => {
                let (a, x) = (self.name(), self.name());
                let both = [(a.as_str(), Type::Scalar(of)), (&x, Type::Scalar(from))];
                let next = self.within(&both, |writer| writer.scalar(of, 2));
                format!(
                    "{chain}.fold({first}, |{a}: {text}, {x}: {}| {next})",
                    from.text
                )
            }
        }
    }

    /// An iterator over numbers; none if it costs too much.
    fn chain(&mut self, of: Scalar, depth: u32) -> Option<String> {
        if depth == 0 || self.times > 8 || !self.pays(12) {
            return None;
        }
        // What stands in its closures is executed for each element.
        self.times *= 4;
        let mut chain = self.elements(of);
        for _ in 0..self.random.below(4) {
            chain += &self.adaptor(of);
        }
        self.times /= 4;
        Some(chain)
    }

    /// The elements of a collection, or of a range.
    fn elements(&mut self, of: Scalar) -> String {
        let found = self.find(|variable| variable.of.element() == Some(of));
        let Some(variable) = found else {
            let (from, to) = (self.random.below(3), 3 + self.random.below(5));
            let range = format!("({from}{of}..{to})", of = of.text);
            return range + *self.random.pick(&["", ".rev()"]);
        };
        let name = variable.name;
        match variable.of {
            Type::Array(_, count) if self.random.one_in(3) => {
                let to = self.index(count, 1);
                format!("{name}[..{to}].iter().copied()")
            }
            Type::Array(_, count) if count > 2 && self.random.one_in(4) => {
                format!("{name}.windows(2).map(|w| w[0].wrapping_add(w[1]))")
            }
            _ => format!(
                "{name}.iter(){}.copied()",
                self.random.pick(&["", "", ".rev()"])
            ),
        }
    }

    fn adaptor(&mut self, of: Scalar) -> String {
        match self.random.below(12) {
            0 => ".skip(1)".into(),
            1 => format!(".take({})", 1 + self.random.below(4)),
            2 => format!(".take({} as usize)", self.below(4, 1)),
            3 => {
                let [x, value] = self.under(of, |writer| writer.scalar(of, 1));
                format!(".map(|{x}| {value})")
            }
            4..7 => {
                let [x, is] = self.condition(of);
                let which = self.random.pick(&["filter", "take_while", "skip_while"]);
                format!(".{which}(|&{x}| {is})")
            }
            7 => format!(".enumerate().map(|(n, x)| x ^ (n as {}))", of.text),
            8 => {
                let other = self.elements(of);
                format!(".zip({other}).map(|(x, y)| x.wrapping_sub(y))")
            }
            9 => format!(".chain({})", self.elements(of)),
            10 => {
                let [x, next] = self.under(of, |writer| writer.option(of, 1));
                format!(".filter_map(|{x}| {next})")
            }
            _ => format!(".step_by({})", 1 + self.random.below(3)),
        }
    }
}
