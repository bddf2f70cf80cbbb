//! Jump tables as compilers write them, and jumps that look like them.

use crate::code::*;
use heddle_flow::{End, Flow};

const A0: u32 = 10;
const A1: u32 = 11;
const A2: u32 = 12;
const A3: u32 = 13;

fn li(rd: u32, value: i32) -> u32 {
    immediate(0x13, 0, rd, 0, value)
}

fn slli(rd: u32, rs1: u32, by: i32) -> u32 {
    immediate(0x13, 1, rd, rs1, by)
}

fn add(rd: u32, rs1: u32, rs2: u32) -> u32 {
    rs2 << 20 | rs1 << 15 | rd << 7 | 0x33
}

fn lw(rd: u32, rs1: u32, offset: i32) -> u32 {
    immediate(0x03, 2, rd, rs1, offset)
}

/// `lui rd` with the address of the data.
fn table(rd: u32) -> u32 {
    DATA | rd << 7 | 0x37
}

/// Where the jump at a word goes, in words.
fn targets(words: &[u32], data: &[u32], jump: u32) -> Option<Vec<u32>> {
    let flow = Flow::new(&with_data(words, data));
    match &flow.block(flow.node_at(at(jump))?)?.leaves {
        End::Table { targets } => Some(targets.iter().map(|pc| (pc - CODE) / 4).collect()),
        End::Jump { target } => Some(vec![(target - CODE) / 4]),
        End::Unknown => None,
        other => panic!("{other:?}"),
    }
}

/// Cases at words 8, 9, 10; default at 11.
fn switch(check: u32) -> Vec<u32> {
    vec![
        li(A2, 2),
        check,
        slli(A2, A0, 2),
        table(A3),
        add(A2, A2, A3),
        lw(A2, A2, 0),
        JR_A2,
        NOP,
        jal(0, 4),
        jal(0, 3),
        NOP,
        NOP,
        RET,
    ]
}

const BEQ: u32 = 0;
const BNE: u32 = 1;
const BLTU: u32 = 6;
const BGEU: u32 = 7;

#[test]
fn a_table_of_addresses_behind_a_bounds_check() {
    let data = [at(8), at(9), at(10), at(0)];
    // 2 < a0 leaves; a0 >= 2 leaves.
    let check = branch_word(BLTU, A2, A0, 10);
    assert_eq!(targets(&switch(check), &data, 6), Some(vec![8, 9, 10]));
    let check = branch_word(BGEU, A0, A2, 10);
    assert_eq!(targets(&switch(check), &data, 6), Some(vec![8, 9]));
}

/// Targets of the switch with these words inserted after its bounds check, counted from the first case. The default is case 3.
fn cases_behind(between: &[u32]) -> Option<Vec<u32>> {
    let more = between.len() as u32;
    let mut words = switch(branch_word(BLTU, A2, A0, 10 + more as i32));
    words.splice(2..2, between.iter().copied());
    let first = 8 + more;
    let data = [at(first), at(first + 1), at(first + 2)];
    let targets = targets(&words, &data, 6 + more)?;
    Some(targets.iter().map(|target| target - first).collect())
}

#[test]
fn what_has_gone_another_way_chooses_no_entry() {
    let one = li(A1, 1);
    let but_for_one = Some(vec![0, 2]);
    for equal in [branch_word(BEQ, A0, A1, 10), branch_word(BEQ, A1, A0, 10)] {
        assert_eq!(cases_behind(&[one, equal]), but_for_one);
    }
    let differs = branch_word(BNE, A0, A1, 2);
    assert_eq!(cases_behind(&[one, differs, jal(0, 10)]), but_for_one);
    let of_another = branch_word(BEQ, A3, A1, 10);
    assert_eq!(cases_behind(&[one, of_another]), Some(vec![0, 1, 2]));
}

#[test]
fn its_threads_meet_behind_the_switch() {
    let check = branch_word(BLTU, A2, A0, 10);
    let flow = Flow::new(&with_data(&switch(check), &[at(8), at(9), at(10)]));
    assert_eq!(reconvergence(&flow, 6), Some(12));
    assert_eq!(reconvergence(&flow, 1), Some(12));
}

#[test]
fn a_table_of_offsets() {
    let mut words = switch(branch_word(BLTU, A2, A0, 10));
    // The base is still in a3: jump to table + offset.
    words.splice(6..7, [add(A2, A2, A3), JR_A2]);
    words[1] = branch_word(BLTU, A2, A0, 11);
    let offset = |word: u32| at(word).wrapping_sub(DATA);
    let data = [offset(9), offset(10), offset(11)];
    assert_eq!(targets(&words, &data, 7), Some(vec![9, 10, 11]));
}

fn andi(rd: u32, rs1: u32, mask: i32) -> u32 {
    immediate(0x13, 7, rd, rs1, mask)
}

/// A search gives up after so many steps, but it gives up the index and not the table.
#[test]
fn an_index_may_come_from_far() {
    let far = 100_001;
    let mut words = switch(andi(A1, A0, 3));
    words[2] = slli(A2, A1, 2);
    let words = [vec![NOP; far as usize], words].concat();
    let cases = [8, 9, 10, 12].map(|word| far + word);
    assert_eq!(targets(&words, &cases.map(at), far + 6), Some(cases.into()));
}

