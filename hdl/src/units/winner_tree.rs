//! RTL of `winner_tree`: PCs in registers, all compared with each offer; counts and lists in memories; a tree with a stage for
//! each level, whose nodes are in memories too.
//!
//! Only competition needs CNT, so the current entry is a WPH and a WPT: its list ends where both are one warp.

mod levels;

use crate::blocks::{Offer, encode, free_list, matches};
use crate::builder::index_bits;
use crate::{Drives, Expr, Hardware, Memory, ModuleBuilder, Reads, Register};
use heddle_contract::units::WinnerTree;
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use levels::{Step, Winner};

const UPDATE: &str = "control: an update between its cycles";
const FREE: &str = "control: which entries are free, and since when";
const CHOICE: &str = "control: the choice, and which entries may become it";

/// An update in its second or third cycle.
#[derive(Clone, Copy)]
struct Update<'m> {
    valid: Register<'m>,
    pc: Register<'m>,
    threads: Register<'m>,
    warp: Register<'m>,
    create: Register<'m>,
}

/// The update in its third cycle.
#[derive(Clone, Copy)]
struct Change<'m> {
    update: Update<'m>,
    /// The entry, and whether it was held before.
    index: Register<'m>,
    grows: Register<'m>,
    /// There is no change, because the warp of the update became the choice at once; it is the last one of its list.
    was_chosen: Register<'m>,
}

/// The entry that is issued.
#[derive(Clone, Copy)]
struct Current<'m> {
    valid: Register<'m>,
    /// Its list is empty.
    empty: Register<'m>,
    index: Register<'m>,
    head: Register<'m>,
    tail: Register<'m>,
}

/// What happens to the current entry in a cycle.
#[derive(Clone, Copy)]
struct Turn<'m> {
    /// An entry becomes current; its number.
    choose_en: Expr<'m>,
    chosen: Expr<'m>,
    /// The change is one of the entry that becomes current, or of the current entry.
    on_chosen: Expr<'m>,
    on_current: Expr<'m>,
    /// The change adds a warp to the current list.
    adds: Expr<'m>,
    /// All warps that were in the current list have left.
    ends: Expr<'m>,
    /// No warp is added either: the list waits for an update that is for it, or the entry becomes free.
    wait_en: Expr<'m>,
    free_en: Expr<'m>,
}

/// Values shared by the parts of the description.
struct Tree<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    offer: Update<'m>,
    /// Of the update in its second cycle: its warp became the choice at once; entries that had its PC when that came; the update before
    /// has its PC.
    is_chosen: Register<'m>,
    hits: Register<'m>,
    follows: Register<'m>,
    change: Change<'m>,
    current: Current<'m>,
    /// Entries that are held, or became free in the cycle before.
    held: Register<'m>,
    /// Entries that have entered the tree since they were last current.
    entered: Register<'m>,
    /// An entry that became current waits to be taken out of the tree.
    leaving: Register<'m>,
    winner: Winner<'m>,
}

impl Hardware for WinnerTree {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let tree = Tree::new(m, p, &input);
        let turn = tree.turn();
        tree.accept();
        let at_once = tree.find(turn, &output);
        tree.lists(turn, at_once, &output);
        levels::climb(m, p, tree.step(turn, &output), *tree.entered, tree.winner);
        let second = [input.second, input.second_create];
        let values = [input.second_pc, input.second_warp, input.second_threads];
        for unused in second.into_iter().chain(values) {
            m.unused(unused);
        }
        m.unused(input.first);
        m.unused(input.issued_threads);
    }
}

/// Width of the number of an entry.
fn bits(p: &Params) -> u32 {
    index_bits(p.heap())
}

