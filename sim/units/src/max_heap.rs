//! Golden `max_heap`: fung2009, sections 4.4 and 4.4.4, figure 11 (b), Table V.

mod compared;
mod one_at_a_time;

use super::mheap_lut::HeapLookup;
use super::warp_groups::{Group, Link, Update};
use heddle_contract::units::max_heap::{In, Order, Out, Params};
use heddle_contract::{Golden, Values, Words, units};
use one_at_a_time::{OneAtATime, Phase};

/// A group, and the number of its entry in the look-up table (LUT#).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub struct Entry {
    /// The group.
    pub group: Group,
    /// The LUT# of the group; `None` once another group has taken the entry.
    pub lut: Option<u64>,
}

/// A change of an entry of the look-up table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct Move {
    /// The number of the entry (LUT#).
    pub lut: u64,
    /// The PC of the entry, in words.
    pub pc: u64,
    /// The new index of the group in the heap; `None` if the group has left.
    pub index: Option<u64>,
}

/// An update of a group, with the result of its look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct LocatedUpdate {
    /// The update.
    pub update: Update,
    /// The index of the group, or none, and the LUT#.
    pub place: HeapLookup,
}

/// An entry that is held in a register while its place is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
struct Moving {
    entry: Entry,
    hole: usize,
}

/// The action of a moving entry in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Wait,
    /// The entry changes places with the entry at this index.
    Swap(usize),
    Settle,
}

/// The heap.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct MaxHeap {
    order: Order,
    entries: Vec<Entry>,
    /// Number of valid entries.
    groups: usize,
    moving: [Option<Moving>; 2],
    /// With a latency: the state of the command in progress.
    one: Option<OneAtATime>,
    /// Whether moving entries go down.
    down: bool,
    /// The value at which CNT saturates.
    most: u64,
    /// The LUT# that stands for none.
    no_entry: u64,
    /// The index that stands for none.
    none: u64,
    /// A mask of the pointer bits that are stored.
    pointer: u64,
}

impl MaxHeap {
    /// Whether no entry is moving.
    #[inline]
    pub fn is_resting(&self) -> bool {
        self.moving == [None; 2] && self.one.is_none_or(|one| one.is_resting())
    }

    /// Number of groups held, moving ones included.
    #[inline]
    pub fn count(&self) -> usize {
        self.groups
    }

