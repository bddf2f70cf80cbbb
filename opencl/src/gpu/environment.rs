//! The options in the environment variables: which machine, how it runs, and where its reports go. They are the options of
//! `heddle sim`.
//!
//! | variable | says |
//! | --- | --- |
//! | `HEDDLE_PRESET` | a named machine; `collange2011` without it |
//! | `HEDDLE_CONFIG` | a file with a machine, in place of a preset |
//! | `HEDDLE_LATENCIES` | a synthesis target; units have the latencies of that target |
//! | `HEDDLE_SET` | overrides `section.key=value`, separated by spaces |
//! | `HEDDLE_MECHANISM` | how divergence is handled; `stackless` without it, or the unit's usual mechanism |
//! | `HEDDLE_FUNCTIONAL` | `1`: launches run on the functional device, without a mechanism and without time |
//! | `HEDDLE_COMPARE` | mechanisms, separated by commas: each launch runs under each; the first one's memory is kept |
//! | `HEDDLE_COSIM` | a unit whose RTL takes part in each launch |
//! | `HEDDLE_COSIM_MODE` | `in-loop` (the default) or `shadow` |
//! | `HEDDLE_THREADS` | number of host threads that simulate; 1 without it |
//! | `HEDDLE_MAX_CYCLES` | cycles after which a launch is given up; instructions on the functional device |
//! | `HEDDLE_CHECK_RACES` | `1`: check for data races |
//! | `HEDDLE_CHECK_FLOW` | `1`: compare executed edges with the control-flow graph |
//! | `HEDDLE_PROFILE` | `1`: reports count the events at every PC |
//! | `HEDDLE_FP64` | `0`: the device has no `double` |
//! | `HEDDLE_REPORT` | a folder for a report of each launch, and for the files that explain a mismatch |
//! | `HEDDLE_TRACE` | a folder for a timeline of each launch |
//! | `HEDDLE_RECORD` | a folder for a recording of each launch, under each mechanism, from which `heddle view` makes pages |
//! | `HEDDLE_TRACE_CYCLES` | the cycles of each launch in timelines and recordings, `FROM..TO`, excluding `TO`; the first 100,000 without it |
//! | `HEDDLE_CAPTURE` | a folder for the files of each launch, from which `heddle sim` runs it again |
//! | `HEDDLE_LAUNCHES` | launches that are reported, compared, traced, recorded and captured, `FROM..TO`, excluding `TO`; all without it |

use super::cosim::Cosim;
use super::recordings::Recordings;
use super::runner::Runner;
use super::trace::Trace;
use super::watch::Watch;
use heddle_contract::Config;
use heddle_contract::config::{Source, Target};
use heddle_cosim::Mode;
use heddle_sim::{Limits, Mechanism};
use heddle_timeline::Window;
use std::ffi::OsString;
use std::path::PathBuf;

/// The options that the environment sets.
#[derive(Debug)]
pub struct Options {
    /// The machine.
    pub config: Config,
    /// The name of the machine: its preset or its file.
    pub machine: String,
    /// How launches run.
    pub runner: Runner,
    /// Number of host threads that simulate.
    pub threads: usize,
    /// How long a launch may take.
    pub limits: Limits,
    /// Whether the golden GPU checks for data races.
    pub check_races: bool,
    /// Whether the golden GPU compares executed edges with the control-flow graph.
    pub check_flow: bool,
    /// Whether reports count the events at every PC.
    pub profile: bool,
    /// Whether programs may use `double`.
    pub has_double: bool,
    /// Where reports go.
    pub reports: Option<PathBuf>,
    /// Where the files of launches go.
    pub captures: Option<PathBuf>,
    /// The launches that reports, comparisons, timelines and captures are made of; all if `None`.
    launches: Option<Window>,
}

/// Variables that ask for what the functional device does not have.
const TIMED: [&str; 5] = [
    "HEDDLE_MECHANISM",
    "HEDDLE_COMPARE",
    "HEDDLE_COSIM",
    "HEDDLE_TRACE",
    "HEDDLE_RECORD",
];