impl<'a, 'm> Tree<'a, 'm> {
    fn new(m: &'m ModuleBuilder, p: &'a Params, input: &'a In<Reads<'m>>) -> Self {
        m.section(
            "Updates in their second and third cycle, the current entry, and the state of all entries.",
        );
        let stage = |name: String, width| m.register(name, width).overhead(UPDATE);
        let update = |name: &str| Update {
            valid: stage(name.into(), 1).reset(0),
            pc: stage(format!("{name}_pc"), p.pc_bits()),
            threads: stage(format!("{name}_threads"), p.count_bits()),
            warp: stage(format!("{name}_warp"), p.warp_bits()),
            create: stage(format!("{name}_create"), 1),
        };
        let own = |name: &str, width| m.register(name, width).overhead(CHOICE);
        let entries = p.heap() as u32;
        Tree {
            m,
            p,
            input,
            offer: update("offer"),
            is_chosen: stage("offer_is_chosen".into(), 1),
            hits: stage("hits".into(), entries),
            follows: stage("follows".into(), 1),
            change: Change {
                update: update("change"),
                index: stage("change_index".into(), bits(p)),
                grows: stage("change_grows".into(), 1),
                was_chosen: stage("change_was_chosen".into(), 1),
            },
            current: Current {
                valid: own("current", 1).reset(0),
                empty: own("current_empty", 1).reset(0),
                index: own("current_index", bits(p)),
                head: own("current_head", p.warp_bits()),
                tail: own("current_tail", p.warp_bits()),
            },
            held: own("held", entries).reset(0),
            entered: own("entered", entries).reset(0),
            leaving: own("leaving", 1).reset(0),
            winner: Winner::new(m, p),
        }
    }

