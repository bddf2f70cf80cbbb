//! `heddle mechanisms`: how divergence can be handled, where it is from, and what it needs.

use crate::cli::{Global, Mechanisms};
use crate::failure::Failure;
use crate::output;
use heddle_contract::Config;
use heddle_contract::config::{ConfigError, PRESETS};
use heddle_sim::Mechanism;
use heddle_sim::mechanisms::About;
use serde_json::{Value, json};

/// The value of `--mechanism` that is none.
const ORACLE: &str = "\
`--mechanism oracle` is no mechanism: it is a limit study (fung2009, section 3.3) with the best
reconvergence points that could exist. No hardware knows them, and there is no memory.";

/// Lists the mechanisms.
pub fn execute(global: &Global, options: &Mechanisms) -> Result<(), Failure> {
    if options.markdown {
        return output::text(&markdown());
    }
    let machine = global.machine()?;
    let presets = Preset::all()?;
    if global.json {
        let entry = |mechanism: Mechanism| entry(mechanism, &machine, &presets);
        return output::json(&Mechanism::ALL.map(entry));
    }
    for mechanism in Mechanism::ALL {
        output::line(&shown(mechanism, &presets))?;
    }
    output::line(ORACLE)
}

/// A machine as shipped.
struct Preset {
    name: &'static str,
    config: Config,
}

impl Preset {
    fn all() -> Result<Vec<Preset>, ConfigError> {
        let preset = |(name, _): &(&'static str, _)| {
            let config = Config::preset(name)?;
            Ok(Preset { name, config })
        };
        PRESETS.iter().map(preset).collect()
    }
}

fn source(about: &About) -> String {
    format!("{}, {}", about.source, about.section)
}

/// The table that the README shows.
fn markdown() -> String {
    let row = |mechanism: Mechanism| {
        let about = mechanism.about();
        let (summary, source) = (about.summary, source(&about));
        format!("| `{mechanism}` | {summary} | {source} |\n")
    };
    let rows: String = Mechanism::ALL.into_iter().map(row).collect();
    format!("| mechanism | divergence | source |\n| --- | --- | --- |\n{rows}")
}

fn entry(mechanism: Mechanism, machine: &Config, presets: &[Preset]) -> Value {
    let about = mechanism.about();
    let preset = |preset: &Preset| {
        let refused = mechanism.check(&preset.config).err();
        json!({
            "preset": preset.name,
            "of_source": preset.name == about.source,
            "runs": refused.is_none(),
            "reason": refused.map(|error| error.to_string()),
        })
    };
    json!({
        "mechanism": mechanism.name(),
        "summary": about.summary,
        "source": about.source,
        "section": about.section,
        "program": about.program,
        "machine": about.machine,
        "units": about.units,
        "keeps_step": about.keeps_step,
        "has_stacks": about.has_stacks,
        "waits_as_a_whole": about.waits_as_a_whole,
        "is_independent": about.is_independent,
        "lanes": mechanism.lanes(machine),
        "presets": presets.iter().map(preset).collect::<Vec<_>>(),
    })
}

/// What people read about a mechanism.
fn shown(mechanism: Mechanism, presets: &[Preset]) -> String {
    let about = mechanism.about();
    let mut lines = vec![
        format!("{mechanism}: {}", about.summary),
        format!("  source   {}", source(&about)),
        format!("  threads  {}", threads(&about)),
        format!("  needs    {}", needs(&about)),
        format!("  units    {}", listed(about.units)),
    ];
    for preset in presets {
        if let Err(error) = mechanism.check(&preset.config) {
            lines.push(format!("  not on   {}: {error}", preset.name));
        }
    }
    let runs = |preset: &&Preset| mechanism.check(&preset.config).is_ok();
    let runs: Vec<_> = presets
        .iter()
        .filter(runs)
        .map(|preset| preset.name)
        .collect();
    lines.push(format!("  presets  {}", listed(&runs)));
    lines.join("\n") + "\n"
}

fn threads(about: &About) -> String {
    let said = [
        (
            about.keeps_step,
            "those of a warp keep step until they diverge",
        ),
        (about.has_stacks, "they wait for each other on a stack"),
        (about.waits_as_a_whole, "at a barrier they wait as a whole"),
        (
            about.is_independent,
            "once diverged, they wait for no others",
        ),
    ];
    let said = said.iter().filter(|(holds, _)| *holds);
    listed(&said.map(|(_, what)| *what).collect::<Vec<_>>())
}

fn needs(about: &About) -> String {
    let of = |whole, part: Option<_>| part.map(|part: &str| format!("of the {whole}: {part}"));
    let needs = [of("program", about.program), of("machine", about.machine)];
    let needs: Vec<String> = needs.into_iter().flatten().collect();
    listed(&needs.iter().map(String::as_str).collect::<Vec<_>>())
}

fn listed(all: &[&str]) -> String {
    match all {
        [] => "none".into(),
        all => all.join(", "),
    }
}