/// Switches that do.
const SWITCHES: [&str; 3] = ["HEDDLE_CHECK_RACES", "HEDDLE_CHECK_FLOW", "HEDDLE_PROFILE"];

/// The mechanism if the environment names none.
const USUAL: Mechanism = Mechanism::Stackless;

fn mechanism_of(variable: &str, name: &str) -> Result<Mechanism, String> {
    let mechanism = name.parse();
    mechanism.map_err(|error| format!("{variable}: {error}; name one of these"))
}

/// Looks up variables by name. An empty variable counts as absent.
struct Environment<'a>(&'a dyn Fn(&str) -> Option<OsString>);

impl Options {
    /// The options of this process.
    ///
    /// # Errors
    /// Which variable is wrong, and what to do about it.
    pub fn of_process() -> Result<Options, String> {
        Options::read(&|name| std::env::var_os(name))
    }

    /// The options in these variables.
    ///
    /// # Errors
    /// As [`Options::of_process`].
    fn read(variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Options, String> {
        let environment = Environment(variable);
        let source = environment.source()?;
        let machine = match &source {
            Source::Preset(name) => name.clone(),
            Source::File(path) => path.display().to_string(),
        };
        Ok(Options {
            config: environment.config(&source)?,
            runner: environment.runner(&machine)?,
            machine,
            threads: environment.number("HEDDLE_THREADS", 1024)?.unwrap_or(1) as usize,
            limits: environment.limits()?,
            check_races: environment.switch("HEDDLE_CHECK_RACES")?,
            check_flow: environment.switch("HEDDLE_CHECK_FLOW")?,
            profile: environment.switch("HEDDLE_PROFILE")?,
            has_double: heddle_opencl_c::has_double(variable(heddle_opencl_c::HIDING).as_deref())?,
            reports: environment.folder("HEDDLE_REPORT")?,
            captures: environment.folder("HEDDLE_CAPTURE")?,
            launches: environment.window("HEDDLE_LAUNCHES")?,
        })
    }

    /// Whether the launch with this number is reported, compared, traced and captured.
    pub fn sees(&self, number: u64) -> bool {
        let window = self.launches.as_ref();
        window.is_none_or(|window| (window.from..window.to).contains(&number))
    }
}

impl Environment<'_> {
    fn value(&self, name: &str) -> Option<OsString> {
        (self.0)(name).filter(|value| !value.is_empty())
    }

    fn text(&self, name: &str) -> Result<Option<String>, String> {
        let text = self.value(name).map(OsString::into_string).transpose();
        text.map_err(|value| format!("{name}={}: no text; write it in UTF-8", value.display()))
    }

    fn source(&self) -> Result<Source, String> {
        match (self.text("HEDDLE_PRESET")?, self.value("HEDDLE_CONFIG")) {
            (Some(_), Some(_)) => Err("HEDDLE_PRESET and HEDDLE_CONFIG: give one of them".into()),
            (_, Some(file)) => Ok(Source::File(file.into())),
            (preset, None) => Ok(Source::Preset(preset.unwrap_or("collange2011".into()))),
        }
    }

    fn config(&self, source: &Source) -> Result<Config, String> {
        let set = self.text("HEDDLE_SET")?.unwrap_or_default();
        let set: Vec<String> = set.split_whitespace().map(String::from).collect();
        let config = Config::load_for(source, self.latencies()?, &set);
        config.map_err(|error| format!("{error}; {}", error.reason.remedy()))
    }

    fn latencies(&self) -> Result<Option<Target>, String> {
        let Some(name) = self.text("HEDDLE_LATENCIES")? else {
            return Ok(None);
        };
        let known = Target::ALL.map(Target::name).join(", ");
        let target = Target::named(&name);
        let unknown = || format!("HEDDLE_LATENCIES={name}: name one of the targets {known}");
        target.ok_or_else(unknown).map(Some)
    }

