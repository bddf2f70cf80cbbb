//! Machines of tests and benches: every twin named by a reason exists, and presets come from `heddle-machines`, so that every
//! change has a reason.

use crate::packages::{ROOT, packages};
use std::fs;
use std::path::Path;

/// The text before the name of a twin.
const TWIN: &str = ".twin(";

/// Code that makes a machine without a reason.
const LOADERS: [&str; 4] = [
    "Config::preset",
    "Config::load",
    "Source::Preset",
    "Source::File",
];

/// Functions that make machines with a reason; the result must not be changed afterwards without one.
const MAKERS: [&str; 4] = ["shipped(", "changed(", "tiny(", "tiny_with("];

/// Sources that may load machines themselves, and why.
const LOAD_THEMSELVES: [(&str, &str); 8] = [
    ("contract/tests/", "the loader is what is tested"),
    (
        "library/tests/readme.rs",
        "lines of the README are tested as they stand there",
    ),
    (
        "sim/tests/gpu/machines/",
        "machines are drawn until the loader takes one",
    ),
    (
        "sim/tests/gpu/most_cores.rs",
        "numbers of cores that are refused are tested",
    ),
    (
        "tests/tests/across/every_key.rs",
        "values that the loader takes or refuses are tested",
    ),
    (
        "tests/tests/repository/limits.rs",
        "values that the loader refuses are compared with a page",
    ),
    (
        "cli/tests/command/machine_file.rs",
        "values that the loader refuses are compared with the schema",
    ),
    (
        "tests/tests/fuzz/text.rs",
        "files and overrides that are wrong",
    ),
];

/// This file, whose examples are wrong on purpose.
const OWN: &str = "tests/tests/repository/twins.rs";

/// A source of tests or benches.
struct Source {
    /// Path from the root of the workspace.
    path: String,
    text: String,
}

/// All sources in the folders `tests` and `benches` of all packages.
fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for package in packages() {
        for folder in ["tests", "benches"] {
            read(&Path::new(ROOT).join(&package).join(folder), &mut found);
        }
    }
    found
}

fn read(folder: &Path, found: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            read(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(ROOT).unwrap();
            found.push(Source {
                path: name.to_str().unwrap().into(),
                text: fs::read_to_string(&path).unwrap(),
            });
        }
    }
}

/// Names of the stages of `scripts/nightly.toml`.
fn stages() -> Vec<String> {
    let plan = fs::read_to_string(Path::new(ROOT).join("scripts/nightly.toml"));
    let plan: toml::Table = plan.expect("the plan of the night").parse().unwrap();
    let stages = plan["stage"].as_array().unwrap().iter();
    let names = stages.map(|stage| stage["name"].as_str().unwrap().into());
    names.collect()
}

impl Source {
    /// Whether the last part of a module's path names the module of this file.
    fn is_module(&self, name: &str) -> bool {
        let path = self.path.trim_end_matches(".rs");
        let path = path.trim_end_matches("/mod").trim_end_matches("/main");
        path.rsplit('/').next() == Some(name)
    }

    /// Whether the file has a test function of this name.
    fn has_test(&self, name: &str) -> bool {
        let lines: Vec<&str> = self.text.lines().map(str::trim).collect();
        let start = format!("fn {name}()");
        let mut functions = (0..lines.len()).filter(|&at| lines[at].starts_with(&start));
        let is_test = |at: usize| {
            let above = lines[..at].iter().rev();
            let mut attributes = above.take_while(|line| line.starts_with("#["));
            attributes.any(|line| *line == "#[test]")
        };
        functions.any(is_test)
    }

    fn loads_itself(&self) -> bool {
        let allowed = |(path, _): &(&str, &str)| self.path.starts_with(path);
        LOAD_THEMSELVES.iter().any(allowed)
    }

    /// The twins that are named, with their lines; `None` if a twin is not a literal.
    fn twins(&self) -> impl Iterator<Item = (usize, Option<&str>)> {
        self.text.match_indices(TWIN).map(|(at, _)| {
            let line = self.text[..at].lines().count();
            let name = self.text[at + TWIN.len()..].trim_start().strip_prefix('"');
            (line, name.and_then(|rest| Some(rest.split_once('"')?.0)))
        })
    }

