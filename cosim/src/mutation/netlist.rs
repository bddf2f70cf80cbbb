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
const OUTPUTS_LIST: &str = "outputs_list";
const MUTATED: &str = "mutated.v";
const GATES: &str = "mutated.blif";

/// Words of a memory that becomes registers in the netlist for proofs. Larger ones stand outside:
/// their ports are inputs and outputs of the netlist.
const LARGEST_MEMORY: u32 = 64;

/// Commands of Yosys: a command line has no room for as many.
const SCRIPT: &str = "script.ys";

/// Ports of cells that are not mutated: clocks, and what memories read without a clock ignore.
const IDLE: &[&str] = &["CLK", "WR_CLK", "RD_CLK", "RD_EN", "RD_ARST", "RD_SRST"];

/// Which mutants there are.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    /// So many at cells of all kinds and places.
    pub anywhere: usize,
    /// So many at the cells that drive outputs.
    pub at_outputs: usize,
    /// Chooses cells, bits and mistakes.
    pub seed: u64,
}

impl Choice {
    /// Mutants for a test of stimuli and comparison: each cell is as likely as another.
    pub fn anywhere(count: usize, seed: u64) -> Self {
        Self {
            anywhere: count,
            at_outputs: 0,
            seed,
        }
    }

    /// Mutants for properties: half of them where a property would see them, which are few cells of many.
    pub fn half_at_outputs(count: usize, seed: u64) -> Self {
        Self {
            anywhere: count - count / 2,
            at_outputs: count / 2,
            seed,
        }
    }
}

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
    /// Makes mutants of a design, fewer than are wanted if it has not as many.
    ///
    /// Conditions and cases become multiplexers (`proc`), each memory one cell with all its ports
    /// (`memory_collect`), so that a mutation sits where the Verilog has an operator, a register or
    /// a port of a memory.
    ///
    /// `prepare` are commands for the flat netlist before it is mutated, each with its end.
    pub fn new(verilog: &Verilog, prepare: &str, choice: Choice) -> Result<Self, Error> {
        let folder = tempfile::tempdir().map_err(Error::scratch(std::env::temp_dir()))?;
        let mut netlist = Self {
            folder,
            top: verilog.top.clone(),
            mutants: Vec::new(),
            select_bits: usize::BITS - (choice.anywhere + choice.at_outputs).leading_zeros(),
        };
        for file in &verilog.files {
            netlist.write(&file.name, &file.text)?;
        }
        netlist.mutants = netlist.choose(verilog, prepare, choice)?;
        netlist.apply()?;
        Ok(netlist)
    }

    fn choose(
        &self,
        verilog: &Verilog,
        prepare: &str,
        choice: Choice,
    ) -> Result<Vec<Mutant>, Error> {
        let names = verilog.files.iter().map(|file| file.name.as_str());
        let (files, top) = (names.collect::<Vec<_>>().join(" "), &self.top);
        let anywhere = (choice.anywhere, LIST, "");
        let at_outputs = (choice.at_outputs, OUTPUTS_LIST, "o:* %ci1");
        // Of none Yosys would list as many as it likes.
        let lists = [anywhere, at_outputs]
            .into_iter()
            .filter(|(count, ..)| *count > 0);
        let mut script = format!(
            "read_verilog {files}; hierarchy -check -top {top}; proc; flatten; opt_clean; \
             memory_collect; {prepare}\n opt_clean; write_ilang {FLAT}\n"
        );
        // Yosys takes seeds of 31 bits.
        let seed = choice.seed % (1 << 31);
        for (count, list, cells) in lists.clone() {
            // Twice as many as wanted, because some are left out.
            let listed = 2 * count;
            script += &format!("mutate -list {listed} -seed {seed} -o {list} {cells}\n");
        }
        self.script(&script)?;
        let mut chosen = Vec::new();
        for (count, list, _) in lists {
            let list = self.read(list)?;
            let parsed = list.lines().filter_map(|line| Mutant::parse(line, verilog));
            chosen.extend(
                parsed
                    .filter(|mutant| !IDLE.contains(&mutant.port.as_str()))
                    .take(count),
            );
        }
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
