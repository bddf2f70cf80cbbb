//! The claims of every contract, checked against golden model and RTL alike.

use crate::configurations::Configured;
use crate::fixture::cache;
use heddle_contract::{Behaviour, Border, Direction, Golden, Path, Port, Values};
use heddle_contract::{pack, port_list, unpack, words};
use heddle_cosim::stimuli::Stimuli;
use heddle_cosim::verilated::{CLOCK, Library, Pin, RESET};
use heddle_cosim::{Rtl, emit, rtl};
use heddle_machines::thorough;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

fn library<U: Configured>(params: &U::Params) -> Arc<Library> {
    let verilog = emit::<U>(params).expect("it is described without mistakes");
    rtl::library::<U>(params, verilog, &cache()).expect("it compiles")
}

fn row<B: heddle_contract::Bundle<Values>>(bundle: &B, length: usize) -> Vec<u64> {
    let mut row = vec![0; length];
    pack(bundle, &mut row);
    row
}

/// The words of each port.
fn places(ports: &[Port]) -> Vec<(&Port, Range<usize>)> {
    let place = |at: usize| words(&ports[..at])..words(&ports[..=at]);
    ports
        .iter()
        .enumerate()
        .map(|(at, port)| (port, place(at)))
        .collect()
}

/// Number of cycles in which every declared path has to show.
const PATIENCE: u64 = 1_000_000;

/// Number of cycles that are always run, to find undeclared paths: at night, and by day.
const MANY: u64 = 20_000;
const FEW: u64 = 2_000;

/// Changes one input port at a time within a cycle and observes which outputs change. These paths must
/// be declared, and every declared path that is not hidden must be observed.
fn check_paths<U: Configured>(params: &U::Params, mut behaviour: impl Behaviour<U>) {
    let (inputs, outputs) = (
        port_list::<U::In<Values>>(params),
        port_list::<U::Out<Values>>(params),
    );
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut stimuli = U::Stimuli::new(params, 5);
    let (mut input, mut output) = (
        U::In::<Values>::zero(params),
        U::Out::<Values>::zero(params),
    );
    let declared = pairs(&U::combinational(params));
    let shown = &declared - &pairs(&U::hidden(params));
    let mut seen = BTreeSet::new();
    let at_least = if thorough() { MANY } else { FEW };
    for cycle in 0..PATIENCE {
        if cycle >= at_least && seen.is_superset(&shown) {
            break;
        }
        behaviour.eval(&input, &mut output);
        stimuli.next(&output, &mut input);
        behaviour.eval(&input, &mut output);
        stimuli.seen(&input, &output);
        let before = row(&output, words(&outputs));

        let places = places(&inputs);
        let (changed_port, place) = &places[random.next_u64() as usize % places.len()];
        let mut changed = row(&input, words(&inputs));
        for word in &mut changed[place.clone()] {
            *word = random.next_u64() >> (64 - changed_port.kind.word_bits());
        }
        let mut changed_input = input.clone();
        unpack(&mut changed_input, &changed);
        behaviour.eval(&changed_input, &mut output);
        let after = row(&output, words(&outputs));
        for (port, place) in self::places(&outputs) {
            if before[place.clone()] != after[place] {
                seen.insert((port.name, changed_port.name));
            }
        }

        behaviour.eval(&input, &mut output);
        assert_eq!(
            row(&output, words(&outputs)),
            before,
            "evaluation changes state"
        );
        behaviour.tick(&input);
    }
    let none = BTreeSet::new();
    assert_eq!(&shown - &seen, none, "{} never: {params:?}", U::NAME);
    assert_eq!(
        &seen - &declared,
        none,
        "{} undeclared: {params:?}",
        U::NAME
    );
}

/// The output and the input of each path.
fn pairs(paths: &[Path]) -> BTreeSet<(&'static str, &'static str)> {
    let mut pairs = BTreeSet::new();
    for Path { output, inputs } in paths {
        pairs.extend(inputs.iter().map(|input| (*output, *input)));
    }
    pairs
}

fn paths_of_golden<U: Configured>() {
    for params in U::compiled() {
        check_paths::<U>(&params, U::Golden::new(&params));
    }
}

fn paths_of_rtl<U: Configured>() {
    for params in U::compiled() {
        check_paths::<U>(&params, Rtl::<U>::new(&library::<U>(&params)));
    }
}

/// Whatever the registers without reset contain, the behaviour after reset is the same.
fn reset<U: Configured>() {
    for params in U::compiled() {
        let library = library::<U>(&params);
        let behaviours = (1..=4).map(|seed| Rtl::<U>::of(library.model_from(seed)));
        for mut rtl in behaviours {
            let mut golden = U::Golden::new(&params);
            let mut stimuli = U::Stimuli::new(&params, 9);
            let mut input = U::In::<Values>::zero(&params);
            let mut expected = U::Out::<Values>::zero(&params);
            let mut found = expected.clone();
            for cycle in 0..2000 {
                golden.out(&input, &mut expected);
                stimuli.next(&expected, &mut input);
                golden.out(&input, &mut expected);
                stimuli.seen(&input, &expected);
                rtl.eval(&input, &mut found);
                compare_plain::<U>(&params, &expected, &found, cycle);
                golden.clock(&input);
                rtl.tick(&input);
            }
        }
    }
}

/// Compares the outputs that are always valid.
fn compare_plain<U: Configured>(
    params: &U::Params,
    expected: &U::Out<Values>,
    found: &U::Out<Values>,
    cycle: u64,
) {
    let outputs = port_list::<U::Out<Values>>(params);
    let (expected, found) = (row(expected, words(&outputs)), row(found, words(&outputs)));
    for (port, place) in places(&outputs) {
        let same = expected[place.clone()] == found[place];
        assert!(
            same || port.qualifier.is_some(),
            "{}: {params:?}, cycle {cycle}: {}",
            U::NAME,
            port.name
        );
    }
}

/// Direction, name and width of the ports in the header of a module.
fn header(text: &str, module: &str) -> Vec<(String, String, usize)> {
    let start = format!("module {module} (");
    let lines = text.lines().skip_while(|line| *line != start).skip(1);
    let ports = lines.take_while(|line| *line != ");");
    ports
        .filter_map(|line| {
            let mut words = line
                .split("//")
                .next()?
                .trim()
                .trim_end_matches(',')
                .split_whitespace();
            let (direction, _wire, rest) =
                (words.next()?, words.next()?, words.collect::<Vec<_>>());
            let width = match rest.as_slice() {
                [range, _] => range[1..].split(':').next()?.parse::<usize>().ok()? + 1,
                _ => 1,
            };
            Some((direction.into(), rest.last()?.to_string(), width))
        })
        .collect()
}

fn ports<U: Configured>() {
    for params in U::configurations() {
        let verilog = emit::<U>(&params).expect("it is described without mistakes");
        let text = &verilog.files.last().expect("the unit itself").text;
        let mut expected: Vec<_> = [CLOCK, RESET]
            .map(|name| ("input".to_string(), name.to_string(), 1))
            .into();
        for (direction, word, ports) in [
            (Direction::In, "input", port_list::<U::In<Values>>(&params)),
            (
                Direction::Out,
                "output",
                port_list::<U::Out<Values>>(&params),
            ),
        ] {
            let pins = Pin::all(&ports, direction).into_iter();
            expected.extend(pins.map(|pin| (word.into(), pin.name, pin.kind.total_bits())));
        }
        assert_eq!(header(text, U::NAME), expected, "{params:?}");
    }
}

crate::for_every_unit!(paths_of_golden, paths_of_rtl, reset, ports);
