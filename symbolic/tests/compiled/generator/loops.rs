//! Loops.

use super::{Type, U64, Variable, Writer};

impl Writer<'_> {
    /// A loop, unless the ones around it go round too often.
    pub fn looped(&mut self, depth: u32) -> String {
        let most = 2 + self.random.below(5);
        if self.times * most > 24 || !self.pays(4) {
            return self.statement(0);
        }
        self.times *= most;
        let label = format!("'l{}", self.name());
        let text = match self.random.below(9) {
            0 => self.counted_loop(&label, &format!("{most}u64"), depth),
            1 | 2 => {
                let bound = self.below(most as usize + 1, 1);
                self.counted_loop(&label, &bound, depth)
            }
            3 => self.mask_loop(&label, most, depth),
            4 => self.endless_loop(&label, most, depth),
            5 => self.halving_loop(&label, most, depth),
            6 | 7 => self.element_loop(&label, depth),
            _ => self.draining_loop(&label, depth),
        };
        self.times /= most;
        text
    }

    /// A block in which the loop's label is known.
    fn inside(&mut self, label: &str, depth: u32) -> String {
        self.labels.push(label.to_owned());
        let block = self.block(depth);
        self.labels.pop();
        block
    }

    fn counted_loop(&mut self, label: &str, bound: &str, depth: u32) -> String {
        let name = self.name();
        let inside = self.within(&[(&name, Type::Scalar(U64))], |writer| {
            writer.inside(label, depth)
        });
        let range = match self.random.below(4) {
            0 => format!("(0..{bound}).rev()"),
            1 => format!("(0..={bound}).skip(1)"),
            _ => format!("0..{bound}"),
        };
        format!("{label}: for {name} in {range} {inside}\n")
    }

    /// A loop over the bits of a word.
    fn mask_loop(&mut self, label: &str, most: u32, depth: u32) -> String {
        let (mask, at) = (self.name(), self.name());
        let word = self.scalar(U64, 1);
        let bits = (1u64 << most) - 1;
        let inside = self.within(&[(&at, Type::Scalar(U64))], |writer| {
            writer.inside(label, depth)
        });
        format!(
            "let mut {mask} = {word} & {bits};\n{label}: while {mask} != 0 {{\n\
             let {at} = {mask}.trailing_zeros() as u64;\n{mask} &= {mask} - 1;\n{inside}\n}}\n"
        )
    }

    /// A loop that ends in its middle.
    fn endless_loop(&mut self, label: &str, most: u32, depth: u32) -> String {
        let count = self.name();
        let variable = [(count.as_str(), Type::Scalar(U64))];
        let end = self.within(&variable, |writer| writer.truth(1));
        let (first, second) = self.within(&variable, |writer| {
            (writer.inside(label, depth), writer.inside(label, 0))
        });
        format!(
            "let mut {count} = 0u64;\n{label}: loop {{\n{count} += 1;\nif {count} > {most} {{ break; }}\n{first}\n\
             if {end} {{ break; }}\n{second}\n}}\n"
        )
    }

    /// A loop that goes round as often as a number has bits.
    fn halving_loop(&mut self, label: &str, most: u32, depth: u32) -> String {
        let name = self.name();
        let word = self.below(1 << most, 1);
        let inside = self.within(&[(&name, Type::Scalar(U64))], |writer| {
            writer.inside(label, depth)
        });
        let next = self
            .random
            .pick(&["/= 2", "-= (1 + {n} / 2)", ">>= 1 + ({n} & 1)"]);
        let next = next.replace("{n}", &name);
        format!(
            "let mut {name} = {word};\n{label}: while {name} != 0 {{\n{name} {next};\n{inside}\n}}\n"
        )
    }

    /// A loop over the elements of a collection.
    fn element_loop(&mut self, label: &str, depth: u32) -> String {
        let found = self.find(|variable| variable.of.element().is_some());
        let element = found.as_ref().and_then(|variable| variable.of.element());
        let (Some(Variable { name, .. }), Some(element)) = (found, element) else {
            return self.counted_loop(label, "3u64", depth);
        };
        let (at, x) = (self.name(), self.name());
        let variables = [
            (at.as_str(), Type::Scalar(U64)),
            (x.as_str(), Type::Scalar(element)),
        ];
        let change = self.random.one_in(3) && self.is_writable(&name);
        let write =
            |writer: &mut Self| writer.within(&variables, |writer| writer.inside(label, depth));
        if !change {
            let inside = self.locked(&name, write);
            return format!(
                "{label}: for ({at}, &{x}) in {name}.iter().enumerate() {{\nlet {at} = {at} as u64;\n{inside}\n}}\n"
            );
        }
        let inside = self.without(&name, write);
        let last = self.without(&name, |writer| {
            writer.within(&variables, |writer| writer.scalar(element, 1))
        });
        format!(
            "{label}: for ({at}, e) in {name}.iter_mut().enumerate() {{\nlet {at} = {at} as u64;\nlet {x} = *e;\n*e = {last};\n{inside}\n}}\n"
        )
    }

    /// A loop that takes elements out of a list or ring.
    fn draining_loop(&mut self, label: &str, depth: u32) -> String {
        let found = self.find(|variable| {
            variable.is_writable && matches!(variable.of, Type::List(..) | Type::Ring(..))
        });
        let Some(Variable { name, of, .. }) = found else {
            return self.element_loop(label, depth);
        };
        let (element, pop) = match of {
            Type::List(element, _) => (element, "pop"),
            Type::Ring(element, _) => (element, *self.random.pick(&["pop_front", "pop_back"])),
            _ => unreachable!("a list or a ring"),
        };
        let x = self.name();
        let inside = self.locked(&name, |writer| {
            writer.within(&[(&x, Type::Scalar(element))], |writer| {
                writer.inside(label, depth)
            })
        });
        format!("{label}: while let Some({x}) = {name}.{pop}() {inside}\n")
    }

    fn is_writable(&self, name: &str) -> bool {
        let mut variables = self.scope.iter();
        variables.any(|variable| variable.name == name && variable.is_writable)
    }

    /// Writes something in which a variable is only read.
    fn locked<T>(&mut self, name: &str, write: impl FnOnce(&mut Self) -> T) -> T {
        let at = self.scope.iter().position(|variable| variable.name == name);
        let at = at.expect("it is in scope");
        let before = std::mem::replace(&mut self.scope[at].is_writable, false);
        let written = write(self);
        self.scope[at].is_writable = before;
        written
    }
}
