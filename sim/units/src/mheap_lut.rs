//! Golden `mheap_lut`: fung2009, section 4.4, figure 11 (c), Table V.

use super::walk::Walk;
use heddle_contract::units::mheap_lut::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};
use std::ops::Range;

/// The result of a look-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub struct HeapLookup {
    /// The index in the heap of the group with the PC, if there is one.
    pub index: Option<u64>,
    /// The entry that the PC has or may take; `None` if there is none.
    pub entry: Option<u64>,
    /// The index in the heap of the group that would lose the entry.
    pub given_up: Option<u64>,
}

/// A look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct LookUp {
    /// The PC, in words.
    pub pc: u64,
    /// Whether the PC takes an entry if it has none.
    pub create: bool,
}

impl LookUp {
    /// The entry that the look-up uses, if this is its result.
    fn uses(&self, place: &HeapLookup) -> Option<u64> {
        place.entry.filter(|_| self.create || place.index.is_some())
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
struct Entry {
    pc: u64,
    /// The entry is not free.
    in_use: bool,
    /// The index in the heap of the entry's group.
    index: u64,
    /// When a look-up last used the entry.
    used: u64,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct MheapLut {
    params: Params,
    /// Entry `w` of set `s` is at index `s * ways + w`.
    entries: Vec<Entry>,
    /// Number of entries in use.
    live: usize,
    /// A counter that grows with every use.
    now: u64,
    walk: Walk,
    /// With a latency: the look-up in progress.
    asked: Option<Asked>,
    /// With a latency: the result of the last look-up. The index of the group is read from the entry.
    found: Found,
}

/// A look-up that takes several cycles, with its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
struct Asked {
    look_up: LookUp,
    place: HeapLookup,
    /// The result is at the outputs.
    is_found: bool,
}

/// The result of a look-up that takes several cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
struct Found {
    entry: u64,
    hit: bool,
    used: bool,
}

impl MheapLut {
    /// Whether the table has been cleared after reset.
    #[inline]
    pub fn is_cleared(&self) -> bool {
        self.walk.is_done()
    }

    /// The clock edge as far as the clearing after reset is concerned.
    #[inline]
    pub fn walk(&mut self) {
        self.walk.step();
    }

    /// Looks up two different PCs.
    pub fn look_up(&self, [first, second]: [Option<LookUp>; 2]) -> [HeapLookup; 2] {
        let older = first.map(|look_up| self.find(look_up.pc, None));
        let before = first
            .zip(older)
            .and_then(|(first, older)| first.uses(&older));
        let younger = second.map(|look_up| self.find(look_up.pc, before));
        [older, younger].map(Option::unwrap_or_default)
    }

    /// The entry of a PC or, if it has none, an entry to take. `before` is the entry that the older look-up uses.
    fn find(&self, pc: u64, before: Option<u64>) -> HeapLookup {
        let set = self.set(pc);
        let hit = |at: &usize| self.entries[*at].in_use && self.entries[*at].pc == pc;
        if let Some(own) = set.clone().find(hit) {
            // The older look-up has another PC. So if it uses this entry, it takes the entry away.
            return HeapLookup {
                index: Some(self.entries[own].index),
                entry: Some(own as u64).filter(|own| Some(*own) != before),
                given_up: None,
            };
        }
        let mut others = set.filter(|at| Some(*at as u64) != before);
        let free = others.clone().find(|at| !self.entries[*at].in_use);
        let oldest = || others.by_ref().min_by_key(|at| self.entries[*at].used);
        let entry = free.or_else(oldest);
        HeapLookup {
            index: None,
            entry: entry.map(|at| at as u64),
            given_up: entry.and_then(|at| self.held(at)),
        }
    }

    /// The index in the heap of the group that an entry belongs to.
    fn held(&self, entry: usize) -> Option<u64> {
        let Entry { in_use, index, .. } = self.entries[entry];
        in_use.then_some(index)
    }

    /// Starts a look-up that takes several cycles. Call it after [`answer`](Self::answer), and not in the cycle after
    /// another look-up has started.
    pub fn ask(&mut self, look_up: LookUp) {
        self.asked = Some(Asked {
            look_up,
            place: self.find(look_up.pc, None),
            is_found: false,
        });
    }

    /// The clock edge of a cycle after the start of a look-up. In the first such cycle the result appears at the
    /// outputs and the PC takes its entry; in the second one the way is marked as used.
    pub fn answer(&mut self) {
        let Some(asked) = &mut self.asked else {
            return;
        };
        let Asked { look_up, place, .. } = *asked;
        if asked.is_found {
            self.asked = None;
            self.used([Some(look_up), None], [place, HeapLookup::default()]);
            return;
        }
        asked.is_found = true;
        let (entry, hit) = (place.entry.unwrap_or(0), place.index.is_some());
        let used = place.index.or(place.given_up).is_some();
        self.found = Found { entry, hit, used };
        if look_up.create && !hit {
            self.use_entry(entry, true);
            self.entries[entry as usize].pc = look_up.pc;
        }
    }

    /// The result of the last look-up, with the present index of its group.
    pub fn found(&self) -> HeapLookup {
        let Found { entry, hit, used } = self.found;
        let index = self.entries[entry as usize].index;
        HeapLookup {
            index: hit.then_some(index),
            entry: Some(entry),
            given_up: (used && !hit).then_some(index),
        }
    }

    /// Writes the index of an entry, for a table whose look-ups take several cycles; `None` frees the entry.
    pub fn place(&mut self, entry: u64, index: Option<u64>) {
        match index {
            Some(index) if self.walk.is_done() => self.entries[entry as usize].index = index,
            Some(_) => {}
            None => self.use_entry(entry, false),
        }
    }

    /// An entry is in use from now on, or free.
    fn use_entry(&mut self, entry: u64, in_use: bool) {
        let entry = &mut self.entries[entry as usize];
        self.live = self.live + usize::from(in_use) - usize::from(entry.in_use);
        entry.in_use = in_use;
    }

    /// The clock edge of a cycle with look-ups, which had these results.
    pub fn used(&mut self, look_ups: [Option<LookUp>; 2], places: [HeapLookup; 2]) {
        for (look_up, place) in look_ups.iter().zip(&places) {
            if let Some(entry) = look_up.and_then(|look_up| look_up.uses(place)) {
                self.now += 1;
                self.entries[entry as usize].used = self.now;
            }
        }
    }

    fn set(&self, pc: u64) -> Range<usize> {
        let start = self.params.set(pc) * self.params.ways();
        start..start + self.params.ways()
    }

    /// Writes an entry; an index of `None` frees it.
    pub fn write(&mut self, entry: u64, pc: u64, index: Option<u64>) {
        self.use_entry(entry, index.is_some());
        let used = self.entries[entry as usize].used;
        self.entries[entry as usize] = Entry {
            pc,
            in_use: index.is_some(),
            index: index.unwrap_or(0),
            used,
        };
    }

    /// Number of entries in use.
    #[inline]
    pub fn count(&self) -> u64 {
        self.live as u64
    }

    /// Number, PC and index of the entries in use.
    pub fn live(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        let entries = self.entries.iter().zip(0..);
        let in_use = entries.filter(|(entry, _)| entry.in_use);
        in_use.map(|(entry, number)| (number, entry.pc, entry.index))
    }

    fn index(&self, port: u64) -> Option<u64> {
        (port >> (self.params.index_bits() - 1) == 0).then_some(port)
    }
}

impl MheapLut {
    fn show_found(&self, output: &mut Out<Values>) {
        let Found { entry, hit, used } = self.found;
        output.idle = self.is_cleared() && self.asked.is_none_or(|asked| asked.is_found);
        (output.first_hit, output.first_entry, output.first_used) = (hit, entry, used);
        output.first_index = self.entries[entry as usize].index;
        (output.second_hit, output.second_room, output.second_used) = (false, false, false);
        (output.second_entry, output.second_index) = (0, 0);
    }

    fn clock_one(&mut self, input: &In<Values>) {
        self.answer();
        if input.first {
            let create = input.first_create;
            self.ask(LookUp {
                pc: input.first_pc,
                create,
            });
        }
        if input.write_first {
            self.place(input.write_first_entry, self.index(input.write_first_index));
        }
        self.walk();
    }
}

/// The look-ups at the input ports.
fn look_ups(input: &In<Values>) -> [Option<LookUp>; 2] {
    let first = LookUp {
        pc: input.first_pc,
        create: input.first_create,
    };
    let second = LookUp {
        pc: input.second_pc,
        create: input.second_create,
    };
    [input.first.then_some(first), input.second.then_some(second)]
}

impl Golden<units::MheapLut> for MheapLut {
    fn new(params: &Params) -> Self {
        let entry = |at: usize| Entry {
            used: (params.ways() - at % params.ways()) as u64,
            ..Entry::default()
        };
        Self {
            params: *params,
            entries: (0..params.entries()).map(entry).collect(),
            live: 0,
            now: params.ways() as u64,
            walk: Walk::new(params.sets()),
            asked: None,
            found: Found::default(),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        if self.params.heap_latency() > 1 {
            return self.show_found(output);
        }
        // The results are shown even without requests; only the effect of the first look-up on the second depends on
        // a request.
        let first = self.find(input.first_pc, None);
        let before = look_ups(input)[0].and_then(|look_up| look_up.uses(&first));
        let second = self.find(input.second_pc, before);
        output.idle = self.is_cleared();
        let held = |place: HeapLookup| place.index.or(place.given_up);
        output.first_hit = first.index.is_some();
        output.first_entry = first.entry.unwrap_or(0);
        output.first_used = held(first).is_some();
        output.first_index = held(first).unwrap_or(0);
        output.second_hit = second.index.is_some();
        output.second_room = second.entry.is_some();
        output.second_entry = second.entry.unwrap_or(0);
        output.second_used = held(second).is_some();
        output.second_index = held(second).unwrap_or(0);
    }

    fn clock(&mut self, input: &In<Values>) {
        if self.params.heap_latency() > 1 {
            return self.clock_one(input);
        }
        self.walk();
        let look_ups = look_ups(input);
        self.used(look_ups, self.look_up(look_ups));
        if input.write_first {
            let index = self.index(input.write_first_index);
            self.write(input.write_first_entry, input.write_first_pc, index);
        }
        if input.write_second {
            let index = self.index(input.write_second_index);
            self.write(input.write_second_entry, input.write_second_pc, index);
        }
    }
}
