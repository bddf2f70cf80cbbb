//! Every mistake in an expression is reported exactly once, with its place.

use crate::common::{Size, marks, mistakes, unit};
use heddle_hdl::{Anonymous, Reason};

marks!("checks.rs");

unit! {
    Widths = widths(p);
    in { a: bits(4); b: bits(5); }
    out { sum: bits(4); same: bit; }
    paths { sum <- [a, b]; same <- [a, b]; }
    |m, i, o| {
        let sum = (i.a + i.b).named("sum"); // <- widths
        o.sum.set(sum & i.a | sum);
        o.same.set(sum.bit(7).mux(sum.any(), sum.eq(i.a)));
    }
}

#[test]
fn a_width_mistake_is_reported_once_and_poisons_quietly() {
    let (operation, left, right) = ("+", 4, 5);
    assert_eq!(
        reason_at::<Widths>("widths"),
        Reason::Widths {
            operation,
            left,
            right
        }
    );
}

unit! {
    Mux = mux(p);
    in { a: bits(4); b: bits(5); c: bits(2); }
    out { one: bits(4); two: bits(4); three: bits(4); }
    paths { one <- [a, b]; two <- [a, c]; three <- [b]; }
    |m, i, o| {
        o.one.set(i.a.bit(0).mux(i.a, i.b)); // <- arms
        o.two.set(i.c.mux(i.a, i.a)); // <- condition
        o.three.set(i.b); // <- driving
    }
}

#[test]
fn all_mistakes_come_at_once() {
    let errors = mistakes::<Mux>(4);
    let places: Vec<u32> = errors.iter().map(place).collect();
    let expected: Vec<u32> = ["arms", "condition", "driving"].map(line_of).to_vec();
    assert_eq!(places, expected);
    let text = heddle_hdl::Errors(errors).to_string();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(
        text.contains("the condition of mux takes 1 bits, this has 2"),
        "{text}"
    );
}

/// A helper that passes its caller's place on.
#[track_caller]
fn halved(value: heddle_hdl::Expr<'_>) -> heddle_hdl::Expr<'_> {
    value.bits(4, 2)
}

unit! {
    Bits = bits(p);
    in { a: bits(4); }
    out { one: bits(3); two: bits(4); }
    paths { one <- [a]; two <- [a]; }
    |m, i, o| {
        o.one.set(halved(i.a)); // <- slice
        o.two.set(i.a.mux_with(m)); // <- constant
    }
}

trait MuxWith<'m> {
    fn mux_with(self, m: &'m heddle_hdl::ModuleBuilder) -> Self;
}

impl<'m> MuxWith<'m> for heddle_hdl::Expr<'m> {
    #[track_caller]
    fn mux_with(self, m: &'m heddle_hdl::ModuleBuilder) -> Self {
        self ^ m.constant(16, 4)
    }
}

#[test]
fn bits_and_numbers_that_do_not_exist() {
    let errors = mistakes::<Bits>(4);
    let (high, low, width) = (4, 2, 4);
    assert_eq!(errors[0].reason, Reason::NoSuchBits { high, low, width });
    assert_eq!(errors[1].reason, Reason::TooLarge { value: 16, width });
    assert_eq!(
        errors.iter().map(place).collect::<Vec<_>>(),
        ["slice", "constant"].map(line_of)
    );
}

unit! {
    Range = range(p);
    in { a: bits(4); rows: array(4, 2); }
    out { pairs: bits(4); }
    paths { pairs <- [a, rows]; }
    |m, i, o| {
        m.each("pair", 4, |n| {
            let pair = i.a.bit(n) ^ i.a.bit(n + 1); // <- range
            o.pairs.bit(n).set(pair & i.rows.at(n).any());
        });
    }
}

#[test]
fn an_index_out_of_range_names_the_iteration() {
    let Reason::OutOfRange {
        signal,
        index,
        last,
        iteration,
    } = reason_at::<Range>("range")
    else {
        panic!("another mistake");
    };
    assert_eq!(
        (signal.as_str(), index, last, iteration.as_str()),
        ("a", 4, 3, " (i = 3)")
    );
}

