//! RTL of `unified_arbiter`: a binary tree that keeps the smaller word of each pair.
//!
//! A lane's word is key:PC, or the line number at its place in the byte address. Bits that a
//! request does not use are ones (SLR-21). A lane that takes no part has the largest word (SLR-20), so no node of the tree
//! needs to check whether lanes take part. If the words are registers, all bits of such a word are ones, which a synchronous
//! set achieves without a gate; if the words are wires, such a word has a 1 in an extra top bit. PCs and
//! lines share most wires: only the bits of an address above a PC need a multiplexer.
//!
//! Levels are loops over their nodes; the sequence of levels is unrolled, one array per level, with
//! the level in the names. The root outputs no key: only the target leaves the tree.

use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::UnifiedArbiter;
use heddle_contract::units::unified_arbiter::{In, Out, Params};
use std::ops::Range;

/// The nodes of one level of the tree.
#[derive(Clone, Copy)]
struct Level<'m> {
    number: u32,
    /// Per node: the smallest word of the lanes below.
    word: Elements<'m>,
}

/// Values that are delayed along with the tree, to compare every lane with the answer.
#[derive(Clone, Copy)]
struct Lanes<'m> {
    memory: Expr<'m>,
    /// Lanes that take part.
    mask: Expr<'m>,
    /// Per lane: the requested PC or line, in the form of [`wanted`].
    wanted: Elements<'m>,
}

/// The answer of the tree.
#[derive(Clone, Copy)]
struct Answer<'m> {
    any: Expr<'m>,
    target: Expr<'m>,
    match_lanes: Expr<'m>,
}

impl Hardware for UnifiedArbiter {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let (mut lanes, mut level) = leaves(m, p, &input);
        while level.number < p.levels() - 1 {
            level = level_above(m, p, level);
            if is_cut(p, level.number) {
                lanes = register_lanes(m, p, lanes, level.number);
            }
        }
        let mut answer = root(m, p, lanes, level);
        for stage in answer_stages(p) {
            answer = register_answer(m, p, answer, stage);
        }
        output.any.set(answer.any);
        output.target.set(answer.target);
        output.match_lanes.set(answer.match_lanes);
    }
}

/// Whether pipeline registers follow a level of the tree; level 0 is the words of the lanes.
///
/// The levels and the match are divided evenly among the stages (SLR-19).
fn is_cut(p: &Params, level: u32) -> bool {
    let steps = p.levels() + 1;
    let cuts = p.tree_latency().saturating_sub(1).min(steps);
    (1..=cuts).any(|cut| cut * steps / (cuts + 1) == level)
}

/// Pipeline registers of the answer: one, plus those that do not fit into the tree.
fn answer_stages(p: &Params) -> Range<u32> {
    let inside = (0..=p.levels()).filter(|level| is_cut(p, *level)).count();
    0..p.tree_latency() - inside as u32
}

/// Width of a request in a lane's word: key:PC, or a byte address.
fn request_bits(p: &Params) -> u32 {
    (p.key_bits() + p.pc_bits()).max(p.address_bits())
}

/// Width of a word. If the word is a wire, an extra top bit is 1 for a lane that takes no part.
fn word_bits(p: &Params) -> u32 {
    request_bits(p) + u32::from(!is_cut(p, 0))
}

fn leaves<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> (Lanes<'m>, Level<'m>) {
    m.section(
        "Words of the lanes: key:PC, or the line number at its place in the address; unused bits are \
         ones. A lane that takes no part has the largest word.",
    );
    let registered = is_cut(p, 0);
    let word = m.array("word0", p.lanes(), word_bits(p));
    let (mut memory, mut mask) = (input.memory, input.lanes);
    if registered {
        memory = m.register("memory0", 1).next(memory);
        mask = m.register("lanes0", p.lanes() as u32).reset(0).next(mask);
    }
    m.each("leaf", p.lanes(), |i| {
        let request = request(m, p, input.memory, input.address.at(i), input.key.at(i));
        let takes_part = input.lanes.bit(i);
        word.set(
            i,
            match registered {
                true => {
                    let value = takes_part.mux(request, m.ones(word_bits(p)));
                    held(m, registered, "word", value)
                }
                false => (!takes_part).cat(request),
            },
        );
    });
    let (number, word) = (0, *word);
    let wanted = lanes_wanted(m, p, memory, word);
    let lanes = Lanes {
        memory,
        mask,
        wanted,
    };
    (lanes, Level { number, word })
}

/// The request of a lane, if the lane takes part.
fn request<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    memory: Expr<'m>,
    address: Expr<'m>,
    key: Expr<'m>,
) -> Expr<'m> {
    let ones = |width: u32| (width > 0).then(|| m.ones(width));
    let above = |used: u32| ones(request_bits(p) - used);
    let pc = key.cat(address.truncate(p.pc_bits()));
    let line = address.part(p.offset_bits(), p.line_bits());
    if p.pc_bits() < p.offset_bits() {
        m.unused(address.bits(p.offset_bits() - 1, p.pc_bits()));
    }
    let pc_parts = above(p.key_bits() + p.pc_bits()).into_iter().chain([pc]);
    let pc_word = m.cat(pc_parts).named("pc_word");
    let line_parts = [above(p.address_bits()), Some(line), ones(p.offset_bits())];
    let line_word = m.cat(line_parts.into_iter().flatten()).named("line_word");
    memory.mux(line_word, pc_word).named("request")
}

