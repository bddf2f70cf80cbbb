//! Stimuli keep every assumption and every width of the contract, and reach every corner.

use crate::configurations::Configured;
use heddle_contract::terms::Watch;
use heddle_contract::{Border, Golden, Port, Properties, Values, pack, port_list, words};
use heddle_cosim::stimuli::Stimuli;
use heddle_machines::thorough;

/// Cycles of each configuration at night; by day a fifteenth of them.
const CYCLES: u64 = 300_000;
const SEED: u64 = 7;

/// Runs the golden model under its stimuli and shows every cycle.
fn run<U: Configured>(
    params: &U::Params,
    seed: u64,
    cycles: u64,
    mut show: impl FnMut(u64, &U::In<Values>, &U::Out<Values>),
) {
    run_while::<U>(params, seed, cycles, |cycle, input, output| {
        show(cycle, input, output);
        true
    });
}

/// As `run`, as long as more cycles are wanted.
fn run_while<U: Configured>(
    params: &U::Params,
    seed: u64,
    cycles: u64,
    mut show: impl FnMut(u64, &U::In<Values>, &U::Out<Values>) -> bool,
) {
    let mut golden = U::Golden::new(params);
    let mut stimuli = U::Stimuli::new(params, seed);
    let mut input = U::In::<Values>::zero(params);
    let mut output = U::Out::<Values>::zero(params);
    for cycle in 0..cycles {
        golden.out(&input, &mut output);
        stimuli.next(&output, &mut input);
        golden.out(&input, &mut output);
        stimuli.seen(&input, &output);
        if !show(cycle, &input, &output) {
            return;
        }
        golden.clock(&input);
    }
}

/// Stimuli respect every assumption, and the golden unit keeps every guarantee.
fn legal<U: Configured>() {
    for params in U::configurations() {
        let properties = Properties::of::<U>(&params);
        let claims = [properties.assumptions, properties.guarantees].concat();
        let mut watch = Watch::<U>::new(&params, &claims);
        let cycles = if thorough() { CYCLES } else { CYCLES / 15 };
        run::<U>(&params, SEED, cycles, |cycle, input, output| {
            watch.cycle(input, output);
            for (at, claim) in claims.iter().enumerate() {
                assert!(
                    watch.holds(at),
                    "{}: {params:?}, cycle {cycle}: {}",
                    U::NAME,
                    claim.name
                );
            }
        });
    }
}

fn within_widths<U: Configured>() {
    for params in U::configurations() {
        let ports = port_list::<U::In<Values>>(&params);
        let widths = ports
            .iter()
            .flat_map(|port| std::iter::repeat_n(port.kind.word_bits(), port.kind.words()));
        let unused: Vec<u64> = widths.map(|bits| !(u64::MAX >> (64 - bits))).collect();
        let mut row = vec![0; words(&ports)];
        run::<U>(&params, SEED, 10_000, |cycle, input, _| {
            pack(input, &mut row);
            let clean = row
                .iter()
                .zip(&unused)
                .all(|(word, unused)| word & unused == 0);
            assert!(clean, "{}: {params:?}, cycle {cycle}: {input:?}", U::NAME);
        });
    }
}

/// Every corner is reached; the run ends when the last one is.
fn corners<U: Configured>() {
    for params in U::configurations() {
        let corners = Properties::of::<U>(&params).corners;
        let mut watch = Watch::<U>::new(&params, &corners);
        let mut missed: Vec<usize> = (0..corners.len()).collect();
        run_while::<U>(&params, SEED, CYCLES, |_, input, output| {
            watch.cycle(input, output);
            missed.retain(|at| !watch.holds(*at));
            !missed.is_empty()
        });
        let missed: Vec<&str> = missed.into_iter().map(|at| corners[at].name).collect();
        assert_eq!(missed, [""; 0], "{}: {params:?}", U::NAME);
    }
}

