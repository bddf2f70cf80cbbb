//! The steps from Verilog to figures.

use crate::area::Area;
use crate::clock::{Clock, Names, Run};
use crate::error::{Error, unwritable};
use crate::harness::{Harness, TOP};
use crate::job::Job;
use crate::liberty::Library;
use crate::models;
use crate::netlist::{self, Netlist};
use crate::place::{self, REPORT};
use crate::scripts::{self, MACROS};
use crate::sta;
use crate::storage::Storage;
use crate::target::Target;
use crate::tools::{STA, YOSYS_LOG, run};
use crate::warnings::{self, Warning};
use heddle_system::kept::{Cache, Key};
use heddle_system::program::{Description, YOSYS};
use heddle_system::{Program, Programs};
use std::cell::Cell;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Names of files in the cache.
const UNIT: &str = "unit.json";
const HARNESS: &str = "harness.json";
const NETLIST: &str = "netlist.v";
const STORAGE: &str = "storage.json";
const NEXTPNR_LOG: &str = "nextpnr.log";
const LIBERTY: &str = "cells.lib";
const SCRIPT: &str = "script";
const SAID: &str = "said.log";

/// The results of a job.
#[derive(Clone, Debug)]
pub struct Synthesised {
    /// Area of the unit alone.
    pub area: Area,
    /// Clock of the unit in the harness, if the job requests it and a tool for the target exists.
    pub clock: Option<Clock>,
    /// Warnings of all tools.
    pub warnings: Vec<Warning>,
    /// Versions of the tools.
    pub tools: Vec<String>,
    /// Number of steps that were executed; the results of all others were in the cache.
    pub made: usize,
    /// The netlist of the unit alone, as Yosys writes it.
    pub netlist: PathBuf,
    /// The netlist as Verilog with models of its primitives, if the job requests it: names and texts of files.
    pub simulation: Option<Vec<(String, String)>>,
}

/// The programs of this machine and a cache.
#[derive(Debug)]
pub struct Lab {
    programs: Programs,
    cache: Cache,
}

/// A job under way.
struct Work<'a> {
    lab: &'a Lab,
    job: &'a Job,
    liberty: Option<(String, Library)>,
    done: &'a AtomicU64,
    made: Cell<usize>,
    versions: Vec<String>,
    warnings: Vec<Warning>,
}

/// The form in which a Yosys step takes the netlist of the unit alone.
#[derive(Clone, Copy)]
enum Part {
    /// The whole netlist.
    Whole,
    /// Without the macros, whose pins become ports.
    Everted,
}

/// The unit alone, in the cache.
struct Alone {
    folder: PathBuf,
    key: String,
    netlist: Netlist,
}

/// The unit in its harness, in the cache.
struct Surrounded {
    folder: PathBuf,
    key: String,
    netlist: Netlist,
    harness: Harness,
}

impl Lab {
    /// A lab with the programs of this machine and this cache.
    pub fn new(cache: Cache) -> Self {
        let programs = Programs::of_this_machine();
        Self { programs, cache }
    }

    /// Finds the tools and the library that jobs for a target need, so that long work does not end where they are missing.
    ///
    /// # Errors
    /// [`Error`] when a tool or the library is missing or cannot be used.
    pub fn check(&self, target: &Target, timed: bool) -> Result<(), Error> {
        library(target)?;
        let of_clock = timed.then(|| clock_tool(target)).flatten();
        for tool in [YOSYS].iter().chain(&of_clock) {
            self.programs.find(tool)?;
        }
        Ok(())
    }

    /// Runs the steps of a job whose results are not in the cache; `done` counts all finished steps.
    ///
    /// # Errors
    /// [`Error`] when a tool, the library, the design or the cache is at fault.
    pub fn synthesise(&self, job: &Job, done: &AtomicU64) -> Result<Synthesised, Error> {
        let mut work = self.work(job, done)?;
        let alone = work.alone()?;
        let library = work.liberty.as_ref().map(|(_, library)| library);
        let area = Area::of(&alone.netlist, &job.target, library);
        let clock = work.clock(&alone)?;
        let simulation = work.simulation(&alone)?;
        Ok(Synthesised {
            area,
            clock,
            warnings: work.warnings,
            tools: work.versions,
            made: work.made.get(),
            netlist: alone.folder.join(UNIT),
            simulation,
        })
    }

    /// The bits that a job's unit stores before the primitives of the target are chosen, compared with the bits that the
    /// Verilog declares.
    ///
    /// # Errors
    /// As [`Lab::synthesise`].
    pub fn storage(&self, job: &Job) -> Result<Storage, Error> {
        let done = AtomicU64::new(0);
        let mut work = self.work(job, &done)?;
        let script = scripts::storage(&job.unit, &job.files);
        let (folder, _) = work.yosys(&job.files, None, &script)?;
        let netlist = Netlist::read(&folder.join(STORAGE), &job.unit, &job.unit)?;
        Ok(Storage::of(&netlist, &job.unit, &job.declared))
    }

