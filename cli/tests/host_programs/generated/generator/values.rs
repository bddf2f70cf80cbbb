//! Values with operators and functions. The standard defines their results for all operands: arithmetic is unsigned or
//! exactly rounded, divisors are positive, conversions out of range saturate.

use super::function::{Function, Helper, Parameter};
use super::types::{Element, INTEGERS, Type};

impl Function<'_> {
    /// A value of a type, with operations nested this deep.
    pub fn value(&mut self, kind: Type, depth: u32) -> String {
        if depth == 0 || self.random.one_in(5) {
            return self.leaf(kind);
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 => self.choice(kind, depth),
            1 => self.conversion(kind, depth),
            2 => self.call(kind, depth),
            3 | 4 if kind.is_vector() => self.vector(kind, depth),
            3 => self.component(kind, depth),
            5 if !kind.is_float() => self.relation(kind, depth),
            _ if kind.is_float() => self.float_operation(kind, depth),
            _ => self.integer_operation(kind, depth),
        }
    }

    /// One of two values.
    fn choice(&mut self, kind: Type, depth: u32) -> String {
        let (one, other) = (self.value(kind, depth), self.value(kind, depth));
        match self.random.below(3) {
            0 => {
                let condition = self.condition();
                // C promotes the two values, and overloaded functions are chosen by the types of their arguments.
                format!("({kind})({condition} ? {one} : {other})")
            }
            1 => {
                let mask = self.of_either_sign(kind);
                let condition = self.value(mask, depth);
                format!("select({one}, {other}, {condition})")
            }
            _ if kind.is_vector() => {
                let condition = self.comparison(kind, depth);
                format!("({condition} ? {one} : {other})")
            }
            _ => {
                let bits = self.value(kind.unsigned(), depth);
                match kind.element {
                    Element::Float => format!("select({one}, {other}, {bits} & 5u)"),
                    Element::Double => format!("select({one}, {other}, {bits} & 5ul)"),
                    _ => format!("bitselect({one}, {other}, ({kind}){bits})"),
                }
            }
        }
    }

    /// The type with signed or unsigned integers of the same width.
    fn of_either_sign(&mut self, kind: Type) -> Type {
        match self.random.one_in(2) {
            true => kind.signed(),
            false => kind.unsigned(),
        }
    }

    /// A comparison of two values with elements of the size of `kind`'s; for vectors, the result is a vector of signed integers.
    fn comparison(&mut self, kind: Type, depth: u32) -> String {
        let compared = self.compared(kind);
        let (left, right) = (self.value(compared, depth), self.value(compared, depth));
        if compared.is_float() && self.random.one_in(2) {
            let name = *self.random.pick(&[
                "isless",
                "isgreater",
                "islessequal",
                "isgreaterequal",
                "isequal",
                "isnotequal",
                "islessgreater",
                "isunordered",
                "isordered",
            ]);
            return format!("{name}({left}, {right})");
        }
        let operator = *self.random.pick(&["<", ">", "<=", ">=", "==", "!="]);
        format!("({left} {operator} {right})")
    }

    /// The type to compare, for a result with elements as large as those of `kind`.
    fn compared(&mut self, kind: Type) -> Type {
        match (self.random.below(3), kind.element.floating()) {
            (0, Some(floating)) => kind.of(floating),
            (1, _) => kind.signed(),
            _ => kind.unsigned(),
        }
    }

    /// The results of comparisons, tests and logical operators, as integers.
    fn relation(&mut self, kind: Type, depth: u32) -> String {
        let said = match (self.random.below(4), kind.element.floating()) {
            (0, _) => {
                let (left, right) = (self.value(kind, depth), self.value(kind, depth));
                let operator = *self.random.pick(&["&&", "||"]);
                format!("({left} {operator} {right})")
            }
            (1, _) => format!("(!{})", self.value(kind, depth)),
            (2, Some(floating)) => {
                let tests = ["isnan", "isinf", "isfinite", "isnormal"];
                let test = *self.random.pick(&tests);
                format!("{test}({})", self.value(kind.of(floating), depth))
            }
            _ => self.comparison(kind, depth),
        };
        match kind.is_vector() {
            true => format!("as_{kind}({said})"),
            false => format!("({kind}){said}"),
        }
    }

    /// A condition that differs between work-items.
    pub fn condition(&mut self) -> String {
        let said = self.simple_condition();
        match self.random.below(6) {
            0 => format!("({said} && {})", self.simple_condition()),
            1 => format!("({said} || {})", self.simple_condition()),
            2 => format!("!{said}"),
            _ => said,
        }
    }

    fn simple_condition(&mut self) -> String {
        match self.random.below(4) {
            0 => {
                let width = *self.random.pick(&[2, 3, 4, 8, 16]);
                let element = *self.random.pick(&INTEGERS);
                let compared = self.comparison(Type { element, width }, 1);
                let name = *self.random.pick(&["any", "all"]);
                format!("{name}({compared})")
            }
            1 => {
                let bits = *self.random.pick(&[1u32, 3, 7]);
                let dimension = self.random.below(3);
                let word = self.word();
                format!("((({word} ^ (uint)get_global_id({dimension})) & {bits}u) != 0)")
            }
            _ => {
                let kind = self.some_type().wide(1);
                self.comparison(kind, 1)
            }
        }
    }

    /// A value of another type, converted to this one.
    fn conversion(&mut self, kind: Type, depth: u32) -> String {
        if self.random.one_in(3) {
            return self.reinterpretation(kind, depth);
        }
        let element = Element::drawn(self.random);
        let from = kind.of(element);
        let value = self.value(from, depth);
        self.converted(&value, from, kind)
    }

    /// A value of one type converted to another type with as many elements.
    pub fn converted(&mut self, value: &str, from: Type, to: Type) -> String {
        if from == to {
            return value.into();
        }
        let modes = ["", "", "_rte", "_rtz", "_rtp", "_rtn"];
        let (saturates, mode) = match (from.is_float(), to.is_float()) {
            (_, true) => ("", *self.random.pick(&modes)),
            (true, _) => ("_sat", *self.random.pick(&modes)),
            _ => (*self.random.pick(&["", "_sat"]), ""),
        };
        format!("convert_{to}{saturates}{mode}({value})")
    }

    /// The bits of a value of another type of the same size.
    fn reinterpretation(&mut self, kind: Type, depth: u32) -> String {
        if kind.is_float() {
            let bits = self.value(kind.unsigned(), depth);
            return format!("{}_of({bits})", kind.element.name());
        }
        let size = kind.element.bits() * kind.width;
        let of_this_size = |element: &Element| {
            let width = size / element.bits();
            size.is_multiple_of(element.bits()) && [1, 2, 4, 8, 16].contains(&width)
        };
        let elements: Vec<Element> = match kind.width {
            3 => vec![kind.element.signed(), kind.element.unsigned()],
            _ => INTEGERS.into_iter().filter(of_this_size).collect(),
        };
        let element = *self.random.pick(&elements);
        let from = Type {
            element,
            width: size / element.bits(),
        };
        let floating = element.floating().filter(|_| self.random.one_in(3));
        if let Some(floating) = floating {
            let value = self.value(from.of(floating), depth);
            return format!("as_{kind}(bits({value}))");
        }
        format!("as_{kind}({})", self.value(from, depth))
    }

    /// The result of a helper function, or a field of it.
    fn call(&mut self, kind: Type, depth: u32) -> String {
        let helpers = self.helpers;
        if helpers.is_empty() {
            return self.conversion(kind, depth);
        }
        let helper = self.random.pick(helpers);
        // The order in which operands are evaluated is open, so no operand may change a variable.
        let call = match helper.has_pointer() {
            true => None,
            false => self.call_of(helper),
        };
        let Some(call) = call else {
            return self.conversion(kind, depth);
        };
        match helper.result == kind {
            true => call,
            false if helper.result.width == kind.width => {
                self.converted(&call, helper.result, kind)
            }
            false => {
                let folded = format!("fold({call})");
                self.spread(&folded, kind)
            }
        }
    }

    /// A word as a value of any type.
    fn spread(&mut self, word: &str, kind: Type) -> String {
        let number = match kind.element {
            Element::Float => format!("real({word})"),
            Element::Double => format!("(double)real({word})"),
            element => format!("({}){word}", element.name()),
        };
        match kind.is_vector() {
            true => format!("({kind})({number})"),
            false => number,
        }
    }

    /// A call of a helper function, if everything that it needs is visible here.
    pub fn call_of(&mut self, helper: &Helper) -> Option<String> {
        let mut arguments = vec!["in".to_owned()];
        for parameter in &helper.parameters {
            arguments.push(match *parameter {
                Parameter::Value(kind) => self.value(kind, 1),
                Parameter::Structure(structure) => {
                    let wholes = self.wholes.iter();
                    let mut found = wholes.filter(|whole| whole.structure == structure);
                    found.next()?.text.clone()
                }
                Parameter::Pointer(kind) => {
                    // The address of a vector's element cannot be taken; that of a field can.
                    let place = self.place(|place| place.kind == kind && place.is_writable)?;
                    format!("&{}", place.text)
                }
            });
        }
        Some(format!("{}({})", helper.name, arguments.join(", ")))
    }
}
