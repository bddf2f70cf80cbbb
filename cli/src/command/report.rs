//! `heddle report`: a paper and the golden GPU on one page.

use crate::cli::{Global, Report};
use crate::command::own_kernel::own_kernels;
use crate::failure::Failure;
use crate::output::{self, Planned};
use crate::report::{Change, Data, Experiment, Explained, Figure, Headline, Lab, Machines, Page};
use crate::report::{cells_of, compare, render};
use crate::runs::{Difference, PlannedRun, Results, Store, WorkerPool};
use crate::runs::{agreement, differences, verdict};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Simulates the missing runs and writes the page.
pub fn execute(global: &Global, options: &Report) -> Result<(), Failure> {
    let data = options.paper;
    let global = &of_paper(global, data);
    let own = own_kernels(global, &options.named, &options.own)?;
    let machines = || Machines {
        data,
        global,
        own: &own,
        size: options.size,
        max_cycles: options.effort.max_cycles,
    };
    let contents = Contents::new(&machines(), &options.only)?;
    let (folder, name) = place(&options.out)?;
    Planned::new()
        .file("--out", Some(&options.out))
        .folder("--data", Some(&options.data))
        .check()?;
    let worker_pool = WorkerPool::new(Store::new(&options.data)?, &contents.planned_runs);
    let results = worker_pool.work(global, options.effort.jobs())?;
    let lab = Lab {
        machines: machines(),
        results: &results,
    };
    let page = contents.page(&lab)?;
    output::files(folder, [(name, render(&page).as_bytes())])?;
    match global.json {
        true => output::json(&as_json(options, &page, &results))?,
        false => output::line(&summary(options, &page, &results))?,
    }
    verdict(&contents.planned_runs, &results)?;
    agreement(&contents.differences(&results))
}

/// The options, with the paper's machine if they name none.
fn of_paper(global: &Global, data: &Data) -> Global {
    let mut global = global.clone();
    if global.config.is_none() {
        global
            .preset
            .get_or_insert_with(|| data.head.preset.clone());
    }
    global
}

/// Folder and file name of the page.
fn place(out: &Path) -> Result<(&Path, &str), Failure> {
    let name = out.file_name().and_then(|name| name.to_str());
    let folder = out.parent().unwrap_or(Path::new(""));
    match name {
        Some(name) if !out.is_dir() => {
            let here = folder.as_os_str().is_empty();
            Ok((if here { Path::new(".") } else { folder }, name))
        }
        _ => {
            let what = format!("{}: it is no name for a file", out.display());
            Err(
                Failure::input_with(what, "name the page, such as page.html")
                    .code("heddle::output"),
            )
        }
    }
}

/// The contents of the page, and the runs that they need.
struct Contents {
    experiments: Vec<&'static Experiment>,
    headlines: Vec<&'static Headline>,
    planned_runs: Vec<PlannedRun>,
}

impl Contents {
    /// All contents; or only some experiments, and the headlines that need no other runs.
    fn new(machines: &Machines<'_>, only: &[String]) -> Result<Contents, Failure> {
        let data = machines.data;
        let experiments = chosen(data, only)?;
        let mut planned_runs = Vec::new();
        for experiment in &experiments {
            planned_runs.extend(experiment.planned_runs(machines)?);
        }
        let mut headlines = Vec::new();
        let there: BTreeSet<String> = planned_runs.iter().map(PlannedRun::name).collect();
        for headline in &data.headlines {
            let needed = cells_of(machines, headline, &Change::default())?;
            if only.is_empty() || needed.iter().all(|planned| there.contains(&planned.name())) {
                planned_runs.extend(needed);
                headlines.push(headline);
            }
        }
        for (headline, change, _) in ablations(data, &headlines) {
            planned_runs.extend(cells_of(machines, headline, &change)?);
        }
        Ok(Contents {
            experiments,
            headlines,
            planned_runs,
        })
    }

    fn page(&self, lab: &Lab<'_>) -> Result<Page, Failure> {
        let global = lab.machines.global;
        let headlines = self.headlines.iter();
        let figures = self.experiments.iter();
        Ok(Page {
            paper: lab.data().name,
            head: lab.data().head.clone(),
            size: lab.machines.size.to_string(),
            seed: global.seed,
            machine: global.arguments(),
            version: env!("CARGO_PKG_VERSION"),
            model: env!("HEDDLE_MODEL"),
            own: lab.machines.own.iter().map(|k| k.name.clone()).collect(),
            runs: lab.results.len(),
            failures: self.failures(lab.results),
            headlines: headlines
                .map(|headline| compare(lab, headline, &Change::default()))
                .collect(),
            ablations: self.explained(lab)?,
            figures: figures
                .map(|experiment| Figure::new(lab, experiment))
                .collect(),
        })
    }

