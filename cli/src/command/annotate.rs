//! `heddle annotate`: the side table of a program. It says where the instructions of an explicit reconvergence stack,
//! which RV32 code does not have, would be, and which loads and stores may leave the core
//! (the LATs of lashgar2012).

mod breaks;
mod operation;

use super::job;
use crate::cli::{Annotate, Global};
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_flow::{Flow, Function, Regions};
use heddle_isa::Program;
use heddle_sim::launch::split_kernel;
use operation::{Operation, Placement};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Shows the operations at each instruction; writes them to a file if one is named.
pub fn execute(global: &Global, options: &Annotate) -> Result<(), Failure> {
    let config = global.machine()?;
    Planned::new().file("--out", options.out.as_ref()).check()?;
    let (path, function) = split_kernel(&options.program);
    let file = path.display().to_string();
    let program = job::program_or_workload(path)?;
    let flow = Flow::new(&program);
    let functions = job::functions(&flow, &file, function)?;
    let hammocks = flow.hammocks(&program, config.stack.longest_predicated());
    let regions = Regions::new(&flow, hammocks);
    let view = View {
        program: &program,
        flow: &flow,
        placement: Placement::new(&flow, &regions, config.stack.placement),
        lats: flow.lats(&program),
    };
    let table = json!({
        "program": file,
        "functions": functions.iter().map(|f| view.json(f)).collect::<Vec<_>>(),
    });
    if let Some(path) = &options.out {
        let text = serde_json::to_string_pretty(&table).expect("it has string keys");
        output::stream(path, |file| writeln!(file, "{text}"))?;
    }
    match global.json {
        true => output::json(&table),
        false => functions.iter().try_for_each(|f| view.show(f)),
    }
}

/// The row for an instruction.
struct Row {
    pc: u32,
    instruction: String,
    operations: Vec<Operation>,
    is_lat: bool,
}

struct View<'a> {
    program: &'a Program,
    flow: &'a Flow,
    placement: Placement<'a>,
    lats: BTreeSet<u32>,
}

impl View<'_> {
    /// The instructions of a function that have operations, by address.
    fn rows(&self, function: &Function) -> Vec<Row> {
        let nodes = self.flow.nodes_of(function).into_iter();
        let blocks = nodes.filter_map(|node| Some((node, self.flow.block(node)?)));
        let pcs = blocks.flat_map(|(node, block)| {
            let pcs = (block.start..block.end).step_by(4);
            pcs.map(move |pc| (node, pc))
        });
        let row = |(node, pc)| {
            let operations = self.placement.at(node, pc);
            let instruction = self.program.instruction(pc).expect("blocks hold code");
            let is_lat = self.lats.contains(&pc);
            (is_lat || !operations.is_empty()).then(|| Row {
                pc,
                instruction: instruction.to_string(),
                operations,
                is_lat,
            })
        };
        pcs.filter_map(row).collect()
    }

    fn json(&self, function: &Function) -> Value {
        let row = |row: Row| {
            json!({
                "pc": row.pc,
                "instruction": row.instruction,
                "operations": row.operations,
                "lat": row.is_lat,
            })
        };
        let later = self.placement.later(function).into_iter();
        let later = later.map(|(pc, point)| json!({ "pc": pc, "not_at": point }));
        json!({
            "name": function.name,
            "entry": function.entry,
            "instructions": self.rows(function).into_iter().map(row).collect::<Vec<_>>(),
            "waits_later": later.collect::<Vec<_>>(),
        })
    }

    fn show(&self, function: &Function) -> Result<(), Failure> {
        output::line(&format!("{} at 0x{:08x}", function.label(), function.entry))?;
        let mut table = output::table(&["pc", "instruction", "stack", "memory"], &[]);
        for row in self.rows(function) {
            let operations = row.operations.iter().map(Operation::to_string);
            table.add_row([
                format!("0x{:08x}", row.pc),
                row.instruction,
                operations.collect::<Vec<_>>().join("; "),
                if row.is_lat {
                    "LAT".into()
                } else {
                    String::new()
                },
            ]);
        }
        output::line(&table.to_string())?;
        for (pc, point) in self.placement.later(function) {
            output::line(&format!(
                "later: threads that part at 0x{pc:08x} do not wait at 0x{point:08x}, because a jump leads \
                 around the beginning of their region"
            ))?;
        }
        output::line("")
    }
}
