//! `heddle gen --from`: the units of a mechanism on the machine of a point.

use super::check::{self, Checks, Row};
use super::group::Group;
use super::{choices, show};
use crate::cli::{Gen, Global};
use crate::command::built::{PointFile, on_machine_of};
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_area::Cost;
use heddle_contract::Config;
use heddle_contract::hardware::{self, Hardware};
use heddle_gen::{Units, generate};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Writes the units of the point in a folder, and checks them if the options say so. Units for warps of another width than the
/// machine's have a folder of their own (EXP-7).
pub fn execute(global: &Global, options: &Gen, folder: &Path) -> Result<(), Failure> {
    let global = &on_machine_of(global, folder)?;
    let point = PointFile::read(folder)?;
    let config = global.machine()?;
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let Hardware::Units(hardware) = point.mechanism.about().hardware else {
        let name = point.mechanism.name();
        let what = format!("{}: `{name}` has no units", folder.display());
        return Err(Failure::input_with(
            what,
            "name a point that `heddle explore` found",
        ));
    };
    let groups = groups(global, options, &config, &hardware)?;
    let checks = match options.check.check {
        true => Some(Checks::of(global, options, &config, (folder, point))?),
        false => None,
    };
    for group in &groups {
        group.generated.write(&group.folder)?;
    }
    let rows = checks.map(|checks| checks.run(&groups)).transpose()?;
    give(global, &groups, rows.as_deref())?;
    check::passed(&rows.unwrap_or_default())
}

/// The units that the cost of the mechanism counts, by the machine that they are built for.
fn groups(
    global: &Global,
    options: &Gen,
    config: &Config,
    hardware: &hardware::Units,
) -> Result<Vec<Group>, Failure> {
    let cost = Cost::of(config, hardware)?;
    let mut machines: Vec<(&Config, Vec<String>)> = Vec::new();
    for unit in &cost.units {
        let name = unit.unit.to_owned();
        match machines.iter_mut().find(|(own, _)| **own == unit.machine) {
            Some((_, units)) => units.push(name),
            None => machines.push((&unit.machine, vec![name])),
        }
    }
    let groups = machines.into_iter().map(|(machine, units)| {
        let generated = generate(machine, Units::Named(&units), &choices(global, options))?;
        Ok(Group {
            folder: place(&options.out, config, machine),
            machine: machine.clone(),
            units,
            generated,
        })
    });
    groups.collect()
}

/// The folder of the units of a machine.
fn place(out: &Path, config: &Config, machine: &Config) -> PathBuf {
    match machine.core.warp_size == config.core.warp_size {
        true => out.into(),
        false => out.join(format!("warps_of_{}", machine.core.warp_size)),
    }
}

fn give(global: &Global, groups: &[Group], rows: Option<&[Row]>) -> Result<(), Failure> {
    if global.json {
        let groups = groups.iter().map(|group| {
            let generated = &group.generated;
            let files: Vec<&String> = generated.files.iter().map(|(name, _)| name).collect();
            json!({
                "folder": group.folder,
                "units": group.units,
                "files": files,
                "modules": generated.manifest,
                "choices": generated.forms,
            })
        });
        return output::json(&json!({ "groups": groups.collect::<Vec<_>>(), "checks": rows }));
    }
    for group in groups {
        show(&group.generated.modules, &group.folder)?;
        let mut lines = group.generated.forms.iter();
        lines.try_for_each(|line| output::line(line))?;
    }
    match rows {
        Some(rows) => output::line(&check::table(rows)),
        None => Ok(()),
    }
}
