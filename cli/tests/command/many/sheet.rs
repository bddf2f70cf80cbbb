//! A style sheet as charts use it: rules for light, and what the dark scheme changes.

use regex::Regex;

/// A rule.
struct Rule {
    /// The condition of its `@media`; empty without one.
    media: String,
    selector: String,
    properties: String,
}

/// The rules of all style sheets of a file.
pub struct Sheet(Vec<Rule>);

/// A scheme of colours.
#[derive(Clone, Copy, Debug)]
pub enum Scheme {
    Light,
    Dark,
}

impl Sheet {
    pub fn parse(text: &str) -> Sheet {
        let rule = Regex::new(r"\s*@media ?\(?([^{)]*)\)? ?\{|([^{}]+)\{([^}]*)\}|\}").unwrap();
        let mut media = String::new();
        let mut rules = Vec::new();
        for found in rule.captures_iter(text) {
            match (found.get(1), found.get(2)) {
                (Some(condition), _) => media = condition.as_str().trim().into(),
                (_, Some(selector)) => rules.push(Rule {
                    media: media.clone(),
                    selector: selector.as_str().trim().into(),
                    properties: found[3].into(),
                }),
                _ => media.clear(),
            }
        }
        Sheet(rules)
    }

    /// What a property is for a selector that ends in one of these names, the last rule first.
    fn values(&self, scheme: Scheme, names: &[&str], property: &str) -> Vec<String> {
        let value = Regex::new(&format!(r"(?:^|[;\s]){property}: ?([^;]+)")).unwrap();
        let holds = |rule: &&Rule| match scheme {
            Scheme::Light => rule.media.is_empty(),
            Scheme::Dark => rule.media.is_empty() || rule.media == "prefers-color-scheme: dark",
        };
        let named = |rule: &&Rule| names.contains(&last(&rule.selector));
        let rules = self.0.iter().rev().filter(holds).filter(named);
        let found = rules.filter_map(|rule| value.captures(&rule.properties));
        found.map(|found| found[1].trim().to_owned()).collect()
    }

    /// The colour of a property, as red, green and blue.
    pub fn colour(&self, scheme: Scheme, name: &str, property: &str) -> Option<[u8; 3]> {
        let values = self.values(scheme, &[name], property);
        let digits = values.first()?.strip_prefix('#')?.to_owned();
        let digits: String = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            _ => digits,
        };
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal");
        Some([part(0), part(2), part(4)])
    }

    /// The sizes that text with these names may have, in CSS pixels.
    pub fn sizes(&self, names: &[&str]) -> Vec<f64> {
        let size = Regex::new(r"^([0-9.]+)px").unwrap();
        let fonts = ["font", "font-size"].map(|key| self.values(Scheme::Light, names, key));
        let sizes = fonts.concat();
        let pixels = |font: &String| size.captures(font).expect("pixels")[1].parse().unwrap();
        sizes.iter().map(pixels).collect()
    }

    /// Whether elements of one of these names have a property on a screen.
    pub fn has(&self, names: &[&str], property: &str) -> bool {
        !self.values(Scheme::Dark, names, property).is_empty()
    }
}

/// The last part of a selector without a dot: `text` of `.hp text`, `c0` of `.hp .c0`.
fn last(selector: &str) -> &str {
    selector.rsplit([' ', '.']).next().unwrap()
}

/// How much two colours differ in brightness (WCAG 2.2), from 1 to 21.
pub fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    (one / other).max(other / one)
}

fn luminance(colour: [u8; 3]) -> f64 {
    let channel = |value: u8| match f64::from(value) / 255.0 {
        low if low <= 0.04045 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    };
    let [red, green, blue] = colour.map(channel);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[test]
fn black_and_white_differ_most() {
    assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
    assert!((contrast([0x77; 3], [255; 3]) - 4.48).abs() < 0.01);
}

#[test]
fn the_dark_scheme_overrides() {
    let text = ".a { fill: #fff; font: 13px x; }\n@media (prefers-color-scheme: dark) {\n .a { fill: #000000; }\n}\n.b { fill: #123456; }";
    let sheet = Sheet::parse(text);
    assert_eq!(sheet.colour(Scheme::Light, "a", "fill"), Some([255; 3]));
    assert_eq!(sheet.colour(Scheme::Dark, "a", "fill"), Some([0; 3]));
    let b = Some([0x12, 0x34, 0x56]);
    assert_eq!(sheet.colour(Scheme::Dark, "b", "fill"), b);
    assert_eq!(sheet.sizes(&["a", "b"]), [13.0]);
}
