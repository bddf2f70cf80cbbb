//! `heddle area`: storage bits of every structure, counted in the netlist; the area of dynamic warp
//! formation in silicon; register files for compaction. With `--mechanism`, what mechanisms cost.

mod mechanisms;
mod register_files;
mod synthesis;

use crate::cli::{self, Global};
use crate::failure::Failure;
use crate::output;
use heddle_area::{Area, Chip, Crossbar, Memory, Row};
use heddle_contract::Unit;
use heddle_contract::units::SlotCrossbar;
use serde_json::{Value, json};

/// Prints the structures of the machine's largest assemblies.
pub fn execute(global: &Global, options: &cli::Area) -> Result<(), Failure> {
    if !options.mechanism.is_empty() {
        return mechanisms::execute(global, options);
    }
    let target = options.synthesised_for()?;
    let config = global.machine()?;
    let area = Area::of(&config, options.node)?;
    let cells = match &target {
        Some(target) => Some((target, synthesis::cells(global, &config, target, &area)?)),
        None => None,
    };
    if global.json {
        let mut value = as_json(&area);
        if let Some((target, cells)) = &cells {
            value["synthesis"] = synthesis::as_json(target, cells);
        }
        return output::json(&value);
    }
    output::line(&format!("{}\n", others(&area.others)))?;
    output::line(&format!("dynamic warp formation\n{}", rows(&area)))?;
    for remark in area.rows.iter().filter_map(remark) {
        output::line(&remark)?;
    }
    output::line(&chip(&area.chip))?;
    let files = register_files::table(&area.register_files);
    output::line(&format!("\nregister file of a core, one of\n{files}"))?;
    output::line(&format!("\ntotal: {} bits", area.total_bits()))?;
    output::line(&format!("\nnot counted\n{}", overhead(&area.overhead)))?;
    let Some((target, cells)) = &cells else {
        return Ok(());
    };
    output::line(&format!(
        "\n{target}: {}\n{}",
        target.device(),
        synthesis::table(target, cells)
    ))?;
    output::text(&format!(
        "\nwhere bits and cells part\n{}",
        synthesis::remarks(cells)
    ))
}

fn others(memories: &[Memory]) -> String {
    let heading = [
        "module",
        "instances",
        "structure",
        "entries",
        "width",
        "bits",
    ];
    let mut table = output::table(&heading, &[1, 3, 4, 5]);
    for m in memories {
        let numbers = [m.instances, m.entries, m.width as usize, m.bits()];
        let [instances, entries, width, bits] = numbers.map(|number| number.to_string());
        table.add_row([&m.module, &instances, &m.name, &entries, &width, &bits]);
    }
    table.to_string()
}

/// Table V. The paper's columns are empty where a structure does not have the paper's shape.
fn rows(area: &Area) -> String {
    let heading = [
        "structure",
        "entries",
        "fields",
        "bits by fields",
        "in netlist",
        "paper's fields",
        "paper's bits",
        "paper's mm2",
        "mm2",
    ];
    let mut table = output::table(&heading, &[1, 3, 4, 5, 6, 7, 8]);
    for row in &area.rows {
        let paper = row.printed.map(|p| (p.bits_by_fields(), p.bits, p.mm2));
        let [fields, bits, mm2] = papers(paper);
        table.add_row([
            row.shape.unit.to_string(),
            row.shape.entries.to_string(),
            self::fields(row),
            row.shape.bits().to_string(),
            row.counted.to_string(),
            fields,
            bits,
            mm2,
            format!("{:.4}", row.mm2),
        ]);
    }
    if let Some(crossbar) = &area.crossbar {
        table.add_row(crossbar_row(crossbar));
    }
    let [fields, bits, mm2] = papers(area.printed().map(|p| (p.bits_by_fields, p.bits, p.mm2)));
    table.add_row([
        "total".into(),
        String::new(),
        String::new(),
        area.bits_by_fields().to_string(),
        area.bits().to_string(),
        fields,
        bits,
        mm2,
        format!("{:.4}", area.chip.scheduler),
    ]);
    table.to_string()
}

/// The row of the crossbar, which stores nothing and is not in the paper.
fn crossbar_row(crossbar: &Crossbar) -> [String; 9] {
    let Crossbar { slots, width, .. } = crossbar;
    let multiplexers = crossbar.multiplexers();
    let [none, empty] = ["0", ""].map(String::from);
    [
        SlotCrossbar::NAME.into(),
        crossbar.homes.to_string(),
        format!("{slots} to {slots} lanes x {width}: {multiplexers} multiplexers"),
        none.clone(),
        none,
        empty.clone(),
        empty.clone(),
        empty,
        format!("{:.4}", crossbar.mm2),
    ]
}