fn repeatable<U: Configured>() {
    for params in U::configurations() {
        let record = |seed| {
            let mut inputs = Vec::new();
            run::<U>(&params, seed, 100, |_, input, _| {
                inputs.push(format!("{input:?}"))
            });
            inputs
        };
        assert_eq!(record(1), record(1));
        assert_ne!(record(1), record(2));
    }
}

/// `legalise` leaves legal inputs unchanged.
fn legal_stays<U: Configured>() {
    for params in U::configurations() {
        run::<U>(&params, SEED, 10_000, |cycle, input, output| {
            let mut legal = input.clone();
            U::Stimuli::legalise(output, &mut legal);
            assert_eq!(format!("{legal:?}"), format!("{input:?}"), "cycle {cycle}");
        });
    }
}

/// The next inputs depend only on outputs that `out_of_state` sets, and it sets them as `out` does.
fn state_is_enough<U: Configured>() {
    for params in U::configurations() {
        let mut golden = U::Golden::new(&params);
        let mut stimuli = [(); 2].map(|()| U::Stimuli::new(&params, SEED));
        let mut input = [(); 2].map(|()| U::In::<Values>::zero(&params));
        let mut output = U::Out::<Values>::zero(&params);
        let mut of_state = U::Out::<Values>::zero(&params);
        for cycle in 0..10_000 {
            golden.out(&input[0], &mut output);
            stimuli[0].next(&output, &mut input[0]);
            golden.out_of_state(&input[1], &mut of_state);
            stimuli[1].next(&of_state, &mut input[1]);
            let [both, state] = &input;
            assert_eq!(
                format!("{both:?}"),
                format!("{state:?}"),
                "{}: {params:?}, cycle {cycle}",
                U::NAME
            );
            golden.out(both, &mut output);
            stimuli
                .iter_mut()
                .for_each(|stimuli| stimuli.seen(both, &output));
            golden.clock(both);
        }
    }
}

/// Whether a port means something in a cycle: its qualifier is high, and means something itself.
fn means_something(port: &Port, ports: &[Port], row: &[u64]) -> bool {
    let Some(name) = port.qualifier else {
        return true;
    };
    let at = ports.iter().position(|port| port.name == name);
    let at = at.expect("a qualifier is a port");
    row[words(&ports[..at])] != 0 && means_something(&ports[at], ports, row)
}

/// `out_and_clock` sets the outputs that mean something as `out` does, and leads to the state to which `clock` leads.
fn together<U: Configured>() {
    for params in U::configurations() {
        let outputs = port_list::<U::Out<Values>>(&params);
        // Outputs first: where an input has the same name, the output is the qualifier.
        let ports = [&outputs[..], &port_list::<U::In<Values>>(&params)].concat();
        let count = words(&outputs);
        let mut apart = U::Golden::new(&params);
        let mut together = apart.clone();
        let mut found = U::Out::<Values>::zero(&params);
        let [mut expected_row, mut found_row] = [vec![0; words(&ports)], vec![0; count]];
        run::<U>(&params, SEED, 10_000, |cycle, input, expected| {
            apart.clock(input);
            together.out_and_clock(input, &mut found);
            assert!(apart == together, "{}: {params:?}, cycle {cycle}", U::NAME);
            pack(expected, &mut expected_row[..count]);
            pack(input, &mut expected_row[count..]);
            pack(&found, &mut found_row);
            let mut first = 0;
            for port in &outputs {
                let place = first..first + port.kind.words();
                first = place.end;
                assert!(
                    expected_row[place.clone()] == found_row[place]
                        || !means_something(port, &ports, &expected_row),
                    "{}: {params:?}, cycle {cycle}: {}",
                    U::NAME,
                    port.name
                );
            }
        });
    }
}

crate::for_every_unit!(
    legal,
    within_widths,
    corners,
    repeatable,
    legal_stays,
    state_is_enough,
    together
);