    fn failures(&self, results: &Results) -> Vec<String> {
        let failure = |planned: &PlannedRun| {
            let failure = results.of(planned).failure.as_ref()?;
            Some(format!(
                "{}: {failure} (cell {})",
                planned.title(),
                planned.name()
            ))
        };
        let failures: BTreeSet<String> = self.planned_runs.iter().filter_map(failure).collect();
        let differences = self.differences(results).into_iter();
        let differences = differences.map(|difference| {
            let name = difference.run.name();
            format!("{} (cell {name})", difference.in_words())
        });
        failures.into_iter().chain(differences).collect()
    }

    /// Compares runs on machines with equal cores, which run the same threads: a kernel can query nothing beyond the core size.
    fn differences(&self, results: &Results) -> Vec<Difference<'_>> {
        let cores = |planned: &PlannedRun| json!([planned.config.cores, planned.config.core]);
        differences(&self.planned_runs, results, cores)
    }

    fn explained(&self, lab: &Lab<'_>) -> Result<Vec<Explained>, Failure> {
        let explain = |(headline, change, cause): (&Headline, Change<'_>, &str)| {
            let planned_runs = cells_of(&lab.machines, headline, &change)?;
            Ok(Explained {
                cause: cause.into(),
                change: change.to_string(),
                before: compare(lab, headline, &Change::default()).ours,
                after: compare(lab, headline, &change),
                runs: planned_runs.iter().map(PlannedRun::name).collect(),
            })
        };
        ablations(lab.data(), &self.headlines)
            .map(explain)
            .collect()
    }
}

fn chosen(data: &'static Data, only: &[String]) -> Result<Vec<&'static Experiment>, Failure> {
    if let Some(unknown) = only.iter().find(|name| !data.names().any(|n| n == *name)) {
        let names: Vec<&str> = data.names().collect();
        let what = format!("no experiment of {} is called `{unknown}`", data.name);
        let remedy = format!("there are: {}", names.join(", "));
        return Err(Failure::input_with(what, remedy));
    }
    let chosen = |experiment: &&Experiment| only.is_empty() || only.contains(&experiment.name);
    Ok(data.experiments.iter().filter(chosen).collect())
}

/// The ablations of headlines: the changes, and their results.
fn ablations<'a>(
    data: &'static Data,
    headlines: &'a [&'static Headline],
) -> impl Iterator<Item = (&'static Headline, Change<'static>, &'static str)> + 'a {
    let all = data.ablations.iter();
    all.filter_map(|ablation| {
        let headline = headlines.iter().find(|h| h.name == ablation.headline)?;
        Some((*headline, Change::from(ablation), ablation.cause.as_str()))
    })
}

fn as_json(options: &Report, page: &Page, results: &Results) -> Value {
    json!({
        "file": options.out,
        "own": page.own,
        "runs": results.len(),
        "simulated": results.simulated,
        "headlines": page.headlines,
        "ablations": page.ablations,
        "figures": page.figures.iter().map(|figure| json!({
            "name": figure.name,
            "heading": figure.table.heading,
            "rows": figure.table.rows,
        })).collect::<Vec<_>>(),
        "failures": page.failures,
    })
}

/// A summary: the comparisons, and where the page is.
fn summary(options: &Report, page: &Page, results: &Results) -> String {
    let heading = ["comparison", "paper", "ours", "direction", "ours / paper"];
    let mut table = output::table(&heading, &[1, 2, 4]);
    for headline in &page.headlines {
        let direction = match headline.sign_agrees {
            None => "",
            Some(true) => "same",
            Some(false) => "differs",
        };
        let ratio = headline.ratio.map_or(String::new(), |r| format!("{r:.2}"));
        let columns = [&headline.title, &headline.paper, &headline.ours];
        table.add_row(
            columns
                .map(String::as_str)
                .into_iter()
                .chain([direction, &ratio]),
        );
    }
    format!(
        "{table}\n{}: {} runs, {} of them simulated now",
        options.out.display(),
        results.len(),
        results.simulated
    )
}