    /// The entries in the order of the memory; moving ones are stale.
    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.groups]
    }

    /// With a latency: the PC of the root, if there is one. While a moving entry at the root is compared, its PC,
    /// since it may stay there.
    pub fn root_pc(&self) -> Option<u64> {
        let is_compared = self.one.is_some_and(|one| one.phase == Phase::Compare);
        let moving = self.moving[0].filter(|moving| is_compared && moving.hole == 0);
        let root = self.entries().first().copied();
        moving
            .map(|moving| moving.entry)
            .or(root)
            .map(|entry| entry.group.pc)
    }

    /// Whether no group is more urgent than its parent; valid at rest only.
    pub fn is_ordered(&self) -> bool {
        (1..self.groups).all(|index| {
            let [group, parent] = [index, (index - 1) / 2].map(|at| self.entries[at].group);
            !group.is_before(&parent, self.order)
        })
    }

    /// The lists that grow in this cycle, if it brings these updates. With a latency, those of the update before.
    pub fn links(&self, placed: [Option<LocatedUpdate>; 2]) -> [Option<Link>; 2] {
        match self.one {
            Some(one) => [one.link, None],
            None => self.growing(placed),
        }
    }

    fn growing(&self, placed: [Option<LocatedUpdate>; 2]) -> [Option<Link>; 2] {
        placed.map(|placed| {
            let LocatedUpdate { update, place } = placed?;
            self.row(place.index? as usize).group.link(&update)
        })
    }

    /// Applies one or two updates; allowed at rest only.
    pub fn update(&mut self, placed: [Option<LocatedUpdate>; 2]) {
        let [link, _] = self.growing(placed);
        self.down = self.order == Order::Minority && placed[0].is_some_and(is_hit);
        self.moving = placed.map(|placed| self.start(placed?));
        if let Some(one) = &mut self.one
            && self.moving[0].is_some()
        {
            one.begin(link);
        }
    }

    fn start(&mut self, LocatedUpdate { update, place }: LocatedUpdate) -> Option<Moving> {
        if let Some(index) = place.index {
            let hole = index as usize;
            let mut entry = self.row(hole);
            entry.group.grow(&update);
            entry.group.threads = entry.group.threads.min(self.most);
            return Some(Moving { entry, hole });
        }
        update.create.then(|| {
            if let Some(replaced) = place.given_up {
                // DWF-19: a full set is no overflow; the group that loses its entry stays and takes no more warps.
                self.entries[replaced as usize].lut = None;
            }
            let hole = self.groups;
            self.groups += 1;
            let entry = Entry {
                group: Group::of(&update),
                lut: place.entry,
            };
            Moving { entry, hole }
        })
    }

    /// Removes the root, if there is one; allowed at rest only.
    pub fn pop(&mut self) -> Option<Entry> {
        let root = *self.entries().first()?;
        self.groups -= 1;
        if self.groups > 0 {
            let entry = self.row(self.groups);
            self.moving[0] = Some(Moving { entry, hole: 0 });
            self.down = true;
            if let Some(one) = &mut self.one {
                one.begin(None);
            }
        }
        Some(root)
    }

    /// The entries of the look-up table that change in this cycle because of moving entries.
    pub fn moves(&self) -> [Option<Move>; 2] {
        if let Some(one) = self.one {
            let step = match one.phase {
                Phase::Rest => return [None; 2],
                Phase::Compare => Step::Settle,
                Phase::Exchange(other) => Step::Swap(other),
            };
            return [self.moved(0, step), None];
        }
        let [first, second] = self.steps();
        [self.moved(0, first), self.moved(1, second)]
    }

    fn moved(&self, which: usize, step: Step) -> Option<Move> {
        let moving = self.moving[which]?;
        let written = self.written(moving, step)?;
        Some(Move {
            lut: written.lut?,
            pc: written.group.pc,
            index: Some(moving.hole as u64),
        })
    }

    /// The clock edge of a cycle in which the heap is not at rest.
    pub fn step(&mut self) {
        if let Some(mut one) = self.one {
            one.goes_on(self.step_one(one.phase));
            self.one = Some(one);
            return;
        }
        let steps = self.steps();
        // Neither step reads what the other one writes.
        for (which, step) in steps.into_iter().enumerate() {
            self.take(which, step);
        }
    }

    /// Simulates a cycle of a heap whose levels take two cycles; returns the next phase.
    fn step_one(&mut self, phase: Phase) -> Phase {
        let Some(moving) = self.moving[0] else {
            return Phase::Rest;
        };
        if let Phase::Exchange(other) = phase {
            self.take(0, Step::Swap(other));
            return Phase::Compare;
        }
        self.entries[moving.hole] = moving.entry;
        match self.step_alone(Some(moving)) {
            Step::Swap(other) => Phase::Exchange(other),
            Step::Settle | Step::Wait => {
                self.moving[0] = None;
                Phase::Rest
            }
        }
    }

    fn take(&mut self, which: usize, step: Step) {
        let Some(moving) = self.moving[which] else {
            return;
        };
        if let Some(entry) = self.written(moving, step) {
            self.entries[moving.hole] = entry;
        }
        self.moving[which] = match step {
            Step::Wait => Some(moving),
            Step::Swap(hole) => Some(Moving { hole, ..moving }),
            Step::Settle => None,
        };
    }

    /// The entry that is written into the hole.
    fn written(&self, moving: Moving, step: Step) -> Option<Entry> {
        match step {
            Step::Wait => None,
            Step::Swap(other) => Some(self.row(other)),
            Step::Settle => Some(moving.entry),
        }
    }

    fn steps(&self) -> [Step; 2] {
        let [first, second] = self.moving;
        let alone = [self.step_alone(first), self.step_alone(second)];
        let [Some(one), Some(other)] = [first, second] else {
            return alone;
        };
        // DWF-15: of two entries that meet one waits, so neither reads what the other moves.
        let first_waits = parent(one.hole) == Some(other.hole);
        let second_waits = parent(other.hole).is_some_and(|parent_of_other| {
            parent_of_other == one.hole || Some(parent_of_other) == parent(one.hole)
        });
        [
            if first_waits { Step::Wait } else { alone[0] },
            if second_waits { Step::Wait } else { alone[1] },
        ]
    }

    fn step_alone(&self, moving: Option<Moving>) -> Step {
        match moving {
            Some(moving) if self.down => self.step_down(moving),
            Some(moving) => self.step_up(moving),
            None => Step::Wait,
        }
    }

    fn step_up(&self, moving: Moving) -> Step {
        match parent(moving.hole) {
            Some(parent) if self.is_before(&moving.entry, &self.row(parent)) => Step::Swap(parent),
            _ => Step::Settle,
        }
    }

    fn step_down(&self, moving: Moving) -> Step {
        let best = self.children(moving.hole).reduce(|one, other| {
            let better = self.is_before(&self.row(other), &self.row(one));
            if better { other } else { one }
        });
        match best {
            Some(best) if self.is_before(&self.row(best), &moving.entry) => Step::Swap(best),
            _ => Step::Settle,
        }
    }

    fn is_before(&self, one: &Entry, other: &Entry) -> bool {
        one.group.is_before(&other.group, self.order)
    }

    fn row(&self, index: usize) -> Entry {
        self.entries.get(index).copied().unwrap_or_default()
    }
}