unit! {
    Short = short(p);
    in { a: bits(4); }
    out { b: bits(4); }
    paths { b <- [a]; }
    |m, i, o| {
        m.each("bit", 5, |n| o.b.bit(n).set(i.a.bit(0))); // <- target
        m.unused(i.a.bits(3, 1));
    }
}

#[test]
fn a_target_out_of_range() {
    assert!(matches!(
        reason_at::<Short>("target"),
        Reason::OutOfRange {
            index: 4,
            last: 3,
            ..
        }
    ));
}

unit! {
    Repeated = repeated(p);
    in { a: bits(4); b: bits(4); }
    out { x: bits(4); y: bits(4); }
    paths { x <- [a, b]; y <- [a, b]; }
    |m, i, o| {
        let both = i.a & i.b; // <- repeated
        o.x.set(both | i.a);
        o.y.set(both | i.b);
    }
}

unit! {
    Selected = selected(p);
    in { a: bits(4); b: bits(4); }
    out { x: bit; }
    paths { x <- [a, b]; }
    |m, i, o| {
        o.x.set((i.a + i.b).bit(3)); // <- selected
    }
}

unit! {
    Long = long(p);
    in { a: bits(4); b: bits(4); }
    out { x: bits(4); }
    paths { x <- [a, b]; }
    |m, i, o| {
        let start = i.a;
        let sum = (0..60).fold(start, |sum, _| sum + i.b); // <- long
        o.x.set(sum);
    }
}

unit! {
    Boundless = boundless(p);
    in { a: bits(4); }
    out { x: bits(4); }
    paths { x <- [a]; }
    |m, i, o| {
        let start = i.a;
        let sum = (0..80).fold(start, |sum, _| sum + sum);
        o.x.set(sum);
    }
}

#[test]
fn an_expression_beyond_all_bounds_is_a_mistake_too() {
    let errors = mistakes::<Boundless>(4);
    let is_long = |why: &Anonymous| matches!(why, Anonymous::Long(1_000_000..));
    let reasons = errors.iter().map(|error| &error.reason);
    let long = reasons.filter(|r| matches!(r, Reason::NeedsName { why } if is_long(why)));
    assert_eq!(long.count(), 1, "{errors:?}");
}

unit! {
    Joined = joined(p);
    in { a: bits(4); }
    out { x: bits(4); }
    paths { x <- [a]; }
    |m, i, o| {
        let doubled = (0..40).fold(i.a, |all, _| all.cat(all));
        o.x.set(doubled.truncate(4));
        o.x.set(i.a.repeat(0));
    }
}

#[test]
fn values_have_some_bits_and_not_too_many() {
    let errors = mistakes::<Joined>(4);
    let text = |at: usize| errors[at].reason.to_string();
    assert_eq!(text(0), "cat takes 1 to 1048576 bits, this has 2097152");
    assert_eq!(text(1), "repeat takes 1 to 1048576 bits, this has 0");
}

unit! {
    Iteration = iteration(p);
    in { a: bits(4); }
    out { x: bits(4); }
    paths { x <- [a]; }
    |m, i, o| {
        m.each("bit", 4, |n| {
            let here = m.number(n, 4); // <- number
            o.x.bit(n).set(i.a.eq(here));
        });
    }
}

#[test]
fn expressions_that_need_names() {
    let why = |reason| match reason {
        Reason::NeedsName { why } => why,
        other => panic!("{other}"),
    };
    assert_eq!(
        why(reason_at::<Repeated>("repeated")),
        Anonymous::Repeated(2)
    );
    assert_eq!(why(reason_at::<Selected>("selected")), Anonymous::Selected);
    assert!(matches!(
        why(reason_at::<Long>("long")),
        Anonymous::Long(300..)
    ));
    assert_eq!(why(reason_at::<Iteration>("number")), Anonymous::Number);
}
