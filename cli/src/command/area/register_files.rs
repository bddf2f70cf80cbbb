//! Register files for compaction, for people and for programs.

use crate::output;
use heddle_area::{Overhead, RegisterFile};
use serde_json::{Value, json};

/// A row for each register file, with the paper's ratios.
pub fn table(files: &[RegisterFile]) -> String {
    let heading = [
        "register file",
        "banks",
        "depth",
        "width",
        "bits",
        "word lines",
        "operand latch",
        "crossbars",
        "paper's area",
    ];
    let mut table = output::table(&heading, &[1, 2, 3, 4, 5, 6, 7, 8]);
    for file in files {
        let datapath = &file.datapath;
        let crossbars = match datapath.crossbars {
            0 => "0".into(),
            count => format!("{count} x {} lanes", datapath.crossbar_lanes),
        };
        table.add_row([
            file.name.into(),
            file.banks.to_string(),
            file.depth.to_string(),
            file.width.to_string(),
            file.bits().to_string(),
            file.word_lines().to_string(),
            datapath.latch_bits.to_string(),
            crossbars,
            overhead(file).map(percent).unwrap_or_default(),
        ]);
    }
    table.to_string()
}

fn overhead(file: &RegisterFile) -> Option<Overhead> {
    file.printed?.overhead
}

fn percent(overhead: Overhead) -> String {
    let more = if overhead.or_more { "more than " } else { "" };
    format!("{more}+{} %", overhead.percent)
}

/// JSON of a register file. Heddle's ratios are null, because the paper gives nothing that they could be scaled from.
pub fn as_json(file: &RegisterFile) -> Value {
    let printed = file.printed.unwrap_or_default();
    let overhead = overhead(file);
    json!({
        "name": file.name,
        "ports": "1RW",
        "banks": file.banks,
        "banks_in_paper": printed.banks,
        "depth": file.depth,
        "width": file.width,
        "width_in_paper": printed.width,
        "bits": file.bits(),
        "word_lines": file.word_lines(),
        "latch_bits": file.datapath.latch_bits,
        "latch_bits_in_paper": printed.datapath.map(|datapath| datapath.latch_bits),
        "crossbars": file.datapath.crossbars,
        "crossbars_in_paper": printed.datapath.map(|datapath| datapath.crossbars),
        "crossbar_lanes": file.datapath.crossbar_lanes,
        "crossbar_lanes_in_paper": printed.datapath.map(|datapath| datapath.crossbar_lanes),
        "area_overhead_percent": null,
        "area_overhead_percent_in_paper": overhead.map(|overhead| overhead.percent),
        "area_overhead_or_more_in_paper": overhead.map(|overhead| overhead.or_more),
    })
}
