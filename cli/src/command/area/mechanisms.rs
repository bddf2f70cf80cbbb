//! What mechanisms cost: bits by unit and structure, and the register file that each needs.

mod csv;
mod shown;

use crate::cli::{self, Global, Priced};
use crate::command::silicon::{Silicon, Synthesiser};
use crate::failure::Failure;
use crate::output;
use heddle_area::{Cost, Memory, UnitCost};
use heddle_contract::Config;
use heddle_contract::config::Compress;
use heddle_contract::hardware::Hardware;
use heddle_study::Method;
use serde_json::{Value, json};

/// A mechanism on a machine, and its hardware if it has some.
struct Own {
    asked: Priced,
    /// The compaction of the machine.
    mode: Compress,
    hardware: Option<Paid>,
}

/// Hardware that exists.
struct Paid {
    cost: Cost,
    silicon: Option<Silicon>,
}

/// Prints what the mechanisms cost that the options name.
pub fn execute(global: &Global, options: &cli::Area) -> Result<(), Failure> {
    let target = options.synthesised_for()?;
    let machine = global.machine()?;
    let mut asked: Vec<Priced> = Vec::new();
    for named in &options.mechanism {
        if !asked.contains(named) {
            asked.push(*named);
        }
    }
    let own = asked.into_iter().map(|named| Own::of(named, &machine));
    let mut own = own.collect::<Result<Vec<Own>, Failure>>()?;
    if let Some(target) = &target {
        let synthesiser = Synthesiser::new(target.clone(), !options.no_clock)?;
        synthesise(global, &synthesiser, &mut own)?;
    }
    if options.csv {
        return output::text(&match &target {
            Some(_) => csv::units(&own),
            None => csv::structures(&own),
        });
    }
    if global.json {
        let mechanisms: Vec<Value> = own.iter().map(Own::as_json).collect();
        return output::json(&json!({
            "machine": global.arguments(),
            "target": target.map(|target| target.to_string()),
            "mechanisms": mechanisms,
        }));
    }
    output::text(&shown::all(&own, target.as_ref()))
}

/// Synthesises the units of what has hardware, one after the other.
fn synthesise(global: &Global, synthesiser: &Synthesiser, own: &mut [Own]) -> Result<(), Failure> {
    let mut paid: Vec<&mut Paid> = own
        .iter_mut()
        .filter_map(|own| own.hardware.as_mut())
        .collect();
    let costs: Vec<&Cost> = paid.iter().map(|paid| &paid.cost).collect();
    let silicon = synthesiser.all(global, &costs, 1)?;
    for (paid, silicon) in paid.iter_mut().zip(silicon) {
        paid.silicon = Some(silicon);
    }
    Ok(())
}

impl Own {
    fn of(asked: Priced, machine: &Config) -> Result<Self, Failure> {
        let mut machine = machine.clone();
        if let Some(mode) = asked.mode {
            machine.compaction.mode = mode;
        }
        let mode = machine.compaction.mode;
        let hardware = match hardware(asked.method) {
            Hardware::Units(units) => {
                if let Method::Gpu(mechanism) = asked.method {
                    mechanism.check(&machine)?;
                }
                let cost = Cost::of(&machine, &units)?;
                Some(Paid {
                    cost,
                    silicon: None,
                })
            }
            Hardware::Bound | Hardware::Undescribed => {
                no_compaction(asked)?;
                None
            }
        };
        Ok(Own {
            asked,
            mode,
            hardware,
        })
    }

    /// Why there is no hardware.
    fn why(&self) -> Option<&'static str> {
        match hardware(self.asked.method) {
            Hardware::Bound => Some("a bound: no hardware reaches it"),
            Hardware::Undescribed => Some("its hardware is not described: it has no units here"),
            Hardware::Units(_) => None,
        }
    }

    /// Mechanisms without hardware have no bits: null, not 0.
    fn as_json(&self) -> Value {
        let cost = self.hardware.as_ref().map(|paid| &paid.cost);
        let units = cost.map(|cost| &cost.units).into_iter().flatten();
        let silicon = self
            .hardware
            .as_ref()
            .and_then(|paid| paid.silicon.as_ref());
        json!({
            "mechanism": self.asked.to_string(),
            "name": self.asked.method.name(),
            "compaction": self.mode.name(),
            "hardware": kind(hardware(self.asked.method)),
            "why": self.why(),
            "bits": cost.map(Cost::bits),
            "counted_bits": cost.map(Cost::counted_bits),
            "control_bits": cost.map(Cost::control_bits),
            "added_bits": cost.map(Cost::added_bits),
            "register_file": cost.map(|cost| super::register_files::as_json(&cost.register_file)),
            "units": units.map(unit_as_json).collect::<Vec<_>>(),
            "synthesis": silicon.map(Silicon::as_json),
        })
    }
}

/// The hardware of a mechanism. CST-5: the limit study is a bound, too.
fn hardware(method: Method) -> Hardware {
    match method {
        Method::Gpu(mechanism) => mechanism.about().hardware,
        Method::Oracle => Hardware::Bound,
    }
}

fn kind(hardware: Hardware) -> &'static str {
    match hardware {
        Hardware::Bound => "bound",
        Hardware::Undescribed => "undescribed",
        Hardware::Units(_) => "units",
    }
}

/// CST-5: to hardware that does not exist nothing can be added.
fn no_compaction(asked: Priced) -> Result<(), Failure> {
    let name = asked.method.name();
    match asked.mode {
        None | Some(Compress::None) => Ok(()),
        Some(_) => Err(Failure::input_with(
            format!("`{asked}`: `{name}` has no hardware, so compaction adds nothing to it"),
            format!("name `{name}`, or a mechanism with hardware"),
        )),
    }
}

/// How the unit is generated, if not for the machine itself.
fn overrides(unit: &UnitCost) -> Vec<String> {
    let core = &unit.machine.core;
    match unit.instances {
        1 => Vec::new(),
        _ => vec![
            format!("core.warp_size={}", core.warp_size),
            format!("core.simd_width={}", core.simd_width),
        ],
    }
}

fn unit_as_json(unit: &UnitCost) -> Value {
    json!({
        "unit": unit.unit,
        "instances": unit.instances,
        "set": overrides(unit),
        "bits": unit.bits(),
        "control_bits": unit.control_bits(),
        "structures": unit.structures.iter().map(structure_as_json).collect::<Vec<_>>(),
    })
}

fn structure_as_json(own: &Memory) -> Value {
    json!({
        "unit": own.module,
        "structure": own.name,
        "instances": own.instances,
        "entries": own.entries,
        "width": own.width,
        "bits": own.bits(),
        "control": own.reason.is_some(),
        "reason": own.reason,
    })
}
