//! What holds of every chart that a command writes: role and title for screen readers, a legend that needs no colours where lines cross,
//! contrast in light and dark, and text that a phone does not shrink.

use super::sheet::{Scheme, Sheet, contrast};
use heddle_study::plot::panel::sheet;
use heddle_study::plot::{Curve, lines};
use regex::Regex;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeSet;

/// The smallest text in CSS pixels.
const SMALLEST: f64 = 12.0;

/// Checks every chart of a page, or of a file that is a chart; returns how many there are.
pub fn check_charts(text: &str) -> usize {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).expect("every element is closed");
    let styles = document.descendants().filter(|node| is(*node, "style"));
    let styles: Vec<&str> = styles.filter_map(|node| node.text()).collect();
    let sheet = Sheet::parse(&styles.join("\n"));
    let charts: Vec<_> = document.descendants().filter(|n| is(*n, "svg")).collect();
    for &chart in &charts {
        check_words(&document, chart);
        check_size(chart, &sheet);
        check_colours(chart, &sheet);
        if !chart.descendants().skip(1).any(|node| is(node, "svg")) {
            check_legend(chart);
            check_forms(chart);
        }
    }
    let views = document.descendants().filter(|node| is(*node, "meta"));
    let mut views = views.filter_map(|node| node.attribute("content"));
    let is_wide = |view: &str| view.starts_with("width=device-width");
    assert!(views.any(is_wide), "a phone would shrink it");
    charts.len()
}

fn is(node: Node<'_, '_>, name: &str) -> bool {
    node.tag_name().name() == name
}

fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    let value = node.attribute(attribute);
    let value = value.unwrap_or_else(|| panic!("{node:?} has no {attribute}"));
    value.parse().expect("a number without a unit")
}

/// The text of the first child of a name.
fn child<'a>(node: Node<'a, 'a>, name: &str) -> &'a str {
    let child = node.children().find(|child| is(*child, name));
    child.and_then(|child| child.text()).unwrap_or_default()
}

/// A role, a title and a name; numbers in words, or charts that have them.
fn check_words(document: &Document<'_>, chart: Node<'_, '_>) {
    let title = child(chart, "title");
    assert_eq!(chart.attribute("role"), Some("img"), "{title}");
    assert!(!title.trim().is_empty(), "a chart without a title");
    let labelled = chart.attribute("aria-labelledby").map(|id| {
        let named = document
            .descendants()
            .find(|n| n.attribute("id") == Some(id));
        named.and_then(|named| named.text()).unwrap_or_default()
    });
    assert_eq!(chart.attribute("aria-label").or(labelled), Some(title));
    let mut words = chart.descendants().filter(|node| is(*node, "desc"));
    let has_words = words.any(|words| words.text().is_some());
    assert!(has_words, "{title}: no words");
}

/// The chart is not scaled, so its text is as large on a phone as it is anywhere, and what is around it scrolls.
fn check_size(chart: Node<'_, '_>, sheet: &Sheet) {
    let (width, height) = (number(chart, "width"), number(chart, "height"));
    let viewed = chart.attribute("viewBox").unwrap_or_default().split(' ');
    let viewed: Vec<f64> = viewed.map(|one| one.parse().expect("a number")).collect();
    assert_eq!(viewed, [0.0, 0.0, width, height]);
    for property in ["width", "max-width", "height", "zoom"] {
        assert!(
            !sheet.has(&["svg", "hp"], property),
            "{property} of charts is set"
        );
    }
    let texts = chart.descendants().filter(|node| is(*node, "text"));
    for text in texts {
        assert_eq!(text.attribute("font-size"), None);
        let sizes = sheet.sizes(&names(text, "text"));
        let least = sizes
            .iter()
            .copied()
            .reduce(f64::min)
            .expect("text has a size");
        assert!(
            least >= SMALLEST,
            "{}: {least} px",
            text.text().unwrap_or_default()
        );
    }
    let figure = chart.ancestors().find(|node| is(*node, "figure"));
    if let Some(figure) = figure {
        assert!(
            sheet.has(&names(figure, "figure"), "overflow-x"),
            "it does not scroll"
        );
        assert_eq!(
            figure.attribute("tabindex"),
            Some("0"),
            "keys do not scroll it"
        );
        assert!(figure.attribute("aria-label").is_some());
    } else {
        let root = chart
            .ancestors()
            .last()
            .and_then(|root| root.first_element_child());
        assert!(root.is_some_and(|root| is(root, "svg")), "nothing scrolls");
    }
}

/// The classes of an element, and its own name.
fn names<'a>(node: Node<'a, 'a>, own: &'a str) -> Vec<&'a str> {
    let classes = node.attribute("class").unwrap_or_default();
    classes.split_whitespace().chain([own]).collect()
}