    fn runner(&self, machine: &str) -> Result<Runner, String> {
        if self.switch("HEDDLE_FUNCTIONAL")? {
            return self.functional();
        }
        let mechanism = self.text("HEDDLE_MECHANISM")?;
        let mechanism = mechanism.map(|name| mechanism_of("HEDDLE_MECHANISM", &name));
        let mechanism = mechanism.transpose()?;
        let compare = self.text("HEDDLE_COMPARE")?;
        let cosim = self.text("HEDDLE_COSIM")?;
        let (trace, recordings) = (self.trace()?, self.recordings(machine)?);
        if recordings.is_some() && cosim.is_some() {
            return Err("HEDDLE_RECORD with HEDDLE_COSIM: give one of them".into());
        }
        if trace.is_some() && (compare.is_some() || cosim.is_some()) {
            return Err(
                "HEDDLE_TRACE with HEDDLE_COMPARE or HEDDLE_COSIM: give one of them".into(),
            );
        }
        match (mechanism, compare, cosim) {
            (None, Some(names), None) => {
                let mechanisms = names.split(',');
                let mechanisms = mechanisms.map(|name| mechanism_of("HEDDLE_COMPARE", name));
                let mechanisms = mechanisms.collect::<Result<_, _>>()?;
                Ok(Runner::Compared(mechanisms, recordings))
            }
            (_, Some(_), _) => {
                Err("HEDDLE_COMPARE with HEDDLE_MECHANISM or HEDDLE_COSIM: give one of them".into())
            }
            (mechanism, None, Some(unit)) => {
                let folder = self.value("HEDDLE_REPORT").map(PathBuf::from);
                let folder = folder.unwrap_or_else(|| "heddle-cosim".into());
                let cosim = Cosim::new(&unit, self.cosim_mode()?, mechanism, folder);
                let cosim = cosim.map_err(|what| format!("HEDDLE_COSIM: {what}"))?;
                Ok(Runner::Cosim(cosim))
            }
            (mechanism, None, None) => {
                let mechanism = mechanism.unwrap_or(USUAL);
                let watch = Watch { trace, recordings };
                Ok(match watch.is_any() {
                    true => Runner::Watched(mechanism, watch),
                    false => Runner::Golden(mechanism),
                })
            }
        }
    }

    /// The functional device, which has no mechanism and no time (FUN-1).
    fn functional(&self) -> Result<Runner, String> {
        let valued = TIMED.into_iter().find(|name| self.value(name).is_some());
        let switched = |name: &&str| self.switch(name).is_ok_and(|on| on);
        match valued.or_else(|| SWITCHES.into_iter().find(switched)) {
            None => Ok(Runner::Functional),
            Some(name) => Err(format!(
                "HEDDLE_FUNCTIONAL with {name}: give one of them; the functional device has no mechanism and no time"
            )),
        }
    }

    fn trace(&self) -> Result<Option<Trace>, String> {
        let window = self.shown_cycles()?;
        let folder = self.folder("HEDDLE_TRACE")?;
        Ok(folder.map(|folder| Trace { folder, window }))
    }

    fn recordings(&self, machine: &str) -> Result<Option<Recordings>, String> {
        let window = self.shown_cycles()?;
        let folder = self.folder("HEDDLE_RECORD")?;
        Ok(folder.map(|folder| Recordings {
            folder,
            window,
            machine: machine.into(),
        }))
    }

    fn shown_cycles(&self) -> Result<Window, String> {
        let window = self.window("HEDDLE_TRACE_CYCLES")?;
        Ok(window.unwrap_or_default())
    }

    fn window(&self, name: &str) -> Result<Option<Window>, String> {
        let text = self.text(name)?;
        let window = text.map(|text| {
            let window = text.parse();
            window.map_err(|error| format!("{name}={text}: {error}"))
        });
        window.transpose()
    }

