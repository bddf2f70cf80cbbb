//! Stimuli of `mheap_lut`: few sets and few PCs, in moods that fill and empty the sets.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::mheap_lut::{In, Out, Params};

/// How many more PCs are used than a set holds, so that some find the set full.
const SPARE: u64 = 2;

/// A heap around the table.
#[derive(Clone, Debug)]
pub struct MheapLut {
    random: Random,
    params: Params,
    left: u64,
    /// The sets of most PCs.
    sets: [u64; 2],
    /// The PCs' tags are near this tag.
    tag: u64,
    write: Rate,
    free: Rate,
    /// PC of each entry in use.
    entries: Vec<Option<u64>>,
}

/// One write.
struct Write {
    entry: u64,
    pc: u64,
    index: u64,
}

impl MheapLut {
    fn begin_mood(&mut self) {
        let random = &mut self.random;
        let sets = self.params.sets() as u64;
        let any = random.below(sets);
        self.sets = [
            [sets - 1, any][random.below(2) as usize],
            random.below(sets),
        ];
        self.tag = random.word();
        let moods = [
            (Rate::Always, Rate::Never),
            (Rate::Often, Rate::Never),
            (Rate::Always, Rate::Some),
            (Rate::Always, Rate::Often),
            (Rate::Often, Rate::Always),
            (Rate::Rare, Rate::Some),
        ];
        (self.write, self.free) = moods[random.below(moods.len() as u64) as usize];
        self.left = 16 + random.below(8 * self.params.ways() as u64);
    }

    fn wants(&mut self, rate: Rate) -> bool {
        self.random.mask(rate) & 1 == 1
    }

    /// One of few PCs.
    fn pc(&mut self) -> u64 {
        let random = &mut self.random;
        let set_bits = self.params.sets().ilog2();
        let set = self.sets[usize::from(random.below(4) == 0)];
        let tags = self.params.ways() as u64 + SPARE;
        let top = (random.word() & 1) << (self.params.pc_bits() - 1);
        let tag = self.tag.wrapping_add(random.below(tags) / 2);
        (set | (tag << set_bits) ^ top) & ones(self.params.pc_bits())
    }

    /// The entry that holds a PC.
    fn entry_of(&self, pc: u64) -> Option<usize> {
        let set = self.set(pc);
        let mut ways = set..set + self.params.ways();
        ways.find(|at| self.entries[*at] == Some(pc))
    }

    /// An entry that can take a PC: mostly a free one, the lowest or any.
    fn entry_for(&mut self, pc: u64) -> usize {
        let set = self.set(pc);
        let ways = self.params.ways();
        let any = set + self.random.below(ways as u64) as usize;
        let free = (set..set + ways).find(|at| self.entries[*at].is_none());
        match free {
            Some(lowest) if self.random.below(4) != 0 => lowest,
            _ => any,
        }
    }

    fn set(&self, pc: u64) -> usize {
        self.params.set(pc) * self.params.ways()
    }

    /// A write to another entry and with another PC than `other`.
    fn write(&mut self, other: Option<&Write>) -> Option<Write> {
        let pc = self.pc();
        let entry = match self.entry_of(pc) {
            Some(entry) => entry,
            None => self.entry_for(pc),
        };
        let free = self.wants(self.free);
        let number = self.random.number(self.params.index_bits());
        let top = 1 << (self.params.index_bits() - 1);
        let same = |other: &Write| other.entry == entry as u64 || other.pc == pc;
        if !self.wants(self.write) || other.is_some_and(same) {
            return None;
        }
        self.entries[entry] = (!free).then_some(pc);
        Some(Write {
            entry: entry as u64,
            pc,
            index: if free { number | top } else { number & !top },
        })
    }

    fn writes(&mut self, input: &mut In<Values>) {
        let first = self.write(None);
        let second = self.write(first.as_ref());
        input.write_first = first.is_some();
        if let Some(write) = first {
            input.write_first_entry = write.entry;
            input.write_first_pc = write.pc;
            input.write_first_index = write.index;
        }
        input.write_second = second.is_some();
        if let Some(write) = second {
            input.write_second_entry = write.entry;
            input.write_second_pc = write.pc;
            input.write_second_index = write.index;
        }
    }

    /// If one PC is looked up at a time: writes the index of the found entry or of any entry of the sets, or that it is free.
    fn write_one(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let pc = self.pc();
        let ways = self.params.ways() as u64;
        let any = self.set(pc) as u64 + self.random.below(ways);
        let free = output.idle && self.wants(self.free);
        let number = self.random.number(self.params.index_bits());
        let top = 1 << (self.params.index_bits() - 1);
        input.write_first = self.wants(self.write);
        input.write_first_entry = [any, output.first_entry][self.random.below(2) as usize];
        input.write_first_pc = pc;
        input.write_first_index = if free { number | top } else { number & !top };
    }

    fn look_up_one(&mut self, input: &mut In<Values>) {
        input.first = self.random.below(4) != 0;
        input.first_create = self.random.below(4) != 0;
        input.first_pc = self.pc();
        input.second_pc = self.pc();
        input.second_create = self.random.below(2) != 0;
    }

    /// Look-ups, often of PCs that are written in the same cycle.
    fn look_ups(&mut self, input: &mut In<Values>) {
        let (one, other) = (self.pc(), self.pc());
        input.first = self.random.below(8) != 0;
        input.second = self.random.below(8) != 0;
        input.first_create = self.random.below(4) != 0;
        input.second_create = self.random.below(4) != 0;
        input.first_pc = [one, one, one, input.write_first_pc][self.random.below(4) as usize];
        let opposite = input.first_pc ^ 1 << (self.params.pc_bits() - 1);
        let seconds = [other, other, input.write_second_pc, opposite];
        input.second_pc = seconds[self.random.below(4) as usize];
    }
}

impl Stimuli<units::MheapLut> for MheapLut {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            params: *params,
            left: 0,
            sets: [0; 2],
            tag: 0,
            write: Rate::Never,
            free: Rate::Never,
            entries: vec![None; params.entries()],
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_mood();
        }
        self.left -= 1;
        if self.params.heap_latency() > 1 {
            self.write_one(output, input);
            self.look_up_one(input);
        } else {
            if output.idle {
                self.writes(input);
            }
            self.look_ups(input);
        }
        Self::legalise(output, input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        input.first &= output.idle;
        input.second &= output.idle && !(input.first && input.first_pc == input.second_pc);
        // Where a second look-up never fits, indexes are written at any time.
        input.write_first &= output.idle || !output.second_room;
        let same = input.write_first_entry == input.write_second_entry
            || input.write_first_pc == input.write_second_pc;
        input.write_second &= output.idle && !(input.write_first && same);
    }
}