    /// An entry as a bit of all entries; no bit without `enable`.
    fn select(&self, index: Expr<'m>, enable: Expr<'m>) -> Expr<'m> {
        index.decode(self.p.heap() as u32).masked(enable)
    }

    fn turn(&self) -> Turn<'m> {
        let Self {
            m,
            input,
            change,
            current,
            ..
        } = self;
        m.section(
            "The choice: the entry that wins, or else the entry that changes. A list ends behind its last warp, unless the change adds another one; and while an update for it is on its way, its entry stays \
             current.",
        );
        let Winner { wins, entry } = self.winner;
        let chosen = wins.mux(*entry, *change.index).named("chosen");
        let changes = *change.update.valid;
        let on_current = changes & *current.valid & change.index.eq(*current.index);
        let on_current = on_current.named("on_current");
        let adds = (on_current & *change.update.create).named("adds");
        let is_last = current.head.eq(*current.tail);
        let ends = (*current.empty | (input.issued & is_last)).named("ends");
        let empties = (ends & !adds).named("empties");
        let has_pc = *self.hits & current.index.decode(self.p.heap() as u32);
        let follows = *self.follows & change.index.eq(*current.index);
        let is_for_current = *self.offer.valid & (*self.is_chosen | has_pc.any() | follows);
        let is_for_current = is_for_current.named("is_for_current");
        Turn {
            choose_en: (!(*current.valid | *self.leaving) & (*wins | changes)).named("choose_en"),
            chosen,
            on_chosen: (changes & change.index.eq(chosen)).named("on_chosen"),
            on_current,
            adds,
            ends,
            wait_en: (empties & is_for_current).named("wait_en"),
            free_en: (empties & !is_for_current).named("free_en"),
        }
    }

    /// The update that is accepted.
    fn accept(&self) {
        let Self { input, offer, .. } = self;
        self.m.section("First cycle of an update.");
        offer.valid.next(input.update);
        offer.pc.next(input.first_pc);
        offer.threads.next(input.first_threads);
        offer.warp.next(input.first_warp);
        offer.create.next(input.first_create);
    }

    /// The second cycle of an update. Returns whether an update would be the choice at once, and the entry that it will get.
    fn find(&self, turn: Turn<'m>, output: &Out<Drives<'m>>) -> Offer<'m> {
        let Self {
            m,
            p,
            input,
            offer,
            change,
            held,
            ..
        } = self;
        m.section(
            "Second cycle: the entry that holds the PC, or else the one that has been free longest. PCs are compared in the first \
             cycle; since then the entry may have become free, or the update before may have got one for the same PC.",
        );
        let pcs = m.registers("pc", p.heap(), p.pc_bits());
        let (hits, follows) = (self.hits, self.follows);
        // DWF-67: whether an entry becomes free is known late; it counts as free a cycle later.
        let freed = m.register("freed", 1).reset(0).overhead(FREE);
        let freed_index = m.register("freed_index", bits(p)).overhead(FREE);
        let release = Offer {
            valid: freed.next(turn.free_en),
            data: freed_index.next(*self.current.index),
        };
        let freed = self.select(release.data, release.valid);
        let still_held = (*held & !freed).named("still_held");
        hits.next(matches(m, "pc_match", *pcs, input.first_pc) & still_held);
        follows.next(*offer.valid & offer.pc.eq(input.first_pc));
        let hit = ((*hits & still_held).any() | *follows).named("hit");
        let take = (*offer.valid & !hit).named("take");
        let free = free_list(m, "free", p.heap(), &[take], &[release]);
        free.ring.overhead(FREE);
        for pointer in free.pointers {
            pointer.overhead(FREE);
        }
        let place = free.offers[0].data.named("place");
        let takes = self.select(place, take).named("takes");
        m.each("entry", p.heap(), |n| {
            pcs.register(n).next_when(takes.bit(n), *offer.pc);
        });
        held.next(still_held | takes);
        let hit_index = encode(m, "hit_index", *hits);
        let found = follows.mux(*change.index, hit.mux(hit_index, place));
        self.hand_on(hit, found);
        self.count(free.count, output);
        let nothing_held = free.count.eq(p.heap() as u64) & !*offer.valid;
        let at_once = (input.update & nothing_held).named("at_once");
        self.is_chosen.next(at_once);
        Offer {
            valid: at_once,
            data: place,
        }
    }

    /// From the second to the third cycle: the entry, and whether it was held.
    fn hand_on(&self, hit: Expr<'m>, found: Expr<'m>) {
        let Self { offer, change, .. } = self;
        let (update, chosen) = (change.update, *self.is_chosen);
        update.valid.next(*offer.valid & !chosen);
        update.pc.next(*offer.pc);
        update.threads.next(*offer.threads);
        update.warp.next(*offer.warp);
        update.create.next(*offer.create | !hit);
        change.index.next(found);
        change.grows.next(hit);
        change.was_chosen.next(*offer.valid & chosen);
    }

    fn count(&self, free: Expr<'m>, output: &Out<Drives<'m>>) {
        let Self { m, p, current, .. } = self;
        let width = p.groups_bits();
        let room = free.zero_extend(width) - self.offer.valid.zero_extend(width);
        let room = room.named("room");
        let groups = (m.constant(p.heap() as u64, width) - room).named("groups");
        let choice = (*current.valid & !*current.empty).named("choice");
        output.room.set(room);
        output.groups.set(groups);
        output.choice.set(choice);
        output.waiting.set(groups.any() & !choice);
    }

    /// The lists of the entries, and the warps of the current one.
    fn lists(&self, turn: Turn<'m>, at_once: Offer<'m>, output: &Out<Drives<'m>>) {
        let Self {
            m,
            p,
            change,
            current,
            ..
        } = self;
        m.section(
            "Third cycle: a new warp follows the last one of its list. The current list is in registers; an entry that becomes \
             current in the cycle of its change takes the warp of the change.",
        );
        let (update, index) = (change.update, *change.index);
        let list = |name: &str| m.memory(name, p.heap(), p.warp_bits());
        let (heads, tails) = (list("head"), list("tail"));
        let starts = (*update.valid & !*change.grows).named("starts");
        let creates = (*update.valid & *update.create).named("creates");
        heads.write(index, starts, *update.warp);
        tails.write(index, creates | *change.was_chosen, *update.warp);
        let tail = tails.read(index).named("changed_tail");
        self.link((creates & *change.grows).named("link"), tail, output);
        let Winner {
            wins,
            entry: winner,
        } = self.winner;
        let from_tree = (*wins & !turn.on_chosen).named("from_tree");
        let warp = |memory: Memory<'m>, before: Expr<'m>, is_new: Expr<'m>| {
            let changed = is_new.mux(*update.warp, before);
            let chosen = from_tree.mux(memory.read(*winner), changed);
            at_once.valid.mux(self.input.first_warp, chosen)
        };
        let first = [
            warp(heads, heads.read(index), starts).named("first_head"),
            warp(tails, tail, creates).named("first_tail"),
        ];
        let begin_en = (at_once.valid | turn.choose_en).named("begin_en");
        current
            .valid
            .next(begin_en | (*current.valid & !turn.free_en));
        current.empty.next(turn.wait_en);
        let entry = at_once.valid.mux(at_once.data, turn.chosen);
        current.index.next_when(begin_en, entry);
        let follower = turn.ends.mux(*update.warp, self.input.issued_next);
        let moves = begin_en | self.input.issued | *current.empty;
        current
            .head
            .next_when(moves, begin_en.mux(first[0], follower));
        let grows = begin_en | turn.adds;
        current
            .tail
            .next_when(grows, begin_en.mux(first[1], *update.warp));
        output.choice_warp.set(*current.head);
    }

    fn link(&self, link: Expr<'m>, tail: Expr<'m>, output: &Out<Drives<'m>>) {
        let next = *self.change.update.warp;
        output.link_first.set(link);
        output.link_first_warp.set(tail.masked(link));
        output.link_first_next.set(next.masked(link));
        output.link_second.set(0);
        output.link_second_warp.set(0);
        output.link_second_next.set(0);
    }

    /// What moves at the lowest level of the tree: the entry that changes enters, or the one that became current is taken out.
    fn step(&self, turn: Turn<'m>, output: &Out<Drives<'m>>) -> Step<'m> {
        let Self {
            m,
            p,
            change,
            entered,
            ..
        } = self;
        m.section(
            "An entry enters the tree behind its change, unless it is current. An entry that becomes current is taken out when none \
             enters.",
        );
        let Turn {
            choose_en, chosen, ..
        } = turn;
        let leaving = self.leaving;
        let leaving_index = m.register("leaving_index", bits(p)).overhead(CHOICE);
        let stays_out = turn.on_current | (choose_en & turn.on_chosen);
        let enter_en = (*change.update.valid & !stays_out).named("enter_en");
        leaving.next(enter_en & (*leaving | choose_en));
        let waits = m.register("begins_to_wait", 1).reset(0).overhead(CHOICE);
        output.ready.set(!waits.next(enter_en & choose_en));
        leaving_index.next_when(choose_en, chosen);
        let enters = self.select(*change.index, enter_en).named("enters");
        let becomes_current = self.select(chosen, choose_en).named("becomes_current");
        entered.next((*entered | enters) & !becomes_current);
        let taken_out = leaving.mux(*leaving_index, chosen);
        Step {
            move_en: (enter_en | *leaving | choose_en).named("move_en"),
            any: enter_en,
            entry: enter_en.mux(*change.index, taken_out).named("moving"),
            key: self.key(),
        }
    }

    /// The key of the entry that changes: the largest wins.
    fn key(&self) -> Expr<'m> {
        let Self { m, p, change, .. } = self;
        let Update {
            valid, pc, threads, ..
        } = change.update;
        let pc = !*pc;
        if p.order() == Order::Pc {
            m.unused(*threads);
            return pc;
        }
        let counts = m.memory("count", p.heap(), p.count_bits());
        let before = counts.read(*change.index).masked(*change.grows);
        let count = (before + *threads).named("new_count");
        counts.write(*change.index, *valid, count);
        match p.order() {
            Order::Minority => (!count).cat(pc),
            Order::Majority | Order::Pc => count.cat(pc),
        }
    }
}
