//! Vectors made of others, and parts of vectors.

use super::function::Function;
use super::types::Type;

/// Numbers of elements that can be halved, which are also those that `shuffle` accepts.
const EVEN: [u32; 4] = [2, 4, 8, 16];

impl Function<'_> {
    /// A vector composed of elements of other vectors.
    pub fn vector(&mut self, kind: Type, depth: u32) -> String {
        match self.random.below(5) {
            0 => self.literal_of_parts(kind, depth),
            1 if kind.width != 3 => self.shuffle(kind, depth),
            2 if [2, 4, 8].contains(&kind.width) => self.half(kind, depth),
            _ => self.swizzle(kind, depth),
        }
    }

    /// An element of a vector.
    pub fn component(&mut self, kind: Type, depth: u32) -> String {
        match self.random.one_in(3) {
            true => self.half(kind, depth),
            false => self.swizzle(kind, depth),
        }
    }

    /// A half, or every other element, of a vector with twice as many elements.
    fn half(&mut self, kind: Type, depth: u32) -> String {
        let part = *self.random.pick(&["lo", "hi", "even", "odd"]);
        let whole = self.value(kind.wide(2 * kind.width), depth);
        format!("({whole}).{part}")
    }

    /// Elements of a vector, in any order.
    fn swizzle(&mut self, kind: Type, depth: u32) -> String {
        let from = *self.random.pick(&[2, 3, 4, 8, 16]);
        let chosen = (0..kind.width).map(|_| self.random.below(from));
        let chosen: Vec<u32> = chosen.collect();
        let elements = self.elements(&chosen, from);
        let whole = self.value(kind.wide(from), depth);
        format!("({whole}).{elements}")
    }

    /// Names of elements of a vector with `of` elements.
    pub fn elements(&mut self, chosen: &[u32], of: u32) -> String {
        let letters = of <= 4 && chosen.len() <= 4 && self.random.one_in(2);
        let name = |at: &u32| match letters {
            true => char::from(b"xyzw"[*at as usize]),
            false => char::from_digit(*at, 16).expect("at most 16 elements"),
        };
        let names: String = chosen.iter().map(name).collect();
        match letters {
            true => names,
            false => format!("s{names}"),
        }
    }

    /// A vector literal of numbers and shorter vectors.
    fn literal_of_parts(&mut self, kind: Type, depth: u32) -> String {
        let (mut parts, mut missing) = (Vec::new(), kind.width);
        while missing > 0 {
            let widths: Vec<u32> = [1, 2, 3, 4, 8]
                .into_iter()
                .filter(|&width| width <= missing && width < kind.width && 4 * width >= missing)
                .collect();
            let width = *self.random.pick(&widths);
            parts.push(self.value(kind.wide(width), depth.min(1)));
            missing -= width;
        }
        format!("({kind})({})", parts.join(", "))
    }

    fn shuffle(&mut self, kind: Type, depth: u32) -> String {
        let from = kind.wide(*self.random.pick(&EVEN));
        let mask = self.value(kind.unsigned(), depth.min(1));
        let one = self.value(from, depth);
        match self.random.one_in(2) {
            true => format!("shuffle({one}, {mask})"),
            false => format!("shuffle2({one}, {}, {mask})", self.value(from, depth)),
        }
    }
}
