//! `heddle report`: a paper and the golden GPU on one page.

mod all;

use crate::cli::{Global, Report};
use crate::command::own_kernel::own_kernels;
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_study::report::{Contents, Data, Lab, Machines, Page, render};
use heddle_study::{Results, Store, WorkerPool, agreement, verdict};
use serde_json::{Value, json};
use std::path::Path;

/// Simulates the missing runs and writes the page, or the pages of all papers.
pub fn execute(global: &Global, options: &Report) -> Result<(), Failure> {
    match options.all {
        true => all::execute(global, options),
        false => of_one(global, options),
    }
}

fn of_one(global: &Global, options: &Report) -> Result<(), Failure> {
    let data = options.paper;
    let global = &of_paper(global, data);
    let own = own_kernels(global, &options.named, &options.own)?;
    let machine = &global.base();
    let machines = || Machines {
        data,
        machine,
        seed: global.seed,
        own: &own,
        size: options.size,
        max_cycles: options.effort.max_cycles,
    };
    // Before the contents, whose programs and inputs take seconds to make.
    let (folder, name) = place(&options.out)?;
    Planned::new()
        .file("--out", Some(&options.out))
        .folder("--data", Some(&options.data))
        .check()?;
    let contents = Contents::new(&machines(), &options.only)?;
    let worker_pool = WorkerPool::new(Store::new(&options.data, global)?, &contents.planned_runs);
    let results = worker_pool.work(options.effort.jobs(), global)?;
    let lab = Lab {
        machines: machines(),
        results: &results,
    };
    let page = contents.page(&lab)?;
    output::files(folder, [(name, render(&page).as_bytes())])?;
    match global.json {
        true => output::json(&with_file(as_json(&page), options, &results))?,
        false => output::line(&summary(options, &page, &results))?,
    }
    verdict(&contents.planned_runs, &results)?;
    Ok(agreement(&contents.differences(&results))?)
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

fn with_file(mut page: Value, options: &Report, results: &Results) -> Value {
    page["file"] = json!(options.out);
    page["simulated"] = json!(results.simulated);
    page
}

fn as_json(page: &Page) -> Value {
    json!({
        "own": page.own,
        "runs": page.runs,
        "counts": page.counts,
        "second": page.second,
        "second_counts": page.second_counts,
        "headlines": page.headlines,
        "ablations": page.ablations,
        "printed": page.printed,
        "figures": page.figures.iter().map(|figure| json!({
            "name": figure.name,
            "title": figure.title,
            "place": figure.place,
            "about": figure.about,
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
    for headline in page.headlines.iter().map(|row| &row.compared) {
        let direction = match headline.sign_agrees {
            None => "",
            Some(true) => "same",
            Some(false) => "differs",
        };
        let ratio = headline.ratio.map_or(String::new(), |ratio| match ratio {
            [least, greatest] if least == greatest => format!("{least:.2}"),
            [least, greatest] => format!("{least:.2} to {greatest:.2}"),
        });
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