    fn work<'a>(&'a self, job: &'a Job, done: &'a AtomicU64) -> Result<Work<'a>, Error> {
        Ok(Work {
            lab: self,
            job,
            liberty: library(&job.target)?,
            done,
            made: Cell::new(0),
            versions: Vec::new(),
            warnings: Vec::new(),
        })
    }
}

/// What finds the clock, if a tool for the target exists.
fn clock_tool(target: &Target) -> Option<Description> {
    match target.is_cells() {
        true => Some(STA),
        false => place::program(target).map(|(program, _)| program),
    }
}

fn library(target: &Target) -> Result<Option<(String, Library)>, Error> {
    let (Some(text), Target::Cells { liberty, .. }) = (target.liberty()?, target) else {
        return Ok(None);
    };
    let library = Library::read(&text, liberty)?;
    Ok(Some((text, library)))
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(unwritable(&path))
}

fn copy(from: &Path, folder: &Path, name: &str) -> Result<(), Error> {
    let to = folder.join(name);
    fs::copy(from.join(name), &to)
        .map(drop)
        .map_err(unwritable(&to))
}

/// Removes files that an entry need not keep.
fn remove(folder: &Path, names: &[&str]) -> Result<(), Error> {
    for name in names {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(unwritable(&path))?;
    }
    Ok(())
}

