//! Stimuli of `max_heap`: moods that fill and empty the heap; updates that rise to the root, tie with a
//! parent, or collide with each other.

use super::Stimuli;
use super::random::{Random, ones};
use heddle_contract::units;
use heddle_contract::units::max_heap::{In, Out, Params};
use heddle_contract::{Golden, Values};
use heddle_units::{HeapEntry, MaxHeap as Model};

/// Probabilities of commands in a cycle at rest, in sixteenths; all other commands are hits.
#[derive(Clone, Copy, Debug)]
struct Mood {
    idle: u64,
    pop: u64,
    new: u64,
    /// That an update has a second group.
    second: u64,
}

/// The scheduler around the heap.
#[derive(Clone, Debug)]
pub struct MaxHeap {
    random: Random,
    params: Params,
    /// A model of the heap's contents.
    model: Model,
    mood: Mood,
    left: u64,
    /// New PCs are near this PC.
    pc: u64,
}

/// An update: of a group that is in the heap at an index, or of a group that is not.
struct Change {
    index: Option<usize>,
    pc: u64,
    threads: u64,
    warp: u64,
    create: bool,
    /// The group whose LUT# the updated group gets.
    replaces: Option<usize>,
}

impl Change {
    fn is_new(&self) -> bool {
        self.index.is_none() && self.create
    }

    /// The index that the ports show.
    fn shown(&self) -> u64 {
        self.index.or(self.replaces).unwrap_or(0) as u64
    }
}

impl MaxHeap {
    fn begin_mood(&mut self) {
        let random = &mut self.random;
        let mood = |idle, pop, new, second| Mood {
            idle,
            pop,
            new,
            second,
        };
        let moods = [
            // Moods that fill the heap, one by one or in pairs; then hits only.
            mood(0, 0, 14, 0),
            mood(0, 0, 16, 14),
            mood(0, 0, 10, 8),
            mood(1, 1, 3, 12),
            mood(0, 1, 2, 16),
            mood(0, 3, 5, 8),
            // Moods that empty the heap.
            mood(0, 16, 0, 0),
            mood(1, 10, 2, 8),
        ];
        self.mood = moods[random.below(moods.len() as u64) as usize];
        self.left = 1 + random.below(6 * self.params.entries() as u64);
        self.pc = random.number(self.params.pc_bits());
    }

    fn chance(&mut self, sixteenths: u64) -> bool {
        self.random.below(16) < sixteenths
    }

    /// A PC that is not in the heap, if one is found in a few attempts.
    fn new_pc(&mut self, other: Option<u64>) -> Option<u64> {
        let spread = 4 * self.params.entries() as u64;
        let mask = ones(self.params.pc_bits());
        (0..4).find_map(|_| {
            let near = self.pc.wrapping_add(self.random.below(spread)) & mask;
            let free = |pc: &u64| {
                let held = self.model.entries().iter();
                Some(*pc) != other && held.clone().all(|entry| entry.group.pc != *pc)
            };
            Some(near).filter(free)
        })
    }

    /// A number of threads: one, few, or as many as make the group tie with `rival` or pass it.
    fn threads(&mut self, own: u64, rival: u64) -> u64 {
        let most = ones(self.params.count_bits()) - own;
        let random = &mut self.random;
        let lead = rival.saturating_sub(own);
        let choices = [
            1,
            1,
            1 + random.below(4),
            lead,
            lead,
            lead + 1,
            lead + 1,
            random.below(most + 1),
        ];
        match random.below(64) {
            // Up to the maximum of CNT, or beyond it.
            0 => most + random.below(4).min(own),
            _ => choices[random.below(8) as usize].min(most),
        }
        .max(1)
    }

    fn warp(&mut self) -> u64 {
        self.random.word() & ones(self.params.pointer_bits())
    }

    /// A group that loses its LUT#: the root, the last, or any; not `other`.
    fn replaced(&mut self, other: Option<usize>) -> Option<usize> {
        if self.model.count() == 0 || !self.chance(4) {
            return None;
        }
        let index = self.any_index();
        let has_entry = self.entry(index).lut.is_some();
        Some(index).filter(|index| has_entry && Some(*index) != other)
    }

    fn entry(&self, index: usize) -> HeapEntry {
        self.model.entries()[index]
    }

    /// The number of threads of a group to tie with or to pass: the parent, or the root.
    fn rival(&mut self, index: usize) -> u64 {
        let above = [index.saturating_sub(1) / 2, 0][self.random.below(2) as usize];
        let held = self.model.entries().get(above);
        held.map_or(0, |entry| entry.group.threads)
    }

    fn hit(&mut self, index: usize) -> Option<Change> {
        let HeapEntry { group, .. } = self.entry(index);
        let rival = self.rival(index);
        Some(Change {
            index: Some(index),
            pc: group.pc,
            threads: self.threads(group.threads, rival),
            warp: self.warp(),
            create: self.chance(8),
            replaces: None,
        })
    }

