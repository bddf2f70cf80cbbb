//! Every unit, register, option, command, key and file that a page names exists.

use super::known::Known;
use super::text::{code, pages};
use regex::Regex;
use std::sync::LazyLock;

/// Pages that say what was, with the reason.
const HISTORY: [(&str, &str); 1] = [("CHANGELOG.md", "it names what was renamed or removed")];

/// Names that look like ours and are not.
const OTHERS: [(&str, &str); 5] = [
    ("--mean", "an option of hmmcalibrate"),
    ("--sd", "an option of hmmcalibrate"),
    ("dwf.stalls", "a count of reports"),
    ("section.key", "any key"),
    ("scan_workefficient", "a program of the CUDA SDK"),
];

/// Ends of files, which are no keys of sections.
const ENDS: [&str; 9] = ["rs", "md", "toml", "json", "v", "c", "h", "elf", "svg"];

fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap()
}

static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b"));
static SIGNAL: LazyLock<Regex> = LazyLock::new(|| pattern("_[qio]$"));
static OPTION: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:^|\s)(--[a-z][a-z-]*)"));
static COMMAND: LazyLock<Regex> = LazyLock::new(|| pattern(r"^heddle ([a-z]+)"));
static UNIT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:--unit|^heddle prove|^heddle mutate|^heddle synth) ([a-z][a-z0-9_]+)")
});
static KEY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^([a-z0-9_]+)\.([a-z0-9_]+)(=.*)?$"));
static FILE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^(scripts/[\w-]+|[\w.-]+(?:/[\w.-]+)+\.(?:rs|toml|md|c|v|py))(?: |$)")
});

static FOLDER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^([a-z0-9_-]+(?:/[\w-]+)+/?)$"));

/// Names in a command that do not exist.
fn in_command(known: &Known, line: &str) -> Vec<String> {
    let commands = COMMAND.captures_iter(line).map(|names| names[1].to_owned());
    let mut wrong: Vec<String> = commands
        .filter(|name| !known.commands.contains(name))
        .collect();
    let units = UNIT.captures_iter(line).map(|names| names[1].to_owned());
    wrong.extend(units.filter(|name| !known.units.contains(name)));
    // Options of other programs are theirs.
    if line.starts_with("--") || line.starts_with("heddle ") || line.starts_with("scripts/") {
        let options = OPTION.captures_iter(line).map(|names| names[1].to_owned());
        wrong.extend(options.filter(|name| !known.options.contains(name)));
    }
    wrong
}

/// Whether a name with an underscore exists: a signal in the expected Verilog, any other in the sources.
fn is_word(known: &Known, word: &str) -> bool {
    match SIGNAL.is_match(word) {
        true => known.signals.contains(word),
        false => known.words.contains(word),
    }
}

/// The key of the machine that a text names, if it is none.
fn wrong_key(known: &Known, span: &str) -> Option<String> {
    let names = KEY.captures(span)?;
    let ours = known.keys.contains(&names[1]) || names.get(3).is_some();
    let key = format!("{}.{}", &names[1], &names[2]);
    (ours && !ENDS.contains(&&names[2]) && !known.keys.contains(&key)).then_some(key)
}

/// The file or folder that a text names, if it is none. A file may be named by the end of its path.
fn wrong_file(known: &Known, span: &str) -> Option<String> {
    let (file, folder) = (FILE.captures(span), FOLDER.captures(span));
    let name = file.as_ref().or(folder.as_ref())?[1].trim_end_matches('/');
    let (top, _) = name.split_once('/')?;
    let (end, inside) = (format!("/{name}"), format!("{name}/"));
    let below = |file: &String, folder: &str| file.starts_with(folder);
    let mut files = known.files.iter();
    let exists = files.any(|file| file == name || file.ends_with(&end) || below(file, &inside));
    let ours = file.is_some()
        || known
            .files
            .iter()
            .any(|file| below(file, &format!("{top}/")));
    (ours && !exists).then(|| name.to_owned())
}

/// Names in a page that do not exist.
fn wrong(known: &Known, text: &str) -> Vec<String> {
    let (spans, lines) = code(text);
    let mut wrong: Vec<String> = lines
        .iter()
        .flat_map(|line| in_command(known, line))
        .collect();
    for span in &spans {
        let words = WORD.find_iter(span).map(|word| word.as_str());
        wrong.extend(words.filter(|word| !is_word(known, word)).map(String::from));
        wrong.extend(in_command(known, span));
        wrong.extend(wrong_key(known, span));
        wrong.extend(wrong_file(known, span));
    }
    wrong.retain(|name| !OTHERS.iter().any(|(other, _)| other == name));
    wrong
}

#[test]
fn every_name_exists() {
    let known = Known::new();
    let mut found = Vec::new();
    for page in pages() {
        if !HISTORY.iter().any(|(name, _)| *name == page.name) {
            found.extend(
                wrong(&known, &page.text)
                    .iter()
                    .map(|name| format!("{}: {name}", page.name)),
            );
        }
    }
    assert!(
        found.is_empty(),
        "names that do not exist:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_name_that_does_not_exist_is_found() {
    let known = Known::new();
    let right = "`warp_pool` with `head_q`, `--set memory.mshrs=4`, `heddle prove UNIT`, `scripts/pages`, `stages/src/plan.rs`\n\
        ```sh\nheddle gen --all\n```\n";
    assert_eq!(wrong(&known, right), Vec::<String>::new());
    for (planted, name) in [
        ("`warp_poool`", "warp_poool"),
        ("`frees_q[1]`", "frees_q"),
        ("`clock_tick_i`", "clock_tick_i"),
        ("`heddle run --no-such`", "--no-such"),
        ("`--no-such`", "--no-such"),
        ("`heddle simulate`", "simulate"),
        ("`heddle prove warp_split`", "warp_split"),
        ("```sh\nheddle gen --unit pool\n```", "pool"),
        ("`memory.no_such=4`", "memory.no_such"),
        ("`dwf.depth`", "dwf.depth"),
        ("`scripts/nothing`", "scripts/nothing"),
        ("`sim/src/nothing.rs`", "sim/src/nothing.rs"),
        ("`sim/nothing`", "sim/nothing"),
        ("```sh\nheddle gen --no-such\n```", "--no-such"),
    ] {
        let page = format!("{right}\n{planted}\n");
        assert!(wrong(&known, &page).contains(&name.to_owned()), "{planted}");
    }
}
