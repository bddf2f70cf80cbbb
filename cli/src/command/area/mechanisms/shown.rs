//! What mechanisms cost, as tables for people.

use super::{Own, Paid, overrides};
use crate::output;
use heddle_area::{Cost, RegisterFile, UnitCost};
use heddle_synth::Target;

/// All mechanisms side by side, then the structures of each.
pub fn all(own: &[Own], target: Option<&Target>) -> String {
    let mut text = format!("{}\n\n{EXPLAINED}", side_by_side(own));
    if let Some(target) = target {
        text += &format!("\n{target}: {}\n{}\n", target.device(), cells(own, target));
    }
    let structures = own.iter().filter_map(|own| {
        let paid = own.hardware.as_ref()?;
        Some(format!("\n{}\n{}\n", own.asked, structures(&paid.cost)))
    });
    text + &structures.collect::<String>()
}

const EXPLAINED: &str = "\
bits: all that the Verilog of the units holds; control: those that no source counts, listed with the reason.
added: without the PC of each warp, which a core without hardware for divergence holds itself.
The register file has as many bits in every core; only its banks differ.
";

fn side_by_side(own: &[Own]) -> String {
    let heading = [
        "mechanism",
        "compaction",
        "bits",
        "control",
        "added",
        "register file",
    ];
    let mut table = output::table(&heading, &[2, 3, 4]);
    for own in own {
        let [name, mode] = [own.asked.to_string(), own.mode.name().into()];
        let row = match (&own.hardware, own.why()) {
            (Some(Paid { cost, .. }), _) => [
                name,
                mode,
                cost.bits().to_string(),
                cost.control_bits().to_string(),
                cost.added_bits().to_string(),
                file(&cost.register_file),
            ],
            (None, why) => [
                name,
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                why.unwrap_or_default().into(),
            ],
        };
        table.add_row(row);
    }
    table.to_string()
}

fn file(file: &RegisterFile) -> String {
    let RegisterFile {
        name,
        banks,
        depth,
        width,
        ..
    } = file;
    format!("{name}: {banks} x {depth} words of {width} bits")
}

fn structures(cost: &Cost) -> String {
    let heading = [
        "unit",
        "structure",
        "instances",
        "entries",
        "width",
        "bits",
        "control",
    ];
    let mut table = output::table(&heading, &[2, 3, 4, 5]);
    for unit in &cost.units {
        for own in &unit.structures {
            let numbers = [own.instances, own.entries, own.width as usize, own.bits()];
            let [instances, entries, width, bits] = numbers.map(|number| number.to_string());
            let reason = own.reason.unwrap_or_default();
            table.add_row([
                own.module.as_str(),
                &own.name,
                &instances,
                &entries,
                &width,
                &bits,
                reason,
            ]);
        }
        table.add_row([
            unit.unit,
            "with all inside",
            &unit.instances.to_string(),
            "",
            "",
            &unit.bits().to_string(),
            &generated(unit),
        ]);
    }
    table.to_string()
}

/// How a unit is generated that is not for the machine's own warps.
fn generated(unit: &UnitCost) -> String {
    let set = overrides(unit);
    let set = set.iter().map(|set| format!(" --set {set}"));
    match set.collect::<String>() {
        set if set.is_empty() => set,
        set => format!("heddle gen --unit {}{set}", unit.unit),
    }
}

fn cells(own: &[Own], target: &Target) -> String {
    let size = if target.is_cells() { "um2" } else { "LUTs" };
    let heading = [
        "mechanism",
        "unit",
        "instances",
        size,
        "flip-flops",
        "memories",
        "they hold",
        "MHz",
    ];
    let mut table = output::table(&heading, &[2, 3, 4, 6, 7]);
    for own in own {
        let silicon = own.hardware.as_ref().and_then(|paid| paid.silicon.as_ref());
        let Some(silicon) = silicon else { continue };
        for unit in &silicon.units {
            table.add_row([
                own.asked.to_string(),
                unit.unit.into(),
                unit.instances.to_string(),
                unit.area.size_described(),
                unit.area.flip_flops.to_string(),
                unit.area.memories_described(),
                unit.area.memory_bits().to_string(),
                mhz(unit.mhz()),
            ]);
        }
        let area = silicon.area();
        table.add_row([
            own.asked.to_string(),
            "total".into(),
            String::new(),
            area.size_described(),
            area.flip_flops.to_string(),
            area.memories_described(),
            area.memory_bits().to_string(),
            mhz(silicon.mhz()),
        ]);
    }
    format!("{table}\n\nNumbers of a unit are those of one instance. {SLOWEST}")
}

/// CST-6.
const SLOWEST: &str =
    "A total has all instances, and the clock of the slowest unit; each unit is synthesised alone.";

fn mhz(mhz: Option<f64>) -> String {
    mhz.map(|mhz| format!("{mhz:.1}")).unwrap_or_default()
}
