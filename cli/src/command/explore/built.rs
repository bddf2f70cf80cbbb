//! From a point of the front to hardware: its folder, and the command that generates and checks it.

use crate::command::built::{PointFile, Program};
use crate::failure::Failure;
use heddle_study::explore::Answer;
use heddle_study::quoted;
use std::path::Path;

/// Writes a folder for each point of the front.
pub fn write_points(out: &Path, answer: &Answer<'_>, programs: &[Program]) -> Result<(), Failure> {
    for &number in &answer.found.front {
        let point = &answer.points.all[number];
        let file = PointFile {
            name: point.name.clone(),
            mechanism: point.mechanism,
            bits: point.bits,
            programs: programs.into(),
        };
        file.write(&out.join(&point.name), &point.config)?;
    }
    Ok(())
}

/// The command that makes hardware of the winner and checks it on the programs (EXP-10).
pub fn commands(out: &Path, answer: &Answer<'_>) -> Vec<String> {
    let command = answer.winner().map(|point| {
        let folder = out.join(&point.name);
        let verilog = folder.join("verilog");
        let [folder, verilog] = [folder, verilog].map(|path| path.to_string_lossy().into_owned());
        let (folder, verilog) = (quoted(&folder), quoted(&verilog));
        format!("heddle gen --from {folder} --out {verilog} --check")
    });
    command.into_iter().collect()
}
