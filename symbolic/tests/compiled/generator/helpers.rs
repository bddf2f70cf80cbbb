//! Functions beside the function.

use super::{Scalar, Type, Writer};

/// A function that is called.
pub struct Helper {
    name: String,
    takes: Vec<Scalar>,
    pub result: Type,
}

impl Writer<'_> {
    /// Up to two helpers, and perhaps a recursive one.
    pub fn write_helpers(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.random.below(3) {
            text += &self.helper();
        }
        if self.random.one_in(3) {
            text += &self.recursive();
        }
        text
    }

    fn helper(&mut self) -> String {
        let name = format!("helper{}", self.helpers.len());
        let takes: Vec<Scalar> = (0..2 + self.random.below(2))
            .map(|_| self.any_scalar())
            .collect();
        let of = self.any_scalar();
        let names: Vec<String> = takes.iter().map(|_| self.name()).collect();
        let parameters = names.iter().zip(&takes);
        let parameters: Vec<String> = parameters
            .map(|(name, of)| format!("{name}: {}", of.text))
            .collect();
        let variables: Vec<(&str, Type)> = names
            .iter()
            .zip(&takes)
            .map(|(name, of)| (name.as_str(), Type::Scalar(*of)))
            .collect();
        let (result, text, body) = self.within(&variables, |writer| writer.body(of));
        let inline = *self.random.pick(&["", "#[inline(never)] "]);
        self.helpers.push(Helper {
            name: name.clone(),
            takes,
            result,
        });
        format!(
            "{inline}fn {name}({}) -> {text} {{\n{body}\n}}\n",
            parameters.join(", ")
        )
    }

    /// The result of a helper, its type as Rust, and the body.
    fn body(&mut self, of: Scalar) -> (Type, String, String) {
        let text = of.text;
        let condition = self.truth(2);
        let value = self.scalar(of, 2);
        if self.random.one_in(2) {
            let early = self.scalar(of, 2);
            let body = format!("if {condition} {{ return {early}; }}\n{value}");
            return (Type::Scalar(of), text.into(), body);
        }
        let from = self.any_scalar();
        let option = self.option(from, 2);
        let (name, error) = (self.name(), self.random.below(9));
        let last = self.within(&[(&name, Type::Scalar(from))], |writer| {
            writer.scalar(of, 2)
        });
        let body = match self.random.one_in(2) {
            true => format!(
                "let {name} = ({option})?;\nif {condition} {{ return Some({value}); }}\nSome({last})"
            ),
            // A result inside, of which the option is what is left.
            false => format!(
                "let inner = || -> Result<{text}, u8> {{\nlet {name} = ({option}).ok_or({error}u8)?;\n\
                 if {condition} {{ return Err({value} as u8); }}\nOk({last})\n}};\n\
                 match inner() {{ Ok(x) => Some(x), Err(e) => (e > 4).then_some(e as {text}) }}"
            ),
        };
        (Type::Option(of), format!("Option<{text}>"), body)
    }

    /// A function that calls itself a few times.
    fn recursive(&mut self) -> String {
        let name = format!("helper{}", self.helpers.len());
        let (of, count) = (self.any_scalar(), super::SCALARS[0]);
        let variables = [("n", Type::Scalar(count)), ("x", Type::Scalar(of))];
        self.times *= 4;
        let (end, next) = self.within(&variables, |writer| (writer.truth(1), writer.scalar(of, 1)));
        self.times /= 4;
        self.helpers.push(Helper {
            name: name.clone(),
            takes: vec![count, of],
            result: Type::Scalar(of),
        });
        format!(
            "fn {name}(n: u8, x: {of}) -> {of} {{\nlet n = n & 3;\nif n == 0 || {end} {{ return x; }}\n\
             {name}(n - 1, {next}).rotate_left(1) ^ x\n}}\n",
            of = of.text
        )
    }

    /// The call of a helper.
    pub fn call(&mut self, at: usize, depth: u32) -> String {
        let takes = self.helpers[at].takes.clone();
        let arguments: Vec<String> = takes.iter().map(|of| self.scalar(*of, depth)).collect();
        format!("{}({})", self.helpers[at].name, arguments.join(", "))
    }

    /// An option of a helper, if one gives such options.
    pub fn helped(&mut self, of: Scalar, depth: u32) -> String {
        let helpers = self.helpers.iter();
        let fitting = helpers
            .clone()
            .position(|helper| helper.result == Type::Option(of));
        let number = helpers
            .clone()
            .position(|helper| helper.result == Type::Scalar(of));
        match (fitting, number) {
            (Some(at), _) if self.pays(8) => self.call(at, depth - 1),
            (_, Some(at)) if self.pays(8) => format!("Some({})", self.call(at, depth - 1)),
            _ => format!("Some({})", self.leaf(of)),
        }
    }
}
