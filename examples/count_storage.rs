//! Counts the storage of a machine, and estimates the area of dynamic warp formation beside the numbers of the paper.
//!
//!     cargo run -p heddle-examples --bin count_storage

use heddle_area::Area;
use heddle_contract::Config;
use std::error::Error;

/// Feature size in nanometres.
const NODE: u32 = 90;

fn main() -> Result<(), Box<dyn Error>> {
    let area = Area::of(&Config::preset("fung2009")?, NODE)?;
    for row in &area.rows {
        let printed = row.printed.map_or(0.0, |paper| paper.mm2);
        println!(
            "{}: {} bits, {:.4} mm2, {printed:.4} in the paper",
            row.shape.unit, row.counted, row.mm2
        );
    }
    let share = area
        .chip
        .share()
        .ok_or("the paper has a die for 16 cores alone")?;
    println!(
        "all cores: {:.2} mm2, {share:.1} % of the die",
        area.chip.all()
    );
    Ok(())
}
