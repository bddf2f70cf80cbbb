//! Golden `mheap_lut`: fung2009, section 4.4, figure 11 (c), Table V.

use super::walk::Walk;
use heddle_contract::units::mheap_lut::{In, Out, Params};
use heddle_contract::{Golden, Values, units};
use std::ops::Range;

/// What a look-up finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Where the PC's group stands in the heap, if it does.
    pub index: Option<u64>,
    /// The entry that the PC has or may take; nothing if it does not fit.
    pub entry: Option<u64>,
    /// Where the group stands that would give up the entry.
    pub given_up: Option<u64>,
}

/// A look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookUp {
    /// The PC, in words.
    pub pc: u64,
    /// It takes an entry if it has none.
    pub create: bool,
}

impl LookUp {
    /// The entry that it uses, if it finds this.
    fn uses(&self, place: &Place) -> Option<u64> {
        place.entry.filter(|_| self.create || place.index.is_some())
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry {
    pc: u64,
    /// It is not free.
    in_use: bool,
    /// Where its group stands in the heap.
    index: u64,
    /// When a look-up used it last.
    used: u64,
}

/// The table.
#[derive(Clone, Debug, PartialEq)]
pub struct MheapLut {
    params: Params,
    /// Entry `w` of set `s` at `s * ways + w`.
    entries: Vec<Entry>,
    /// Grows with every use.
    now: u64,
    walk: Walk,
    /// With a latency: the look-up that is under way.
    asked: Option<Asked>,
    /// With a latency: what was found last. Where the group stands is to be looked up in the entry.
    found: Found,
}

/// A look-up of several cycles, and what it has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    look_up: LookUp,
    place: Place,
    /// It shows.
    is_found: bool,
}

/// What a look-up of several cycles has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// The clock edge, as far as clearing goes.
    #[inline]
    pub fn walk(&mut self) {
        self.walk.step();
    }

    /// Looks up two PCs that differ.
    pub fn look_up(&self, [first, second]: [Option<LookUp>; 2]) -> [Place; 2] {
        let older = first.map(|look_up| self.find(look_up.pc, None));
        let before = first
            .zip(older)
            .and_then(|(first, older)| first.uses(&older));
        let younger = second.map(|look_up| self.find(look_up.pc, before));
        [older, younger].map(Option::unwrap_or_default)
    }

    /// A PC's entry; if it has none, one to take. `before` is what the older look-up uses.
    fn find(&self, pc: u64, before: Option<u64>) -> Place {
        let set = self.set(pc);
        let hit = |at: &usize| self.entries[*at].in_use && self.entries[*at].pc == pc;
        if let Some(own) = set.clone().find(hit) {
            // The older one has another PC, so it takes this entry if it uses it.
            return Place {
                index: Some(self.entries[own].index),
                entry: Some(own as u64).filter(|own| Some(*own) != before),
                given_up: None,
            };
        }
        let mut others = set.filter(|at| Some(*at as u64) != before);
        let free = others.clone().find(|at| !self.entries[*at].in_use);
        let oldest = || others.by_ref().min_by_key(|at| self.entries[*at].used);
        let entry = free.or_else(oldest);
        Place {
            index: None,
            entry: entry.map(|at| at as u64),
            given_up: entry.and_then(|at| self.held(at)),
        }
    }

    /// Where the group stands that an entry is of.
    fn held(&self, entry: usize) -> Option<u64> {
        let Entry { in_use, index, .. } = self.entries[entry];
        in_use.then_some(index)
    }

    /// Asks for a PC, where answers take cycles; behind [`answer`](Self::answer), not in the cycle after another question.
    pub fn ask(&mut self, look_up: LookUp) {
        self.asked = Some(Asked {
            look_up,
            place: self.find(look_up.pc, None),
            is_found: false,
        });
    }

    /// The clock edge of a cycle after that of a question. In the first what was found comes to be shown and the PC gets
    /// what it takes, in the second its way is used.
    pub fn answer(&mut self) {
        let Some(asked) = &mut self.asked else {
            return;
        };
        let Asked { look_up, place, .. } = *asked;
        if asked.is_found {
            self.asked = None;
            self.used([Some(look_up), None], [place, Place::default()]);
            return;
        }
        asked.is_found = true;
        let (entry, hit) = (place.entry.unwrap_or(0), place.index.is_some());
        let used = place.index.or(place.given_up).is_some();
        self.found = Found { entry, hit, used };
        if look_up.create && !hit {
            let taken = &mut self.entries[entry as usize];
            (taken.pc, taken.in_use) = (look_up.pc, true);
        }
    }

    /// What was found last, and where its group stands now.
    pub fn found(&self) -> Place {
        let Found { entry, hit, used } = self.found;
        let index = self.entries[entry as usize].index;
        Place {
            index: hit.then_some(index),
            entry: Some(entry),
            given_up: (used && !hit).then_some(index),
        }
    }

    /// The index of an entry is written, where answers take cycles; none frees it.
    pub fn place(&mut self, entry: u64, index: Option<u64>) {
        let entry = &mut self.entries[entry as usize];
        match index {
            Some(index) if self.walk.is_done() => entry.index = index,
            Some(_) => {}
            None => entry.in_use = false,
        }
    }

    /// The clock edge of a cycle with look-ups, which have found these.
    pub fn used(&mut self, look_ups: [Option<LookUp>; 2], places: [Place; 2]) {
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

    /// Writes an entry; an index of nothing frees it.
    pub fn write(&mut self, entry: u64, pc: u64, index: Option<u64>) {
        let used = self.entries[entry as usize].used;
        self.entries[entry as usize] = Entry {
            pc,
            in_use: index.is_some(),
            index: index.unwrap_or(0),
            used,
        };
    }

    /// PC and index of the entries in use, with their numbers.
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
        (output.second_hit, output.second_fits, output.second_used) = (false, false, false);
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

/// What the ports ask.
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
        // What they find does not depend on whether they are asked, but for the first's part in the second.
        let first = self.find(input.first_pc, None);
        let before = look_ups(input)[0].and_then(|look_up| look_up.uses(&first));
        let second = self.find(input.second_pc, before);
        output.idle = self.is_cleared();
        let held = |place: Place| place.index.or(place.given_up);
        output.first_hit = first.index.is_some();
        output.first_entry = first.entry.unwrap_or(0);
        output.first_used = held(first).is_some();
        output.first_index = held(first).unwrap_or(0);
        output.second_hit = second.index.is_some();
        output.second_fits = second.entry.is_some();
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
