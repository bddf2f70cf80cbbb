//! The answer as tables.

use crate::output;
use heddle_study::explore::{Answer, FrontPoint, Silicon, Synthesis};
use std::path::Path;

/// The front, the windows and the bounds.
pub fn all(answer: &Answer<'_>, commands: &[String]) -> String {
    let mut text = format!(
        "{}\n{}\n{}\n",
        table(answer, &answer.front()),
        synthesised(answer),
        windows(answer)
    );
    if !answer.bounds.is_empty() {
        text += &format!("\n{}\n", bounds(answer));
    }
    if !answer.found.checked.is_empty() {
        text += &format!("\n{}\n", checked(answer));
    }
    if let Some(winner) = answer.winner() {
        text += &format!("\nwinner by {}: {}\n", answer.asked.aim, winner.name);
    }
    for command in commands {
        text += &format!("  {command}\n");
    }
    text
}

/// Points of the front.
fn table(answer: &Answer<'_>, points: &[FrontPoint]) -> String {
    let silicon = answer.synthesis.as_ref().map(Synthesis::headings);
    let silicon = silicon.as_ref().map_or(&[][..], |headings| &headings[..]);
    let rest = [
        "speed",
        "bound by",
        "used",
        "divergence",
        "memory",
        "queue",
        "conflicts",
        "of mimd",
    ];
    let heading = [&["point", "settings", "bits"][..], silicon, &rest[..]].concat();
    let texts = ["point", "settings", "memories", "bound by"];
    let numbers = (0..heading.len()).filter(|place| !texts.contains(&heading[*place]));
    let mut table = output::table(&heading, &numbers.collect::<Vec<_>>());
    for point in points {
        table.add_row(row(point));
    }
    table.to_string()
}

/// What the numbers of synthesis are, and the points over the budget of LUTs.
fn synthesised(answer: &Answer<'_>) -> String {
    let Some(synthesis) = &answer.synthesis else {
        return String::new();
    };
    let mut text = format!(
        "\n{}: {}. All instances in a core, each unit synthesised alone; the clock is that of the slowest.\n",
        synthesis.target, synthesis.device
    );
    let over = answer.over_luts();
    if let (Some(budget), false) = (synthesis.budget_luts, over.is_empty()) {
        text += &format!("\nover {budget} LUTs:\n{}\n", table(answer, &over));
    }
    text
}

fn row(point: &FrontPoint) -> Vec<String> {
    let percent =
        |part: Option<f64>| part.map_or(String::new(), |part| format!("{:.0} %", 100.0 * part));
    let lanes = |names: &[&str]| {
        let parts = names.iter().map(|name| point.lanes.get(*name).copied());
        percent(parts.sum())
    };
    let settings = point.settings.iter();
    let settings: Vec<String> = settings
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let silicon = point.synthesis.as_ref().map(Silicon::cells);
    let rest = [
        format!("{:.3}", point.speed),
        point.bound_by.unwrap_or_default().into(),
        lanes(&["used"]),
        lanes(&["divergence"]),
        lanes(&["memory", "port"]),
        lanes(&["regrouping"]),
        percent(point.lane_conflicts),
        percent(point.of_bounds.get("mimd").copied()),
    ];
    let start = [
        point.name.clone(),
        settings.join(" "),
        point.bits.to_string(),
    ];
    let silicon = silicon.into_iter().flatten();
    start.into_iter().chain(silicon).chain(rest).collect()
}

fn windows(answer: &Answer<'_>) -> String {
    let heading = [
        "first cycles",
        "points",
        "also in full",
        "rank correlation",
        "margin",
    ];
    let mut table = output::table(&heading, &[0, 1, 2, 3, 4]);
    for window in &answer.found.windows {
        let number =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.3}"));
        table.add_row([
            window.cycles.to_string(),
            window.points.to_string(),
            window.whole.to_string(),
            number(window.correlation),
            number(window.margin),
        ]);
    }
    table.to_string()
}

fn bounds(answer: &Answer<'_>) -> String {
    let mut table = output::table(&["bound", "is not limited by", "speed"], &[2]);
    let value = answer.as_json();
    for bound in value["bounds"].as_array().into_iter().flatten() {
        let text = |key: &str| bound[key].as_str().unwrap_or_default().to_owned();
        let speed = bound["speed"].as_f64();
        let speed = speed.map_or("failed".into(), |speed| format!("{speed:.3}"));
        table.add_row([text("name"), text("without"), speed]);
    }
    let mut text = table.to_string();
    for (program, study) in value["reconvergence"].as_object().into_iter().flatten() {
        text += &match study["pdom_over_oracle"].as_f64() {
            Some(quotient) => format!(
                "\n{program}: pdom takes {quotient:.2} times the cycles of the best reconvergence"
            ),
            None => format!(
                "\n{program}: {}",
                study["reason"].as_str().unwrap_or_default()
            ),
        };
    }
    text
}

fn checked(answer: &Answer<'_>) -> String {
    let gains = answer
        .found
        .checked
        .iter()
        .filter_map(|checked| checked.gain);
    let above = gains.clone().filter(|gain| *gain > 0.0).count();
    let most = gains.fold(f64::NEG_INFINITY, f64::max);
    format!(
        "{} points off the front, drawn by chance: {above} of them above it; the best is {:+.2} % against it",
        answer.found.checked.len(),
        100.0 * most
    )
}

/// How many points there are, how many were run in full, and where everything is.
pub fn summary(answer: &Answer<'_>, simulated: usize, folder: &Path) -> String {
    let dropped = &answer.points.dropped;
    format!(
        "{}. {} points within {} bits, {} of them run in full; not run: {} over the budget, {} that cannot be built, {} equal to \
         another. {simulated} runs simulated now; front.html, front.json, points.csv and runs/ in {}",
        answer.speed_in_words(),
        answer.points.all.len(),
        answer.asked.budget_bits,
        answer.whole(),
        dropped.over_budget,
        dropped.unbuildable,
        dropped.equal,
        folder.display()
    )
}
