//! The netlist that is mutated, and all its mutants as one Verilog module, both made by Yosys.

use super::choice::Choice;
use super::mutant::Mutant;
use crate::error::Error;
use crate::verilated::{Verilog, VerilogFile, abc, yosys};
use heddle_system::DraftFolder;
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// Input port that selects a mutant; 0 selects none.
pub(crate) const SELECT: &str = "heddle_mutant_i";

const FLAT: &str = "flat.il";
const MUTATED: &str = "mutated.v";
const GATES: &str = "mutated.blif";

/// Words of the largest memory that becomes registers in the netlist for proofs. Larger memories are outside:
/// their ports are inputs and outputs of the netlist.
const LARGEST_MEMORY: u32 = 64;

/// File with Yosys' commands, which are too many for a command line.
const SCRIPT: &str = "script.ys";

/// Gives mutants one meaning for all tools (COS-12).
const ONE_MEANING: &str = "pmuxtree; setundef -zero\n";

/// A netlist with its mutants, in its own folder.
pub(crate) struct Netlist {
    folder: DraftFolder,
    top: String,
    /// The mutants.
    pub mutants: Vec<Mutant>,
    /// Width of the port [`SELECT`].
    pub select_bits: u32,
}

impl Netlist {
    /// Makes mutants of a design; fewer than requested if the design does not have as many.
    ///
    /// Conditions and cases become multiplexers (`proc`), and each memory becomes one cell with all its ports
    /// (`memory_collect`), so that every mutation is at an operator, a register or a memory port of
    /// the Verilog.
    ///
    /// `prepare` contains commands, each with its terminator, that change the flat netlist before it is mutated.
    pub fn new(verilog: &Verilog, prepare: &str, choice: Choice) -> Result<Self, Error> {
        let folder = DraftFolder::temporary().map_err(Error::scratch(std::env::temp_dir()))?;
        let mut netlist = Self {
            folder,
            top: verilog.top.clone(),
            mutants: Vec::new(),
            select_bits: 0,
        };
        for file in &verilog.files {
            netlist.write(&file.name, &file.text)?;
        }
        netlist.mutants = netlist.choose(verilog, prepare, &choice)?;
        netlist.select_bits = (usize::BITS - netlist.mutants.len().leading_zeros()).max(1);
        netlist.apply()?;
        Ok(netlist)
    }

    fn choose(
        &self,
        verilog: &Verilog,
        prepare: &str,
        choice: &Choice,
    ) -> Result<Vec<Mutant>, Error> {
        let names = verilog.files.iter().map(|file| file.name.as_str());
        let (files, top) = (names.collect::<Vec<_>>().join(" "), &self.top);
        self.script(&format!(
            "read_verilog {files}; hierarchy -check -top {top}; proc; flatten; opt_clean; \
             memory_collect; {prepare}\n opt_clean; write_rtlil {FLAT}\n{}",
            choice.commands()
        ))?;
        let mut listed = BTreeMap::new();
        for list in choice.lists() {
            let text = self.read(&list)?;
            let mutants = text.lines().filter_map(|line| Mutant::parse(line, verilog));
            listed.insert(list, mutants.collect());
        }
        Ok(choice.mutants(listed))
    }

    /// Puts all mutants into one module.
    ///
    /// A net that is read while only some of its bits are driven looks like a loop to Verilator, which
    /// then is slow and not always correct. Such nets are split, which requires buffers at outputs.
    fn apply(&self) -> Result<(), Error> {
        let width = self.select_bits;
        let mut script = format!("read_rtlil {FLAT}\n");
        for Mutant { id, options, .. } in &self.mutants {
            script += &format!("mutate -ctrl {SELECT} {width} {id} {options}\n");
        }
        script += &format!(
            "{ONE_MEANING}\
             iopadmap -bits -outpad buffer A:Y\n\
             setparam -set A_WIDTH 1 -set Y_WIDTH 1 -set A_SIGNED 0 t:buffer\n\
             chtype -set $pos t:buffer\n\
             opt_clean; splitnets -driver; opt_clean\n\
             write_verilog -noattr {MUTATED}\n\
             expose -evert t:$mem_v2 r:SIZE>{LARGEST_MEMORY} %i\n\
             memory_map; opt_clean; techmap; simplemap; dffunmap; async2sync; opt_clean\n\
             write_blif {GATES}\n"
        );
        self.script(&script)
    }

