//! `valid` and `ready` are used for handshakes only (VER-1).

use crate::common::machines::machines;
use heddle_hdl::{Module, ModulePort, units};

/// Offers that the plain name `ready` answers; `x_ready` answers `x`.
const OFFERS: [&str; 2] = ["request", "update"];

/// Names of ports and registers that contain a handshake word but are not half of a handshake.
fn misused(module: &Module) -> Vec<String> {
    let ports = module.ports.iter();
    let ports = ports.filter(|port| !answers_an_offer(port, &module.ports));
    let names = ports.map(|port| &port.name);
    let names = names.chain(module.storage.iter().map(|storage| &storage.name));
    names.filter(|name| has_the_word(name)).cloned().collect()
}

fn has_the_word(name: &str) -> bool {
    name.split(['_', '.'])
        .map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()))
        .any(|word| ["valid", "ready"].contains(&word))
}

/// Whether the port is the ready of an offer. The offer is a port of one bit in the other direction, and is named after
/// what is offered; or both have a bit for each of several handshakes.
fn answers_an_offer(port: &ModulePort, ports: &[ModulePort]) -> bool {
    let stem = port.name.trim_end_matches(port.direction.suffix());
    let offers = match stem.strip_suffix("_ready") {
        Some(offer) => vec![offer],
        None if stem == "ready" => OFFERS.to_vec(),
        None => Vec::new(),
    };
    ports.iter().any(|other| {
        let name = other.name.trim_end_matches(other.direction.suffix());
        other.direction != port.direction && other.width == port.width && offers.contains(&name)
    })
}

#[test]
fn ports_and_registers_with_a_word_of_a_handshake_are_the_half_of_one() {
    for (machine, config) in machines() {
        for unit in units::NAMES {
            let design = units::design(unit, &config).expect("a unit of the machine");
            for module in &design.modules {
                let misused = misused(module);
                assert!(
                    misused.is_empty(),
                    "{machine}: {}: {misused:?}",
                    module.name
                );
            }
        }
    }
}

/// Deliberate errors: a ready without its offer, and a register that is not an offer.
#[test]
fn words_of_handshakes_without_a_handshake_are_found() {
    let (_, config) = machines().next().expect("a machine");
    let design = units::design("spill_queue", &config).expect("a unit of the machine");
    let mut module = design.top().clone();
    module.ports.retain(|port| port.name != "push_i");
    module.storage[0].name = "entry_valid2_q".into();
    assert_eq!(misused(&module), ["push_ready_o", "entry_valid2_q"]);
    let design = units::design("dwr_subsystem", &config).expect("a unit of the machine");
    let mut module = design.top().clone();
    let update = module.ports.iter_mut().find(|port| port.name == "update_i");
    update.expect("updates are offered").width -= 1;
    assert_eq!(misused(&module), ["update_ready_o"]);
}
