//! Differences between declared and synthesised bits are explained by name. A name that no unit has any more explains nothing.

use heddle_contract::config::{PRESETS, Target};
use heddle_hdl::units::{NAMES, named};
use heddle_hdl::{MemoryStyle, Naming, Style};
use heddle_machines::{shipped, shipped_for};
use heddle_synth::EXPLAINED;
use std::collections::BTreeSet;

#[test]
fn every_explained_structure_is_one_of_a_unit() {
    // Banks for each write port have names of their own.
    let style = Style {
        memory: MemoryStyle::LiveValueTable,
        ..Style::default()
    };
    let mut machines = Vec::new();
    for (preset, _) in PRESETS {
        let recommended = Target::ALL.map(|target| shipped_for(preset, target));
        for machine in [shipped(preset)].into_iter().chain(recommended) {
            if !machines.contains(&machine) {
                machines.push(machine);
            }
        }
    }
    let mut structures = BTreeSet::new();
    for machine in machines {
        let designs = NAMES
            .iter()
            .filter_map(|unit| named(unit, &machine, style, &Naming::default()).ok());
        for module in designs.flat_map(|design| design.modules) {
            for storage in &module.storage {
                structures.insert((module.name.clone(), storage.name.clone()));
            }
        }
    }
    let stale = EXPLAINED.iter().filter(|known| {
        let is_it = |(module, name): &(String, String)| {
            module.starts_with(known.module) && name.starts_with(known.name)
        };
        !structures.iter().any(is_it)
    });
    let stale: Vec<_> = stale.map(|known| (known.module, known.name)).collect();
    assert_eq!(stale, []);
}
