//! Values of composed types, and what changes collections.

use super::{Scalar, Type, Variable, Writer};

impl Writer<'_> {
    /// A new variable.
    pub fn declaration(&mut self, depth: u32) -> String {
        let (a, b) = (self.any_scalar(), self.any_scalar());
        let count = match self.random.one_in(8) {
            true => 20 + self.random.below(40) as usize,
            false => 2 + self.random.below(5) as usize,
        };
        let of = match self.random.below(14) {
            12 => Type::Grid(a, 2 + self.random.below(3) as usize, count),
            13 => Type::Rows(a, b, count),
            0..3 => Type::Scalar(a),
            3 => Type::Bool,
            4 | 5 => Type::Array(a, count),
            6 | 7 => Type::List(a, count.min(6)),
            8 => Type::Ring(a, count.min(6)),
            9 => Type::Option(a),
            10 => *self.random.pick(&[Type::Pair(a, b), Type::Record]),
            _ => Type::Choice,
        };
        let value = self.value(of, depth);
        self.bind(of, &value)
    }

    /// A value of a type.
    pub fn value(&mut self, of: Type, depth: u32) -> String {
        match of {
            Type::Scalar(of) => self.scalar(of, depth),
            Type::Bool => self.truth(depth),
            Type::Option(of) => self.option(of, depth),
            Type::Pair(a, b) => format!("({}, {})", self.scalar(a, depth), self.scalar(b, depth)),
            Type::Array(of, count) => self.array(of, count),
            Type::Grid(of, rows, count) => {
                let rows: Vec<String> = (0..rows).map(|_| self.array(of, count)).collect();
                format!("[{}]", rows.join(", "))
            }
            Type::Rows(a, b, count) => {
                let rows: Vec<String> = (0..count)
                    .map(|_| format!("({}, {})", self.leaf(a), self.leaf(b)))
                    .collect();
                format!("[{}]", rows.join(", "))
            }
            Type::List(of, count) => self.filled("Vec", "push", of, count),
            Type::Ring(of, count) => self.filled("VecDeque", "push_back", of, count),
            Type::Record => {
                let [a, b] = [self.fields[0], self.fields[1]].map(|of| self.scalar(of, depth));
                format!("Record {{ a: {a}, b: {b}, c: {} }}", self.truth(depth))
            }
            Type::Choice => self.choice(depth),
        }
    }

    fn array(&mut self, of: Scalar, count: usize) -> String {
        match self.random.below(3) {
            0 => format!("[{}; {count}]", self.leaf(of)),
            1 => {
                let value = self.within(&[("n", Type::Scalar(super::U64))], |writer| {
                    writer.scalar(of, 1)
                });
                format!("std::array::from_fn::<_, {count}, _>(|n| {{ let n = n as u64; {value} }})")
            }
            _ => {
                let elements: Vec<String> = (0..count).map(|_| self.leaf(of)).collect();
                format!("[{}]", elements.join(", "))
            }
        }
    }

    /// A collection with room for a number of elements, and some in it.
    fn filled(&mut self, kind: &str, push: &str, of: Scalar, count: usize) -> String {
        let elements = (0..self.random.below(count as u32 + 1)).map(|_| {
            let element = self.leaf(of);
            match self.random.one_in(3) {
                true => format!("if {} {{ v.{push}({element}); }}", self.truth(1)),
                false => format!("v.{push}({element});"),
            }
        });
        let elements: Vec<String> = elements.collect();
        let of = of.text;
        format!(
            "{{ let mut v: {kind}<{of}> = {kind}::with_capacity({count}); {} v }}",
            elements.join(" ")
        )
    }

    fn choice(&mut self, depth: u32) -> String {
        let [_, _, x, y] = self.fields;
        let b = format!("Choice::B({})", self.scalar(x, depth));
        let c = format!(
            "Choice::C {{ x: {}, y: {} }}",
            self.scalar(x, depth),
            self.leaf(y)
        );
        let (first, second) = (self.truth(1), self.truth(1));
        format!("if {first} {{ Choice::A }} else if {second} {{ {b} }} else {{ {c} }}")
    }

    /// A change of a collection.
    pub fn change(&mut self) -> Option<String> {
        if !self.pays(8) {
            return None;
        }
        let found = self.find(|variable| variable.is_writable && variable.of.is_collection())?;
        let Variable { name, of, .. } = found;
        let text = self.without(&name, |writer| match of {
            Type::Array(of, count) => writer.change_array(&name, of, count),
            Type::Grid(of, rows, count) => writer.change_grid(&name, of, [rows, count]),
            Type::Rows(a, b, count) => writer.change_rows(&name, [a, b], count),
            Type::List(of, count) => writer.change_list(&name, of, count),
            Type::Ring(of, count) => writer.change_ring(&name, of, count),
            _ => unreachable!("a collection"),
        });
        Some(text + "\n")
    }

    fn change_array(&mut self, name: &str, of: Scalar, count: usize) -> String {
        let (at, value) = (self.index(count, 2), self.scalar(of, 2));
        match self.random.below(10) {
            0 => format!("{name}.swap({at}, {});", self.index(count, 1)),
            1 => format!("{name}.reverse();"),
            2 => format!("{name}.rotate_left({});", self.random.below(count as u32)),
            3 => format!("{name}[{at}..].fill({value});"),
            4 => format!("{name}.copy_within({at}.., 0);"),
            5 => format!("{name}[{at}] ^= {value};"),
            6 => format!("if let Some(x) = {name}.get_mut({at} + 1) {{ *x = {value}; }}"),
            7 => {
                let next = self.within(&[("x", Type::Scalar(of))], |writer| writer.scalar(of, 1));
                format!("for e in {name}.iter_mut() {{ let x = *e; *e = {next}; }}")
            }
            _ => format!("{name}[{at}] = {value};"),
        }
    }

    fn change_grid(&mut self, name: &str, of: Scalar, [rows, count]: [usize; 2]) -> String {
        let (row, at) = (self.index(rows, 1), self.index(count, 1));
        let value = self.scalar(of, 2);
        match self.random.below(5) {
            0 => format!("{name}[{row}].swap({at}, 0);"),
            1 => format!("{name}.swap({row}, {});", self.index(rows, 1)),
            2 => format!("{name}[{row}] = {name}[{}];", self.index(rows, 1)),
            3 => format!("for row in &mut {name} {{ row[{at}] ^= {value}; }}"),
            _ => format!("{name}[{row}][{at}] = {value};"),
        }
    }

    fn change_rows(&mut self, name: &str, [a, b]: [Scalar; 2], count: usize) -> String {
        let at = self.index(count, 1);
        match self.random.below(4) {
            0 => format!("{name}[{at}].0 = {};", self.scalar(a, 2)),
            1 => format!("{name}[{at}].1 ^= {};", self.scalar(b, 2)),
            2 => format!("{name}.swap({at}, {});", self.index(count, 1)),
            _ => format!(
                "{name}[{at}] = ({}, {});",
                self.scalar(a, 1),
                self.scalar(b, 1)
            ),
        }
    }

    fn change_list(&mut self, name: &str, of: Scalar, count: usize) -> String {
        let (at, value) = (self.below(count, 1), self.scalar(of, 2));
        let is = self.within(&[("x", Type::Scalar(of))], |writer| writer.truth(1));
        if self.risks() {
            return match self.random.below(3) {
                0 => format!("{name}.remove({at} as usize);"),
                1 => format!("{name}[{at} as usize] = {value};"),
                _ => format!("{name}.swap_remove({at} as usize);"),
            };
        }
        match self.random.below(13) {
            0 => format!("{name}.pop();"),
            1 => format!("{name}.truncate({at} as usize);"),
            2 => format!("{name}.retain(|&x| {is});"),
            3 => format!("{name}.reverse();"),
            4 => format!(
                "if {name}.len() < {count} {{ let at = ({at} as usize).min({name}.len()); {name}.insert(at, {value}); }}"
            ),
            5 => format!("if {name}.len() > {at} as usize {{ {name}.remove({at} as usize); }}"),
            6 => format!("if let Some(x) = {name}.last_mut() {{ *x = {value}; }}"),
            7 => format!("if let Some(x) = {name}.get_mut({at} as usize) {{ *x ^= {value}; }}"),
            8 => format!("if {is_one} {{ {name}.clear(); }}", is_one = self.truth(1)),
            9 => format!("{name}.dedup();"),
            10 => format!(
                "{name}.iter_mut().rev().enumerate().for_each(|(n, x)| *x = x.wrapping_add(n as {}));",
                of.text
            ),
            _ => format!("if {name}.len() < {count} {{ {name}.push({value}); }}"),
        }
    }

    fn change_ring(&mut self, name: &str, of: Scalar, count: usize) -> String {
        let (at, value) = (self.below(count, 1), self.scalar(of, 2));
        if self.risks() {
            return format!("{name}[{at} as usize] ^= {value};");
        }
        match self.random.below(8) {
            0 => format!("{name}.pop_front();"),
            1 => format!("{name}.pop_back();"),
            2 => format!("if let Some(x) = {name}.get_mut({at} as usize) {{ *x = {value}; }}"),
            3 => format!("if let Some(x) = {name}.front_mut() {{ *x ^= {value}; }}"),
            4 => format!("{name}.truncate({at} as usize);"),
            5 => format!("if {name}.len() < {count} {{ {name}.push_front({value}); }}"),
            _ => format!("if {name}.len() < {count} {{ {name}.push_back({value}); }}"),
        }
    }
}
