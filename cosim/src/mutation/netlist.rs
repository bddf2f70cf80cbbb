//! The netlist that is mutated, and all mutants of it as one Verilog module. Made by Yosys.

use super::mutant::Mutant;
use crate::error::Error;
use crate::verilated::{Verilog, VerilogFile, abc, yosys};
use std::fs;
use std::time::Duration;
use tempfile::TempDir;

/// Input port that selects a mutant; 0 is none.
pub(crate) const SELECT: &str = "heddle_mutant_i";

const FLAT: &str = "flat.il";
const LIST: &str = "list";
const MUTATED: &str = "mutated.v";
const GATES: &str = "mutated.blif";

/// Words of a memory that becomes registers in the netlist for proofs. Larger ones stand outside:
/// their ports are inputs and outputs of the netlist.
const LARGEST_MEMORY: u32 = 64;

/// Commands of Yosys: a command line has no room for as many.
const SCRIPT: &str = "script.ys";

/// Ports of cells that are not mutated: clocks, and what memories read without a clock ignore.
const IDLE: &[&str] = &["CLK", "WR_CLK", "RD_CLK", "RD_EN", "RD_ARST", "RD_SRST"];

/// A netlist with its mutants, in a folder of its own.
pub(crate) struct Netlist {
    folder: TempDir,
    top: String,
    /// The mutants.
    pub mutants: Vec<Mutant>,
    /// Width of the port [`SELECT`].
    pub select_bits: u32,
}

impl Netlist {
    /// Makes `count` mutants of a design, fewer if it has not as many, chosen by `seed`.
    ///
    /// Conditions and cases become multiplexers (`proc`), each memory one cell with all its ports
    /// (`memory_collect`), so that a mutation sits where the Verilog has an operator, a register or
    /// a port of a memory.
    ///
    /// `prepare` are commands for the flat netlist before it is mutated, each with its end.
    pub fn new(verilog: &Verilog, prepare: &str, count: usize, seed: u64) -> Result<Self, Error> {
        let folder = tempfile::tempdir().map_err(Error::scratch(std::env::temp_dir()))?;
        let mut netlist = Self {
            folder,
            top: verilog.top.clone(),
            mutants: Vec::new(),
            select_bits: usize::BITS - count.leading_zeros(),
        };
        for file in &verilog.files {
            netlist.write(&file.name, &file.text)?;
        }
        netlist.mutants = netlist.choose(verilog, prepare, count, seed)?;
        netlist.apply()?;
        Ok(netlist)
    }

    /// Lists mutants; twice as many as wanted, because some are left out.
    fn choose(
        &self,
        verilog: &Verilog,
        prepare: &str,
        count: usize,
        seed: u64,
    ) -> Result<Vec<Mutant>, Error> {
        let files: Vec<&str> = verilog
            .files
            .iter()
            .map(|file| file.name.as_str())
            .collect();
        let (files, top, listed) = (files.join(" "), &self.top, 2 * count);
        // Yosys takes seeds of 31 bits.
        let seed = seed % (1 << 31);
        self.script(&format!(
            "read_verilog {files}; hierarchy -check -top {top}; proc; flatten; opt_clean; \
             memory_collect; {prepare}\n opt_clean; write_ilang {FLAT}; mutate -list {listed} -seed {seed} -o {LIST}"
        ))?;
        let list = self.read(LIST)?;
        let parsed = list.lines().filter_map(|line| Mutant::parse(line, verilog));
        let mut chosen: Vec<Mutant> = parsed
            .filter(|mutant| !IDLE.contains(&mutant.port.as_str()))
            .take(count)
            .collect();
        (1..)
            .zip(&mut chosen)
            .for_each(|(id, mutant)| mutant.id = id);
        Ok(chosen)
    }

    /// Puts all mutants into one module.
    ///
    /// A net that is read where some of its bits are driven looks like a loop to Verilator, which
    /// then is slow and not always right: such nets are split, outputs get buffers for that.
    fn apply(&self) -> Result<(), Error> {
        let width = self.select_bits;
        let mut script = format!("read_ilang {FLAT}\n");
        for Mutant { id, options, .. } in &self.mutants {
            script += &format!("mutate -ctrl {SELECT} {width} {id} {options}\n");
        }
        script += &format!(
            "iopadmap -bits -outpad buffer A:Y\n\
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

    /// The same as gates and registers, in BLIF; large memories are outside.
    pub fn gates(&self) -> Result<String, Error> {
        self.read(GATES)
    }

    fn script(&self, script: &str) -> Result<(), Error> {
        self.write(SCRIPT, script)?;
        let run = format!("script {SCRIPT}");
        Ok(yosys(&self.top, self.folder.path(), &run)?)
    }

    /// Asks ABC about a netlist; nothing if it takes too long.
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
