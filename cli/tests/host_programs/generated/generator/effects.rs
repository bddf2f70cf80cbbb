//! Effects of work-items on global memory: stores to their own row, and atomics on shared counters.

use super::function::{Exits, Function};
use super::types::Type;

/// Words of output of each work-item; the prelude contains this number too.
pub const ROW_WORDS: u32 = 16;

/// Counters in global memory.
pub const COUNTERS: u32 = 16;

/// Operations on the words of counters. Each word has one operation, so that the order of work-items does not matter; it does
/// matter for the return values, which are not used.
const ATOMICS: [&str; COUNTERS as usize] = [
    "add", "add", "sub", "inc", "dec", "or", "or", "and", "and", "xor", "xor", "max", "max", "min",
    "min", "add",
];

impl Function<'_> {
    /// A store or an atomic, if the function has memory to change.
    pub fn effect(&mut self) {
        if matches!(self.exits, Exits::Result(_)) {
            return self.store_privately();
        }
        match self.random.below(5) {
            0..=2 => self.atomic("counters", COUNTERS),
            3 => self.store_vector(),
            _ => {
                let kind = self.some_type();
                let (place, value) = (self.word(), self.value(kind, 2));
                self.line(format_args!("row[{place} & 7u] += fold({value});"));
            }
        }
    }

    /// An atomic on one of the first words of counters.
    pub fn atomic(&mut self, counters: &str, count: u32) {
        let at = self.random.below(count);
        let operation = ATOMICS[at as usize];
        let value = self.value(Type::UINT, 1);
        match operation {
            "inc" | "dec" => self.line(format_args!("atomic_{operation}(&{counters}[{at}]);")),
            // Some compare as signed numbers.
            "max" | "min" if at.is_multiple_of(2) => self.line(format_args!(
                "atomic_{operation}((volatile __global int *)&{counters}[{at}], as_int({value}));"
            )),
            _ => self.line(format_args!(
                "atomic_{operation}(&{counters}[{at}], {value});"
            )),
        }
    }

    fn store_vector(&mut self) {
        let width = *self.random.pick(&[2, 3, 4, 8]);
        let value = self.value(Type::UINT.wide(width), 2);
        let at = self.random.below(ROW_WORDS / 2 / width);
        self.line(format_args!("vstore{width}({value}, {at}, row);"));
    }

    /// Stores a value to the work-item's private memory and reads it back.
    fn store_privately(&mut self) {
        let (target, name) = (self.target(), self.name("own"));
        let kind = target.kind;
        if !kind.is_vector() {
            let value = self.value(kind, 2);
            return self.line(format_args!("{} = {value};", target.text));
        }
        let (element, width) = (kind.wide(1), kind.width);
        let value = self.value(kind, 2);
        self.line(format_args!("{element} {name}[{}];", width + 1));
        self.line(format_args!("vstore{width}({value}, 0, {name} + 1);"));
        self.line(format_args!("{name}[0] = {name}[{width}];"));
        self.line(format_args!("{} = vload{width}(0, {name});", target.text));
    }
}
