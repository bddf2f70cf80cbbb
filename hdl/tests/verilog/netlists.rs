//! Every mistake in drivers, names, loops and paths is reported exactly once, with its place.

use crate::common::{Size, marks, mistake, mistakes, unit};
use heddle_hdl::{Error, Reason};

marks!("netlists.rs");

unit! {
    Coverage = coverage(p);
    in { a: bits(4); }
    out { x: bits(4); }
    paths { x <- [a]; }
    |m, i, o| {
        let rows = m.array("rows", 3, 4); // <- undriven
        rows.set(0, i.a.bits(2, 0).zero_extend(4));
        rows.place(1).part(0, 2).set(0);
        o.x.set(rows.at(0) & rows.at(1) & rows.at(2));
        o.x.bit(1).set(0); // <- twice
        let idle = m.wire("idle", 2); // <- idle
        idle.set(i.a.bits(1, 0));
    }
}

#[test]
fn every_bit_has_one_driver_and_a_reader() {
    let errors = mistakes::<Coverage>(4);
    let text: Vec<String> = errors.iter().map(|e| e.reason.to_string()).collect();
    assert!(
        text[0].starts_with("x is driven twice: bit 1; the first driver is at"),
        "{}",
        text[0]
    );
    assert_eq!(
        text[1],
        "rows is not driven: bits 3:2 of element 1 and 4 more"
    );
    assert!(text[2].starts_with("a is not used: bit 3;"), "{}", text[2]);
    assert!(
        text[3].starts_with("idle is not used: all bits;"),
        "{}",
        text[3]
    );
    assert_eq!(text.len(), 4, "{text:?}");
    assert_eq!(place(&errors[0]), line_of("twice"));
    assert_eq!(place(&errors[1]), line_of("undriven"));
    assert_eq!(place(&errors[3]), line_of("idle"));
}

unit! {
    Names = names(p);
    in { a: bits(4); }
    out { x: bit; y: bits(4); }
    paths { x <- [a]; y <- [a]; }
    |m, i, o| {
        let first = i.a.any().named("state");
        let second = i.a.all().named("state"); // <- taken
        let third = i.a.parity().named("Parity"); // <- no name
        let fourth = i.a.all().named("reg"); // <- reserved
        o.x.set(first | second | third | fourth);
        m.each("bit", 4, |n| {
            let hidden = i.a.bit(n).named("state"); // <- hidden
            o.y.bit(n).set(hidden);
        });
    }
}

#[test]
fn names_are_names_and_free() {
    let errors = mistakes::<Names>(4);
    let places: Vec<u32> = errors.iter().map(place).collect();
    let expected = ["taken", "no name", "reserved", "hidden"].map(line_of);
    assert_eq!(places, expected, "{errors:?}");
    assert!(matches!(&errors[0].reason, Reason::NameTaken { name, .. } if name == "state"));
    assert!(matches!(&errors[1].reason, Reason::NoName { name } if name == "Parity"));
    assert!(matches!(&errors[2].reason, Reason::Reserved { name } if name == "reg"));
}

unit! {
    Ring = ring(p);
    in { a: bit; }
    out { x: bit; }
    paths { x <- [a]; }
    |m, i, o| {
        let ring = m.wire("ring", 1);
        let back = (ring & i.a).named("back"); // <- back
        ring.set(!back); // <- ring
        o.x.set(ring);
    }
}

#[test]
fn a_combinational_loop_names_its_hops() {
    let errors = mistakes::<Ring>(4);
    let Reason::CombinationalLoop { hops } = &errors[0].reason else {
        panic!("{}", errors[0]);
    };
    let hops: Vec<(&str, u32)> = hops
        .iter()
        .map(|hop| (hop.signal.as_str(), hop.at.line()))
        .collect();
    assert_eq!(hops, [("ring", line_of("ring")), ("back", line_of("back"))]);
    assert_eq!(errors.len(), 1);
}