    /// Lines of code that load machines directly or change machines after they were made, and the problem with each.
    fn own_machines(&self) -> impl Iterator<Item = (usize, String)> {
        let code = (1..).zip(self.text.lines().map(str::trim));
        let code = code.filter(|(_, line)| !line.starts_with("//"));
        code.filter_map(|(at, line)| {
            let loader = LOADERS.into_iter().find(|loader| line.contains(loader));
            let is_made =
                |maker| line.contains(&format!(" {maker}")) || line.contains(&format!("::{maker}"));
            let is_changed = line.starts_with("let mut ") && MAKERS.iter().any(is_made)
                || MAKERS
                    .iter()
                    .any(|maker| line.contains(&format!("..{maker}")));
            match (loader, is_changed) {
                (Some(loader), _) => Some((at, format!("{loader} in place of heddle_machines"))),
                (None, true) => Some((at, "a machine is changed without a reason".into())),
                (None, false) => None,
            }
        })
    }
}

/// The problem with a twin, if any.
fn missing(twin: Option<&str>, sources: &[Source], stages: &[String]) -> Option<String> {
    let Some(twin) = twin else {
        return Some("the name of a twin is a literal".into());
    };
    if let Some(stage) = twin.strip_prefix("nightly: ") {
        let there = stages.iter().any(|name| name == stage);
        return (!there).then(|| format!("no stage of the night is called `{stage}`"));
    }
    let Some((path, test)) = twin.rsplit_once("::") else {
        return Some(format!(
            "`{twin}` is neither `module::test` nor `nightly: stage`"
        ));
    };
    let module = path.rsplit("::").next().unwrap_or(path);
    let mut modules = sources.iter().filter(|source| source.is_module(module));
    let there = modules.any(|source| source.has_test(test));
    (!there).then(|| format!("no test is called `{twin}`"))
}

/// All problems, with their places.
fn mistakes(sources: &[Source], stages: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        let mut wrong = |(line, what)| found.push(format!("{}:{line}: {what}", source.path));
        let twins = source.twins();
        let twins = twins.filter_map(|(at, twin)| Some((at, missing(twin, sources, stages)?)));
        twins.for_each(&mut wrong);
        if !source.loads_itself() {
            source.own_machines().for_each(wrong);
        }
    }
    found
}

#[test]
fn changed_machines_have_twins_that_exist() {
    let mut sources = sources();
    sources.retain(|source| source.path != OWN);
    let twins: usize = sources.iter().map(|source| source.twins().count()).sum();
    assert!(twins > 20, "{twins}");
    let mistakes = mistakes(&sources, &stages());
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn sources_that_load_machines_themselves_are_there() {
    let sources = sources();
    for (path, reason) in LOAD_THEMSELVES {
        let mut there = sources
            .iter()
            .filter(|source| source.path.starts_with(path));
        let loads = |source: &Source| source.own_machines().next().is_some();
        assert!(there.any(loads), "{path}: {reason}");
    }
}

#[test]
fn each_mistake_is_found() {
    let source = |path: &str, text: &str| Source {
        path: path.into(),
        text: text.into(),
    };
    let good = "
        #[test]
        #[cfg(unix)]
        fn whole() {
            shipped(preset);
        }
        fn no_test() {
            // Config::load is for the loader's own tests.
            changed(preset, &changes, because(reason).twin(\"big::whole\"));
            let why = because(reason)
                .twin(
                    \"nightly: all\");
        }";
    let bad = "
        let why = because(reason).twin(\"big::no_test\");
        let why = because(reason).twin(\"small::whole\");
        let why = because(reason).twin(\"whole\");
        let why = because(reason).twin(\"nightly: some\");
        let why = because(reason).twin(TWIN);
        let config = Config::preset(preset).unwrap();
        let config = Config::load(&source, &[]).unwrap();
        let source = Source::Preset(name);
        let mut config = heddle_machines::shipped(preset);
        let config = Config { cores: 1, ..tiny() };";
    let stages = ["all".to_owned()];
    let good = [
        source("sim/tests/big.rs", good),
        source("a/tests/big/mod.rs", good),
    ];
    assert_eq!(mistakes(&good, &stages), [""; 0]);
    let [first, second] = good;
    let all = [first, second, source("sim/tests/small.rs", bad)];
    let found = mistakes(&all, &stages);
    let lines: Vec<&str> = found
        .iter()
        .map(|text| text.split(": ").next().unwrap())
        .collect();
    let expected: Vec<String> = (2..12)
        .map(|line| format!("sim/tests/small.rs:{line}"))
        .collect();
    assert_eq!(lines, expected, "{found:#?}");
    let loader = [source("contract/tests/config.rs", "Config::preset(name)")];
    assert_eq!(mistakes(&loader, &stages), [""; 0]);
}
