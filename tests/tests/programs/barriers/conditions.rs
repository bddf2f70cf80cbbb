//! Values and conditions that are the same for all threads of a block, and conditions that are not.

use super::together::{Together, UNIFORM};

const COMPARISONS: [&str; 4] = ["<", ">", "==", "!="];

impl Together<'_> {
    /// A value that all threads of a block share.
    pub fn uniform_value(&mut self) -> String {
        match self.random().below(8) {
            0 => format!("{}u", self.random().below(6)),
            1 => "block_idx_x()".into(),
            2 => self.uniform_word(),
            3 | 4 => self.counter(),
            _ => (*self.random().pick(&UNIFORM)).into(),
        }
    }

    /// A counter of a uniform loop around this place, or a uniform variable.
    pub fn counter(&mut self) -> String {
        let counters = self.counters.len().max(1) as u32;
        let at = self.random().below(counters) as usize;
        match self.counters.get(at) {
            Some(counter) => counter.clone(),
            None => (*self.random().pick(&UNIFORM)).into(),
        }
    }

    /// A word of the input, which helper functions are given.
    fn uniform_word(&mut self) -> String {
        match self.is_kernel {
            true => format!("in[{}]", self.random().below(8)),
            false => "u".into(),
        }
    }

    /// A condition that all threads of a block share. There are few, so that a kernel tests most of them several times.
    pub fn uniform_condition(&mut self) -> String {
        if self.random().one_in(6) {
            let operator = *self.random().pick(&["&&", "||"]);
            let (left, right) = (self.uniform_test(), self.uniform_test());
            return format!("{left} {operator} {right}");
        }
        self.uniform_test()
    }

    /// A test of few instructions, which compilers like to copy.
    fn uniform_test(&mut self) -> String {
        let (value, operator) = (self.counter(), *self.random().pick(&COMPARISONS));
        let other = self.uniform_value();
        match self.random().below(4) {
            0 => format!("({value} & 1) != 0"),
            1 | 2 if value != other => format!("{value} {operator} {other}"),
            _ => format!("{value} {operator} {}", 1 + self.random().below(2)),
        }
    }

    /// A condition that differs between threads, often only for a few of them.
    pub fn divergent_condition(&mut self) -> String {
        let number = 1 + self.random().below(7);
        match self.random().below(6) {
            0 => "place == 0".into(),
            1 => format!("place < {number}"),
            2 => format!("((place ^ {}) & 1) != 0", self.uniform_value()),
            3 => format!("place == ({} & 7)", self.uniform_value()),
            4 => {
                let variable = self.function.variable();
                format!("({variable} & 3) == {}", number & 3)
            }
            _ => self.function.condition(),
        }
    }
}
