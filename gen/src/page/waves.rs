//! Cycles of a recorded run as a timing diagram.

use heddle_contract::{Direction, Port};
use heddle_cosim::{Vector, Vectors};

/// Cycles that are recorded.
pub(super) const RECORDED: u64 = 4000;

/// Cycles that are shown.
const SHOWN: usize = 12;

/// Columns of a cycle.
const WIDTH: usize = 6;

/// How the shown cycles are chosen, for the page.
pub(super) fn rule(seed: u64) -> String {
    format!(
        "Of {RECORDED} cycles of the golden unit under its stimuli (seed {seed}), the {SHOWN} in which outputs change most often. Words \
         are hexadecimal, of an array the first element; `.` has no meaning in its cycle."
    )
}

/// The shown cycles, a line for each port.
pub(super) fn waves(run: &Vectors) -> String {
    let cycles = liveliest(&run.cycles);
    let inputs = lines(&run.inputs, Direction::In, |word| {
        cycles
            .iter()
            .map(|cycle| Some(cycle.inputs[word]))
            .collect()
    });
    let outputs = lines(&run.outputs, Direction::Out, |word| {
        cycles.iter().map(|cycle| cycle.outputs[word]).collect()
    });
    let longest = inputs
        .iter()
        .chain(&outputs)
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or_default();
    let line =
        |(name, values): &(String, String)| format!("{name:longest$}  {}\n", values.trim_end());
    let lines: String = inputs.iter().chain(&outputs).map(line).collect();
    lines
}

/// The cycles in which outputs change most often.
fn liveliest(cycles: &[Vector]) -> &[Vector] {
    let windows = cycles
        .windows(SHOWN)
        .filter(|window| window.iter().all(|cycle| !cycle.reset));
    // Of equal windows the first.
    let best = windows.rev().max_by_key(|window| changes(window));
    best.unwrap_or(&cycles[..0])
}

/// How often an output changes to another value that has a meaning. Inputs are noise where nothing reads them.
fn changes(window: &[Vector]) -> usize {
    let differ = |pair: &[Vector]| {
        let words = pair[0].outputs.iter().zip(&pair[1].outputs);
        words
            .filter(|(before, now)| now.is_some() && before != now)
            .count()
    };
    window.windows(2).map(differ).sum()
}

/// Name and values of each port; `words` gives the values of a word in the shown cycles.
fn lines(
    ports: &[Port],
    direction: Direction,
    words: impl Fn(usize) -> Vec<Option<u64>>,
) -> Vec<(String, String)> {
    let mut word = 0;
    let line = |port: &Port| {
        let values = words(word);
        word += port.kind.words();
        let cell = |value: Option<u64>| cell(port, value);
        (
            format!("{}{}", port.name, direction.suffix()),
            values.into_iter().map(cell).collect(),
        )
    };
    ports.iter().map(line).collect()
}

/// A value in its column: a bit as a level, a word as a number.
fn cell(port: &Port, value: Option<u64>) -> String {
    let text = match (value, port.kind.word_bits()) {
        (None, _) => ".".into(),
        (Some(0), 1) => return "_".repeat(WIDTH),
        (Some(_), 1) => return "#".repeat(WIDTH),
        (Some(word), _) => short(word),
    };
    format!("{text:^WIDTH$}")
}

/// A hexadecimal number in a column with room beside it.
fn short(word: u64) -> String {
    let text = format!("{word:x}");
    match text.len() < WIDTH {
        true => text,
        false => format!("..{}", &text[text.len() + 3 - WIDTH..]),
    }
}
