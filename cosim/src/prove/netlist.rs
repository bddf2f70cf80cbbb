//! A unit with its checker as gates, made by Yosys, and what ABC says of it.

use super::Verdict;
use super::question::{Question, Violated};
use crate::error::Error;
use crate::gates::Blif;
use crate::mutation::SELECT;
use crate::verilated::{CLOCK, Pin, RESET, Verilog, abc, yosys};
use heddle_contract::{Direction, Kind, Unit, Values, port_list};
use heddle_hdl::{checker, checker_name, checker_outputs};
use std::fmt::Write;
use std::fs;
use std::time::Duration;
use tempfile::TempDir;

const TOP: &str = "heddle_proof";
const GATES: &str = "proof.blif";

/// For what ABC does besides.
const GRACE: Duration = Duration::from_secs(5);

/// Before invariants are looked for registers that are always equal become one; or not, where that hides what an
/// invariant needs.
const UNBOUNDED: [&str; 2] = ["strash; lcorr; scorr", "strash"];
/// Cycle by cycle, as far as there is time; and as far as mistakes are looked for.
const BOUNDED: u64 = 100;
const SHORT: u64 = 24;

/// The gates, in a folder of their own.
pub(super) struct Netlist {
    folder: TempDir,
    gates: Blif,
    assumptions: usize,
    patience: Duration,
}

impl Netlist {
    /// The gates of a unit and its checker. An input of the unit besides those of its contract selects a mutant.
    pub fn new<U: Unit>(
        verilog: &Verilog,
        params: &U::Params,
        select: Option<u32>,
        patience: Duration,
    ) -> Result<Self, Error> {
        let folder = tempfile::tempdir().map_err(Error::scratch(std::env::temp_dir()))?;
        let files = verilog
            .files
            .iter()
            .map(|file| (file.name.clone(), file.text.clone()));
        let mut files: Vec<(String, String)> = files.collect();
        files.push((format!("{}.v", checker_name::<U>()), checker::<U>(params)));
        files.push((format!("{TOP}.v"), top::<U>(params, select)));
        for (name, text) in &files {
            let path = folder.path().join(name);
            fs::write(&path, text).map_err(Error::scratch(path))?;
        }
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let script = format!(
            "read_verilog {}; hierarchy -check -top {TOP}; proc; flatten; opt -full; memory_collect; memory_map; \
             opt -full; techmap; simplemap; dffunmap; async2sync; opt_clean; write_blif {GATES}",
            names.join(" ")
        );
        yosys(&verilog.top, folder.path(), &script)?;
        let path = folder.path().join(GATES);
        let gates = fs::read_to_string(&path).map_err(Error::scratch(path))?;
        let outputs = checker_outputs::<U>(params);
        let assumptions = outputs.iter().find(|(name, _)| name == "assumptions_o");
        Ok(Self {
            folder,
            gates: Blif::parse(&gates).expect("Yosys writes one model of tables and registers"),
            assumptions: assumptions.map_or(0, |(_, count)| *count),
            patience,
        })
    }

    /// Whether legal inputs make a mutant violate a guarantee, within few cycles.
    pub fn shows(&self, guarantee: usize, mutant: usize) -> Result<bool, Error> {
        let violated = Violated::Guarantee(guarantee);
        let said = self.ask(violated, mutant, &bounded(SHORT, self.patience / 8))?;
        Ok(frame(&said).is_some())
    }

    /// What is known of the guarantee with this number.
    pub fn verdict(&self, guarantee: usize) -> Result<Verdict, Error> {
        if self.is_vacuous(guarantee)? {
            return Ok(Verdict::Vacuous);
        }
        for before in UNBOUNDED {
            let script = format!("{before}; pdr -T {}", seconds(self.patience));
            let said = self.ask(Violated::Guarantee(guarantee), 0, &script)?;
            if said.contains("Property proved") {
                return Ok(Verdict::Proven);
            }
            if let Some(cycle) = frame(&said) {
                return Ok(Verdict::Violated { cycle });
            }
        }
        let said = self.ask(
            Violated::Guarantee(guarantee),
            0,
            &bounded(BOUNDED, self.patience),
        )?;
        Ok(match frame(&said) {
            Some(cycle) => Verdict::Violated { cycle },
            None => Verdict::Bounded {
                cycles: frames(&said),
            },
        })
    }

