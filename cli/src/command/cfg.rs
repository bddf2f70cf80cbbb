//! `heddle cfg`: the control flow of a kernel file, and where its threads reconverge.

use super::{barriers_at_risk, job};
use crate::cli::{Cfg, Global};
use crate::failure::Failure;
use crate::output;
use heddle_flow::dot::Dot;
use heddle_flow::{Block, End, Flow, Function, Reconvergence};
use heddle_isa::Program;
use heddle_sim::fault::BarrierAtRisk;
use serde_json::{Value, json};
use std::sync::Arc;

/// Shows functions, blocks, reconvergence points, and jumps with unknown targets.
pub fn execute(global: &Global, options: &Cfg) -> Result<(), Failure> {
    let file = options.file.display().to_string();
    let program = job::program(&options.file)?;
    let flow = Flow::new(&program);
    let functions = job::functions(&flow, &file, options.function.as_deref())?;
    let risks = BarrierAtRisk::of(&program);
    barriers_at_risk::warn(&risks);
    let view = View {
        program,
        flow,
        risks,
    };
    if options.dot {
        let (program, flow, functions) = (&view.program, &view.flow, &functions[..]);
        return output::text(
            &Dot {
                program,
                flow,
                functions,
            }
            .to_string(),
        );
    }
    if global.json {
        let functions: Vec<Value> = functions.iter().map(|f| view.json(f)).collect();
        return output::json(&json!({ "file": file, "functions": functions }));
    }
    functions
        .iter()
        .try_for_each(|function| view.show(function))
}

struct View {
    program: Arc<Program>,
    flow: Flow,
    risks: Vec<BarrierAtRisk>,
}

impl View {
    fn blocks(&self, function: &Function) -> impl Iterator<Item = &Block> {
        let nodes = self.flow.nodes_of(function).into_iter();
        nodes.filter_map(|node| self.flow.block(node))
    }

    /// Addresses that a block leads to; `None` is the function's exit.
    fn successors(&self, block: &Block) -> Vec<Option<u32>> {
        let node = self
            .flow
            .node_at(block.start)
            .expect("a block of this flow");
        let to = self.flow.successors(node).into_iter();
        to.map(|(to, _)| Some(self.flow.block(to)?.start)).collect()
    }

    fn reconvergence(&self, block: &Block) -> Option<String> {
        let point = self.flow.reconvergence(block.last())?;
        Some(point.to_string())
    }

    /// Addresses of the heads of the function's loops.
    fn loop_heads(&self, function: &Function) -> Vec<u32> {
        let loops = self.flow.loops(function).into_iter();
        loops
            .filter_map(|l| Some(self.flow.block(l.head)?.start))
            .collect()
    }

    fn json(&self, function: &Function) -> Value {
        let block = |block: &Block| {
            json!({
                "start": block.start,
                "end": block.end,
                "leaves": block.leaves.name(),
                "instruction": self.instruction(block),
                "call": match block.leaves { End::Call { target } => target, _ => None },
                "successors": self.successors(block),
                "reconvergence": match self.flow.reconvergence(block.last()) {
                    Some(Reconvergence::At(pc)) => json!(pc),
                    Some(Reconvergence::FunctionExit) => json!("function_exit"),
                    None => Value::Null,
                },
            })
        };
        json!({
            "name": function.name,
            "entry": function.entry,
            "blocks": self.blocks(function).map(block).collect::<Vec<_>>(),
            "loop_heads": self.loop_heads(function),
            "unknown_jumps": self.unknown(function),
            "barriers_at_risk": self.at_risk(function).collect::<Vec<_>>(),
        })
    }

    fn instruction(&self, block: &Block) -> String {
        let last = self.program.instruction(block.last());
        last.expect("blocks hold code").to_string()
    }

    /// Addresses of the indirect jumps whose targets are unknown.
    fn unknown(&self, function: &Function) -> Vec<u32> {
        let unknown = |block: &&Block| block.leaves == End::Unknown;
        self.blocks(function)
            .filter(unknown)
            .map(Block::last)
            .collect()
    }

    /// Barriers at risk by branches of the function.
    fn at_risk(&self, function: &Function) -> impl Iterator<Item = &BarrierAtRisk> {
        let branches: Vec<u32> = self.blocks(function).map(Block::last).collect();
        let risks = self.risks.iter();
        risks.filter(move |risk| branches.contains(&risk.branch.place.pc))
    }

    fn show(&self, function: &Function) -> Result<(), Failure> {
        output::line(&format!("{} at 0x{:08x}", function.label(), function.entry))?;
        let heads = self.loop_heads(function);
        let heading = [
            "block",
            "last instruction",
            "leaves by",
            "to",
            "reconverges at",
        ];
        let mut table = output::table(&heading, &[]);
        for block in self.blocks(function) {
            let mark = if heads.contains(&block.start) {
                " loop"
            } else {
                ""
            };
            let range = format!("0x{:08x}-0x{:08x}{mark}", block.start, block.last());
            let reconvergence = self.reconvergence(block).unwrap_or_default();
            table.add_row([
                range,
                self.instruction(block),
                self.leaves(block),
                self.to(block),
                reconvergence,
            ]);
        }
        output::line(&table.to_string())?;
        for pc in self.unknown(function) {
            output::line(&format!(
                "unknown: where the jump at 0x{pc:08x} goes could not be recovered; its threads \
                 reconverge when the function returns"
            ))?;
        }
        for risk in self.at_risk(function) {
            output::line(&format!("at risk: {risk}"))?;
        }
        output::line("")
    }

    /// How control leaves a block; for a call, with its function.
    fn leaves(&self, block: &Block) -> String {
        let name = block.leaves.name();
        let End::Call {
            target: Some(target),
        } = block.leaves
        else {
            return name.into();
        };
        let functions = self.flow.functions();
        let called = functions.iter().find(|function| function.entry == target);
        called.map_or(name.into(), |called| format!("{name} {}", called.label()))
    }

    fn to(&self, block: &Block) -> String {
        let text = |to: Option<u32>| to.map_or("exit".into(), |pc| format!("0x{pc:08x}"));
        let all: Vec<String> = self.successors(block).into_iter().map(text).collect();
        all.join(", ")
    }
}