#[test]
fn a_mask_is_a_bound_too() {
    let mut words = switch(andi(A1, A0, 3));
    words[2] = slli(A2, A1, 2);
    let data = [at(8), at(9), at(10), at(12)];
    assert_eq!(targets(&words, &data, 6), Some(vec![8, 9, 10, 12]));
    // Masked after the shift.
    words[1] = slli(A1, A0, 2);
    words[2] = andi(A2, A1, 4);
    assert_eq!(targets(&words, &data, 6), Some(vec![8, 9]));
}

#[test]
fn a_mask_chooses_the_words_that_its_bits_can_be() {
    // An array of structures: an address and a number.
    let mut words = switch(slli(A1, A0, 3));
    words[2] = andi(A2, A1, 0x18);
    let data = [at(8), 7, at(9), 7, at(10), 7, at(12), 7];
    assert_eq!(targets(&words, &data, 6), Some(vec![8, 9, 10, 12]));
    words[2] = andi(A2, A1, 0x10);
    assert_eq!(targets(&words, &data, 6), Some(vec![8, 10]));
}

#[test]
fn without_a_bound_nothing_is_guessed() {
    let data = [at(8), at(9), at(10)];
    assert_eq!(targets(&switch(NOP), &data, 6), None);
    // The check tests another register.
    let check = branch_word(BLTU, A2, A1, 10);
    assert_eq!(targets(&switch(check), &data, 6), None);
    // The check allows more than the table holds.
    let mut words = switch(branch_word(BLTU, A2, A0, 10));
    words[0] = li(A2, 3);
    assert_eq!(targets(&words, &data, 6), None);
    // An entry is no code.
    let words = switch(branch_word(BLTU, A2, A0, 10));
    assert_eq!(targets(&words, &[at(8), 12, at(10)], 6), None);
}

#[test]
fn a_way_around_the_check_makes_a_table_unknown() {
    let mut words = switch(branch_word(BLTU, A2, A0, 10));
    assert!(targets(&words, &[at(8), at(9), at(10)], 6).is_some());
    // A case jumps to the instruction after the check.
    words[10] = jal(0, -8);
    assert_eq!(targets(&words, &[at(8), at(9), at(10)], 6), None);
}

#[test]
fn a_check_before_a_call_holds_for_saved_registers_only() {
    const S0: u32 = 8;
    let words = |index: u32| {
        let mut words = switch(branch_word(BLTU, A2, index, 11));
        words[2] = jal(1, 11);
        words.insert(3, slli(A2, index, 2));
        words
    };
    let data = [at(9), at(10), at(11)];
    assert_eq!(targets(&words(S0), &data, 7), Some(vec![9, 10, 11]));
    assert_eq!(targets(&words(A0), &data, 7), None);
}

const SP: u32 = 2;

fn sw(rs2: u32, rs1: u32, offset: u32) -> u32 {
    rs2 << 20 | rs1 << 15 | 2 << 12 | offset << 7 | 0x23
}

/// A switch in a loop that begins at word 3; the address of its table is in `a3` at word 6. Cases at words 10, 11, 12, which
/// continue the loop; the default is at 13.
fn in_a_loop(before: [u32; 3], at_the_use: u32) -> Vec<u32> {
    let [first, second, third] = before;
    vec![
        first,
        second,
        third,
        li(A2, 2),
        branch_word(BLTU, A2, A0, 9),
        slli(A2, A0, 2),
        at_the_use,
        add(A2, A2, A3),
        lw(A2, A2, 0),
        JR_A2,
        NOP,
        jal(0, -8),
        jal(0, -9),
        RET,
    ]
}

#[test]
fn the_address_of_a_table_is_kept_over_a_loop() {
    let data = [at(10), at(11), at(12)];
    let found = |before, at_the_use| targets(&in_a_loop(before, at_the_use), &data, 9);
    let cases = Some(vec![10, 11, 12]);
    assert_eq!(found([table(A3), NOP, NOP], NOP), cases, "in a register");
    let copied = [table(A1), NOP, NOP];
    assert_eq!(
        found(copied, immediate(0x13, 0, A3, A1, 0)),
        cases,
        "copied"
    );
    let put_away = [table(A3), sw(A3, SP, 8), NOP];
    assert_eq!(found(put_away, lw(A3, SP, 8)), cases, "on the stack");
    assert_eq!(found(put_away, lw(A3, SP, 4)), None, "another word");
    let moved = [table(A3), sw(A3, SP, 8), immediate(0x13, 0, SP, SP, -16)];
    assert_eq!(found(moved, lw(A3, SP, 24)), cases, "the stack has moved");
    let changed = immediate(0x13, 0, A3, A3, 4);
    assert_eq!(found([table(A3), NOP, NOP], changed), None, "it walks");
}

/// The whole loop is searched for changes of the address, however long the loop is.
#[test]
fn a_loop_may_be_long() {
    let far = 12_000;
    let mut words = in_a_loop([table(A3), sw(A3, SP, 8), NOP], lw(A3, SP, 8));
    words[11] = jal(0, -8 - far);
    words[12] = jal(0, -9 - far);
    words.splice(3..3, vec![NOP; far as usize]);
    let cases = [10, 11, 12].map(|word| far as u32 + word);
    let found = targets(&words, &cases.map(at), far as u32 + 9);
    assert_eq!(found, Some(cases.into()));
}
