//! The answer as one self-contained page.

use super::answer::{Answer, FrontPoint};
use super::silicon::{Silicon, Synthesis};
use crate::plot::panel::STYLE;
use minijinja::AutoEscape;
use minijinja::value::Serde;
use serde_json::{Value, json};

/// The page of an answer; `commands` make hardware of the point that wins.
pub fn render_front(answer: &Answer<'_>, commands: &[String]) -> String {
    let mut environment = heddle_template::environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment
        .add_template("style.css", include_str!("../report/style.css"))
        .and_then(|()| environment.add_template("panel.css", STYLE))
        .and_then(|()| {
            let template = include_str!("page.html.jinja");
            environment.render_str(template, Serde(&values(answer, commands)))
        })
        .unwrap_or_else(|error| panic!("the template of the front: {error:#}"))
}

fn values(answer: &Answer<'_>, commands: &[String]) -> Value {
    let mut values = answer.as_json();
    let rows = |points: Vec<FrontPoint>| json!(points.iter().map(row).collect::<Vec<_>>());
    values["front"] = rows(answer.front());
    values["over_budget_luts"] = rows(answer.over_luts());
    let headings = answer.synthesis.as_ref().map(Synthesis::headings);
    let headings = headings.map(Vec::from);
    values["headings"] = json!(headings.unwrap_or_default());
    let chart = answer.chart();
    values["chart"] = json!({ "title": chart.title, "svg": chart.svg() });
    values["speed"] = json!(answer.speed_in_words());
    values["commands"] = json!(commands);
    values["version"] = json!(env!("CARGO_PKG_VERSION"));
    values
}

/// A row of the table: numbers as texts.
fn row(point: &FrontPoint) -> Value {
    let percent = |part: f64| format!("{:.0} %", 100.0 * part);
    let lanes = |name: &str| point.lanes.get(name).map(|part| percent(*part));
    let settings = point.settings.iter();
    let settings: Vec<String> = settings
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let memory = point.lanes.get("memory").zip(point.lanes.get("port"));
    json!({
        "name": point.name,
        "mechanism": point.mechanism,
        "settings": settings.join(" "),
        "bits": point.bits,
        "silicon": point.synthesis.as_ref().map(Silicon::cells),
        "speed": format!("{:.3}", point.speed),
        "bound_by": point.bound_by,
        "used": lanes("used"),
        "divergence": lanes("divergence"),
        "memory": memory.map(|(memory, port)| percent(memory + port)),
        "queue": lanes("regrouping"),
        "lane_conflicts": point.lane_conflicts.map(percent),
        "of_bounds": point.of_bounds.iter().map(|(name, part)| {
            format!("{} of {name}", percent(*part))
        }).collect::<Vec<_>>().join(", "),
    })
}