    /// All mutants in one module; the port [`SELECT`] chooses.
    pub fn verilog(&self) -> Result<Verilog, Error> {
        let file = VerilogFile {
            name: MUTATED.into(),
            text: self.read(MUTATED)?,
        };
        Ok(Verilog {
            top: self.top.clone(),
            files: vec![file],
        })
    }

    /// The module with one mutant alone.
    pub fn alone(&self, mutant: &Mutant) -> Result<Verilog, Error> {
        let Mutant { id, options, .. } = mutant;
        let [script, text] = ["ys", "v"].map(|end| format!("mutant{id}.{end}"));
        self.write(
            &script,
            &format!(
                "read_rtlil {FLAT}\nmutate {options}\n{ONE_MEANING}\
                 opt_clean; write_verilog -noattr {text}\n"
            ),
        )?;
        yosys(&self.top, self.folder.path(), &format!("script {script}"))?;
        let file = VerilogFile {
            name: format!("{}.v", self.top),
            text: self.read(&text)?,
        };
        Ok(Verilog {
            top: self.top.clone(),
            files: vec![file],
        })
    }

    /// All mutants as gates and registers, in BLIF; large memories are outside.
    pub fn gates(&self) -> Result<String, Error> {
        self.read(GATES)
    }

    fn script(&self, script: &str) -> Result<(), Error> {
        self.write(SCRIPT, script)?;
        let run = format!("script {SCRIPT}");
        Ok(yosys(&self.top, self.folder.path(), &run)?)
    }

    /// Runs an ABC script on a netlist; `None` if it takes too long.
    pub fn abc(
        &self,
        name: &str,
        text: &str,
        script: &str,
        patience: Duration,
    ) -> Result<Option<String>, Error> {
        self.write(name, text)?;
        Ok(abc(
            &self.top,
            self.folder.path(),
            &format!("read_blif {name}; {script}"),
            patience,
        )?)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.folder.path().join(name);
        fs::write(&path, text).map_err(Error::scratch(path))
    }

    fn read(&self, name: &str) -> Result<String, Error> {
        let path = self.folder.path().join(name);
        fs::read_to_string(&path).map_err(Error::scratch(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(text: &str) -> Verilog {
        let file = VerilogFile {
            name: "top.v".into(),
            text: text.into(),
        };
        Verilog {
            top: "top".into(),
            files: vec![file],
        }
    }

    #[test]
    fn a_mutant_means_the_same_to_all_tools() {
        let verilog = top(
            "module top (input [1:0] a_i, input [23:0] b_i, output reg [7:0] c_o);\n\
             always @* case (a_i)\n\
             2'd0: c_o = b_i[7:0]; 2'd1: c_o = b_i[15:8]; 2'd2: c_o = b_i[23:16]; default: c_o = 8'bx;\n\
             endcase\nendmodule\n",
        );
        let netlist = Netlist::new(&verilog, "", Choice::anywhere(60, 1)).expect("Yosys");
        let selects = |mutant: &&Mutant| mutant.port == "S";
        let mutant = netlist.mutants.iter().find(selects).expect("one of many");
        let alone = netlist.alone(mutant).expect("Yosys");
        for verilog in [netlist.verilog().expect("Yosys"), alone] {
            let text = &verilog.files[0].text;
            assert!(!text.contains("parallel_case"), "{text}");
            assert!(!text.contains("'hx"), "{text}");
        }
    }

    /// The output port of the test is another name of a register.
    #[test]
    fn what_a_property_sees_is_mutated() {
        let text = "module top (input clk_i, input [7:0] a_i, output b_o, output [7:0] c_o);\n\
                    reg b_q; reg [7:0] c_q; wire [7:0] sum = a_i + c_q;\n\
                    always @(posedge clk_i) begin b_q <= ^sum; c_q <= sum; end\n\
                    assign b_o = b_q; assign c_o = c_q;\nendmodule\n";
        let verilog = top(text);
        let seen = vec![vec!["b_o".into()]];
        let netlist = Netlist::new(&verilog, "", Choice::half_seen(8, seen, 1)).expect("Yosys");
        let (anywhere, at_b) = netlist.mutants.split_at(4);
        assert_eq!(anywhere.len(), 4);
        assert!(!at_b.is_empty());
        for mutant in at_b {
            assert_eq!(mutant.bit, 0, "{mutant}");
            assert!(["D", "Q"].contains(&mutant.port.as_str()), "{mutant}");
        }
    }
}
