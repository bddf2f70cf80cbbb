//! Comma-separated values, as RFC 4180 has them, but with plain ends of lines.

/// A line of fields.
pub fn line<'a>(fields: impl Iterator<Item = &'a str>) -> String {
    let fields: Vec<String> = fields.map(field).collect();
    fields.join(",") + "\n"
}

/// A field; in quotes if it has a character that separates fields or lines.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_separates_stands_in_quotes() {
        let fields = ["plain", "", "a,b", "say \"x\"", "two\nlines"];
        assert_eq!(
            line(fields.into_iter()),
            "plain,,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\n"
        );
    }
}
