//! `heddle man`: manual pages of the commands.

use super::Cli;
use crate::cli::{Global, Man};
use crate::failure::Failure;
use crate::output::{self, Planned};
use clap::{Command, CommandFactory};

/// Writes a page for `heddle`, and one for each command.
pub fn execute(global: &Global, options: &Man) -> Result<(), Failure> {
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let pages = pages();
    let named = pages.iter().map(|(name, page)| (&**name, &**page));
    output::files(&options.out, named)?;
    let names = pages.iter().map(|(name, _)| name.as_str());
    match global.json {
        true => output::json(&names.collect::<Vec<_>>()),
        false => names
            .map(|name| options.out.join(name).display().to_string())
            .try_for_each(|path| output::line(&path)),
    }
}

/// File names and texts of all pages.
fn pages() -> Vec<(String, Vec<u8>)> {
    let heddle = Cli::command().disable_help_subcommand(true);
    // Pages do not depend on the build that writes them.
    let mut heddle = heddle.version(env!("CARGO_PKG_VERSION"));
    heddle.build();
    let commands = heddle.get_subcommands();
    std::iter::once(&heddle).chain(commands).map(page).collect()
}

/// File name and text of the page of a command.
fn page(command: &Command) -> (String, Vec<u8>) {
    let page = clap_mangen::Man::new(command.clone()).manual("Heddle");
    let page = page.source(concat!("heddle ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render(&mut text).expect("memory can be written to");
    let text = String::from_utf8(text).expect("help is text");
    // Columns of examples stay columns: lines are not stretched to one width.
    let text = text.replace("\n.SH EXTRA\n", "\n.SH EXAMPLES\n.ad l\n");
    (page.get_filename(), text.into_bytes())
}