fn parent(index: usize) -> Option<usize> {
    Some(index.checked_sub(1)? / 2)
}

fn is_hit(placed: LocatedUpdate) -> bool {
    placed.place.index.is_some()
}

/// The updates at the input ports; `pointer` masks the pointer bits that are used.
fn placed(input: &In<Values>, pointer: u64) -> [Option<LocatedUpdate>; 2] {
    let place = |hit: bool, replaces: bool, index, entry| HeapLookup {
        index: hit.then_some(index),
        entry: Some(entry),
        given_up: (!hit && replaces).then_some(index),
    };
    let first = LocatedUpdate {
        update: Update {
            pc: input.first_pc,
            warp: input.first_warp & pointer,
            threads: input.first_threads,
            create: input.first_create,
        },
        place: place(
            input.first_hit,
            input.first_reuse,
            input.first_index,
            input.first_entry,
        ),
    };
    let second = LocatedUpdate {
        update: Update {
            pc: input.second_pc,
            warp: input.second_warp & pointer,
            threads: input.second_threads,
            create: input.second_create,
        },
        place: place(
            input.second_hit,
            input.second_reuse,
            input.second_index,
            input.second_entry,
        ),
    };
    [input.first.then_some(first), input.second.then_some(second)]
}

impl MaxHeap {
    /// The entry at the first read port at rest.
    fn read_first(&self, input: &In<Values>) -> Entry {
        self.row(if input.pop {
            0
        } else {
            input.first_index as usize
        })
    }

    /// The entry at the second read port at rest.
    fn read_second(&self, input: &In<Values>) -> Entry {
        let last = self.groups.wrapping_sub(1);
        self.row(if input.pop {
            last
        } else {
            input.second_index as usize
        })
    }

    fn show_root(&self, root: Entry, output: &mut Out<Values>) {
        let Group {
            pc,
            threads,
            head,
            tail,
        } = root.group;
        output.root_pc = pc;
        output.root_threads = threads;
        output.root_head = head;
        output.root_tail = tail;
    }

