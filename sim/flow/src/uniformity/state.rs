//! What every location holds at a point of a function.

use super::value::{Location, REGISTERS, SP, Value};

/// The value of each location. A word of the stack that is not listed holds what it held at the start of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    registers: [Value; REGISTERS as usize],
    /// By offset, ascending: states are copied more often than words are added.
    slots: Vec<(i32, Value)>,
    interval: Value,
}

impl State {
    /// At the start of a function.
    pub fn entry() -> State {
        let entry = |number| Value::Entry(Location::Register(number as u8));
        let mut state = State {
            registers: std::array::from_fn(entry),
            slots: Vec::new(),
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
            Location::Slot(offset) => match self.slot(offset) {
                Ok(at) => self.slots[at].1,
                Err(_) => Value::Entry(location),
            },
        }
    }

    pub fn set(&mut self, location: Location, value: Value) {
        match location {
            Location::Register(0) => {}
            Location::Interval => self.interval = value,
            Location::Register(number) => self.registers[usize::from(number)] = value,
            Location::Slot(offset) => match self.slot(offset) {
                Ok(at) => self.slots[at].1 = value,
                Err(at) => self.slots.insert(at, (offset, value)),
            },
        }
    }

    /// Where a word of the stack is listed, or belongs.
    fn slot(&self, offset: i32) -> Result<usize, usize> {
        self.slots
            .binary_search_by_key(&offset, |&(offset, _)| offset)
    }

    /// All registers, the interval, and the words of the stack that were written on the way here.
    pub fn locations(&self) -> impl Iterator<Item = Location> {
        let registers = (0..REGISTERS).map(Location::Register);
        let fixed = registers.chain([Location::Interval]);
        fixed.chain(self.slots.iter().map(|&(offset, _)| Location::Slot(offset)))
    }

    /// The words of the stack that are listed here and not in another state.
    pub fn more_slots<'s>(&'s self, other: &'s State) -> impl Iterator<Item = Location> + 's {
        let offsets = self.slots.iter().map(|&(offset, _)| offset);
        let more = offsets.filter(|&offset| other.slot(offset).is_err());
        more.map(Location::Slot)
    }

    /// What they hold.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        let slots = self.slots.iter().map(|&(_, value)| value);
        self.registers.iter().copied().chain(slots)
    }

    /// What a called function may leave changed: registers, and the interval, as there may be barriers.
    pub fn clobbered() -> impl Iterator<Item = Location> {
        let registers = (0..REGISTERS).map(Location::Register);
        let all = registers.chain([Location::Interval]);
        all.filter(|location| !location.survives_calls())
    }
}
