//! Statements.

use super::{Type, Variable, Writer};

impl Writer<'_> {
    /// A statement, in which blocks are nested up to a depth.
    pub fn statement(&mut self, depth: u32) -> String {
        if !self.pays(2) {
            return self.assignment();
        }
        match self.random.below(16) {
            0..3 => self.assignment(),
            3 => self.declaration(2),
            4..8 => self.change().unwrap_or_else(|| self.assignment()),
            8 if depth > 0 => self.branch(depth - 1),
            9 if depth > 0 => self.matched(depth - 1),
            10..14 if depth > 0 => self.looped(depth - 1),
            14 => self.ending(),
            _ => self.assignment(),
        }
    }

    /// Statements in a block of their own.
    pub fn block(&mut self, depth: u32) -> String {
        let before = self.scope.len();
        let count = 1 + self.random.below(3);
        let text: String = (0..count).map(|_| self.statement(depth)).collect();
        self.scope.truncate(before);
        format!("{{\n{text}}}")
    }

    fn assignment(&mut self) -> String {
        let found = self.find(|variable| variable.is_writable && !variable.of.is_collection());
        let Some(Variable { name, of, .. }) = found else {
            return self.declaration(2);
        };
        match of {
            Type::Scalar(of) => {
                let value = self.scalar(of, 3);
                let operation = *self.random.pick(&["", "", "^", "|", "&"]);
                format!("{name} {operation}= {value};\n")
            }
            Type::Record if self.random.one_in(2) => {
                let value = self.scalar(self.fields[1], 2);
                format!("{name}.b = {value}; {name}.c = !{name}.c;\n")
            }
            Type::Choice if self.random.one_in(2) => {
                let of = self.fields[3];
                let value = self.without(&name, |writer| writer.scalar(of, 2));
                format!("if let Choice::C {{ ref mut y, .. }} = {name} {{ *y = {value}; }}\n")
            }
            Type::Pair(a, _) if self.random.one_in(2) => {
                format!("{name}.0 = {};\n", self.scalar(a, 2))
            }
            Type::Option(of) if self.random.one_in(2) => {
                let value = self.scalar(of, 1);
                let change = self.random.pick(&["get_or_insert", "insert", "replace"]);
                format!("{name}.{change}({value});\n")
            }
            _ => format!("{name} = {};\n", self.value(of, 2)),
        }
    }

    fn branch(&mut self, depth: u32) -> String {
        let condition = self.truth(2);
        let then = self.block(depth);
        match self.random.below(3) {
            0 => format!("if {condition} {then}\n"),
            1 => {
                let (of, name) = (self.any_scalar(), self.name());
                let option = self.option(of, 2);
                let inside =
                    self.within(&[(&name, Type::Scalar(of))], |writer| writer.block(depth));
                format!("if let Some({name}) = {option} {inside} else {then}\n")
            }
            _ => format!("if {condition} {then} else {}\n", self.block(depth)),
        }
    }

    fn matched(&mut self, depth: u32) -> String {
        let found = self.find(|variable| variable.of == Type::Choice);
        let arms = [(); 3].map(|()| self.block(depth));
        let [first, second, third] = arms;
        match found {
            Some(Variable { name, .. }) => {
                let (x, y) = (self.fields[2], self.fields[3]);
                let [a, b] = [self.name(), self.name()];
                let inside = [(a.as_str(), Type::Scalar(x)), (b.as_str(), Type::Scalar(y))];
                let fourth = self.within(&inside, |writer| writer.block(depth.min(1)));
                let guard = self.within(&inside[..1], |writer| writer.truth(1));
                format!(
                    "match {name} {{ Choice::A => {first} Choice::B({a}) if {guard} => {second} Choice::B(_) => {third} Choice::C {{ x: {a}, y: {b} }} => {fourth} }}\n"
                )
            }
            None => {
                let of = self.any_scalar();
                let value = self.scalar(of, 2);
                let last = self.random.below(30) + 3;
                format!(
                    "match {value} {{ 0 | 2 => {first} 1 | 3..={last} => {second} _ => {third} }}\n"
                )
            }
        }
    }

    /// What leaves the function, or the loop.
    fn ending(&mut self) -> String {
        let condition = format!("{} && {}", self.truth(1), self.truth(1));
        if self.risks() {
            let how = *self
                .random
                .pick(&["panic!();", "unreachable!();", "None::<u8>.unwrap();"]);
            return format!("if {condition} {{ {how} }}\n");
        }
        if !self.labels.is_empty() && self.random.one_in(2) {
            let label = self.random.pick(&self.labels).clone();
            let how = self.random.pick(&["break", "continue"]);
            return format!("if {condition} {{ {how} {label}; }}\n");
        }
        format!("if {condition} {{ return {}; }}\n", self.early_result())
    }
}