    /// The value on the look-up table ports for an entry that leaves, or that does not move at all.
    fn idle(&self, entry: Entry) -> Move {
        Move {
            lut: entry.lut.unwrap_or(self.no_entry),
            pc: entry.group.pc,
            index: None,
        }
    }

    /// At rest and without a pop, the values on these ports are not valid, and depend on what is read.
    fn show_moves(&self, input: &In<Values>, output: &mut Out<Values>) {
        let (root, last) = (self.read_first(input), self.read_second(input));
        let [first, second] = self.moves();
        let pairs = self.order != Order::Minority;
        let better = pairs && !input.pop && self.is_before(&last, &root);
        let leaves = self.is_resting() && input.pop && root.lut.is_some();
        output.move_first = first.is_some() || leaves;
        let move_first = first.unwrap_or(self.idle(if better { last } else { root }));
        output.move_first_entry = move_first.lut;
        output.move_first_pc = move_first.pc;
        output.move_first_index = move_first.index.unwrap_or(self.none);
        if pairs {
            output.move_second = second.is_some();
            let move_second = second.unwrap_or(self.idle(last));
            output.move_second_entry = move_second.lut;
            output.move_second_pc = move_second.pc;
            output.move_second_index = move_second.index.unwrap_or(0);
        }
    }

    /// With a latency: shows the moves and links of the command before, or the root that leaves.
    fn show_one(&self, one: OneAtATime, pops: bool, output: &mut Out<Values>) {
        let root = self.row(0).lut;
        let [moved, _] = self.moves();
        output.move_first = moved.is_some() || pops && root.is_some();
        let lut = moved.map(|moved| moved.lut).or(root);
        output.move_first_entry = lut.unwrap_or(self.no_entry);
        let index = moved.and_then(|moved| moved.index);
        output.move_first_index = index.unwrap_or(self.none);
        // The table knows the PC from its look-up.
        output.move_first_pc = 0;
        output.link_first = one.link.is_some();
        if let Some(Link { warp, next }) = one.link {
            (output.link_first_warp, output.link_first_next) = (warp, next);
        }
    }

    fn show_links(&self, input: &In<Values>, output: &mut Out<Values>) {
        let first = self.read_first(input).group.tail;
        output.link_first = input.first && input.first_hit && input.first_create;
        output.link_first_warp = first;
        output.link_first_next = input.first_warp;
        if self.order != Order::Minority {
            let second = self.read_second(input).group.tail;
            output.link_second = input.second && input.second_hit && input.second_create;
            output.link_second_warp = second;
            output.link_second_next = input.second_warp;
        }
    }
}

impl Golden<units::MaxHeap> for MaxHeap {
    fn new(params: &Params) -> Self {
        Self {
            order: params.order(),
            entries: vec![Entry::default(); params.entries()],
            groups: 0,
            moving: [None; 2],
            one: (params.heap_latency() > 1).then(OneAtATime::default),
            down: false,
            most: (1 << params.count_bits()) - 1,
            no_entry: (1 << params.lut_bits()) - 1,
            none: (1 << params.index_bits()) - 1,
            pointer: (1 << (params.pointer_bits() - (params.heap_latency() - 1))) - 1,
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.rest = self.is_resting();
        [output.moving_first, output.moving_second] = self.moving.map(|moving| moving.is_some());
        output.groups = self.count() as u64;
        if let Some(one) = self.one {
            self.show_root(self.row(0), output);
            output.root_pc = self.root_pc().unwrap_or(output.root_pc);
            output.moving_first = !self.is_resting();
            self.show_one(one, self.is_resting() && input.pop, output);
            return;
        }
        self.show_root(self.read_first(input), output);
        self.show_moves(input, output);
        self.show_links(input, output);
    }

    fn clock(&mut self, input: &In<Values>) {
        if !self.is_resting() {
            self.step();
        } else if input.pop {
            self.pop();
        } else if input.first {
            self.update(placed(input, self.pointer));
        }
    }
}