    /// An update of a new group, or a miss that changes nothing.
    fn miss(&mut self, first: Option<&Change>) -> Option<Change> {
        let taken = usize::from(first.is_some_and(Change::is_new));
        let index = self.model.count() + taken;
        if index >= self.params.entries() {
            return None;
        }
        let rival = self.rival(index);
        let other = first.and_then(|first| first.index.or(first.replaces));
        let pc = self.new_pc(first.map(|first| first.pc))?;
        let create = self.chance(14);
        Some(Change {
            index: None,
            pc: self.pc_again(first).unwrap_or(pc),
            threads: self.threads(0, rival),
            warp: self.warp(),
            create,
            replaces: self.replaced(other).filter(|_| create),
        })
    }

    /// Sometimes the PC of a group that has lost its LUT#.
    fn pc_again(&mut self, first: Option<&Change>) -> Option<u64> {
        let entry = match self.model.count() {
            0 => return None,
            _ => self.any_index(),
        };
        let HeapEntry { group, lut } = self.entry(entry);
        let is_other = first.is_none_or(|first| first.pc != group.pc);
        (lut.is_none() && is_other && self.chance(8)).then_some(group.pc)
    }

    /// The index of the last group, of the root, or of any group.
    fn any_index(&mut self) -> usize {
        let groups = self.model.count();
        let any = self.random.below(groups as u64) as usize;
        let root_or_last = [0, groups - 1][self.random.below(2) as usize];
        [any, any, any, root_or_last][self.random.below(4) as usize]
    }

    fn first(&mut self) -> Option<Change> {
        if self.model.count() == 0 || self.chance(self.mood.new) {
            return self.miss(None);
        }
        let index = self.any_index();
        self.hit(index)
    }

    /// An update of a group near the first one: its parent, its child, its sibling, or any.
    fn second(&mut self, first: &Change) -> Option<Change> {
        let groups = self.model.count();
        if groups == 0 || self.chance(self.mood.new) {
            return self.miss(Some(first));
        }
        let at = first.index.unwrap_or(groups);
        let near = [
            at.saturating_sub(1) / 2,
            2 * at + 1,
            at ^ 1,
            self.any_index(),
        ];
        let index = near[self.random.below(4) as usize];
        let is_taken = Some(index) == first.index.or(first.replaces);
        if index >= groups || is_taken || self.entry(index).group.pc == first.pc {
            return None;
        }
        self.hit(index)
    }

    fn show_first(&mut self, change: &Change, input: &mut In<Values>) {
        input.first = true;
        input.first_hit = change.index.is_some();
        input.first_reuse = change.replaces.is_some();
        input.first_index = change.shown();
        input.first_pc = change.pc;
        input.first_threads = change.threads;
        input.first_warp = change.warp;
        input.first_create = change.create;
    }

    fn show_second(&mut self, change: &Change, input: &mut In<Values>) {
        input.second = true;
        input.second_hit = change.index.is_some();
        input.second_reuse = change.replaces.is_some();
        input.second_index = change.shown();
        input.second_pc = change.pc;
        input.second_threads = change.threads;
        input.second_warp = change.warp;
        input.second_create = change.create;
    }

    fn command(&mut self, input: &mut In<Values>) {
        input.pop = self.chance(self.mood.pop) && self.model.count() > 0;
        if input.pop {
            return;
        }
        let Some(first) = self.first() else { return };
        self.show_first(&first, input);
        if !self.params.pairs() || !self.chance(self.mood.second) {
            return;
        }
        if let Some(second) = self.second(&first) {
            self.show_second(&second, input);
        }
    }

    /// Gives random values to inputs that are not valid.
    fn noise(&mut self, input: &mut In<Values>) {
        let random = &mut self.random;
        let lut = ones(self.params.lut_bits() - 1);
        input.first_entry = random.word() & lut;
        input.second_entry = random.word() & lut;
        let index = ones(self.params.index_bits());
        let is_new = |hit: bool, create: bool| !hit && create;
        if !(input.first && is_new(input.first_hit, input.first_create)) {
            input.first_reuse = random.word() & 1 == 1;
        }
        if !(input.second && is_new(input.second_hit, input.second_create)) {
            input.second_reuse = random.word() & 1 == 1;
        }
        if !(input.first && (input.first_hit || input.first_create && input.first_reuse)) {
            input.first_index = random.word() & index;
        }
        if !(input.second && (input.second_hit || input.second_create && input.second_reuse)) {
            input.second_index = random.word() & index;
        }
    }
}

impl Stimuli<units::MaxHeap> for MaxHeap {
    const REACTIVE: bool = false;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            params: *params,
            model: Model::new(params),
            mood: Mood {
                idle: 0,
                pop: 0,
                new: 16,
                second: 8,
            },
            left: 64,
            pc: 0,
        }
    }

    fn next(&mut self, _: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_mood();
        }
        self.left -= 1;
        (input.first, input.second, input.pop) = (false, false, false);
        if self.model.is_resting() && !self.chance(self.mood.idle) {
            self.command(input);
        }
        self.noise(input);
        self.model.clock(input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        let is_held = |writes: bool, index: u64| !writes || index < output.groups;
        let first_writes = input.first_hit || input.first_create && input.first_reuse;
        let second_writes = input.second_hit || input.second_create && input.second_reuse;
        input.pop &= output.rest && output.groups > 0;
        input.first &= output.rest && !input.pop && is_held(first_writes, input.first_index);
        let same_index = first_writes && second_writes && input.first_index == input.second_index;
        input.second &= input.first
            && is_held(second_writes, input.second_index)
            && input.first_pc != input.second_pc
            && !same_index;
    }
}