impl Work<'_> {
    fn tool(&mut self, description: &Description) -> Result<Program, Error> {
        let tool = self.lab.programs.find(description)?;
        let version = format!("{}: {}", tool.name(), tool.version());
        if !self.versions.contains(&version) {
            self.versions.push(version);
        }
        Ok(tool)
    }

    /// A step: its entry in the cache, which `make` fills if necessary.
    fn step(
        &self,
        key: &Key,
        make: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<PathBuf, Error> {
        let entry = self.lab.cache.entry(key, |folder| {
            self.made.set(self.made.get() + 1);
            make(folder)
        })?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(entry)
    }

    /// Counts the warnings in logs. A line that an earlier log contains too is the same warning.
    fn warned(&mut self, tool: &'static str, folder: &Path, logs: &[&str]) {
        let mut said = String::new();
        for log in logs {
            let text = fs::read(folder.join(log)).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let known: HashSet<String> = said.lines().map(String::from).collect();
            let new = text.lines().filter(|line| !known.contains(*line));
            said.extend(new.flat_map(|line| [line, "\n"]));
        }
        warnings::count(tool, &said, &mut self.warnings);
    }

    /// Runs a script of Yosys on these files as a step. The entry keeps none of the input files.
    fn yosys(
        &mut self,
        files: &[(String, String)],
        from: Option<(&Alone, Part)>,
        script: &str,
    ) -> Result<(PathBuf, String), Error> {
        let tool = self.tool(&YOSYS)?;
        let files = [files, &self.for_cells()].concat();
        let mut key = Key::new("synth")
            .with("tool", tool.version())
            .with("script", script)
            .with("netlist", from.map_or("", |(alone, _)| alone.key.as_str()));
        for (name, text) in &files {
            key = key.with("file", name).with("text", text);
        }
        let entry = self.step(&key, |folder| {
            write(folder, SCRIPT, script)?;
            for (name, text) in &files {
                write(folder, name, text)?;
            }
            match from {
                Some((alone, Part::Whole)) => copy(&alone.folder, folder, UNIT)?,
                Some((alone, Part::Everted)) => {
                    netlist::evert(&alone.folder.join(UNIT), &folder.join(UNIT), &self.job.unit)?
                }
                None => {}
            }
            let arguments = ["-q", "-l", YOSYS_LOG, "-s", SCRIPT];
            run(&tool, folder, &arguments, SAID, &self.job.unit)?;
            let given = files
                .iter()
                .map(|(name, _)| name.as_str())
                .chain(from.map(|_| UNIT));
            remove(folder, &given.collect::<Vec<_>>())
        })?;
        // The output of ABC does not go to Yosys' log.
        self.warned("yosys", &entry, &[YOSYS_LOG, SAID]);
        Ok((entry, key.name()))
    }

    /// The cell library and the constraints for ABC, if the target has standard cells.
    fn for_cells(&self) -> Vec<(String, String)> {
        let Some((text, library)) = &self.liberty else {
            return Vec::new();
        };
        let surroundings = scripts::surroundings(library.inverter().unwrap_or_default());
        vec![
            (LIBERTY.into(), text.clone()),
            ("surroundings".into(), surroundings),
        ]
    }

    fn alone(&mut self) -> Result<Alone, Error> {
        let job = self.job;
        let mut files = job.files.clone();
        let script = scripts::unit(&job.unit, &files, &job.target, job.delay_ps());
        if job.target.is_cells() {
            files.extend(MACROS.map(|(name, text)| (name.to_owned(), text.to_owned())));
        }
        let (folder, key) = self.yosys(&files, None, &script)?;
        let netlist = Netlist::read(&folder.join(UNIT), &job.unit, &job.unit)?;
        Ok(Alone {
            folder,
            key,
            netlist,
        })
    }

    fn surrounded(&mut self, alone: &Alone) -> Result<Surrounded, Error> {
        let job = self.job;
        let unit = &job.unit;
        let harness = Harness::around(
            unit,
            &alone.netlist,
            job.reset,
            &job.answers,
            &netlist::macro_pins(&alone.netlist),
        );
        let files = [
            ("stub.v".into(), harness.stub()),
            ("around.v".into(), harness.verilog()),
        ];
        let script = scripts::harness(unit, &job.target, job.delay_ps());
        let part = match job.target.is_cells() {
            true => Part::Everted,
            false => Part::Whole,
        };
        let (folder, key) = self.yosys(&files, Some((alone, part)), &script)?;
        let netlist = Netlist::read(&folder.join(HARNESS), TOP, unit)?;
        Ok(Surrounded {
            folder,
            key,
            netlist,
            harness,
        })
    }

    /// The netlist as Verilog, and models of its primitives.
    fn simulation(&mut self, alone: &Alone) -> Result<Option<Vec<(String, String)>>, Error> {
        let job = self.job;
        if !job.effort.simulated {
            return Ok(None);
        }
        let files = match job.target.is_cells() {
            true => vec![MACROS[1]],
            false => Vec::new(),
        };
        let files: Vec<(String, String)> = files
            .iter()
            .map(|(name, text)| ((*name).into(), (*text).into()))
            .collect();
        let script = scripts::netlist(&job.unit, &job.target);
        let (folder, _) = self.yosys(&files, Some((alone, Part::Whole)), &script)?;
        let path = folder.join(NETLIST);
        let text = fs::read_to_string(&path).map_err(unwritable(&path))?;
        let kinds = models::kinds(&job.target, alone.netlist.counts().keys());
        let models = models::text(&job.target, kinds, &self.tool(&YOSYS)?)?;
        Ok(Some(vec![
            (NETLIST.into(), text),
            ("models.v".into(), models),
        ]))
    }

    fn clock(&mut self, alone: &Alone) -> Result<Option<Clock>, Error> {
        let job = self.job;
        if !job.effort.timed || job.target == Target::Xilinx7 {
            return Ok(None);
        }
        let around = self.surrounded(alone)?;
        let names = Names::new(&around.netlist, &around.harness);
        let runs = match job.target.is_cells() {
            true => vec![self.timed(&around, &names)?],
            false => {
                let seeds = job.effort.seeds.iter();
                let runs = seeds.map(|seed| self.placed(&around, &names, *seed));
                runs.collect::<Result<Vec<Run>, Error>>()?
            }
        };
        Ok(Clock::of(runs, job.effort.clock_ns))
    }

    /// Place and route with a seed.
    fn placed(&mut self, around: &Surrounded, names: &Names<'_>, seed: u32) -> Result<Run, Error> {
        let unit = &self.job.unit;
        let (program, device) =
            place::program(&self.job.target).expect("a target with place and route");
        let tool = self.tool(&program)?;
        let (seed_text, mhz) = (
            seed.to_string(),
            format!("{}", 1000.0 / self.job.effort.clock_ns),
        );
        let mut arguments = device.to_vec();
        arguments.extend(["--timing-allow-fail", "--freq", &mhz, "--seed", &seed_text]);
        arguments.extend(["--json", HARNESS, "--report", REPORT]);
        let key = Key::new("place")
            .with("tool", tool.version())
            .with("harness", &around.key)
            .with("arguments", arguments.join("\n"));
        let entry = self.step(&key, |folder| {
            copy(&around.folder, folder, HARNESS)?;
            run(&tool, folder, &arguments, NEXTPNR_LOG, unit)?;
            remove(folder, &[HARNESS])
        })?;
        self.warned("nextpnr", &entry, &[NEXTPNR_LOG]);
        place::run(&entry, seed, names, unit)
    }

    /// Static timing of cells.
    fn timed(&mut self, around: &Surrounded, names: &Names<'_>) -> Result<Run, Error> {
        let unit = &self.job.unit;
        let tool = self.tool(&STA)?;
        let script = sta::script(self.job.effort.clock_ns, names.reset());
        let key = Key::new("sta")
            .with("tool", tool.version())
            .with("harness", &around.key)
            .with("script", &script);
        let liberty = self.for_cells();
        let entry = self.step(&key, |folder| {
            for (name, text) in &liberty {
                write(folder, name, text)?;
            }
            write(folder, SCRIPT, &script)?;
            copy(&around.folder, folder, sta::NETLIST)?;
            let arguments = ["-no_splash", "-exit", SCRIPT];
            run(&tool, folder, &arguments, sta::SAID, unit)?;
            let given = liberty
                .iter()
                .map(|(name, _)| name.as_str())
                .chain([sta::NETLIST]);
            remove(folder, &given.collect::<Vec<_>>())
        })?;
        self.warned("sta", &entry, &[sta::SAID]);
        sta::run(&entry, self.job.effort.clock_ns, names, unit)
    }
}
