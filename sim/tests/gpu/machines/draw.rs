//! Random values of the keys of a machine.

use heddle_machines::Random;
use std::fmt::Display;

/// A machine being drawn: overrides of a preset, as the command's `--set` takes them.
pub struct Draw {
    pub random: Random,
    pub sets: Vec<String>,
}

impl Draw {
    pub fn set(&mut self, key: &str, value: impl Display) {
        self.sets.push(format!("{key}={value}"));
    }

    /// Any number within limits, small ones as often as large ones.
    pub fn within(&mut self, least: u32, most: u32) -> u32 {
        let bits = 1 + self.random.below((most - least + 1).ilog2() + 1);
        most.min(least + self.random.below(1 << bits))
    }

    /// A number within limits: in one of three machines the least.
    pub fn number(&mut self, key: &str, least: u32, most: u32) -> u32 {
        let value = match self.random.one_in(3) {
            true => least,
            false => self.within(least, most),
        };
        self.set(key, value);
        value
    }

    /// A latency that bounds a quantum, for which cores are simulated at a time. The least is rare: such runs are slow.
    pub fn latency(&mut self, key: &str, least: u32, most: u32) {
        let cycles = self.within(least, most);
        self.set(key, cycles);
    }

    /// A power of two within limits, which are powers of two.
    pub fn power(&mut self, key: &str, least: u32, most: u32) -> u32 {
        let doublings = (most / least).ilog2();
        let value = least << self.random.below(doublings + 1);
        self.set(key, value);
        value
    }

    /// One of these names.
    pub fn name(&mut self, key: &str, names: &[&'static str]) -> &'static str {
        let name = *self.random.pick(names);
        self.set(key, name);
        name
    }

    /// Yes or no.
    pub fn flag(&mut self, key: &str) -> bool {
        let flag = self.random.one_in(2);
        self.set(key, flag);
        flag
    }
}
