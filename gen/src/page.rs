//! The page of a unit in Markdown, made from its contract, its RTL and a recorded run of its golden unit.

mod diagram;
mod ports;
mod table;
mod waves;

use crate::error::Error;
use heddle_contract::units::{DwfScheduler, DwfSubsystem};
use heddle_contract::{Config, Param, Rule, Timing, Unit, UnitInfo, units};
use heddle_hdl::units::named;
use heddle_hdl::{Design, Naming, StorageKind, Style};
use table::table;

/// The seed of the recorded run.
const SEED: u64 = 1;

/// The page of the unit with this name, for a machine; `machine` names it, as in "`tiny`".
///
/// # Errors
/// A name that no unit has, and a unit that does not support the machine's parameters.
pub fn page(config: &Config, machine: &str, unit: &str) -> Result<String, Error> {
    let design = named(unit, config, Style::default(), &Naming::default())?;
    let info = units::named(unit, config).expect("a unit with a design has a contract")?;
    let entry = heddle_cosim::by_name(unit).expect("a unit with a design is compared");
    let run = entry.vectors(config, SEED, waves::RECORDED)?;
    let sections = [
        format!("# `{unit}`\n\n{}\n", head(&info, machine)),
        section("Block diagram", &code(&diagram::diagram(&info, &design))),
        section("Timing", &timing(&info.timing)),
        section("Parameters", &parameters(&info.params)),
        section("Inputs", &ports::inputs(&info)),
        section("Outputs", &ports::outputs(&info)),
        rules("What the environment must ensure", &info.assumptions),
        rules("What the unit guarantees", &info.guarantees),
        rules("Corners that stimuli reach", &info.corners),
        section(
            "Recorded cycles",
            &format!("{}\n\n{}", waves::rule(SEED), code(&waves::waves(&run))),
        ),
        section("Stored bits", &bits(&design)),
        section("Measured", &measured(unit)),
    ];
    Ok(sections.join("\n"))
}

fn head(info: &UnitInfo, machine: &str) -> String {
    let UnitInfo {
        summary,
        source,
        system,
        ..
    } = info;
    format!(
        "{}{}.\n\n* **Source**: {source} ([sources](../sources.md))\n* **Part of**: {system}\n* **Machine of this page**: {machine}",
        summary[..1].to_uppercase(),
        &summary[1..],
    )
}

fn section(title: &str, text: &str) -> String {
    format!("## {title}\n\n{text}\n")
}

fn code(text: &str) -> String {
    format!("```text\n{text}```")
}

fn timing(timing: &Timing) -> String {
    let ready = timing.after_reset.as_deref();
    let rows = [
        ["latency", &timing.latency],
        ["throughput", &timing.throughput],
        ["after reset", ready.unwrap_or("ready in the first cycle")],
    ];
    table(["what", "when"], rows.map(|row| row.map(String::from)))
}

fn parameters(params: &[Param]) -> String {
    let rows = params.iter().map(|param| {
        [
            format!("`{}`", param.name),
            param.value.to_string(),
            param.doc.into(),
        ]
    });
    table(["parameter", "value", "meaning and limits"], rows)
}

fn rules(title: &str, rules: &[Rule]) -> String {
    let lines: String = rules
        .iter()
        .map(|rule| format!("* {}\n", rule.name))
        .collect();
    match lines.is_empty() {
        true => section(title, "Nothing beyond the tables above."),
        false => section(title, lines.trim_end()),
    }
}

/// Places for the rows of results that `scripts/pages` fills in.
fn measured(unit: &str) -> String {
    // The proofs of these units do not end, and have a result of their own.
    let proofs = match unit {
        DwfScheduler::NAME | DwfSubsystem::NAME => "proofs-dwf",
        _ => "proofs",
    };
    let results = [
        ("ECP5: LUTs and clock", "synthesis-ecp5"),
        ("7 series: LUTs", "synthesis-xilinx7"),
        ("OSU 0.18 um: area and clock", "synthesis-osu018"),
        ("Proofs", proofs),
        ("Mutation", "mutation"),
    ];
    let places = results.map(|(title, name)| {
        format!("### {title}\n\n<!-- result: {name} of {unit} -->\n<!-- end of result -->")
    });
    places.join("\n\n")
}

/// The structures of the unit and of the units inside it.
fn bits(design: &Design) -> String {
    let mut total = 0;
    let mut rows = Vec::new();
    for module in &design.modules {
        let copies = instances(design, &module.name);
        for storage in module
            .storage
            .iter()
            .filter(|of| of.kind != StorageKind::Overhead)
        {
            let bits = copies * storage.bits();
            total += bits;
            rows.push([
                format!("`{}`", module.name),
                format!("`{}`", storage.name),
                format!("{copies} x {} x {}", storage.entries, storage.width),
                bits.to_string(),
            ]);
        }
    }
    if rows.is_empty() {
        return "None: the unit is combinational.".into();
    }
    let all = format!("{total} bits in all.\n\n");
    all + &table(
        ["module", "structure", "copies x entries x width", "bits"],
        rows,
    )
}

/// How often a module is in a design.
fn instances(design: &Design, name: &str) -> usize {
    if design.top().name == name {
        return 1;
    }
    let within = design.modules.iter().map(|module| {
        let here = module
            .instances
            .iter()
            .filter(|instance| *instance == name)
            .count();
        match here {
            0 => 0,
            here => here * instances(design, &module.name),
        }
    });
    within.sum()
}