fn lanes_wanted<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    memory: Expr<'m>,
    word: Elements<'m>,
) -> Elements<'m> {
    m.section(
        "The request of each lane: the bits that PC and line share, then the bits that only one of \
         them has.",
    );
    let lane_wanted = m.array("lane_wanted", p.lanes(), p.target_bits());
    m.each("wanted", p.lanes(), |i| {
        lane_wanted.set(i, wanted(m, p, memory, word.at(i)));
    });
    *lane_wanted
}

/// The bits of a word that distinguish one PC, or one line, from another. Bits that only PCs have and bits that only
/// lines have share the same place, so that few bits are delayed along with the tree.
fn wanted<'m>(m: &'m ModuleBuilder, p: &Params, memory: Expr<'m>, word: Expr<'m>) -> Expr<'m> {
    let (pc, offset, address) = (p.pc_bits(), p.offset_bits(), p.address_bits());
    let bits = |range: Range<u32>| {
        (!range.is_empty()).then(|| word.part(range.start, range.end - range.start))
    };
    let shared = bits(offset..pc.min(address));
    let of_pc = m.cat(
        [bits(address..pc), bits(0..offset.min(pc))]
            .into_iter()
            .flatten(),
    );
    let of_one = match bits(offset.max(pc)..address) {
        None => of_pc,
        Some(of_line) => {
            let width = of_pc.width().max(of_line.width());
            memory.mux(of_line.zero_extend(width), of_pc.zero_extend(width))
        }
    };
    m.cat(shared.into_iter().chain([of_one]))
}

fn level_above<'m>(m: &'m ModuleBuilder, p: &Params, below: Level<'m>) -> Level<'m> {
    let number = below.number + 1;
    m.section(format!(
        "Level {number} of the tree: the smaller word of each pair."
    ));
    let nodes = p.lanes() >> number;
    let word = m.array(format!("word{number}"), nodes, word_bits(p));
    m.each(&format!("level{number}"), nodes, |i| {
        let (left, right) = (below.word.at(2 * i), below.word.at(2 * i + 1));
        let wins = right.lt(left).named("right");
        word.set(i, held(m, is_cut(p, number), "word", wins.mux(right, left)));
    });
    let word = *word;
    Level { number, word }
}

/// A value, or the register that holds it.
fn held<'m>(m: &'m ModuleBuilder, registered: bool, name: &str, value: Expr<'m>) -> Expr<'m> {
    match registered {
        true => m.register(name, value.width()).next(value),
        false => value,
    }
}

fn register_lanes<'m>(m: &'m ModuleBuilder, p: &Params, lanes: Lanes<'m>, level: u32) -> Lanes<'m> {
    m.section(format!(
        "Mode, lanes and requests, registered with the words of level {level}."
    ));
    let memory = m.register(format!("memory{level}"), 1);
    let mask = m.register(format!("lanes{level}"), p.lanes() as u32);
    let wanted = m.array(format!("wanted{level}"), p.lanes(), p.target_bits());
    m.each(&format!("along{level}"), p.lanes(), |i| {
        wanted.set(i, held(m, true, "wanted", lanes.wanted.at(i)));
    });
    Lanes {
        memory: memory.next(lanes.memory),
        mask: mask.reset(0).next(lanes.mask),
        wanted: *wanted,
    }
}

fn root<'m>(m: &'m ModuleBuilder, p: &Params, mut lanes: Lanes<'m>, top: Level<'m>) -> Answer<'m> {
    m.section(
        "The chosen PC or address, and the lanes that match it. The key takes no part in the match.",
    );
    let (left, right) = (top.word.at(0u32), top.word.at(1u32));
    let right_wins = right.lt(left).named("right_wins");
    let address = |word: Expr<'m>| word.truncate(p.operand_bits());
    let mut chosen = right_wins
        .mux(address(right), address(left))
        .named("chosen");
    if is_cut(p, p.levels()) {
        chosen = held(m, true, "chosen", chosen);
        lanes = register_lanes(m, p, lanes, p.levels());
    }
    if p.pc_bits() < p.offset_bits() {
        m.unused(chosen.bits(p.offset_bits() - 1, p.pc_bits()));
    }
    let chosen_wanted = wanted(m, p, lanes.memory, chosen).named("chosen_wanted");
    let match_lanes = m.wire("match_lanes", p.lanes() as u32);
    m.each("match", p.lanes(), |i| {
        let holds = lanes.wanted.at(i).eq(chosen_wanted);
        match_lanes.set_bit(i, lanes.mask.bit(i) & holds);
    });
    let pc = chosen.truncate(p.pc_bits());
    let line = chosen.part(p.offset_bits(), p.line_bits());
    let target = |value: Expr<'m>| value.zero_extend(p.target_bits());
    Answer {
        any: lanes.mask.any(),
        target: lanes.memory.mux(target(line), target(pc)),
        match_lanes: *match_lanes,
    }
}

fn register_answer<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    answer: Answer<'m>,
    stage: u32,
) -> Answer<'m> {
    let name = |stem: &str| match stage {
        0 => stem.to_owned(),
        later => format!("{stem}_later{later}"),
    };
    m.section(match stage {
        0 => "The answer.",
        _ => "The answer, a cycle later.",
    });
    let any = m.register(name("any"), 1).reset(0);
    let target = m.register(name("target"), p.target_bits());
    let match_lanes = m.register(name("match_lanes"), p.lanes() as u32);
    Answer {
        any: any.next(answer.any),
        target: target.next(answer.target),
        match_lanes: match_lanes.next(answer.match_lanes),
    }
}