/// The paper's columns: bits computed from the fields, bits as printed, and mm2.
fn papers(figures: Option<(usize, usize, f64)>) -> [String; 3] {
    figures.map_or_else(Default::default, |(fields, bits, mm2)| {
        [fields.to_string(), bits.to_string(), format!("{mm2:.4}")]
    })
}

fn fields(row: &Row) -> String {
    let fields = row.shape.fields.iter().map(|field| match field.count {
        1 => format!("{} {}", field.name, field.width),
        count => format!("{} {} x {count}", field.name, field.width),
    });
    fields.collect::<Vec<_>>().join(", ")
}

fn remark(row: &Row) -> Option<String> {
    let remark = row.printed?.remark?;
    Some(format!("{}: {remark}", row.shape.unit))
}

fn overhead(memories: &[Memory]) -> String {
    let mut table = output::table(&["module", "structure", "bits", "why"], &[2]);
    for m in memories {
        let why = m.reason.unwrap_or_default();
        table.add_row([&m.module, &m.name, &m.bits().to_string(), why]);
    }
    table.to_string()
}

fn chip(chip: &Chip) -> String {
    let share = match (chip.die, chip.share()) {
        (Some(die), Some(share)) => format!(", {share:.1} % of a die of {die:.0} mm2"),
        _ => String::new(),
    };
    format!(
        "a core, {} nm: {:.3} + {:.3} (a decoder for each bank of the register file) = {:.3} mm2; \
         {} cores: {:.2} mm2{share}",
        chip.node,
        chip.scheduler,
        chip.register_file,
        chip.core(),
        chip.cores,
        chip.all(),
    )
}

fn as_json(area: &Area) -> Value {
    let rows = area.rows.iter().map(row_as_json);
    let others = area.others.iter().map(memory_as_json);
    let overhead = area.overhead.iter().map(
        |m| json!({ "name": m.name, "module": m.module, "bits": m.bits(), "reason": m.reason }),
    );
    let files = area.register_files.iter().map(register_files::as_json);
    let printed = area.printed();
    json!({
        "structures": others.chain(rows).collect::<Vec<_>>(),
        "total_bits": area.total_bits(),
        "overhead": overhead.collect::<Vec<_>>(),
        "register_files": files.collect::<Vec<_>>(),
        "dynamic_warp_formation": {
            "bits": area.bits(),
            "bits_by_fields": area.bits_by_fields(),
            "bits_in_paper": printed.map(|paper| paper.bits),
            "bits_by_fields_in_paper": printed.map(|paper| paper.bits_by_fields),
            "mm2_in_paper": printed.map(|paper| paper.mm2),
            "node_nm": area.chip.node,
            "mm2": area.chip.scheduler,
            "slot_crossbar": area.crossbar.as_ref().map(crossbar_as_json),
            "register_file_mm2": area.chip.register_file,
            "core_mm2": area.chip.core(),
            "cores": area.chip.cores,
            "chip_mm2": area.chip.all(),
            "die_mm2": area.chip.die,
            "die_percent": area.chip.share(),
        },
    })
}

fn crossbar_as_json(crossbar: &Crossbar) -> Value {
    json!({
        "crossbars": crossbar.homes,
        "crossbar_lanes": crossbar.slots,
        "width": crossbar.width,
        "multiplexers": crossbar.multiplexers(),
        "mm2": crossbar.mm2,
    })
}

fn row_as_json(row: &Row) -> Value {
    let fields = row
        .shape
        .fields
        .iter()
        .map(|field| json!({ "name": field.name, "width": field.width, "count": field.count }));
    json!({
        "name": row.shape.unit,
        "module": row.shape.unit,
        "entries": row.shape.entries,
        "fields": fields.collect::<Vec<_>>(),
        "ways": row.shape.ways,
        "ports": row.shape.ports,
        "bits": row.counted,
        "bits_by_fields": row.shape.bits(),
        "bits_in_paper": row.printed.map(|paper| paper.bits),
        "bits_by_fields_in_paper": row.printed.map(|paper| paper.bits_by_fields()),
        "remark": row.printed.and_then(|paper| paper.remark),
        "mm2_in_paper": row.printed.map(|paper| paper.mm2),
        "mm2": row.mm2,
    })
}

/// JSON of a structure without an area, because the sources of these units give no areas to scale from.
fn memory_as_json(m: &Memory) -> Value {
    json!({
        "name": format!("{}.{}", m.module, m.name),
        "module": m.module,
        "instances": m.instances,
        "entries": m.entries,
        "bits": m.bits(),
        "bits_in_paper": null,
        "mm2_in_paper": null,
        "mm2": null,
    })
}
