//! `stages table`: results as Markdown, between two markers of a file.

mod nights;
mod runs;

use crate::cli::Table;
use crate::files;
use crate::repository::Repository;
use crate::{Failure, Plan};
use heddle_system::input::WRITTEN;

/// The marker line after the table.
const END: &str = "<!-- end of stages -->";

/// Writes the table of a plan's results into a file.
pub fn write(options: &Table) -> Result<(), Failure> {
    let plan = Plan::load(&options.place.plan)?;
    let chosen = options.place.chosen(&plan)?;
    let repository = Repository::of(&options.place.plan)?;
    let into = &options.into;
    let text = heddle_system::input::read_text(into, WRITTEN);
    let text = text.map_err(|error| Failure::path(into, error))?;
    let mut names = vec![repository.name_of(&options.place.plan)];
    names.extend_from_slice(&options.place.only);
    let marker = format!("<!-- stages: {} -->", names.join(" "));
    let Some((before, after)) = around(&text, &marker) else {
        return Err(Failure::input(
            format!("{}: no lines `{marker}` and `{END}`", into.display()),
            "write both lines where the table belongs",
        ));
    };
    let folder = options.place.folder(&repository);
    let results = match plan.keep {
        true => nights::markdown(&plan, &chosen, &folder)?,
        false => runs::markdown(&plan, &chosen, &folder)?,
    };
    let left_out = match options.place.only.is_empty() {
        true => left_out(&plan),
        false => String::new(),
    };
    files::write(
        into,
        &format!("{before}{marker}\n{results}{left_out}{END}{after}"),
    )
}

/// The text before the first marker and the text after the last.
fn around<'a>(text: &'a str, marker: &str) -> Option<(&'a str, &'a str)> {
    let (before, rest) = text.split_once(marker)?;
    let (_, after) = rest.split_once(END)?;
    Some((before, after))
}

fn left_out(plan: &Plan) -> String {
    let lines: String = plan
        .left_out
        .iter()
        .map(|left| format!("* {}: {}\n", left.what.trim(), left.reason.trim()))
        .collect();
    match lines.is_empty() {
        true => lines,
        false => format!("\nLeft out:\n\n{lines}"),
    }
}

/// A table row; characters that would end a cell are escaped.
fn row<T: AsRef<str>>(cells: impl IntoIterator<Item = T>) -> String {
    let cells = cells.into_iter();
    let cells = cells.map(|cell| cell.as_ref().replace('|', "\\|").replace('\n', " "));
    format!("| {} |\n", cells.collect::<Vec<String>>().join(" | "))
}

/// A heading; columns after the first `left` are right-aligned.
fn heading(names: &[String], left: usize) -> String {
    let rule = (0..names.len()).map(|n| if n < left { "---" } else { "---:" });
    row(names) + &row(rule)
}

/// The failure when no results exist to write.
fn missing(what: &str) -> Failure {
    Failure::ran(format!("{what} has no result"), "run it first: stages run")
}
