//! What every location holds at a point of a function.

use super::value::{Location, REGISTERS, SP, Value};
use std::collections::BTreeMap;

/// The value of each location. A word of the stack that is not listed holds what it held at the start of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    registers: [Value; REGISTERS as usize],
    slots: BTreeMap<i32, Value>,
    interval: Value,
}

impl State {
    /// At the start of a function.
    pub fn entry() -> State {
        let entry = |number| Value::Entry(Location::Register(number as u8));
        let mut state = State {
            registers: std::array::from_fn(entry),
            slots: BTreeMap::new(),
            interval: Value::Entry(Location::Interval),
        };
        state.registers[0] = Value::ZERO;
        state.set(SP, Value::Frame(0));
        state
    }

    pub fn get(&self, location: Location) -> Value {
        match location {
            Location::Register(number) => self.registers[usize::from(number)],
            Location::Interval => self.interval,
            Location::Slot(offset) => {
                let slot = self.slots.get(&offset).copied();
                slot.unwrap_or(Value::Entry(location))
            }
        }
    }

    pub fn set(&mut self, location: Location, value: Value) {
        match location {
            Location::Register(0) => {}
            Location::Interval => self.interval = value,
            Location::Register(number) => self.registers[usize::from(number)] = value,
            Location::Slot(offset) => {
                self.slots.insert(offset, value);
            }
        }
    }

    /// All registers, the interval, and the words of the stack that were written on the way here.
    pub fn locations(&self) -> impl Iterator<Item = Location> {
        let registers = (0..REGISTERS).map(Location::Register);
        let fixed = registers.chain([Location::Interval]);
        fixed.chain(self.slots.keys().map(|&offset| Location::Slot(offset)))
    }

    /// What they hold.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        self.registers.iter().chain(self.slots.values()).copied()
    }

    /// What a called function may leave changed: registers, and the interval, as there may be barriers.
    pub fn clobbered() -> impl Iterator<Item = Location> {
        let registers = (0..REGISTERS).map(Location::Register);
        let all = registers.chain([Location::Interval]);
        all.filter(|location| !location.survives_calls())
    }
}