    fn cosim_mode(&self) -> Result<Mode, String> {
        match self.text("HEDDLE_COSIM_MODE")?.as_deref() {
            None | Some("in-loop") => Ok(Mode::InLoop),
            Some("shadow") => Ok(Mode::Shadow),
            Some(other) => Err(format!("HEDDLE_COSIM_MODE={other}: give in-loop or shadow")),
        }
    }

    fn limits(&self) -> Result<Limits, String> {
        let max_cycles = self.number("HEDDLE_MAX_CYCLES", u64::MAX)?;
        Ok(max_cycles.map_or(Limits::default(), |max_cycles| Limits { max_cycles }))
    }

    fn number(&self, name: &str, most: u64) -> Result<Option<u64>, String> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let number = text.parse().ok();
        let number = number.filter(|number| (1..=most).contains(number));
        let wrong = || format!("{name}={text}: give a number from 1 to {most}");
        number.ok_or_else(wrong).map(Some)
    }

    fn switch(&self, name: &str) -> Result<bool, String> {
        match self.text(name)?.as_deref() {
            None | Some("0") => Ok(false),
            Some("1") => Ok(true),
            Some(other) => Err(format!("{name}={other}: give 1 or 0")),
        }
    }

    /// The folder that a variable names; creates it if it does not exist.
    fn folder(&self, name: &str) -> Result<Option<PathBuf>, String> {
        let Some(folder) = self.value(name).map(PathBuf::from) else {
            return Ok(None);
        };
        let made = std::fs::create_dir_all(&folder);
        let made = made.and_then(|()| heddle_system::files::check(&folder));
        let place = folder.display();
        let remedy = "choose a folder that you can write to";
        made.map_err(|error| format!("{name}={place}: {error}; {remedy}"))?;
        Ok(Some(folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Options, String> {
        Options::read(&|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.into())
        })
    }

    #[test]
    fn without_variables_the_machine_is_that_of_the_command() {
        let options = read(&[("HEDDLE_MECHANISM", "")]).expect("defaults");
        assert_eq!(options.config, Config::preset("collange2011").unwrap());
        assert_eq!(options.runner.name(), "stackless");
        assert_eq!((options.threads, options.reports), (1, None));
    }

    #[test]
    fn variables_say_what_the_options_of_the_command_say() {
        let variables = [
            ("HEDDLE_PRESET", "tiny"),
            ("HEDDLE_SET", "core.warps=8 cores=2"),
            ("HEDDLE_MECHANISM", "pdom"),
            ("HEDDLE_THREADS", "2"),
            ("HEDDLE_MAX_CYCLES", "5"),
            ("HEDDLE_PROFILE", "1"),
            ("HEDDLE_FP64", "0"),
        ];
        let options = read(&variables).expect("a machine");
        assert_eq!((options.config.cores, options.config.core.warps), (2, 8));
        assert_eq!(options.runner.name(), "pdom");
        assert_eq!(options.limits.max_cycles, 5);
        assert!(options.profile && !options.check_races && !options.has_double);
    }

    #[test]
    fn a_unit_brings_its_mechanism() {
        let options = read(&[("HEDDLE_COSIM", "dwf_scheduler")]).expect("a unit of cores");
        assert_eq!(options.runner.name(), "dwf");
        let options = read(&[("HEDDLE_COMPARE", "dwr,pdom")]).expect("two mechanisms");
        assert_eq!(options.runner.name(), "dwr");
    }

    #[test]
    fn who_runs_is_said_once() {
        for other in ["HEDDLE_MECHANISM", "HEDDLE_COSIM"] {
            let what = read(&[("HEDDLE_COMPARE", "pdom,dwf"), (other, "pdom")]);
            let what = what.expect_err(other);
            assert!(what.contains("HEDDLE_COMPARE with"), "{what}");
        }
        let what = read(&[("HEDDLE_COSIM", "max_heap")]).expect_err("a part");
        assert!(what.contains("dwf_scheduler"), "{what}");
        let what = read(&[
            ("HEDDLE_COSIM", "dwf_scheduler"),
            ("HEDDLE_MECHANISM", "mimd"),
        ]);
        let what = what.expect_err("no such unit under mimd");
        assert!(what.contains("take dwf"), "{what}");
    }

    #[test]
    fn the_functional_device_has_no_mechanism_and_no_time() {
        let options = read(&[("HEDDLE_FUNCTIONAL", "1"), ("HEDDLE_CHECK_RACES", "0")]);
        assert_eq!(options.expect("a device").runner.name(), "functional");
        for (name, value) in [
            ("HEDDLE_MECHANISM", "pdom"),
            ("HEDDLE_COMPARE", "pdom,dwf"),
            ("HEDDLE_COSIM", "dwf_scheduler"),
            ("HEDDLE_TRACE", "traces"),
            ("HEDDLE_CHECK_RACES", "1"),
            ("HEDDLE_CHECK_FLOW", "1"),
            ("HEDDLE_PROFILE", "1"),
        ] {
            let what = read(&[("HEDDLE_FUNCTIONAL", "1"), (name, value)]).expect_err(name);
            assert!(
                what.contains(&format!("HEDDLE_FUNCTIONAL with {name}")),
                "{what}"
            );
        }
    }

    #[test]
    fn some_launches_are_seen() {
        let options = read(&[("HEDDLE_LAUNCHES", "2..4")]).expect("two launches");
        let seen: Vec<u64> = (0..6).filter(|&number| options.sees(number)).collect();
        assert_eq!(seen, [2, 3]);
        assert!(read(&[]).expect("all of them").sees(1000));
    }

    #[test]
    fn wrong_variables_are_named() {
        let wrong = [
            ("HEDDLE_PRESET", "huge", "huge"),
            (
                "HEDDLE_CONFIG",
                "/nowhere/machine.toml",
                "/nowhere/machine.toml",
            ),
            ("HEDDLE_LATENCIES", "sand", "HEDDLE_LATENCIES=sand"),
            ("HEDDLE_SET", "cores=0", "cores"),
            ("HEDDLE_MECHANISM", "magic", "HEDDLE_MECHANISM"),
            ("HEDDLE_COMPARE", "pdom,", "HEDDLE_COMPARE"),
            (
                "HEDDLE_COSIM",
                "loom",
                "HEDDLE_COSIM: no unit is called `loom`",
            ),
            (
                "HEDDLE_CAPTURE",
                "/dev/null/x",
                "HEDDLE_CAPTURE=/dev/null/x",
            ),
            ("HEDDLE_THREADS", "0", "HEDDLE_THREADS=0"),
            ("HEDDLE_MAX_CYCLES", "-1", "HEDDLE_MAX_CYCLES=-1"),
            (
                "HEDDLE_TRACE_CYCLES",
                "9..9",
                "HEDDLE_TRACE_CYCLES=9..9: nothing lies in it",
            ),
            (
                "HEDDLE_LAUNCHES",
                "3",
                "HEDDLE_LAUNCHES=3: expected FROM..TO",
            ),
            ("HEDDLE_FUNCTIONAL", "on", "HEDDLE_FUNCTIONAL=on"),
            ("HEDDLE_TRACE", "/dev/null/x", "HEDDLE_TRACE=/dev/null/x"),
            ("HEDDLE_PROFILE", "yes", "HEDDLE_PROFILE=yes"),
            ("HEDDLE_FP64", "on", "HEDDLE_FP64=on"),
            (
                "HEDDLE_REPORT",
                "/dev/null/reports",
                "HEDDLE_REPORT=/dev/null/reports",
            ),
        ];
        for (name, value, named) in wrong {
            let what = read(&[(name, value)]).expect_err(name);
            assert!(what.contains(named), "{what}");
        }
    }
}
