//! What work-items do to global memory: stores to their own row, and atomics on counters that all share.

use super::function::{Exits, Function};
use super::types::Type;

/// Words of output that each work-item has; the prelude has it too.
pub const ROW_WORDS: u32 = 16;

/// Counters in global memory.
pub const COUNTERS: u32 = 16;

/// Operations on the words of counters. Each word has one, so that the order of work-items does not matter; what they
/// return does, and is not looked at.
const ATOMICS: [&str; COUNTERS as usize] = [
    "add", "add", "sub", "inc", "dec", "or", "or", "and", "and", "xor", "xor", "max", "max", "min",
    "min", "add",
];

impl Function<'_> {
    /// A store or an atomic, where the function has memory to change.
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
            // Some compare as numbers with a sign do.
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

    /// A value by way of memory of the work-item's own.
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