    /// Whether the guarantee says nothing of any cycle that legal inputs lead to. What is not found in time is none.
    fn is_vacuous(&self, guarantee: usize) -> Result<bool, Error> {
        let said = self.ask(
            Violated::Silence(guarantee),
            0,
            &bounded(BOUNDED, self.patience),
        )?;
        Ok(frame(&said).is_none())
    }

    fn ask(&self, violated: Violated, mutant: usize, script: &str) -> Result<String, Error> {
        let question = Question {
            gates: &self.gates,
            reset: RESET,
            assumptions: self.assumptions,
            violated,
            select: SELECT,
            mutant,
        };
        let path = self.folder.path().join("question.blif");
        fs::write(&path, question.text()).map_err(Error::scratch(path))?;
        let script = format!("read_blif question.blif; {script}");
        let said = abc(TOP, self.folder.path(), &script, self.patience + GRACE)?;
        Ok(said.unwrap_or_default())
    }
}

/// Looks at so many cycles, as far as there is time.
fn bounded(cycles: u64, patience: Duration) -> String {
    format!("strash; bmc3 -F {cycles} -T {}", seconds(patience))
}

fn seconds(patience: Duration) -> u64 {
    patience.as_secs().max(1)
}

/// The cycle in which ABC found what it was asked for.
fn frame(said: &str) -> Option<u64> {
    let (_, behind) = said.split_once("was asserted in frame ")?;
    behind
        .split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

/// The cycles in which ABC found nothing.
fn frames(said: &str) -> u64 {
    let behind = said
        .rsplit_once("No output asserted in ")
        .map(|(_, behind)| behind);
    let number = behind.and_then(|text| text.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

/// The unit and its checker, side by side.
fn top<U: Unit>(params: &U::Params, select: Option<u32>) -> String {
    let inputs = Pin::all(&port_list::<U::In<Values>>(params), Direction::In);
    let outputs = Pin::all(&port_list::<U::Out<Values>>(params), Direction::Out);
    let mut head = vec![format!("input {CLOCK}"), format!("input {RESET}")];
    head.extend(
        inputs
            .iter()
            .map(|pin| format!("input {}{}", range(pin.kind), pin.name)),
    );
    head.extend(select.map(|bits| format!("input [{}:0] {SELECT}", bits - 1)));
    let said = checker_outputs::<U>(params);
    head.extend(
        said.iter()
            .map(|(name, count)| format!("output [{}:0] {name}", count - 1)),
    );
    let mut text = format!("module {TOP} ({});\n", head.join(", "));
    for pin in &outputs {
        let _ = writeln!(text, "wire {}{};", range(pin.kind), pin.name);
    }
    let clock = [CLOCK, RESET].map(String::from);
    let ports = inputs.iter().chain(&outputs).map(|pin| pin.name.clone());
    let ports: Vec<String> = clock.into_iter().chain(ports).collect();
    let select = select.map(|_| SELECT.to_owned());
    let unit: Vec<String> = ports.iter().cloned().chain(select).collect();
    instance(&mut text, U::NAME, "unit", &unit);
    let said = said.into_iter().map(|(name, _)| name);
    let ports: Vec<String> = ports.into_iter().chain(said).collect();
    instance(&mut text, &checker_name::<U>(), "checker", &ports);
    text + "endmodule\n"
}

fn instance(text: &mut String, module: &str, name: &str, ports: &[String]) {
    let ports: Vec<String> = ports
        .iter()
        .map(|port| format!(".{port}({port})"))
        .collect();
    let _ = writeln!(text, "{module} {name} ({});", ports.join(", "));
}

fn range(kind: Kind) -> String {
    match kind.total_bits() {
        1 => String::new(),
        bits => format!("[{}:0] ", bits - 1),
    }
}
