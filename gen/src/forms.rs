//! What a machine chooses where one unit has several forms, so that nobody takes one form for another.

use heddle_contract::Config;
use heddle_contract::config::Compress;

/// The units whose form is the mode of compaction.
const COMPRESSING: [&str; 2] = ["cycle_compressor", "bcc_sequencer"];

/// A line for each of these units whose form the machine chooses: the form, and how to get another.
pub fn of(units: &[&str], config: &Config) -> Vec<String> {
    let compressing = units.iter().filter(|unit| COMPRESSING.contains(unit));
    compressing.map(|unit| compaction(unit, config)).collect()
}

fn compaction(unit: &str, config: &Config) -> String {
    let mode = config.compaction.mode;
    let others = Compress::ALL.into_iter().filter(|other| *other != mode);
    let others: Vec<String> = others
        .map(|other| format!("{} ({})", other.name(), meaning(other)))
        .collect();
    format!(
        "{unit} has mode {} ({}), which the machine sets; another one: --set compaction.mode=MODE, {}",
        mode.name(),
        meaning(mode),
        others.join(", ")
    )
}

/// The mode in words.
fn meaning(mode: Compress) -> &'static str {
    match mode {
        Compress::None => "skips nothing",
        Compress::Ivb => "skips halves, as Ivy Bridge",
        Compress::Bcc => "basic cycle compression, BCC",
        Compress::Scc => "swizzled cycle compression, SCC",
    }
}