unit! {
    Chain = chain(p);
    in { a: bits(4); }
    out { x: bit; }
    paths { x <- [a]; }
    |m, i, o| {
        let carry = m.wire("carry", 5);
        carry.set_bit(0, 0);
        m.each("bit", 4, |n| carry.set_bit(n + 1, carry.bit(n) | i.a.bit(n))); // <- chain
        o.x.set(carry.bit(4));
    }
}

#[test]
fn a_chain_in_one_signal_looks_circular_to_simulators() {
    assert!(matches!(
        reason_at::<Chain>("chain"),
        Reason::LooksCircular { .. }
    ));
}

unit! {
    Through = through(p);
    in { a: bit; b: bit; }
    out { x: bit; y: bit; }
    paths { x <- [a]; }
    |m, i, o| {
        o.x.set(i.a);
        o.y.set(i.b);
    }
}

unit! {
    Paths = paths(p);
    in { a: bit; b: bit; }
    out { x: bit; y: bit; }
    paths { x <- [a, b]; }
    |m, i, o| {
        let stored = m.register("stored", 1).next(i.b);
        o.x.set(i.a & stored); // <- missing
        o.y.set(i.a); // <- undeclared
    }
}

#[test]
fn paths_agree_with_the_contract_both_ways() {
    let errors = mistakes::<Paths>(4);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_eq!(place(&errors[0]), line_of("missing"));
    let (output, input) = ("x".to_owned(), "b".to_owned());
    assert_eq!(errors[0].reason, Reason::MissingPath { output, input });
    assert_eq!(place(&errors[1]), line_of("undeclared"));
    assert!(
        matches!(&errors[1].reason, Reason::UndeclaredPath { output, input, hops }
        if output == "y" && input == "a" && hops.len() == 2)
    );
}

unit! {
    Child = child(p);
    in { a: bit; b: bit; }
    out { x: bit; y: bit; }
    paths { x <- [a]; y <- [b]; }
    |m, i, o| {
        o.x.set(i.a);
        o.y.set(!i.b);
    }
}

unit! {
    Parent = parent(p);
    in { a: bit; b: bit; }
    out { x: bit; }
    paths { x <- [a]; }
    |m, i, o| {
        let (inputs, outputs) = m.instance::<Child>("child", &Size(4));
        inputs.a.set(i.a & i.b);
        inputs.b.set(outputs.x);
        o.x.set(outputs.y);
    }
}

#[test]
fn paths_go_through_instances() {
    let error = mistake::<Parent>(4);
    let Reason::UndeclaredPath { hops, .. } = &error.reason else {
        panic!("{error}");
    };
    let hops: Vec<&str> = hops.iter().map(|hop| hop.signal.as_str()).collect();
    assert_eq!(
        hops,
        [
            "x_o",
            "child_y",
            "child_b_in",
            "child_x",
            "child_a_in",
            "b_i"
        ]
    );
}

unit! {
    Knot = knot(p);
    in { a: bit; }
    out { x: bit; }
    paths { x <- [a]; }
    |m, i, o| {
        let (inputs, outputs) = m.instance::<Child>("child", &Size(4));
        inputs.a.set(outputs.y | i.a);
        inputs.b.set(outputs.x);
        o.x.set(outputs.x);
    }
}

#[test]
fn loops_go_through_instances() {
    let errors = mistakes::<Knot>(4);
    assert!(matches!(&errors[0].reason, Reason::CombinationalLoop { hops } if hops.len() == 4));
}

#[test]
fn mistakes_of_children_are_reported_too() {
    unit! {
        Outer = outer(p);
        in { a: bit; b: bit; }
        out { x: bit; y: bit; }
        paths { x <- [a]; }
        |m, i, o| {
            let (inputs, outputs) = m.instance::<Through>("inner", &Size(4));
            inputs.a.set(i.a);
            inputs.b.set(i.b);
            o.x.set(outputs.x);
            o.y.set(outputs.y);
        }
    }
    let error = mistake::<Outer>(4);
    assert_eq!(error.unit, "through");
    assert!(matches!(error.reason, Reason::UndeclaredPath { .. }));
}

