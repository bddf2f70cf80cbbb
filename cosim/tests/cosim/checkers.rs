//! Checkers agree in every cycle with the evaluated properties of the contract.

use crate::configurations::Configured;
use crate::fixture::cache;
use crate::mutation::tiny;
use heddle_contract::terms::Watch;
use heddle_contract::units::{PartnerSyncTable, SccControl, UnifiedArbiter};
use heddle_contract::{
    Border, Direction, Golden, Kind, Properties, Property, Unit, Values, pack, port_list, words,
};
use heddle_cosim::stimuli::Stimuli;
use heddle_cosim::verilated::{Library, Pin, Source, Verilog, VerilogFile};
use heddle_hdl::Checker;
use heddle_machines::thorough;
use std::sync::Arc;

const CYCLES: u64 = 20_000;

/// Units that are tested every time: states and sums, indexed rows, many lanes.
const FEW: [&str; 3] = [
    SccControl::NAME,
    PartnerSyncTable::NAME,
    UnifiedArbiter::NAME,
];

fn library<U: Configured>(params: &U::Params) -> Arc<Library> {
    let checker = Checker::new::<U>(params);
    let top = checker.name();
    let file = VerilogFile {
        name: format!("{top}.v"),
        text: checker.verilog(),
    };
    let mut inputs = Pin::all(&port_list::<U::In<Values>>(params), Direction::In);
    inputs.extend(Pin::all(
        &port_list::<U::Out<Values>>(params),
        Direction::Out,
    ));
    let bits = |(name, length)| Pin {
        name,
        kind: Kind::Array { width: 1, length },
    };
    let source = Source {
        verilog: Verilog {
            top,
            files: vec![file],
        },
        inputs,
        outputs: checker.outputs().into_iter().map(bits).collect(),
        held: Vec::new(),
        trace: false,
        by_level: false,
    };
    Library::load(&source, &cache()).expect("it compiles")
}

/// Runs the golden unit under its stimuli, observed by the checker and the evaluated properties. By day a few units, at night
/// all units in all configurations.
fn say_the_same<U: Configured>() {
    let configurations = match (thorough(), FEW.contains(&U::NAME)) {
        (true, _) => U::compiled(),
        (false, true) => vec![tiny::<U>()],
        (false, false) => return,
    };
    for params in configurations {
        let Properties {
            assumptions,
            guarantees,
            corners,
        } = Properties::of::<U>(&params);
        let whens = guarantees
            .iter()
            .map(|guarantee| Property::new(guarantee.label, guarantee.name, guarantee.when));
        let whens: Vec<Property> = whens.collect();
        let properties = [assumptions, guarantees, corners, whens].concat();
        let mut watch = Watch::<U>::new(&params, &properties);
        let mut model = library::<U>(&params).model();
        let mut golden = U::Golden::new(&params);
        let mut stimuli = U::Stimuli::new(&params, 3);
        let (mut input, mut output) = (U::In::zero(&params), U::Out::zero(&params));
        let input_words = words(&port_list::<U::In<Values>>(&params));
        let mut seen = vec![0; model.input_words()];
        let mut said = vec![0; model.output_words()];
        assert_eq!(said.len(), properties.len());
        for cycle in 0..CYCLES {
            golden.out(&input, &mut output);
            stimuli.next(&output, &mut input);
            golden.out(&input, &mut output);
            stimuli.seen(&input, &output);
            watch.cycle(&input, &output);
            pack(&input, &mut seen[..input_words]);
            pack(&output, &mut seen[input_words..]);
            model.eval(&seen, &mut said);
            for (at, property) in properties.iter().enumerate() {
                let name = property.name;
                let both = (said[at] == 1, watch.holds(at));
                assert_eq!(
                    both.0,
                    both.1,
                    "{}: {params:?}, cycle {cycle}: {name}",
                    U::NAME
                );
            }
            model.tick();
            golden.clock(&input);
        }
    }
}

crate::for_every_unit!(say_the_same);
