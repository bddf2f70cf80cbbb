//! `heddle gen --from`: the units of a mechanism on the machine of a point.

use super::{choices, show};
use crate::cli::{Gen, Global};
use crate::command::built::{PointFile, on_machine_of};
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_area::Cost;
use heddle_contract::Config;
use heddle_contract::hardware::Hardware;
use heddle_gen::{Generated, Units, generate};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Units of one machine, and the folder for their files.
struct Group {
    folder: PathBuf,
    machine: Config,
    units: Vec<String>,
}

/// Writes the units of the point in a folder. Units for warps of another width than the machine's have a folder of their own
/// (EXP-7).
pub fn execute(global: &Global, options: &Gen, folder: &Path) -> Result<(), Failure> {
    let global = &on_machine_of(global, folder)?;
    let mechanism = PointFile::mechanism(folder)?;
    let config = global.machine()?;
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let Hardware::Units(hardware) = mechanism.about().hardware else {
        let what = format!("{}: `{}` has no units", folder.display(), mechanism.name());
        return Err(Failure::input_with(
            what,
            "name a point that `heddle explore` found",
        ));
    };
    let cost = Cost::of(&config, &hardware)?;
    let mut groups: Vec<Group> = Vec::new();
    for unit in &cost.units {
        let name = unit.unit.to_owned();
        match groups
            .iter_mut()
            .find(|group| group.machine == unit.machine)
        {
            Some(group) => group.units.push(name),
            None => groups.push(Group {
                folder: place(&options.out, &config, &unit.machine),
                machine: unit.machine.clone(),
                units: vec![name],
            }),
        }
    }
    let generated = groups.iter().map(|group| {
        let units = Units::Named(&group.units);
        generate(&group.machine, units, &choices(global, options))
    });
    let generated = generated.collect::<Result<Vec<Generated>, _>>()?;
    for (group, generated) in groups.iter().zip(&generated) {
        generated.write(&group.folder)?;
    }
    give(global, &groups, &generated)
}

/// The folder of the units of a machine.
fn place(out: &Path, config: &Config, machine: &Config) -> PathBuf {
    match machine.core.warp_size == config.core.warp_size {
        true => out.into(),
        false => out.join(format!("warps_of_{}", machine.core.warp_size)),
    }
}

fn give(global: &Global, groups: &[Group], generated: &[Generated]) -> Result<(), Failure> {
    if global.json {
        let groups = groups.iter().zip(generated).map(|(group, generated)| {
            let files: Vec<&String> = generated.files.iter().map(|(name, _)| name).collect();
            json!({
                "folder": group.folder,
                "units": group.units,
                "files": files,
                "modules": generated.manifest,
                "choices": generated.forms,
            })
        });
        return output::json(&json!({ "groups": groups.collect::<Vec<_>>() }));
    }
    for (group, generated) in groups.iter().zip(generated) {
        show(&generated.modules, &group.folder)?;
        let mut lines = generated.forms.iter();
        lines.try_for_each(|line| output::line(line))?;
    }
    Ok(())
}