unit! {
    Escape = escape(p);
    in { a: bits(4); }
    out { x: bit; y: bits(4); z: bit; }
    paths { x <- [a]; y <- [a]; z <- [a]; }
    |m, i, o| {
        let mut inside = None;
        let mut index = None;
        m.each("bit", 4, |n| {
            let inner = (!i.a.bit(n)).named("inner");
            o.y.bit(n).set(inner);
            inside = Some(inner);
            index = Some(n);
        });
        o.x.set(inside.unwrap()); // <- value escapes
        o.z.set(i.a.bit(index.unwrap())); // <- index escapes
    }
}

#[test]
fn what_belongs_to_a_loop_stays_in_it() {
    let errors = mistakes::<Escape>(4);
    let outside = |error: &Error| matches!(&error.reason, Reason::OutsideLoop { .. });
    assert!(errors.iter().all(outside), "{errors:?}");
    let mut places: Vec<u32> = errors.iter().map(place).collect();
    places.sort_unstable();
    assert_eq!(places, ["value escapes", "index escapes"].map(line_of));
}

unit! {
    Two = two(p);
    in { a: bits(4); }
    out { y: bits(4); }
    paths { y <- [a]; }
    |m, i, o| {
        let mut first = None;
        m.each("first", 4, |n| first = Some(n));
        m.each("second", 2, |n| {
            o.y.part(2 * n, 2).set(i.a.part(n + first.unwrap(), 2)); // <- two loops
        });
    }
}

#[test]
fn indices_of_two_loops_do_not_mix() {
    assert!(matches!(
        reason_at::<Two>("two loops"),
        Reason::OutsideLoop { .. }
    ));
}

unit! {
    Deep = deep(p);
    in { a: bit; }
    out { y: bit; }
    paths { y <- [a]; }
    |m, i, o| {
        o.y.set(i.a);
        m.each("a", 2, |_| m.each("b", 2, |_| m.each("c", 2, |_| {
            m.each("d", 2, |_| {}); // <- deep
        })));
    }
}

#[test]
fn loops_nest_three_deep() {
    assert_eq!(
        reason_at::<Deep>("deep"),
        Reason::TooDeep { depth: 4, most: 3 }
    );
}

unit! {
    Folds = folds(p);
    in { a: bits(4); }
    out { y: bits(2); z: bit; }
    paths { y <- [a]; z <- [a]; }
    |m, i, o| {
        let rows = m.memory("row", 4, 2);
        rows.write(i.a.bits(1, 0), i.a.bit(3), i.a.bits(2, 1));
        let zero = m.constant(0, 2);
        let at = i.a.bits(1, 0);
        let any = m.fold("any", zero, 4, |_, any| any | rows.read(at)); // <- memory
        let [first, last] = m.folds([("first", zero), ("last", zero)], 4, |_, [a, b]| { // <- order
            [a + b, b + a]
        });
        o.y.set(any ^ first ^ last);
        let none = m.constant(0, 1);
        let some = m.fold("some", none, 4, |n, some| {
            (some | i.a.bit(n)).named("here") // <- name
        });
        o.z.set(some);
    }
}

#[test]
fn a_fold_holds_expressions_in_order() {
    let errors = mistakes::<Folds>(4);
    let at = |reason: &dyn Fn(&Reason) -> bool| {
        let found = errors.iter().find(|error| reason(&error.reason));
        place(found.expect("this mistake"))
    };
    assert_eq!(at(&|r| matches!(r, Reason::InFold { .. })), line_of("name"));
    assert_eq!(
        at(&|r| matches!(r, Reason::MemoryInFold { .. })),
        line_of("memory")
    );
    assert_eq!(
        at(&|r| matches!(r, Reason::FoldOrder { .. })),
        line_of("order")
    );
    assert_eq!(errors.len(), 3, "{errors:?}");
}
