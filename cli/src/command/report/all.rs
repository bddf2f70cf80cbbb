//! `heddle report --all`: the pages of all papers, and an index.

use super::{as_json, of_paper};
use crate::cli::{Global, Report};
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_study::report::{Contents, Data, Index, Lab, Machines, Page, render, render_index};
use heddle_study::{Machine, PlannedRun, Results, Store, WorkerPool, agreement, verdict};
use serde_json::{Map, json};

/// Simulates the missing runs of all papers together, and writes their pages and the index.
pub fn execute(global: &Global, options: &Report) -> Result<(), Failure> {
    Planned::new()
        .folder("--out", Some(&options.out))
        .folder("--data", Some(&options.data))
        .check()?;
    let bases: Vec<Machine> = Data::all()
        .iter()
        .map(|data| of_paper(global, data).base())
        .collect();
    let machines = |(data, machine)| Machines {
        data,
        machine,
        seed: global.seed,
        own: &[],
        size: options.size,
        max_cycles: options.effort.max_cycles,
    };
    let papers = || Data::all().iter().zip(&bases).map(machines);
    let contents = papers().map(|machines| Contents::new(&machines, &[]));
    let contents = contents.collect::<Result<Vec<Contents>, _>>()?;
    let runs = contents
        .iter()
        .flat_map(|contents| contents.planned_runs.iter().cloned());
    let runs: Vec<PlannedRun> = runs.collect();
    let worker_pool = WorkerPool::new(Store::new(&options.data, global)?, &runs);
    let results = worker_pool.work(options.effort.jobs(), global)?;
    let pages = contents.iter().zip(papers()).map(|(contents, machines)| {
        contents.page(&Lab {
            machines,
            results: &results,
        })
    });
    let pages = pages.collect::<Result<Vec<Page>, _>>()?;
    write(options, &pages, &results)?;
    match global.json {
        true => output::json(&json!({
            "folder": options.out,
            "runs": results.len(),
            "simulated": results.simulated,
            "papers": pages.iter().map(|page| (page.paper.into(), as_json(page))).collect::<Map<_, _>>(),
        }))?,
        false => output::line(&summary(options, &pages, &results))?,
    }
    verdict(&runs, &results)?;
    for contents in &contents {
        agreement(&contents.differences(&results))?;
    }
    Ok(())
}

fn write(options: &Report, pages: &[Page], results: &Results) -> Result<(), Failure> {
    let index = render_index(&Index {
        pages,
        runs: results.len(),
    });
    let named = pages
        .iter()
        .map(|page| (format!("{}.html", page.paper), render(page)));
    let files: Vec<(String, String)> = named.chain([("index.html".into(), index)]).collect();
    let files = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_bytes()));
    output::files(&options.out, files)
}

/// How many comparisons agree, by paper.
fn summary(options: &Report, pages: &[Page], results: &Results) -> String {
    let heading = ["paper", "directions that agree", "numbers within a third"];
    let mut table = output::table(&heading, &[1, 2]);
    for page in pages {
        let counts = page.counts;
        table.add_row([
            page.paper.to_owned(),
            format!("{} of {}", counts.signs_agree, counts.signs),
            format!("{} of {}", counts.within_a_third, counts.numbers),
        ]);
    }
    format!(
        "{table}\n{}: {} runs, {} of them simulated now",
        options.out.join("index.html").display(),
        results.len(),
        results.simulated
    )
}
