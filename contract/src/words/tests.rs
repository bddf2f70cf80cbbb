use super::{Put, Words, put_zero};
use crate::units::unified_arbiter;
use crate::{Border, Values};
use std::collections::VecDeque;
use std::fmt::Debug;

#[derive(Clone, Debug, Default, PartialEq, Words)]
struct Held {
    mask: u64,
    whole: bool,
}

#[derive(Clone, Debug, PartialEq, Words)]
enum Step {
    Nothing,
    Pop(u8),
    Leave { to: u64, from: Held },
}

#[derive(Clone, Debug, PartialEq, Words)]
struct Rows<T>(VecDeque<Option<T>>);

#[derive(Clone, Debug, PartialEq, Words)]
struct State {
    held: Option<Held>,
    steps: [Step; 2],
    rows: Rows<Step>,
    pcs: Vec<(u64, u16)>,
}

fn state() -> State {
    let mut pcs = Vec::with_capacity(3);
    pcs.push((0x400, 9));
    State {
        held: Some(Held {
            mask: 0xf0,
            whole: true,
        }),
        steps: [
            Step::Pop(3),
            Step::Leave {
                to: 7,
                from: Held::default(),
            },
        ],
        rows: Rows(VecDeque::from([None, Some(Step::Nothing)])),
        pcs,
    }
}

/// Checks that the words of a value are right in number and make the value again, and returns them.
fn checked<T: Words + PartialEq + Debug>(value: &T) -> Vec<u64> {
    let words = value.to_words();
    let again = T::from_words(&words);
    assert_eq!(&again, value);
    assert_eq!(again.to_words(), words);
    assert_eq!(value.word_names().len(), words.len());
    assert!(T::COUNT.is_none_or(|count| count == words.len()));
    words
}

#[test]
fn fields_stand_in_order() {
    let words = checked(&state());
    let expected: [&[u64]; 5] = [
        &[1, 0xf0, 1],
        &[1, 3, 0, 0],
        &[2, 7, 0, 0],
        &[2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
        &[3, 1, 0x400, 9, 0, 0, 0, 0],
    ];
    assert_eq!(words, expected.concat());
}

#[test]
fn names_do_not_depend_on_values() {
    let mut other = state();
    other.held = None;
    other.steps = [Step::Nothing, Step::Nothing];
    other.rows.0.rotate_left(1);
    other.pcs.push((1, 2));
    let names = state().word_names();
    assert_eq!(other.word_names(), names);
    assert_eq!(checked(&other).len(), names.len());
    let wanted = "held.some held.mask held.whole steps[0].variant steps[0][0]";
    assert_eq!(names[..5].join(" "), wanted);
    let wanted = "rows.0.capacity rows.0.length rows.0[0].some rows.0[0].variant rows.0[0][0]";
    assert_eq!(names[11..16].join(" "), wanted);
    let wanted = "pcs.capacity pcs.length pcs[0].0 pcs[0].1 pcs[1].0";
    assert_eq!(names[23..28].join(" "), wanted);
}

#[test]
fn what_is_absent_is_zeros() {
    assert_eq!(checked(&None::<Held>), [0; 3]);
    assert_eq!(checked(&Step::Nothing), [0; 4]);
    assert_eq!(<Option<Step> as Words>::COUNT, Some(5));
    assert_eq!(<Option<Vec<u64>> as Words>::COUNT, None);
    assert_eq!(checked(&Some(vec![5_u64, 6])), [1, 2, 2, 5, 6]);
    assert_eq!(checked(&None::<Vec<u64>>), [0]);
}

#[test]
fn a_ring_is_written_from_its_front() {
    let mut turned: VecDeque<u64> = VecDeque::with_capacity(4);
    turned.extend([8, 9, 1, 2]);
    turned.drain(..2);
    turned.push_back(3);
    let mut straight: VecDeque<u64> = VecDeque::with_capacity(4);
    straight.extend([1, 2, 3]);
    assert!(!turned.as_slices().1.is_empty());
    assert_eq!(checked(&turned), [4, 3, 1, 2, 3, 0]);
    assert_eq!(checked(&straight), checked(&turned));
}

/// A pipeline whose rows have a lane for each thread of a warp.
#[derive(Clone, Debug, PartialEq, Words)]
struct Pipeline {
    lanes: usize,
    #[words(like = vec![0; *lanes])]
    rows: [Option<Vec<u64>>; 2],
    #[words(like = (false, vec![0; *lanes]))]
    ring: VecDeque<Option<(bool, Vec<u64>)>>,
}

#[test]
fn rows_come_and_go() {
    let empty = Pipeline {
        lanes: 2,
        rows: [const { None }; 2],
        ring: VecDeque::from([None, None]),
    };
    let mut full = empty.clone();
    full.rows[1] = Some(vec![7, 8]);
    full.ring[0] = Some((true, vec![5, 6]));
    let words = checked(&full);
    let expected: [&[u64]; 5] = [
        &[2],
        &[0, 2, 2, 0, 0],
        &[1, 2, 2, 7, 8],
        &[2, 1, 1, 2, 2, 5, 6],
        &[0, 0, 2, 2, 0, 0],
    ];
    assert_eq!(words, expected.concat());
    assert_eq!(checked(&empty).len(), words.len());
    assert_eq!(empty.word_names(), full.word_names());
    assert_eq!(
        full.word_names()[6..8],
        ["rows[1].some", "rows[1].capacity"]
    );
}

#[test]
#[should_panic(expected = "a value has more words than its room")]
fn a_row_that_is_too_long_is_not_written() {
    let long = Pipeline {
        lanes: 2,
        rows: [Some(vec![1, 2, 3]), None],
        ring: VecDeque::new(),
    };
    long.to_words();
}

#[test]
fn ports_and_parameters_are_words() {
    let params = unified_arbiter::Params::new(4, 12, 6, 20, 16, 1).expect("within the limits");
    checked(&params);
    let mut input = unified_arbiter::In::<Values>::zero(&params);
    let zeros = input.to_words();
    input.lanes = 5;
    input.address[3] = 0x123;
    let words = input.to_words();
    let again = unified_arbiter::In::<Values>::from_words(&words);
    assert_eq!(again.to_words(), words);
    assert_eq!((again.lanes, again.address[3]), (5, 0x123));
    let of = |name: &str| input.word_names().iter().position(|own| own == name);
    assert_eq!(words[of("address[3]").expect("a word")], 0x123);
    let mut blank = words;
    put_zero(&input, &mut Put::new(&mut blank));
    assert_eq!(blank, zeros);
}

#[test]
#[should_panic(expected = "Step has no variant 3")]
fn an_unknown_variant_is_refused() {
    Step::from_words(&[3, 0, 0, 0]);
}

#[test]
#[should_panic(expected = "words are left")]
fn words_must_be_all_of_a_value() {
    Held::from_words(&[1, 0, 0]);
}

/// Its words leave out a field.
#[derive(Clone, Debug, PartialEq)]
struct Forgets {
    kept: u64,
    lost: u64,
}

impl Words for Forgets {
    const COUNT: Option<usize> = Some(1);

    fn count(&self) -> usize {
        1
    }

    fn put(&self, to: &mut Put<'_>) {
        self.kept.put(to);
    }

    fn take(from: &mut super::Take<'_>) -> Self {
        Forgets {
            kept: u64::take(from),
            lost: 0,
        }
    }

    fn names(&self, path: &str, to: &mut Vec<String>) {
        to.push(path.into());
    }
}

#[test]
#[should_panic(expected = "lost: 0")]
fn a_lost_field_is_noticed() {
    checked(&Forgets { kept: 1, lost: 2 });
}
