//! What mechanisms cost, as CSV.

use super::{Own, kind};
use heddle_area::{Cost, Memory};
use heddle_study::csv;

/// Columns of a structure. The last six say the same of every row of a mechanism.
const STRUCTURES: [&str; 16] = [
    "mechanism",
    "compaction",
    "unit",
    "structure",
    "instances",
    "entries",
    "width",
    "bits",
    "control",
    "reason",
    "mechanism_bits",
    "added_bits",
    "hardware",
    "register_file",
    "register_banks",
    "register_word_bits",
];

const UNITS: [&str; 10] = [
    "mechanism",
    "compaction",
    "unit",
    "instances",
    "luts",
    "um2",
    "flip_flops",
    "memories",
    "memory_bits",
    "mhz",
];

/// A row for each structure; one without a structure for a mechanism without hardware.
pub fn structures(own: &[Own]) -> String {
    let rows = own.iter().flat_map(|own| match &own.hardware {
        Some(paid) => {
            let all = paid.cost.units.iter().flat_map(|unit| &unit.structures);
            all.map(|structure| row(own, Some((structure, &paid.cost))))
                .collect()
        }
        None => vec![row(own, None)],
    });
    csv::table(&STRUCTURES, rows)
}

fn row(own: &Own, structure: Option<(&Memory, &Cost)>) -> Vec<String> {
    let mut row = vec![own.asked.to_string(), own.mode.name().into()];
    let hardware = kind(super::hardware(own.asked.method)).to_string();
    let Some((structure, cost)) = structure else {
        row.resize(STRUCTURES.len(), String::new());
        row[STRUCTURES.len() - 4] = hardware;
        return row;
    };
    let file = &cost.register_file;
    row.extend([
        structure.module.clone(),
        structure.name.clone(),
        structure.instances.to_string(),
        structure.entries.to_string(),
        structure.width.to_string(),
        structure.bits().to_string(),
        structure.reason.is_some().to_string(),
        structure.reason.unwrap_or_default().into(),
        cost.bits().to_string(),
        cost.added_bits().to_string(),
        hardware,
        file.name.into(),
        file.banks.to_string(),
        file.width.to_string(),
    ]);
    row
}

/// A row for each unit that was synthesised; the numbers are those of one instance.
pub fn units(own: &[Own]) -> String {
    let rows = own.iter().flat_map(|own| {
        let silicon = own.hardware.as_ref().and_then(|paid| paid.silicon.as_ref());
        let units = silicon.into_iter().flat_map(|silicon| &silicon.units);
        units.map(move |unit| {
            let area = &unit.area;
            vec![
                own.asked.to_string(),
                own.mode.name().into(),
                unit.unit.into(),
                unit.instances.to_string(),
                area.luts.map(|luts| luts.to_string()).unwrap_or_default(),
                area.um2.map(|um2| um2.to_string()).unwrap_or_default(),
                area.flip_flops.to_string(),
                area.memories_described(),
                area.memory_bits().to_string(),
                unit.mhz().map(|mhz| mhz.to_string()).unwrap_or_default(),
            ]
        })
    });
    csv::table(&UNITS, rows)
}