/// Series, and text in the page's schemes, stand out from the ground.
fn check_colours(chart: Node<'_, '_>, sheet: &Sheet) {
    for scheme in [Scheme::Light, Scheme::Dark] {
        let ground = ["ground", "paper"].map(|name| sheet.colour(scheme, name, "fill"));
        let ground = ground.into_iter().flatten().next().expect("a ground");
        if let Some(page) = sheet.colour(scheme, ":root", "--page") {
            assert_eq!(page, ground, "the ground of pages is another one");
        }
        let text = sheet
            .colour(scheme, "text", "fill")
            .expect("a colour of text");
        assert!(contrast(text, ground) >= 4.5, "{scheme:?}: text");
        for name in series(chart) {
            let colour = sheet.colour(scheme, name, "fill");
            let colour = colour.unwrap_or_else(|| panic!("{name} has no colour"));
            let contrast = contrast(colour, ground);
            assert!(contrast >= 3.0, "{scheme:?}: {name} has {contrast:.2}");
        }
        if sheet.has(&["axis"], "stroke") {
            let axis = sheet.colour(scheme, "axis", "stroke").expect("a colour");
            assert!(contrast(axis, ground) >= 3.0, "{scheme:?}: axes");
        }
    }
    let painted = ["fill", "stroke", "style"];
    let mut own = chart.descendants().flat_map(|node| node.attributes());
    assert!(
        !own.any(|attribute| painted.contains(&attribute.name())),
        "colours outside of the style sheet"
    );
}

/// The class that tells the series of a shape, such as `c0`, `g1`, `r2` or `k3`.
fn series_of<'a>(node: Node<'a, 'a>) -> Option<&'a str> {
    let is_series = |class: &str| {
        let (kind, index) = class.split_at(1);
        "cgrk".contains(kind) && index.parse::<usize>().is_ok()
    };
    let mut classes = node.attribute("class")?.split_whitespace();
    classes.find(|class| is_series(class))
}

fn series<'a>(chart: Node<'a, 'a>) -> BTreeSet<&'a str> {
    chart.descendants().filter_map(series_of).collect()
}

/// Each series stands once before a text; or it is one of a row of rectangles between two texts, which is a scale.
fn check_legend(chart: Node<'_, '_>) {
    let mut named = BTreeSet::new();
    let mut run: Vec<Node<'_, '_>> = Vec::new();
    for node in chart.descendants() {
        if is(node, "text") {
            let is_scale = run.iter().all(|shape| is(*shape, "rect"));
            let from = if is_scale {
                0
            } else {
                run.len().saturating_sub(1)
            };
            named.extend(run.drain(..).skip(from).filter_map(series_of));
        } else if series_of(node).is_some() {
            run.push(node);
        }
    }
    let title = child(chart, "title");
    assert_eq!(
        named,
        series(chart),
        "{title}: not all series are in the legend"
    );
    assert!(!named.is_empty(), "{title}: no legend");
}

/// Lines have points, whose form in the legend differs from that of the next series, and from that of each series of the same colour.
fn check_forms(chart: Node<'_, '_>) {
    let steps = Regex::new("[^A-Za-z]").unwrap();
    let is_line = |node: Node<'_, '_>| names(node, "").contains(&"line");
    let (mut keys, mut marks, mut lines) = (Vec::new(), 0, 0);
    let mut last = None;
    for node in chart.descendants() {
        match series_of(node) {
            Some(_) if is_line(node) => lines += 1,
            Some(series) => {
                let form = steps.replace_all(node.attribute("d").unwrap_or("circle"), "");
                last = Some((series, form.into_owned()));
                marks += 1;
            }
            None if is(node, "text") => keys.extend(last.take()),
            None => {}
        }
    }
    if lines > 0 {
        // Each series has a line in the chart and one in the legend.
        assert_eq!(lines, 2 * keys.len());
        assert!(
            marks >= lines || marks == keys.len(),
            "lines without points"
        );
        assert!(
            keys.windows(2).all(|pair| pair[0].1 != pair[1].1),
            "{keys:?}"
        );
        assert_eq!(
            keys.iter().collect::<BTreeSet<_>>().len(),
            keys.len(),
            "{keys:?}"
        );
    }
}

/// Three lines that cross, as a file.
fn crossing() -> String {
    let curve = |(index, label): (usize, &str)| Curve {
        label: label.into(),
        points: [(0.0, index as f64), (1.0, 2.0 - index as f64)].into(),
    };
    let curves: Vec<Curve> = ["pdom", "dwf", "mimd"]
        .into_iter()
        .enumerate()
        .map(curve)
        .collect();
    sheet(
        "Lines",
        &[lines("Lines that cross", ["cycle", "IPC"], &curves)],
    )
}

#[test]
fn what_is_wrong_with_a_chart_is_found() {
    let good = crossing();
    assert_eq!(check_charts(&good), 2);
    for (part, planted) in [
        ("role=\"img\"", "role=\"group\""),
        ("<title>Lines that cross</title>", "<title>Lines</title>"),
        ("<desc>", "<desc/><metadata>"),
        ("width=device-width", "width=980"),
        ("viewBox=\"0 0 468", "viewBox=\"0 0 936"),
        (
            ".hp .tick { font-size: 12px; }",
            ".hp .tick { font-size: 11px; }",
        ),
        (".hp text { fill: #e6e6e6;", ".hp text { fill: #555555;"),
        ("fill: #1f6fb2;", "fill: #bbddff;"),
        (".hp .ground {", "svg { width: 100%; }\n.hp .ground {"),
        (
            ">dwf</text>",
            ">dwf</text><path class=\"c7\" d=\"M0 0h9z\"/>",
        ),
        ("h7v7h-7z", "l4.5 8h-9z"),
        (
            "<path class=\"c0 line\"",
            "<path stroke=\"black\" class=\"c0 line\"",
        ),
    ] {
        let mut bad = good.replace(part, planted);
        assert_ne!(bad, good, "{part}");
        if planted.ends_with("<metadata>") {
            bad = bad.replace("</desc>", "</metadata>");
        }
        let found = std::panic::catch_unwind(|| check_charts(&bad));
        assert!(found.is_err(), "{planted} is not found");
    }
}
